/** What a module is, said once in its `module.ts`; build.ts lists the modules and knows none of their parts. */
import type { FastifyInstance } from 'fastify'
import type { EventName } from '#contracts/events.ts'
import type { EndpointNames } from '#contracts/kit/endpoint.ts'
import type { MailKind, Platform, Schedule, Serializers, TenantContext, TenantDefaults } from './context.ts'
import type { HeardEvent } from './events/heard-event.ts'
import type { Subscriber } from './events/subscriber.ts'
import type { Counts } from './gate/counted-resources.ts'
import type { Gate } from './gate/gate.ts'
import type { Handler } from './http/serve.ts'
import type { ScheduledJobHandler } from './work/scheduled-jobs.ts'

/** Addresses outside the API, and who to ask for what the API does. */
export type Mount = (
  app: FastifyInstance,
  running: { readonly platform: Platform; readonly gate: Gate; readonly handlers: readonly Handler[] },
) => void | Promise<void>

/** Talks to the outside, with no transaction open: at least once, so it must bear a repetition. */
export interface Effect<N extends EventName> {
  /** after which a job counts as hanging and is tried again; two minutes where nothing is said */
  readonly longestSeconds?: number
  readonly run: (platform: Platform, event: HeardEvent<N>, signal: AbortSignal) => Promise<void>
}

interface Parts<Contracts> {
  /** also of the queue of its events */
  readonly name: string
  /** the contract file whose endpoints these are; one without its handler does not compile */
  readonly implements?: Contracts
  readonly handlers?: { readonly [Name in EndpointNames<Contracts>]: Handler<Contracts[Name]> }
  /** in the tenant's transaction, in which the event is also marked as handled: exactly once */
  readonly on?: {
    readonly [N in EventName]?: (ctx: TenantContext, event: HeardEvent<N>) => Promise<void>
  }
  /** the same for all of one kind that came one after the other, where the database is asked once for all */
  readonly onBatch?: {
    readonly [N in EventName]?: (ctx: TenantContext, events: readonly HeardEvent<N>[]) => Promise<void>
  }
  /** of the tenants $1, ids of those that are interested, as `tenant_id`; asked by the worker's role */
  readonly interestedTenants?: string
  readonly effects?: { readonly [N in EventName]?: Effect<N> }
  /** outbound serializers: what webhooks and the live stream say of events about its records */
  readonly serializers?: Serializers
  /** handlers of scheduled jobs, by kind: `ctx.schedule(kind, key, time)`, `ctx.cancel(kind, key)` */
  readonly scheduledJobs?: Readonly<Record<string, ScheduledJobHandler>>
  readonly mails?: Readonly<Record<string, MailKind>>
  readonly schedules?: readonly Schedule[]
  /** writes what its tables keep under the SECRET before anew under the first one; nothing where there is nothing */
  readonly renews?: (ctx: TenantContext) => Promise<void>
  /** what the plan limits and is this module's */
  readonly counts?: Partial<Counts>
  /** rows that a new tenant starts with, written in the transaction that creates it */
  readonly tenantDefaults?: TenantDefaults
  readonly mount?: Mount
  /** what it does outside of requests and jobs comes to its end; before connections do, and no longer than they wait */
  readonly settle?: (platform: Platform) => Promise<void>
}

export interface Module {
  readonly name: string
  readonly handlers: readonly Handler[]
  readonly subscribers: readonly Subscriber[]
  readonly serializers: Serializers
  readonly scheduledJobs: Readonly<Record<string, ScheduledJobHandler>>
  readonly mails: readonly MailKind[]
  readonly schedules: readonly Schedule[]
  readonly renews: ((ctx: TenantContext) => Promise<void>) | undefined
  readonly counts: Partial<Counts>
  readonly tenantDefaults: TenantDefaults | undefined
  readonly mount: Mount | undefined
  readonly settle: ((platform: Platform) => Promise<void>) | undefined
}

type EventHandler = (ctx: TenantContext, event: HeardEvent) => Promise<void>
type BatchHandler = (ctx: TenantContext, events: readonly HeardEvent[]) => Promise<void>

const oneByOne =
  (handler: EventHandler): BatchHandler =>
  async (ctx, events) => {
    for (const event of events) await handler({ ...ctx, requestId: event.id }, event)
  }

/** Events that stand side by side and have the same handler, in their order. */
const runsOf = (
  events: readonly HeardEvent[],
  handlers: Readonly<Partial<Record<EventName, BatchHandler>>>,
): HeardEvent[][] => {
  const runs: HeardEvent[][] = []
  for (const event of events) {
    const last = runs.at(-1)
    if (last?.[0] && handlers[last[0].type] === handlers[event.type]) last.push(event)
    else runs.push([event])
  }
  return runs
}

const subscribersOf = ({ name, on, onBatch, interestedTenants, effects }: Parts<unknown>): Subscriber[] => {
  const each = Object.entries((on ?? {}) as Readonly<Partial<Record<EventName, EventHandler>>>)
  const many = Object.entries((onBatch ?? {}) as Readonly<Partial<Record<EventName, BatchHandler>>>)
  const handlers = Object.fromEntries([
    ...each.map(([type, handler]) => [type, oneByOne(handler)] as const),
    ...many,
  ]) as Readonly<Partial<Record<EventName, BatchHandler>>>
  const carried = Object.entries(effects ?? {}) as [EventName, Effect<EventName>][]
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
              for (const run of runsOf(events, handlers)) if (run[0]) await handlers[run[0].type]?.(ctx, run)
            },
          } satisfies Subscriber,
        ]),
    ...carried.map(
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

export const module = <Contracts = Record<never, never>>(parts: Parts<Contracts>): Module => ({
  name: parts.name,
  handlers: Object.values(parts.handlers ?? {}) as Handler[],
  subscribers: subscribersOf(parts as Parts<unknown>),
  serializers: parts.serializers ?? {},
  scheduledJobs: parts.scheduledJobs ?? {},
  mails: Object.values(parts.mails ?? {}),
  schedules: parts.schedules ?? [],
  renews: parts.renews,
  counts: parts.counts ?? {},
  tenantDefaults: parts.tenantDefaults,
  mount: parts.mount,
  settle: parts.settle,
})
