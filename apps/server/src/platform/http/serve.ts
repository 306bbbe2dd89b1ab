/** Connects a handler to its contract. */
import type { Endpoint, Input, Output } from '#contracts/kit/endpoint.ts'
import type { ContextOf, Platform } from '../context.ts'
import type { ListName } from '../db/invalidated-lists.ts'

export interface Handler<E = Endpoint> {
  readonly spec: E
  readonly run: (ctx: never, input: never, asked?: unknown) => Promise<unknown>
  /** called before the transaction; what it returns is the third argument of `run` */
  readonly ask?: (platform: Platform, tenantId: string, input: never) => Promise<unknown>
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

/** For handlers that must ask the outside before they change something. @param ask may throw a ServiceError */
export const serveAsking =
  <const E extends Endpoint>(spec: E) =>
  <A>(
    ask: (platform: Platform, tenantId: string, input: Input<E>) => Promise<A>,
    run: (ctx: ContextOf<E>, input: Input<E>, asked: A) => Promise<Output<E>>,
  ): Handler<E> => ({
    spec,
    ask,
    run: (ctx: never, input: never, asked: unknown) => run(ctx, input, asked as A),
    cached: undefined,
  })
