/** Shape of a contract. One `endpoint()` for each line of the endpoint list; the server mounts nothing else. */
import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { FlagKey } from '../flags.ts'
import type { AuditWord } from './audit-words.ts'
import type { Example, World } from './example.ts'
import type { Move } from './states.ts'
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
 * public  anyone; credentials are ignored
 * tenant  a person with at least `role`, or an API key with `scope` (null: no key)
 * system  operations: only one of the secrets of SYSTEM_SECRET in the header X-System-Secret
 * entry   as public, but the answer gives a token of a realm; the handler may read the caller's own bearer token
 * scout, arena, superAdmin  a token of that realm, and nothing else; `kiosk`: a wall display may call it too
 * signed  a provider that signs the raw body
 * slackOauth  a browser on its way to or from Slack, with a sealed state
 */
export type Access =
  | { readonly kind: 'public' }
  | { readonly kind: 'tenant'; readonly role: Role; readonly scope: Scope | null }
  | { readonly kind: 'system' }
  | { readonly kind: 'entry' }
  | { readonly kind: 'scout' }
  | { readonly kind: 'arena'; readonly kiosk: boolean }
  | { readonly kind: 'superAdmin' }
  | { readonly kind: 'signed'; readonly by: Provider }
  | { readonly kind: 'slackOauth' }

/** Other services that call this one. */
export type Provider = 'slack' | 'stripe'

export const open = { kind: 'public' } as const
export const system = { kind: 'system' } as const
export const entry = { kind: 'entry' } as const
export const scout = { kind: 'scout' } as const
export const player = { kind: 'arena', kiosk: false } as const
export const playerOrKiosk = { kind: 'arena', kiosk: true } as const
export const superAdmin = { kind: 'superAdmin' } as const
export const signedBy = <P extends Provider>(by: P) => ({ kind: 'signed', by }) as const
export const slackOauth = { kind: 'slackOauth' } as const
export const technician = <S extends Scope | null>(scope: S) =>
  ({ kind: 'tenant', role: 'TECHNICIAN', scope }) as const
export const manager = <S extends Scope | null>(scope: S) =>
  ({ kind: 'tenant', role: 'MANAGER', scope }) as const
export const admin = <S extends Scope | null>(scope: S) => ({ kind: 'tenant', role: 'ADMIN', scope }) as const

/** Whether a call without a credential or signature is UNAUTHORIZED. */
export const needsCredential = ({ access }: { readonly access: Access }): boolean =>
  access.kind !== 'public' && access.kind !== 'entry' && access.kind !== 'slackOauth'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface AnswerParts {
  readonly data: TSchema
  /** the schema of one row of a page */
  readonly list: TSchema
  /** content types */
  readonly file: readonly string[]
  /** server-sent events, each of whose `data` is this as JSON; the stream ends when the access of its caller ends */
  readonly stream: TSchema
  /** JSON without the envelope, in the form that a provider dictates; nothing: an empty body */
  readonly plain: TSchema
  /** 302 to another address */
  readonly redirect: true
}

/** What the success answer carries: exactly one of the parts. */
export type Answer = {
  [K in keyof AnswerParts]: { readonly [P in K]: AnswerParts[P] } & {
    readonly [P in Exclude<keyof AnswerParts, K>]?: never
  }
}[keyof AnswerParts]

