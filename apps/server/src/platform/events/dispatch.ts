/**
 * Dispatches committed events as jobs, in batches. Events are claimed with SKIP LOCKED instead of "newer than the
 * last", which would miss ids of transactions that commit late.
 */
import type pg from 'pg'
import type { PgBoss } from 'pg-boss'
import { queueOf, retries, urgentQueue } from './queues.ts'
import type { StoredEvent } from './stored-event.ts'
import type { Subscriber } from './subscriber.ts'

/** Events of one tenant for one subscriber, oldest first. */
export interface JobData {
  readonly tenantId: string
  readonly events: readonly JobEvent[]
  /** in the urgent queue: name of the subscriber */
  readonly subscriber?: string
}

export interface JobEvent {
  readonly id: string
  readonly type: StoredEvent['type']
  readonly at: string
  readonly payload: StoredEvent['payload']
  /** `traceparent` of its cause, if that was traced */
  readonly trace?: string
}

interface EventRow {
  tenant_id: string
  id: string
  type: StoredEvent['type']
  payload: StoredEvent['payload']
  at: Date
  urgent: boolean
  trace: string | null
}

export const batch = 500
/** Maximum number of events in one transaction. */
const eventsPerJob = 50

interface NewJob {
  readonly data: JobData
  readonly group: { readonly id: string }
}

/** Jobs of a group run one after the other. */
export const groupOf = ({ tenantId, subscriber }: JobData): NewJob['group'] => ({
  id: subscriber === undefined ? tenantId : `${tenantId} ${subscriber}`,
})

/**
 * Effects get one event per job, so that none is repeated because of another. The urgent queue is shared, so its
 * jobs name their subscriber and retry limits.
 */
const jobsFor = (subscriber: Subscriber, rows: readonly EventRow[], isUrgent: boolean): NewJob[] => {
  const atMost = subscriber.kind === 'effect' ? 1 : eventsPerJob
  const jobs: NewJob[] = []
  const open = new Map<string, JobEvent[]>()
  for (const { tenant_id: tenantId, id, type, payload, at, urgent, trace } of rows) {
    if (urgent !== isUrgent || !subscriber.on.includes(type)) continue
    let events = open.get(tenantId)
    if (!events || events.length === atMost) {
      events = []
      open.set(tenantId, events)
      const data = { tenantId, events, ...(isUrgent ? { subscriber: subscriber.name } : {}) }
      jobs.push({ ...(isUrgent ? retries : {}), data, group: groupOf(data) })
    }
    events.push({ id, type, payload, at: at.toISOString(), ...(trace === null ? {} : { trace }) })
  }
  return jobs
}

/** Events of tenants that the subscriber is interested in. */
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

const waitingText = `select tenant_id, id, type, payload, at, urgent, trace from event where dispatched_at is null
  order by id limit ${batch} for update skip locked`
const urgentText = waitingText.replace('\n  order', ' and urgent\n  order')
const dispatchedText =
  'update event set dispatched_at = now() where (tenant_id, id) in (select * from unnest($1::uuid[], $2::uuid[]))'

/**
 * @param urgentOnly leaves other events waiting
 * @returns number of events, and number of new jobs by queue
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

/** Dispatches the events of jobs again whose subscriber an older version had and this one has not. */
export const adoptOrphans = async (pool: pg.Pool, subscribers: readonly Subscriber[]): Promise<number> => {
  const values = [subscribers.map(({ name }) => queueOf(name))]
  return (await pool.query({ name: 'orphaned-jobs', text: orphansText, values })).rowCount ?? 0
}
