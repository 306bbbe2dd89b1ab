/**
 * Turns committed events into jobs, in batches. Events are claimed with SKIP LOCKED and never by "newer than the last":
 * ids of transactions that commit late would be passed over.
 */
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { queueOf, retriesOf, urgentQueue } from './queues.ts'
import type { HeardEvent, Subscriber } from './subscriber.ts'

/** What one subscriber has to handle of one tenant, oldest first. */
export interface JobData {
  readonly tenantId: string
  readonly events: readonly JobEvent[]
  /** of a job of the urgent queue: its subscriber */
  readonly subscriber?: string
}

export interface JobEvent {
  readonly id: string
  readonly type: HeardEvent['type']
  readonly at: string
  readonly payload: HeardEvent['payload']
}

interface EventRow {
  tenant_id: string
  id: string
  type: HeardEvent['type']
  payload: HeardEvent['payload']
  at: Date
  urgent: boolean
}

export const batch = 500
/** So many events at most are handled in one transaction. */
const eventsPerJob = 50

interface NewJob {
  readonly data: JobData
  readonly group: { readonly id: string }
  readonly priority: number
}

/** The jobs of a group run one after the other. */
export const groupOf = ({ tenantId, subscriber }: JobData): NewJob['group'] => ({
  id: subscriber === undefined ? tenantId : `${tenantId} ${subscriber}`,
})

/**
 * What talks to the outside is told of one event at a time, so that none is repeated for another. Urgent events share a
 * queue with those of other subscribers, so each job says whose it is and how often it is tried.
 */
const jobsFor = (subscriber: Subscriber, rows: readonly EventRow[], isUrgent: boolean): NewJob[] => {
  const effect = subscriber.kind === 'effect' ? subscriber : undefined
  const atMost = effect ? 1 : eventsPerJob
  const jobs: NewJob[] = []
  const open = new Map<string, JobEvent[]>()
  for (const { tenant_id: tenantId, id, type, payload, at, urgent } of rows) {
    if (urgent !== isUrgent || !subscriber.on.includes(type)) continue
    let events = open.get(tenantId)
    if (!events || events.length === atMost) {
      events = []
      open.set(tenantId, events)
      const data = { tenantId, events, ...(isUrgent ? { subscriber: subscriber.name } : {}) }
      const priority = effect?.priorityOf?.(payload) ?? 0
      jobs.push({ ...(isUrgent ? retriesOf(subscriber) : {}), data, group: groupOf(data), priority })
    }
    events.push({ id, type, payload, at: at.toISOString() })
  }
  return jobs
}

/** Events of tenants in which the subscriber is interested. */
const ofInterestedTenants = async (
  client: pg.PoolClient,
  subscriber: Subscriber,
  rows: readonly EventRow[],
): Promise<readonly EventRow[]> => {
  const text = subscriber.kind === 'transaction' ? subscriber.interestedTenants : undefined
  if (text === undefined || rows.length === 0) return rows
  const values = [[...new Set(rows.map((row) => row.tenant_id))]]
  const name = `interested-tenants-${subscriber.name}`
  const found = await client.query<{ tenant_id: string }>({ name, text, values })
  const tenants = new Set(found.rows.map((row) => row.tenant_id))
  return rows.filter((row) => tenants.has(row.tenant_id))
}

const waitingText = `select tenant_id, id, type, payload, at, urgent from event where dispatched_at is null
  order by id limit ${batch} for update skip locked`
const urgentText = waitingText.replace('\n  order', ' and urgent\n  order')
const dispatchedText =
  'update event set dispatched_at = now() where (tenant_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))'

/**
 * @param urgentOnly the others wait
 * @returns how many events there were, and how many jobs each queue has got
 */
export const dispatchEvents = async (
  boss: PgBoss,
  pool: pg.Pool,
  subscribers: readonly Subscriber[],
  urgentOnly: boolean,
): Promise<{ count: number; queues: Map<string, number> }> => {
  const client = await pool.connect()
  const queues = new Map<string, number>()
  let broken: Error | undefined
  try {
    await client.query('begin')
    const { rows } = await client.query<EventRow>(
      urgentOnly
        ? { name: 'urgent-events', text: urgentText }
        : { name: 'waiting-events', text: waitingText },
    )
    const db = { executeSql: (text: string, values?: unknown[]) => client.query(text, values) }
    for (const subscriber of subscribers) {
      const ofInterested = await ofInterestedTenants(client, subscriber, rows)
      for (const [queue, jobs] of [
        [queueOf(subscriber.name), jobsFor(subscriber, ofInterested, false)],
        [urgentQueue, jobsFor(subscriber, ofInterested, true)],
      ] as const) {
        if (jobs.length === 0) continue
        queues.set(queue, (queues.get(queue) ?? 0) + jobs.length)
        await boss.insert(queue, [...jobs], { db })
      }
    }
    if (rows.length > 0) {
      const values = [rows.map((row) => row.tenant_id), rows.map((row) => row.id)]
      await client.query({ name: 'events-dispatched', text: dispatchedText, values })
    }
    await client.query('commit')
    return { count: rows.length, queues }
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

const orphansText = `with orphan as (
    delete from pgboss.job where name like 'event.%' and name <> all($1) and state in ('created', 'retry')
    returning data)
  update event set dispatched_at = null where (tenant_id, id) in (
    select (data ->> 'tenantId')::uuid, coalesce(one ->> 'id', data ->> 'eventId')::uuid
    from orphan left join lateral jsonb_array_elements(data -> 'events') as one on true)`

/** Jobs for a subscriber that is no more, of a version from before: their events are dispatched again, to those of today. */
export const adoptOrphans = async (pool: pg.Pool, subscribers: readonly Subscriber[]): Promise<number> => {
  const values = [subscribers.map(({ name }) => queueOf(name))]
  return (await pool.query({ name: 'orphaned-jobs', text: orphansText, values })).rowCount ?? 0
}
