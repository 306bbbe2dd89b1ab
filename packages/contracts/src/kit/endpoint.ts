/** How a promise is written down. One `endpoint()` per line of the endpoint list; the server mounts nothing else. */
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { AuditWord } from './audit-words.ts'
import type { Example, World } from './example.ts'
import { Id } from './text.ts'
import {
  type ErrorCode,
  type EventKind,
  type LimitName,
  limits,
  type Plan,
  type Role,
  type Scope,
} from './vocabulary.ts'

/**
 * Who may call.
 * public  nobody in particular; all credentials are ignored
 * tenant  a person of at least `role`, or an API key with `scope` (null: never a key)
 * system  who runs the service: one of the secrets of SYSTEM_SECRET in the header X-System-Secret, and nothing else
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'tenant'; readonly role: Role; readonly scope: Scope | null }
  | { readonly kind: 'system' }

export const open = { kind: 'public' } as const
export const system = { kind: 'system' } as const
export const technician = <S extends Scope | null>(scope: S) =>
  ({ kind: 'tenant', role: 'TECHNICIAN', scope }) as const
export const manager = <S extends Scope | null>(scope: S) =>
  ({ kind: 'tenant', role: 'MANAGER', scope }) as const
export const admin = <S extends Scope | null>(scope: S) => ({ kind: 'tenant', role: 'ADMIN', scope }) as const

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What the success answer carries. */
export type Answer =
  | { readonly data: TSchema; readonly list?: never; readonly file?: never; readonly stream?: never }
  | { readonly list: TSchema; readonly data?: never; readonly file?: never; readonly stream?: never }
  | {
      readonly file: readonly string[]
      readonly data?: never
      readonly list?: never
      readonly stream?: never
    }
  /** server-sent events, each of whose `data` is this as JSON; it ends with what let its caller in */
  | { readonly stream: TSchema; readonly data?: never; readonly list?: never; readonly file?: never }

export interface EndpointShape {
  readonly module: string
  /** camelCase, unique over all modules; the handler's file is the same in kebab-case */
  readonly name: string
  readonly method: Method
  /** exact path with `:name` parameters */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** the bucket that a request spends, keyed by IP, tenant, user or the body's `email`; `miss`: only a wrong secret does */
  readonly limit: LimitName
  /** further buckets by IP, e.g. login-ip, register; each endpoint has its own, but for `read` and `write` */
  readonly alsoLimit?: readonly LimitName[]
  /** an unknown code or token (NOT_FOUND) spends the bucket `miss` */
  readonly countsMisses?: boolean
  /** lowest plan; below it FORBIDDEN */
  readonly plan?: Plan
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** the body may be left out */
  readonly bodyOptional?: boolean
  /** status of success; default 200 */
  readonly status?: 200 | 201 | 202
  /** the field of the body with which a POST that else creates creates nothing, and answers 200 */
  readonly createsUnless?: string
  /** takes Idempotency-Key: every POST that creates or charges */
  readonly idempotent?: boolean
  /** stays open when the tenant is read-only (trial ended, unpaid, suspended) */
  readonly whenReadOnly?: boolean
  /**
   * of no use to staff before its mail has left, so it is refused in maintenance, when mails wait; `butWith`: unless the
   * body has this field
   */
  readonly needsMail?: true | { readonly butWith: string }
  /** the answer signs somebody in, so this device is remembered by a signed cookie: its own bucket of sign-ins */
  readonly signsIn?: boolean
  /** what the answer says beside its data, in the envelope: of figures the period that they are about */
  readonly about?: TObject
  /** the answer shows a secret once, so what is stored for its Idempotency-Key is encrypted */
  readonly showsSecret?: boolean
  /** codes that the handler itself may answer, besides those that the gate gives */
  readonly errors?: readonly ErrorCode[]
  /** what the audit log calls the act, e.g. `Created a building`: of every change by staff */
  readonly auditLabel?: AuditWord
  /** parts of names of events, e.g. `task`: after one of them it answers something else */
  readonly follows?: readonly EventKind[]
  /** one valid call, where there is anything to say in it */
  readonly example?: (world: World) => Example
}

export type Endpoint = EndpointShape & Answer

type ByStaff = { readonly access: { readonly kind: 'tenant' } }
type NeedsAuditLabel<E> = E extends ByStaff
  ? E extends { readonly method: 'GET' } | { readonly access: { readonly scope: 'read' } }
    ? unknown
    : { readonly auditLabel: AuditWord }
  : unknown
