/** The platform and the contexts that handlers get. */
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { TSchema } from 'typebox'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Plan, Role, Scope } from '#contracts/kit/vocabulary.ts'
import type { Outward, ShownName } from '#contracts/outward.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Keys } from './crypto/keys.ts'
import type { ChangeCounters } from './db/change-counters.ts'
import type { DatabaseHealthMonitor } from './db/database-health.ts'
import type { DB } from './db/tables.ts'
import type { Databases, TenantTransaction } from './db/tenant-db.ts'
import type { Disk } from './disk.ts'
import type { StoredEvent } from './events/stored-event.ts'
import type { Exports } from './exports.ts'
import type { Flags } from './flags.ts'
import type { BlockedSources } from './gate/blocked-sources.ts'
import type { Counts } from './gate/counted-resources.ts'
import type { PlatformActor } from './gate/platform-actor.ts'
import type { RateLimiter } from './gate/rate-limiter.ts'
import type { Sources } from './gate/sources.ts'
import type { LoadShedding } from './load-shedding.ts'
import type { MailLanguage, RenderedMail } from './mail/layout.ts'
import type { Attachment, Refusal } from './mail/message.ts'
import type { SenderCheck } from './mail/sender-check.ts'
import type { Mail } from './mail/transport.ts'
import type { Maintenance } from './maintenance.ts'
import type { Metrics } from './metrics/counters.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { PushKeys } from './push/keys.ts'
import type { PushRequest } from './push/note.ts'
import type { Storage } from './storage/storage.ts'

/** Services and settings of a running instance. */
export interface Platform {
  readonly config: Config
  readonly clock: Clock
  readonly keys: Keys
  readonly databases: Databases
  readonly databaseHealth: DatabaseHealthMonitor
  readonly changeCounters: ChangeCounters
  readonly limiter: RateLimiter
  readonly sources: Sources
  readonly blockedSources: BlockedSources
  readonly storage: Storage
  readonly mail: Mail
  /** all emails, by name */
  readonly mails: Mails
  readonly senderCheck: SenderCheck
  readonly metrics: Metrics
  readonly outgoing: Outgoing
  readonly pushKeys: PushKeys
  readonly disk: Disk
  readonly loadShedding: LoadShedding
  readonly maintenance: Maintenance
  readonly flags: Flags
  /** all cron jobs */
  readonly cronJobs: readonly CronJob[]
  /** names of all subscribers of events */
  readonly subscribers: readonly string[]
  /** kinds of all scheduled jobs */
  readonly scheduledJobKinds: readonly string[]
  /** outbound serializers of all events */
  readonly serializers: AllSerializers
  /** for each table, what the data export contains */
  readonly exports: Exports
  /** how usage of each plan limit is counted */
  readonly counts: Counts
  /** what modules write for a new tenant, in order */
  readonly tenantDefaults: readonly TenantDefaults[]
  readonly log: Logger
  /** called after events of the tenant are committed: wakes the worker and the tenant's live feed in this process */
  wake(tenantId: string): void
  /** wakes the worker because a scheduled job is due now */
  wakeScheduledJobs(): void
  /** called after a member or key of the tenant changed something through this instance */
  tenantChanged(tenantId: string): void
  /** called on such a change, to drop cached data of the tenant */
  onTenantChange(listener: (tenantId: string) => void): void
}

/** Who acts. A switch over `kind` ends in `never`, so a new kind does not compile until it is handled. */
export type Actor =
  | {
      readonly kind: 'USER'
      readonly id: string
      readonly name: string
      readonly email: string
      readonly roles: readonly Role[]
      readonly sessionId: string
      /** buildings that a technician covers; empty: all */
      readonly buildingIds: readonly string[]
      /** their operator record, and its company if active */
      readonly operatorId: string | null
      readonly companyId: string | null
    }
  | {
      readonly kind: 'KEY'
      readonly id: string
      readonly name: string
      readonly scopes: readonly Scope[]
    }
  /** an operator without an account, by the link of one task */
  | { readonly kind: 'OPERATOR'; readonly id: string; readonly name: string }
  | { readonly kind: 'VISITOR'; readonly id: string; readonly name: string }
  | { readonly kind: 'SYSTEM'; readonly id: string; readonly name: string }
  /** somebody outside the team who inspects */
  | {
      readonly kind: 'SCOUT'
      readonly id: string
      readonly name: string
      readonly sessionId: string
      /** today lies before, in or after the days for which the scout is invited */
      readonly dates: 'EARLY' | 'NOW' | 'OVER'
    }
  /** a member in the arena, by the alias that others see */
  | {
      readonly kind: 'PLAYER'
      readonly id: string
      readonly name: string
      readonly sessionId: string
      readonly userId: string
      readonly optedIn: boolean
    }
  /** a wall of the arena */
  | { readonly kind: 'KIOSK'; readonly id: string; readonly name: string; readonly sessionId: string }

