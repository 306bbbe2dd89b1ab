/** Ties a handler to its contract. */
import type { Endpoint, Input, Output } from '#contracts/kit/endpoint.ts'
import type { ContextOf } from '../context.ts'

export interface Handler {
  readonly spec: Endpoint
  readonly run: (ctx: never, input: never) => Promise<unknown>
  /** its answer follows from what the tenant's revision counts, the caller, the question, and time up to its `until` */
  readonly remembered: boolean
}

/** Curried, so that the contract's literals decide the types of `ctx`, `input` and the answer. */
export const serve =
  <const E extends Endpoint>(spec: E, { remembered = false }: { readonly remembered?: boolean } = {}) =>
  (run: (ctx: ContextOf<E>, input: Input<E>) => Promise<Output<E>>): Handler => ({ spec, run, remembered })
