/** The manifest of a module, in its `module.ts`; build.ts only lists the modules. */
import type { FastifyInstance } from 'fastify'
import type { EventName } from '#contracts/events.ts'
import type { EndpointNames } from '#contracts/kit/endpoint.ts'
import type {
  CronJob,
  MailKind,
  Platform,
  PushKind,
  Serializers,
  TenantContext,
  TenantDefaults,
} from './context.ts'
import type { StoredEvent } from './events/stored-event.ts'
import type { Subscriber } from './events/subscriber.ts'
import type { LoadPlatformActor } from './gate/auth/platform.ts'
import type { Signers } from './gate/auth/signed.ts'
import type { Counts } from './gate/counted-resources.ts'
import type { Gate } from './gate/gate.ts'
import type { Realm } from './gate/realms.ts'
import type { Handler } from './http/serve.ts'
import type { OpenChannel } from './outbox/sender.ts'
import type { ScheduledJobHandler } from './work/scheduled-jobs.ts'

/** Adds routes outside the API. */
export type Mount = (
  app: FastifyInstance,
  running: { readonly platform: Platform; readonly gate: Gate; readonly handlers: readonly Handler[] },
) => void | Promise<void>

/** Calls the outside without a transaction: at least once, so repeating it must be harmless. */
export interface Effect<N extends EventName> {
  /** time limit after which the job counts as hanging and is retried; default two minutes */
  readonly longestSeconds?: number
  readonly run: (platform: Platform, event: StoredEvent<N>, signal: AbortSignal) => Promise<void>
}

interface Manifest<Contracts> {
  /** also the name of the queue of its events */
  readonly name: string
  /** contract file of its endpoints; a missing handler does not compile */
  readonly implements?: Contracts
  readonly handlers?: { readonly [Name in EndpointNames<Contracts>]: Handler<Contracts[Name]> }
  /** runs in the tenant's transaction, which also marks the event as handled: exactly once */
  readonly on?: {
    readonly [N in EventName]?: (ctx: TenantContext, event: StoredEvent<N>) => Promise<void>
  }
  /** the same for all consecutive events of one type, so that one query serves all */
  readonly onBatch?: {
    readonly [N in EventName]?: (ctx: TenantContext, events: readonly StoredEvent<N>[]) => Promise<void>
  }
  /** SQL that selects the interested tenants among the ids $1 as `tenant_id`; run as the worker's role */
  readonly interestedTenants?: string
  readonly effects?: { readonly [N in EventName]?: Effect<N> }
  /** outbound serializers: how webhooks and the live stream show events about its records */
  readonly serializers?: Serializers
  /** handlers of scheduled jobs, by kind: `ctx.schedule(kind, key, time)`, `ctx.cancel(kind, key)` */
  readonly scheduledJobs?: Readonly<Record<string, ScheduledJobHandler>>
  /** how messages of the outbox are sent: `openChannel(…)`; messages are put by `put(ctx, channel, …)` */
  readonly channels?: readonly OpenChannel[]
  readonly mails?: Readonly<Record<string, MailKind>>
  /** notifications that no email follows */
  readonly pushes?: Readonly<Record<string, PushKind>>
  readonly cronJobs?: readonly CronJob[]
  /** re-encrypts what its tables store under the previous SECRET; does nothing if there is none */
  readonly renews?: (ctx: TenantContext) => Promise<void>
  /** what the plan limits that it owns */
  readonly counts?: Partial<Counts>
  /** rows that a new tenant starts with, written in the transaction that creates it */
  readonly tenantDefaults?: TenantDefaults
  readonly mount?: Mount
  /** callers with sessions of their own */
  readonly realm?: Realm
  /** how providers sign what they send */
  readonly signers?: Signers
  /** who a super admin's session stands for */
  readonly superAdmin?: LoadPlatformActor
  /** ends its work outside of requests and jobs, before the connections close and within the same time limit */
  readonly finish?: (platform: Platform) => Promise<void>
}