/** Callers of realms; each has a session. */
export type RealmActor = ScoutActor | ArenaActor
export type ScoutActor = Extract<Actor, { kind: 'SCOUT' }>
export type ArenaActor = Extract<Actor, { kind: 'PLAYER' | 'KIOSK' }>

export interface TenantInfo {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  readonly timeZone: string
}

/** The transaction of one tenant; `db` runs in it. */
export interface TenantContext extends TenantTransaction {
  readonly platform: Platform
  readonly requestId: string
  readonly now: Date
  readonly tenantId: string
  readonly actor: Actor
}

/** For reading figures: by staff, viewers of a share link, partners, or Wellkept itself for an email. */
export interface FigureContext extends TenantContext {
  readonly tenant: TenantInfo
}

/** A request by a signed-in member or an API key. */
export interface StaffContext extends FigureContext {
  /** the trial has ended or the tenant is suspended: staff can only read */
  readonly readOnly: boolean
  readonly actor: Extract<Actor, { kind: 'USER' | 'KEY' }>
  /** the version in If-Match */
  readonly ifMatch: number | undefined
}

/** For working on a task: staff, keys, or an operator by a task link. */
export interface WorkContext extends TenantContext {
  readonly actor: Extract<Actor, { kind: 'USER' | 'KEY' | 'OPERATOR' }>
}

/** A request for a live stream; it has no transaction, and the answer stays open. */
export interface StreamContext {
  readonly requestId: string
  readonly now: Date
  readonly tenant: TenantInfo
  readonly actor: StaffContext['actor']
  /**
   * Events of the tenant from now on, and those since Last-Event-ID; ends when the caller loses access.
   * @throws ServiceError SERVICE_UNAVAILABLE
   */
  follow(types: readonly ShownName[] | undefined): Promise<Readable>
}

/** A request without an account; the tenant follows from the code or token in it. */
export interface PublicContext {
  readonly platform: Platform
  readonly requestId: string
  readonly now: Date
  /** hash of the caller's address under the salt of the day */
  readonly source: string
  readonly idempotencyKey: string | undefined
  readonly userAgent: string
  cookie(name: string): string | undefined
  /** of a request whose one credential is a bearer token */
  readonly bearer: string | undefined
  /** whether this account signed in on the caller's device while its email address was not verified */
  knowsDevice(userId: string): boolean
  /** signs of a bot that a page noticed, such as a filled trap field; undefined for API calls */
  readonly suspicion: string | undefined
  /** true for an API call, or a page that somebody has just opened; false for requests that the page makes itself */
  readonly visit: boolean
  /** queries on the directory tables, which contain no tenant data */
  readonly directory: Kysely<DB>
  inTenant<T>(tenantId: string, mode: 'read' | 'write', work: (ctx: TenantContext) => Promise<T>): Promise<T>
  /**
   * Runs `work` in a write transaction; a repeat by the same source with the same Idempotency-Key gets the first
   * answer.
   * @param holding what identifies the subject: a QR code, or the id of a submission
   * @throws ServiceError CONFLICT, IDEMPOTENCY_KEY_REUSED
   */
  writeOnce<T>(tenantId: string, holding: string, work: (ctx: TenantContext) => Promise<T>): Promise<T>
}

/** A request with a token of a realm. */
export interface RealmContext<A extends RealmActor = RealmActor> extends TenantContext {
  readonly actor: A
  readonly tenant: TenantInfo
  /** tags of the languages in which the caller reads, most wanted first; empty if they do not say */
  readonly languages: readonly string[]
  /** the trial has ended, or the tenant is suspended */
  readonly readOnly: boolean
  /** the version that If-Match names */
  readonly ifMatch: number | undefined
}

