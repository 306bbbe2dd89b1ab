/** One job: events of one tenant for one subscriber. */
import type { Platform, TenantContext } from '../context.ts'
import type { JobData, JobEvent } from './dispatch.ts'
import type { HeardEvent, Subscriber } from './subscriber.ts'
import { tenantContextFor } from './tenant-context.ts'

type Transactional = Extract<Subscriber, { kind: 'transaction' }>

const toHeardEvent = (
  tenantId: string,
  { id, type, at, payload }: JobEvent,
  urgent: boolean,
): HeardEvent => ({
  id,
  type,
  tenantId,
  at: new Date(at),
  payload,
  urgent,
})

/** The events that this subscriber has not handled yet; they count as handled when the transaction commits. */
const takeFresh = async (
  ctx: TenantContext,
  name: string,
  events: readonly JobEvent[],
): Promise<Set<string>> => {
  const rows = await ctx.run<{ event_id: string }>(
    `insert into event_handled (tenant_id, event_id, subscriber, at)
     select $1, id, $3, $4 from unnest($2::uuid[]) as id
     on conflict (tenant_id, event_id, subscriber) do nothing returning event_id`,
    [ctx.tenantId, events.map(({ id }) => id), name, ctx.now],
  )
  return new Set(rows.map(({ event_id }) => event_id))
}

const handleTogether = async (
  platform: Platform,
  subscriber: Transactional,
  tenantId: string,
  events: readonly JobEvent[],
  urgent: boolean,
): Promise<void> => {
  const [first] = events
  if (!first) return
  await tenantContextFor(
    platform,
    tenantId,
    subscriber.name,
    first.id,
    urgent,
  )(async (ctx) => {
    const fresh = await takeFresh(ctx, subscriber.name, events)
    await subscriber.handle(
      ctx,
      events.filter(({ id }) => fresh.has(id)).map((event) => toHeardEvent(tenantId, event, urgent)),
    )
  })
}

/** What could not be handled of a job of several, each with what it threw. */
export interface Unhandled {
  readonly event: JobEvent
  readonly error: unknown
}

/**
 * Handles all events in one transaction; where that fails each in its own, so that one that cannot be handled keeps
 * none of the others waiting.
 * @returns those that failed, after all were tried
 * @throws what the only one threw
 */
const inTransactions = async (
  platform: Platform,
  subscriber: Transactional,
  tenantId: string,
  events: readonly JobEvent[],
  urgent: boolean,
): Promise<readonly Unhandled[]> => {
  try {
    await handleTogether(platform, subscriber, tenantId, events, urgent)
    return []
  } catch (error) {
    if (events.length === 1) throw error
  }
  const unhandled: Unhandled[] = []
  for (const event of events)
    await handleTogether(platform, subscriber, tenantId, [event], urgent).catch((error: unknown) =>
      unhandled.push({ event, error }),
    )
  return unhandled
}

/** What a version from before wrote: one event, at the top. */
interface OldJobData {
  readonly tenantId: string
  readonly eventId: string
  readonly type: JobEvent['type']
  readonly at: string
  readonly payload: JobEvent['payload']
}

const eventsOf = (data: JobData | OldJobData): readonly JobEvent[] =>
  'events' in data ? data.events : [{ ...data, id: data.eventId }]

/**
 * @param signal is aborted when the job counts as hanging, or the worker stops
 * @returns of several events those that failed; a job of one event throws
 */
export const handleJob = async (
  platform: Platform,
  subscriber: Subscriber,
  data: JobData | OldJobData,
  signal: AbortSignal,
): Promise<readonly Unhandled[]> => {
  const events = eventsOf(data)
  const urgent = 'subscriber' in data
  if (subscriber.kind === 'transaction')
    return inTransactions(platform, subscriber, data.tenantId, events, urgent)
  for (const event of events)
    await subscriber.handle(platform, toHeardEvent(data.tenantId, event, urgent), signal)
  return []
}
