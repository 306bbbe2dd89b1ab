/** Ties a handler to its contract. */
import type { Endpoint, Input, Output } from '#contracts/kit/endpoint.ts'
import type { ContextOf } from '../context.ts'
import type { ListName } from '../db/invalidated-lists.ts'

export interface Handler<E = Endpoint> {
  readonly spec: E
  readonly run: (ctx: never, input: never) => Promise<unknown>
  /** the list whose change counter, with the caller, the question and time up to its `until`, decides the answer */
  readonly cached: ListName | undefined
  /** `run` only prepares; what it gives is called after the commit, and answers */
  readonly outside?: true
}

/** Curried, so that the contract's literals decide the types of `ctx`, `input` and the answer. */
export const serve =
  <const E extends Endpoint>(spec: E, { cached }: { readonly cached?: ListName } = {}) =>
  (run: (ctx: ContextOf<E>, input: Input<E>) => Promise<Output<E>>): Handler<E> => ({ spec, run, cached })

/** For what calls the outside, or reads in another tenant: never while the transaction is open. `prepare` may run again before its commit. */
export const serveOutside =
  <const E extends Endpoint>(spec: E) =>
  (prepare: (ctx: ContextOf<E>, input: Input<E>) => Promise<() => Promise<Output<E>>>): Handler<E> => ({
    spec,
    run: prepare,
    cached: undefined,
    outside: true,
  })