type NeedsExample<E> = E extends { readonly params: TObject } | { readonly body: TSchema }
  ? E extends { readonly bodyOptional: true; readonly params?: never }
    ? unknown
    : { readonly example: (world: World) => Example }
  : unknown

/** Declares an endpoint; literals stay literal so that the handler's types follow from it. */
export const endpoint = <const E extends Endpoint>(spec: E & NeedsAuditLabel<E> & NeedsExample<E>): E => spec

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'access' in value

/** The endpoints among what contract files export, by path and then method. */
export const endpointsIn = (...files: readonly object[]): readonly Endpoint[] =>
  files
    .flatMap((file) => Object.values(file).filter(isEndpoint))
    .sort((a, b) => (a.path === b.path ? order(a.method) - order(b.method) : a.path < b.path ? -1 : 1))

const order = (method: Method): number => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)

/** Names of the endpoints that a contract file exports. */
export type EndpointNames<File> = {
  [Name in keyof File]: File[Name] extends Endpoint ? Name : never
}[keyof File]

/** What a key that may only read may call changes nothing, e.g. a simulation; its transaction cannot write. */
export const changesSomething = ({ method, access }: Endpoint): boolean =>
  method !== 'GET' && !(access.kind === 'tenant' && access.scope === 'read')

/** Whether the body has this field, and it is not false. */
export const sends = (body: unknown, field: string): boolean =>
  typeof body === 'object' && body !== null && Boolean((body as Record<string, unknown>)[field])

/** Status of success of a call with this body. */
export const successOf = ({ status = 200, createsUnless }: Endpoint, body: unknown): 200 | 201 | 202 =>
  createsUnless !== undefined && sends(body, createsUnless) ? 200 : status

/** All buckets that a request may spend, the narrowest first. */
export const limitsOf = ({ limit, alsoLimit = [], countsMisses }: Endpoint) =>
  [...new Set([limit, ...alsoLimit, ...(countsMisses ? (['miss'] as const) : [])])]
    .map((name) => ({ name, ...limits[name] }))
    .sort((a, b) => a.limit / a.windowSeconds - b.limit / b.windowSeconds)

type StaticOf<S> = S extends TSchema ? Static<S> : undefined

/** What the handler is given: validated, normalised, undeclared fields gone. */
export interface Input<E extends Endpoint> {
  readonly params: StaticOf<E['params']>
  readonly query: StaticOf<E['query']>
  readonly body: E['bodyOptional'] extends true ? StaticOf<E['body']> | undefined : StaticOf<E['body']>
}

/** Rows of one page and how many there are in all. */
export interface PageOf<T> {
  readonly items: readonly T[]
  readonly total: number
  /** from when on time alone makes it another answer; undefined: at any moment, or nobody knows */
  readonly until?: Date | undefined
}

export interface FileAnswer {
  readonly contentType: string
  /** what is long comes in pieces, and is never in memory as a whole */
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array>
  readonly fileName?: string
}

/** What the handler returns; the gate puts it into the envelope. */
export type Output<E extends Endpoint> = E extends { data: infer D extends TSchema }
  ? E extends { about: infer A extends TObject }
    ? { readonly data: Static<D>; readonly about: Static<A> }
    : Static<D>
  : E extends { list: infer L extends TSchema }
    ? E extends { about: infer A extends TObject }
      ? PageOf<Static<L>> & { readonly about: Static<A> }
      : PageOf<Static<L>>
    : E extends { stream: TSchema }
      ? AsyncIterable<Uint8Array>
      : FileAnswer

/** Query parameters of every list: page 1..2147483647, pageSize 1..100; outside: VALIDATION_ERROR. */
export const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2147483647, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
}

/** `sort` of a list: one of a closed set of fields, `-` for descending. */
export const sortBy = <const F extends readonly string[]>(...fields: F) =>
  Type.Optional(
    Type.Enum([...fields, ...fields.map((field) => `-${field}`)] as (F[number] | `-${F[number]}`)[]),
  )

/** A filter of ids, several by comma; one that is no UUID is refused; also under its other name (`building` and `buildingId` are the same). */
export const idFilter = Type.Optional(Type.Array(Id, { maxItems: 100 }))
