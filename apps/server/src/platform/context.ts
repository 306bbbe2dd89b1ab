/** What a handler is given. */
import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { TSchema } from 'typebox'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Plan, Role, Scope } from '#contracts/kit/vocabulary.ts'
import type { ShownName } from '#contracts/outward.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import type { Keys } from './crypto/keys.ts'
import type { ChangeCounters } from './db/change-counters.ts'
import type { DatabaseHealthMonitor } from './db/database-health.ts'
import type { DB } from './db/tables.ts'
import type { Databases, TenantTransaction } from './db/tenant-db.ts'
import type { Disk } from './disk.ts'
import type { AllSerializers } from './events/serializers.ts'
import type { Exports } from './exports.ts'
import type { Counts } from './gate/plan-limits.ts'
import type { RateLimiter } from './gate/rate-limiter.ts'
import type { Sources } from './gate/sources.ts'
import type { LoadShedding } from './load-shedding.ts'
import type { Mails } from './mail/define.ts'
import type { SenderCheck } from './mail/sender-check.ts'
import type { Mail } from './mail/transport.ts'
import type { Maintenance } from './maintenance.ts'
import type { Metrics } from './metrics/counters.ts'
import type { Outgoing } from './outgoing/outgoing.ts'
import type { PushKeys } from './push/keys.ts'
import type { Storage } from './storage/storage.ts'

/** The effects and settings of one running instance. */
export interface Platform {
  readonly config: Config
  readonly clock: Clock
  readonly keys: Keys
  readonly databases: Databases
  readonly databaseHealth: DatabaseHealthMonitor
  readonly changeCounters: ChangeCounters
  readonly limiter: RateLimiter
  readonly sources: Sources
  readonly storage: Storage
  readonly mail: Mail
  /** all kinds of them, by name */
  readonly mails: Mails
  readonly senderCheck: SenderCheck
  readonly metrics: Metrics
  readonly outgoing: Outgoing
  readonly pushKeys: PushKeys
  readonly disk: Disk
  readonly loadShedding: LoadShedding
  readonly maintenance: Maintenance
  /** all work by the clock */
  readonly cronJobs: readonly CronJob[]
  /** names of all who hear of events */
  readonly subscribers: readonly string[]
  /** all kinds of scheduled jobs */
  readonly scheduledJobKinds: readonly string[]
  /** outbound serializers of all events */
  readonly serializers: AllSerializers
  /** of every table, what of it is exported */
  readonly exports: Exports
  /** how much of what the plan limits is used */
  readonly counts: Counts
  readonly log: Logger
  /** events of the tenant are committed: the worker of this process and who follows them here are told */
  wake(tenantId: string): void
  /** tells the worker that something is due now */
  wakeScheduledJobs(): void
  /** a member of staff of the tenant has changed something through this instance */
  tenantChanged(tenantId: string): void
  /** what is remembered of a tenant is forgotten then */
  onTenantChange(listener: (tenantId: string) => void): void
}

/** Who acts. Switches over `kind` end in `never`, so that a new kind breaks the build. */
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
      /** their record in the operator registry, and the active company of it */
      readonly operatorId: string | null
      readonly companyId: string | null
    }
  | {
      readonly kind: 'KEY'
      readonly id: string
      readonly name: string
      readonly scopes: readonly Scope[]
    }
  /** somebody of the registry, by the link of one task */
  | { readonly kind: 'OPERATOR'; readonly id: string; readonly name: string }
  | { readonly kind: 'VISITOR'; readonly id: string; readonly name: string }
  | { readonly kind: 'SYSTEM'; readonly id: string; readonly name: string }

export interface TenantInfo {
  readonly id: string
  readonly name: string
  readonly plan: Plan
  readonly timeZone: string
}

/** Inside one tenant's transaction: `db` is that transaction, and there is no other. */
export interface TenantContext extends TenantTransaction {
  readonly platform: Platform
  readonly requestId: string
  readonly now: Date
  readonly tenantId: string
  readonly actor: Actor
}

/** Whoever reads figures: staff, viewers of a link, partners, Wellkept itself for a mail. */
export interface FigureContext extends TenantContext {
  readonly tenant: TenantInfo
}

/** A request by a signed-in person or a key. */
export interface StaffContext extends FigureContext {
  /** the trial has ended, or the tenant is suspended: staff may only read */
  readonly readOnly: boolean
  readonly actor: Extract<Actor, { kind: 'USER' | 'KEY' }>
  /** the version that If-Match names */
  readonly ifMatch: number | undefined
}

/** Whoever may do the work of a task: staff and keys, and an operator by the link of one task. */
export interface WorkContext extends TenantContext {
  readonly actor: Extract<Actor, { kind: 'USER' | 'KEY' | 'OPERATOR' }>
}

/** A request for what is told as it happens: there is no transaction, and the answer goes on. */
export interface StreamContext {
  readonly requestId: string
  readonly now: Date
  readonly tenant: TenantInfo
  readonly actor: StaffContext['actor']
  /**
   * Events of the tenant from now on, after what happened since Last-Event-ID; as long as the caller may follow.
   * @throws ServiceError SERVICE_UNAVAILABLE
   */
  follow(types: readonly ShownName[] | undefined): Promise<Readable>
}

/** A request by nobody in particular. The tenant is found by what the visitor holds. */
export interface PublicContext {
  readonly platform: Platform
  readonly requestId: string
  readonly now: Date
  /** a hash of where the request comes from, under the salt of the day */
  readonly source: string
  readonly idempotencyKey: string | undefined
  readonly userAgent: string
  cookie(name: string): string | undefined
  /** whether this account was signed in on the caller's device while its address was not proved */
  knowsDevice(userId: string): boolean
  /** what a page noticed, e.g. a filled trap; undefined for calls of the API */
  readonly suspicion: string | undefined
  /** a call of the API, or a page that somebody has just opened; not what a page asks again for itself */
  readonly visit: boolean
  /** the directory tables, which hold no tenant's content */
  readonly directory: Kysely<DB>
  inTenant<T>(tenantId: string, mode: 'read' | 'write', work: (ctx: TenantContext) => Promise<T>): Promise<T>
  /**
   * Writes, and under an Idempotency-Key gives its answer again to the same source that repeats the request.
   * @param holding what the visitor holds: a code, or the id of a report
   * @throws ServiceError CONFLICT, IDEMPOTENCY_KEY_REUSED
   */
  writeOnce<T>(tenantId: string, holding: string, work: (ctx: TenantContext) => Promise<T>): Promise<T>
}

/** A request by whoever runs the service. It has no tenant, and no way to one. */
export interface SystemContext {
  readonly platform: Platform
  readonly requestId: string
  readonly now: Date
}

interface Contexts {
  public: PublicContext
  tenant: StaffContext
  system: SystemContext
}

export type ContextOf<E extends Endpoint> = E extends { readonly stream: TSchema }
  ? StreamContext
  : Contexts[E['access']['kind']]

/** Work by the clock, over all tenants. */
export interface CronJob {
  readonly name: string
  /** five-field cron, UTC */
  readonly cron: string
  readonly run: (platform: Platform, forEachTenant: ForEachTenant) => Promise<void>
}

/**
 * Each tenant in a transaction of its own. Where `work` says true there is more to do, and that tenant alone comes once
 * more after the others.
 */
export type ForEachTenant = (work: (ctx: TenantContext) => Promise<unknown>) => Promise<void>