export interface EndpointShape {
  readonly module: string
  /** camelCase, unique over all modules; the handler's file has the same name in kebab-case */
  readonly name: string
  readonly method: Method
  /** exact path with `:name` parameters */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /**
   * the rate limit that a request consumes, by IP, tenant, user or the body's `email`; `miss`: only a wrong secret
   * consumes it
   */
  readonly limit: LimitName
  /**
   * further rate limits by IP, e.g. login-ip, register; each endpoint counts on its own, except for `read` and `write`
   */
  readonly alsoLimit?: readonly LimitName[]
  /** an unknown code or token (NOT_FOUND) consumes the limit `miss` */
  readonly countsMisses?: boolean
  /** feature flag; FORBIDDEN where it is off for the tenant */
  readonly flag?: FlagKey
  /** lowest plan; FORBIDDEN below it */
  readonly plan?: Plan
  readonly params?: TObject
  readonly query?: TObject
  readonly body?: TSchema
  /** the body may be left out */
  readonly bodyOptional?: boolean
  /** support does not see it */
  readonly withoutSupport?: true
  /** status of success; default 200 */
  readonly status?: 200 | 201 | 202
  /** the field of the body that makes a creating POST create nothing and answer 200, e.g. `dryRun` */
  readonly createsUnless?: string
  /** takes Idempotency-Key; true for every POST that creates or charges */
  readonly idempotent?: boolean
  /** stays available while the tenant is read-only (trial ended, unpaid, suspended) */
  readonly whenReadOnly?: boolean
  /**
   * useless to staff without its email, so it is refused in maintenance, when emails wait; `butWith`: unless the body
   * has this field
   */
  readonly needsMail?: true | { readonly butWith: string }
  /** the answer signs a person in, so a signed cookie marks this device, which gets its own sign-in limit */
  readonly signsIn?: boolean
  /** what the envelope holds beside `data`, e.g. the period of a figure */
  readonly about?: TObject
  /** the answer contains a secret once, so the copy stored for its Idempotency-Key is encrypted */
  readonly showsSecret?: boolean
  /** which states the record may be moved through with it; shown in /docs and OpenAPI */
  readonly moves?: readonly Move<string>[]
  /** codes that the handler may answer, in addition to those of the gate */
  readonly errors?: readonly ErrorCode[]
  /** audit label, e.g. `Created a building`; required for every change by staff */
  readonly auditLabel?: AuditWord
  /** kinds of events, e.g. `task`, after which its answer may differ */
  readonly follows?: readonly EventKind[]
  /** one valid call, if it has parameters or a body */
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

/** The endpoints that contract files export, sorted by path and then method. */
export const endpointsIn = (...files: readonly object[]): readonly Endpoint[] =>
  files
    .flatMap((file) => Object.values(file).filter(isEndpoint))
    .sort((a, b) => (a.path === b.path ? order(a.method) - order(b.method) : a.path < b.path ? -1 : 1))

const order = (method: Method): number => ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].indexOf(method)

/** Names of the endpoints that a contract file exports. */
export type EndpointNames<File> = {
  [Name in keyof File]: File[Name] extends Endpoint ? Name : never
}[keyof File]

/** A call that a read-only key may make, e.g. a simulation, changes nothing; its transaction is read-only. */
export const changesSomething = ({ method, access }: Endpoint): boolean =>
  method !== 'GET' && !(access.kind === 'tenant' && access.scope === 'read')

/** Whether the body has this field with a truthy value. */
export const sends = (body: unknown, field: string): boolean =>
  typeof body === 'object' && body !== null && Boolean((body as Record<string, unknown>)[field])

/** Success status of a call with this body. */
export const successOf = ({ status = 200, createsUnless }: Endpoint, body: unknown): 200 | 201 | 202 =>
  createsUnless !== undefined && sends(body, createsUnless) ? 200 : status

/** All rate limits that a request may consume, the strictest first. */
export const limitsOf = ({ limit, alsoLimit = [], countsMisses }: Endpoint) =>
  [...new Set([limit, ...alsoLimit, ...(countsMisses ? (['miss'] as const) : [])])]
    .map((name) => ({ name, ...limits[name] }))
    .sort((a, b) => a.limit / a.windowSeconds - b.limit / b.windowSeconds)

type StaticOf<S> = S extends TSchema ? Static<S> : undefined

/** Input of a handler: validated, normalised, without undeclared fields. */
export interface Input<E extends Endpoint> {
  readonly params: StaticOf<E['params']>
  readonly query: StaticOf<E['query']>
  readonly body: E['bodyOptional'] extends true ? StaticOf<E['body']> | undefined : StaticOf<E['body']>
}

/** Rows of one page and the total. */
export interface PageOf<T> {
  readonly items: readonly T[]
  readonly total: number
  /** when time alone changes the answer; undefined: at any moment, or not known */
  readonly until?: Date | undefined
}

/** Where a browser is sent, and the cookies that it takes along. */
export interface RedirectAnswer {
  readonly location: string
  readonly cookies?: readonly string[]
}

export interface FileAnswer {
  readonly contentType: string
  /** long content is streamed and never held in memory as a whole */
  readonly body: Uint8Array | string | AsyncIterable<Uint8Array>
  readonly fileName?: string
}

/** What a handler returns; the gate adds the envelope. */
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
      : E extends { plain: infer P extends TSchema }
        ? Static<P> | undefined
        : E extends { redirect: true }
          ? RedirectAnswer
          : FileAnswer

/** Query parameters of every list: page 1..2147483647, pageSize 1..100; other values are a VALIDATION_ERROR. */
export const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 2147483647, default: 1 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })),
}

/** `sort` of a list: one of a closed set of fields, `-` for descending. */
export const sortBy = <const F extends readonly string[]>(...fields: F) =>
  Type.Optional(
    Type.Enum([...fields, ...fields.map((field) => `-${field}`)] as (F[number] | `-${F[number]}`)[]),
  )

/**
 * A filter of UUIDs, comma-separated; also accepted under its other name (`building` and `buildingId` are synonyms).
 */
export const idFilter = Type.Optional(Type.Array(Id, { maxItems: 100 }))
