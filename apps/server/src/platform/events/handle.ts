/** Runs a job: events of one tenant for one subscriber. */
import type { Platform, TenantContext } from '../context.ts'
import { inSpan } from '../traces/spans.ts'
import type { JobData, JobEvent } from './dispatch.ts'
import type { StoredEvent } from './stored-event.ts'
import type { Subscriber } from './subscriber.ts'
import { tenantContextFor } from './tenant-context.ts'

type Transactional = Extract<Subscriber, { kind: 'transaction' }>

const toHeardEvent = (
  tenantId: string,
  { id, type, at, payload }: JobEvent,
  urgent: boolean,
): StoredEvent => ({
  id,
  type,
  tenantId,
  at: new Date(at),
  payload,
  urgent,
})

/** Marks the events as handled in this transaction. @returns ids that were not yet handled */
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

/** A failed event of a batch, with its error. */
export interface Unhandled {
  readonly event: JobEvent
  readonly error: unknown
}

/**
 * Handles all events in one transaction; if that fails, each in its own, so that a failing one does not hold up the
 * others.
 * @returns failed events
 * @throws the error of a single event
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

/** Job data of an older version: one event, at the top level. */
interface OldJobData {
  readonly tenantId: string
  readonly eventId: string
  readonly type: JobEvent['type']
  readonly at: string
  readonly payload: JobEvent['payload']
}

const eventsOf = (data: JobData | OldJobData): readonly JobEvent[] =>
  'events' in data ? data.events : [{ ...data, id: data.eventId }]

const handleAll = async (
  platform: Platform,
  subscriber: Subscriber,
  data: JobData | OldJobData,
  events: readonly JobEvent[],
  signal: AbortSignal,
): Promise<readonly Unhandled[]> => {
  const urgent = 'subscriber' in data
  if (subscriber.kind === 'transaction')
    return inTransactions(platform, subscriber, data.tenantId, events, urgent)
  for (const event of events)
    await subscriber.handle(platform, toHeardEvent(data.tenantId, event, urgent), signal)
  return []
}

/**
 * @param signal is aborted when the job counts as hanging or the worker stops
 * @returns failed events of a batch; a job of one event throws
 */
export const handleJob = (
  platform: Platform,
  subscriber: Subscriber,
  data: JobData | OldJobData,
  signal: AbortSignal,
): Promise<readonly Unhandled[]> => {
  const events = eventsOf(data)
  const attributes = { 'wellkept.tenant_id': data.tenantId, 'wellkept.events': events.length }
  return inSpan(`job ${subscriber.name}`, attributes, events[0]?.trace, () =>
    handleAll(platform, subscriber, data, events, signal),
  )
}