/** A request by a super admin, who belongs to no tenant. */
export interface PlatformContext {
  readonly platform: Platform
  readonly requestId: string
  readonly now: Date
  readonly actor: PlatformActor
  readonly idempotencyKey: string | undefined
  /** the version in If-Match */
  readonly ifMatch: number | undefined
  /** the answer is that of an earlier request with this Idempotency-Key */
  readonly onReplay: () => void
}

/** A request that a provider has signed. */
export interface SignedContext {
  readonly platform: Platform
  readonly requestId: string
  readonly now: Date
  /** the directory tables, which hold no tenant's content */
  readonly directory: Kysely<DB>
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  inTenant<T>(
    tenantId: string,
    mode: 'read' | 'write',
    actor: Actor,
    work: (ctx: TenantContext) => Promise<T>,
  ): Promise<T>
}

/** A request by the operator of the service, without a tenant. */
export interface SystemContext {
  readonly platform: Platform
  readonly requestId: string
  readonly now: Date
}

interface Contexts {
  public: PublicContext
  tenant: StaffContext
  system: SystemContext
  entry: PublicContext
  slackOauth: PublicContext
  scout: RealmContext<ScoutActor>
  arena: RealmContext<ArenaActor>
  superAdmin: PlatformContext
  signed: SignedContext
}

export type ContextOf<E extends Endpoint> = E extends { readonly stream: TSchema }
  ? StreamContext
  : Contexts[E['access']['kind']]

/** Writes what a new tenant starts with, in the transaction that creates it. @param language of the tenant */
export type TenantDefaults = (ctx: TenantContext, language: string) => Promise<void>

/** A cron job over all tenants. */
export interface CronJob {
  readonly name: string
  /** five-field cron, UTC */
  readonly cron: string
  readonly run: (platform: Platform, forEachTenant: ForEachTenant) => Promise<void>
}

/**
 * Runs `work` for each tenant in its own transaction; tenants for which it returns true are run again after the
 * others.
 */
export type ForEachTenant = (work: (ctx: TenantContext) => Promise<unknown>) => Promise<void>

export interface Addressed {
  readonly to: string
  /** called in the transaction that records that the email was sent or rejected */
  readonly afterwards?: (ctx: TenantContext, outcome: 'SENT' | { readonly refused: Refusal }) => Promise<void>
}

/** It is prepared again at that time. */
export interface Delayed {
  readonly until: Date
}

/** An email, a push, or both for different subjects. */
export interface ReadyMail {
  readonly mail?: RenderedMail & Pick<Addressed, 'to'> & { readonly attachments?: readonly Attachment[] }
  readonly push?: PushRequest
  readonly afterwards?: Addressed['afterwards']
}

/** An email with any data. */
export interface MailKind {
  readonly name: string
  readonly forVisitors: boolean
  /** readers of others get English */
  readonly languages: readonly MailLanguage[]
  /** rendered with the sample facts */
  readonly preview: (base: string, language: MailLanguage) => RenderedMail
  /**
   * Returns until when it has to wait, or undefined if nobody is to be notified any more.
   * @throws TypeError for an invalid request
   */
  readonly make: (
    ctx: TenantContext,
    data: unknown,
    instead?: boolean,
  ) => Promise<ReadyMail | Delayed | undefined>
}

export type Mails = ReadonlyMap<string, MailKind>

/** A notification that no email follows. */
export type PushKind = Pick<MailKind, 'name' | 'make'>

/** The reader is no member, so names and times are those of the tenant. */
export interface SerializerContext extends TenantContext {
  readonly tenant: TenantInfo
}

/** Event id → data to send; events left out are sent to nobody. Uses a fixed number of statements. */
export type Serializer<N extends ShownName> = (
  ctx: SerializerContext,
  events: readonly StoredEvent<N>[],
) => Promise<ReadonlyMap<string, Outward<N>>>

export type Serializers = { readonly [N in ShownName]?: Serializer<N> }
export type AllSerializers = { readonly [N in ShownName]: Serializer<N> }
