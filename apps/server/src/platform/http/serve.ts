/** Connects a handler to its contract. */
import type { Endpoint, Input, Output } from '#contracts/kit/endpoint.ts'
import type { ContextOf } from '../context.ts'
import type { ListName } from '../db/invalidated-lists.ts'

export interface Handler<E = Endpoint> {
  readonly spec: E
  readonly run: (ctx: never, input: never) => Promise<unknown>
  /** caches answers by this list's change counter, the caller, the request, and the time limit `until` of the answer */
  readonly cached: ListName | undefined
  /** `run` only prepares; the function it returns is called after the commit and gives the answer */
  readonly outside?: true
}

/** Curried, so that the contract's literal types determine `ctx`, `input` and the answer. */
export const serve =
  <const E extends Endpoint>(spec: E, { cached }: { readonly cached?: ListName } = {}) =>
  (run: (ctx: ContextOf<E>, input: Input<E>) => Promise<Output<E>>): Handler<E> => ({ spec, run, cached })

/**
 * For handlers that call the outside or read another tenant, which must not happen in an open transaction.
 * `prepare` may be retried before its commit.
 */
export const serveOutside =
  <const E extends Endpoint>(spec: E) =>
  (prepare: (ctx: ContextOf<E>, input: Input<E>) => Promise<() => Promise<Output<E>>>): Handler<E> => ({
    spec,
    run: prepare,
    cached: undefined,
    outside: true,
  })