export interface Module {
  readonly name: string
  readonly handlers: readonly Handler[]
  readonly subscribers: readonly Subscriber[]
  readonly serializers: Serializers
  readonly scheduledJobs: Readonly<Record<string, ScheduledJobHandler>>
  readonly channels: readonly OpenChannel[]
  readonly mails: readonly MailKind[]
  readonly pushes: readonly PushKind[]
  readonly cronJobs: readonly CronJob[]
  readonly renews: ((ctx: TenantContext) => Promise<void>) | undefined
  readonly counts: Partial<Counts>
  readonly tenantDefaults: TenantDefaults | undefined
  readonly mount: Mount | undefined
  readonly realm: Realm | undefined
  readonly signers: Signers
  readonly superAdmin: LoadPlatformActor | undefined
  readonly finish: ((platform: Platform) => Promise<void>) | undefined
}

type EventHandler = (ctx: TenantContext, event: StoredEvent) => Promise<void>
type BatchHandler = (ctx: TenantContext, events: readonly StoredEvent[]) => Promise<void>

const oneByOne =
  (handler: EventHandler): BatchHandler =>
  async (ctx, events) => {
    for (const event of events) await handler({ ...ctx, requestId: event.id }, event)
  }

/** Groups consecutive events with the same handler. */
const groupByHandler = (
  events: readonly StoredEvent[],
  handlers: Readonly<Partial<Record<EventName, BatchHandler>>>,
): StoredEvent[][] => {
  const runs: StoredEvent[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0] && handlers[last[0].type] === handlers[event.type]) last.push(event)
    else runs.push([event])
  }
  return runs
}

const subscribersOf = ({
  name,
  on,
  onBatch,
  interestedTenants,
  effects,
}: Manifest<unknown>): Subscriber[] => {
  const each = Object.entries((on ?? {}) as Readonly<Partial<Record<EventName, EventHandler>>>)
  const many = Object.entries((onBatch ?? {}) as Readonly<Partial<Record<EventName, BatchHandler>>>)
  const handlers = Object.fromEntries([
    ...each.map(([type, handler]) => [type, oneByOne(handler)] as const),
    ...many,
  ]) as Readonly<Partial<Record<EventName, BatchHandler>>>
  const effectEntries = Object.entries(effects ?? {}) as [EventName, Effect<EventName>][]
  const names = Object.keys(handlers) as EventName[]
  return [
    ...(names.length === 0
      ? []
      : [
          {
            name,
            kind: 'transaction',
            on: names,
            ...(interestedTenants === undefined ? {} : { interestedTenants }),
            handle: async (ctx, events) => {
              for (const run of groupByHandler(events, handlers))
                if (run[0]) await handlers[run[0].type]?.(ctx, run)
            },
          } satisfies Subscriber,
        ]),
    ...effectEntries.map(
      ([event, { run, longestSeconds }]): Subscriber => ({
        name: `${name}.${event}`,
        kind: 'effect',
        on: [event],
        handle: run,
        ...(longestSeconds === undefined ? {} : { longestSeconds }),
      }),
    ),
  ]
}

export const module = <Contracts = Record<never, never>>(parts: Manifest<Contracts>): Module => ({
  name: parts.name,
  handlers: Object.values(parts.handlers ?? {}) as Handler[],
  subscribers: subscribersOf(parts as Manifest<unknown>),
  serializers: parts.serializers ?? {},
  scheduledJobs: parts.scheduledJobs ?? {},
  channels: parts.channels ?? [],
  mails: Object.values(parts.mails ?? {}),
  pushes: Object.values(parts.pushes ?? {}),
  cronJobs: parts.cronJobs ?? [],
  renews: parts.renews,
  counts: parts.counts ?? {},
  tenantDefaults: parts.tenantDefaults,
  mount: parts.mount,
  realm: parts.realm,
  signers: parts.signers ?? {},
  superAdmin: parts.superAdmin,
  finish: parts.finish,
})
