/** Waiting and parked work over all tenants, as numbers and ages. Counts stop at `countedAtMost`; ages are exact. */
import type { Platform } from '../context.ts'
import { parkedQueue, queueOf, urgentQueue } from './queues.ts'

export const countedAtMost = 10_000

export interface Backlog {
  /** waiting jobs of up to 50 events each, including retries; or scheduled jobs */
  readonly waiting: number
  /** age of the oldest; 0 if none waits */
  readonly oldestSeconds: number
  readonly parked: number
}

export interface SubscriberBacklog extends Backlog {
  /** whether one of its jobs is running */
  readonly running: boolean
}

export interface Backlogs {
  /** events not yet dispatched */
  readonly events: number
  /** age of the oldest; 0 if none waits */
  readonly oldestSeconds: number
  readonly subscribers: ReadonlyMap<string, SubscriberBacklog>
  /** scheduled jobs by kind: kinds of this version, and others that are parked */
  readonly dueWork: ReadonlyMap<string, Backlog>
}

// Ordered by id, which is the order of age.
const eventsText = `select count(*) as events, min(at) as oldest from (
  select at from event where dispatched_at is null order by id limit ${countedAtMost}) as waiting`

/** Each part reads an index in order with a limit, so its cost does not depend on statistics. */
const jobsText = `select wanted.name, jobs.waiting + coalesce(urgent.waiting, 0) as waiting, parked.n as parked,
    running.n > 0 or coalesce(urgent.running, false) as running,
    coalesce(extract(epoch from clock_timestamp() - least(jobs.oldest, usual.oldest, urgent.oldest)), 0)::float8 as oldest
  from unnest($1::text[], $2::text[]) as wanted (name, queue)
  cross join lateral (select count(*) as waiting, min(created_on) as oldest from (
    select created_on from pgboss.job where name = wanted.queue and state < 'active' and not blocked
    order by priority desc, created_on limit ${countedAtMost}) as first offset 0) as jobs
  cross join lateral (select min(created_on) as oldest from (
    select created_on from pgboss.job where name = wanted.queue and state < 'active' and not blocked and priority = 0
    order by created_on limit 1) as first offset 0) as usual
  cross join lateral (select count(*) as n from (
    select from pgboss.job where name = wanted.queue and state = 'active' and group_id is not null
    order by group_id limit 1) as first offset 0) as running
  left join (select subscriber, count(*) filter (where state < 'active') as waiting, bool_or(state = 'active') as running,
      min(created_on) filter (where state < 'active') as oldest from (
    select data ->> 'subscriber' as subscriber, state, created_on from pgboss.job
    where name = '${urgentQueue}' and state <= 'active' limit ${countedAtMost}) as first group by 1) as urgent
    on urgent.subscriber = wanted.name
  left join (select coalesce(subscriber, source_name) as source_name, count(*) as n from (
    select '${queueOf('')}' || (data ->> 'subscriber') as subscriber, source_name from pgboss.job where name = '${parkedQueue}' and state < 'active' and not blocked
    order by priority desc, created_on limit ${countedAtMost}) as first group by 1) as parked
    on parked.source_name = wanted.queue`

const dueText = `select kind, count(*) as waiting, min(due_at) as oldest, 0 as parked from (
    select kind, due_at from due_work where due_at <= $1 and parked_at is null order by due_at limit ${countedAtMost}) as due
  group by kind
  union all
  select kind, 0, null, count(*) from (
    select kind from due_work where parked_at is not null order by parked_at limit ${countedAtMost}) as parked
  group by kind`

const nothing: Backlog = { waiting: 0, oldestSeconds: 0, parked: 0 }

/** The clocks of database and service differ, so an age may be negative. */
const positive = (seconds: number): number => Math.max(0, seconds)

const readJobs = async ({
  databases,
  subscribers,
}: Platform): Promise<ReadonlyMap<string, SubscriberBacklog>> => {
  const { rows } = await databases.worker.query<{
    name: string
    waiting: number
    oldest: number
    parked: number | null
    running: boolean
  }>({ name: 'waiting-jobs', text: jobsText, values: [subscribers, subscribers.map(queueOf)] })
  return new Map(
    rows.map(({ name, waiting, oldest, parked, running }) => [
      name,
      { waiting, oldestSeconds: positive(oldest), parked: parked ?? 0, running },
    ]),
  )
}

const readScheduledJobs = async ({
  databases,
  clock,
  scheduledJobKinds,
}: Platform): Promise<ReadonlyMap<string, Backlog>> => {
  const now = clock.now()
  const { rows } = await databases.worker.query<{
    kind: string
    waiting: number
    oldest: Date | null
    parked: number
  }>({ name: 'waiting-due-work', text: dueText, values: [now] })
  const found = new Map<string, Backlog>(scheduledJobKinds.map((kind) => [kind, nothing]))
  for (const { kind, waiting, oldest, parked } of rows) {
    const before = found.get(kind) ?? nothing
    found.set(kind, {
      waiting: before.waiting + waiting,
      oldestSeconds: oldest ? positive((now.getTime() - oldest.getTime()) / 1000) : before.oldestSeconds,
      parked: before.parked + parked,
    })
  }
  return found
}

export const readBacklogs = async (platform: Platform): Promise<Backlogs> => {
  const { databases, clock } = platform
  const [{ rows }, subscribers, dueWork] = await Promise.all([
    databases.worker.query<{ events: number; oldest: Date | null }>({
      name: 'waiting-events-count',
      text: eventsText,
    }),
    readJobs(platform),
    readScheduledJobs(platform),
  ])
  const [{ events, oldest } = { events: 0, oldest: null }] = rows
  const age = oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0
  return { events, oldestSeconds: positive(age), subscribers, dueWork }
}

/** Over all subscribers and kinds. */
export const countParked = ({ subscribers, dueWork }: Backlogs): number => {
  let parked = 0
  for (const one of subscribers.values()) parked += one.parked
  for (const one of dueWork.values()) parked += one.parked
  return parked
}
