/** Types of a call, derived from its contract. */
import type { Static, TObject, TSchema } from 'typebox'
import type { Endpoint } from '#contracts/kit/endpoint.ts'

type StaticOf<S> = S extends TSchema ? Static<S> : undefined

/** Optional fields may also be undefined: they are not sent. */
type Loose<T> = T extends object
  ? { [K in keyof T]: T[K] | (object extends Pick<T, K> ? undefined : never) }
  : T

type Part<Name extends string, S, Optional> = S extends TSchema
  ? Optional extends true
    ? { readonly [N in Name]?: Loose<StaticOf<S>> | undefined }
    : { readonly [N in Name]: Loose<StaticOf<S>> }
  : unknown

type AllOptional<S> = S extends TSchema ? (object extends Static<S> ? true : false) : true

/** Input of a call: params and body as declared, and optionally a query. */
export type CallInput<E extends Endpoint> = Part<'params', E['params'], false> &
  Part<'query', E['query'], AllOptional<E['query']>> &
  Part<'body', E['body'], E['bodyOptional']>

export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
  readonly page: number
  readonly pageSize: number
  readonly totalPages: number
}

/** Output of a call: a record, a page of a list, or the bytes of a file. */
export type CallOutput<E extends Endpoint> = E extends { data: infer D extends TSchema }
  ? E extends { about: infer A extends TObject }
    ? { readonly data: Static<D>; readonly about: Static<A> }
    : Static<D>
  : E extends { list: infer L extends TSchema }
    ? E extends { about: infer A extends TObject }
      ? Page<Static<L>> & { readonly about: Static<A> }
      : Page<Static<L>>
    : Blob

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** version that was read; PRECONDITION_FAILED if the record has changed since */
  readonly ifMatch?: number | string | undefined
  /** ETag of a stored answer; unchanged content comes back as `notModified` */
  readonly ifNoneMatch?: string | undefined
  /** for a POST that creates: repeat a call with the same key; default: a new key for each call */
  readonly idempotencyKey?: string | undefined
  /** the request continues after the page is closed; its body is at most 64 KiB */
  readonly leaving?: boolean | undefined
}

export type Reply<E extends Endpoint> =
  | {
      readonly notModified: false
      readonly data: CallOutput<E>
      readonly etag: string | undefined
      readonly requestId: string | undefined
    }
  | { readonly notModified: true; readonly etag: string | undefined; readonly requestId: string | undefined }
