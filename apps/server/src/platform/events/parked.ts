/**
 * Dead letters ("parked"): what failed too often waits until an operator has fixed the cause and retries it. Events
 * are in the queue of parked jobs, scheduled jobs in their own row. For the operator, over all tenants.
 */
import { PgBoss } from 'pg-boss'
import type { Platform } from '../context.ts'
import { parkedQueue, queueOf, urgentQueue } from './queues.ts'

export interface Parked {
  /** a subscriber or a kind of scheduled job */
  readonly name: string
  readonly count: number
  /** when the first and the last one were parked */
  readonly first: Date
  readonly last: Date
  /** at most five kinds of errors, without values */
  readonly faults: readonly string[]
}

const eventPrefix = queueOf('')

const faultOf = "coalesce(source_output ->> 'message', source_output #>> '{value,message}', 'unknown')"

const nameOf = `coalesce(data ->> 'subscriber', substr(source_name, ${eventPrefix.length + 1}))`

const parkedText = `select ${nameOf} as name, sum(jsonb_array_length(data -> 'events'))::int as count,
    min(created_on) as first, max(created_on) as last, (array_agg(distinct ${faultOf}))[1:5] as faults
  from pgboss.job where name = '${parkedQueue}' and state < 'active' and not blocked group by 1
  union all
  select kind, count(*)::int, min(parked_at), max(parked_at), (array_agg(distinct coalesce(fault, 'unknown')))[1:5]
  from due_work where parked_at is not null group by kind order by name`

/** Sorted by name. Counts all rows, so it is too slow for frequent polling. */
export const listParked = async ({ databases }: Platform): Promise<readonly Parked[]> =>
  (await databases.worker.query<Parked>(parkedText)).rows

export interface ParkedItem {
  /** when it was parked */
  readonly at: Date
  readonly tenant: string
  /** event type, or kind of scheduled job */
  readonly what: string
  /** event id, or key of the scheduled job */
  readonly id: string
  readonly fault: string
}

const eachText = `select * from (
    select j.created_on as at, (j.data ->> 'tenantId') as tenant, e ->> 'type' as what, e ->> 'id' as id, ${faultOf} as fault
    from pgboss.job j cross join lateral jsonb_array_elements(j.data -> 'events') as e
    where j.name = '${parkedQueue}' and j.state < 'active' and not j.blocked
      and (j.source_name = $1 or j.source_name = '${urgentQueue}' and j.data ->> 'subscriber' = $2)
    union all
    select parked_at, tenant_id::text, kind, key, coalesce(fault, 'unknown')
    from due_work where parked_at is not null and kind = $2) as parked
  order by at, id limit $3`

/** The oldest ones. @param name of a subscriber or of a kind of scheduled job */
export const listParkedOf = async (
  { databases }: Platform,
  name: string,
  atMost: number,
): Promise<readonly ParkedItem[]> =>
  (await databases.worker.query<ParkedItem>(eachText, [queueOf(name), name, atMost])).rows

const dueText = `update due_work set parked_at = null, attempts = 0, fault = null, due_at = least(due_at, $2)
  where parked_at is not null and ($1::text is null or kind = $1)`

const jobsAtOnce = 1000

const retryJobs = async ({ databases: { worker } }: Platform, name: string | undefined): Promise<number> => {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => worker.query(text, values) },
    migrate: false,
    supervise: false,
    schedule: false,
  })
  boss.on('error', () => {})
  await boss.start()
  try {
    const which =
      name === undefined
        ? [{}]
        : [{ sourceName: queueOf(name) }, { sourceName: urgentQueue, data: { subscriber: name } }]
    let moved = 0
    for (const some of which)
      for (let more = true; more; ) {
        const now = await boss.redrive(parkedQueue, { ...some, limit: jobsAtOnce })
        moved += now
        more = now === jobsAtOnce
      }
    return moved
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * Resets the retry count and runs it from now on; a running worker picks it up within two seconds.
 * @param name undefined: all
 * @returns numbers of jobs and of scheduled jobs
 */
export const retryParked = async (
  platform: Platform,
  name: string | undefined,
): Promise<{ readonly jobs: number; readonly work: number }> => {
  const jobs = await retryJobs(platform, name)
  const { rowCount } = await platform.databases.worker.query(dueText, [name ?? null, platform.clock.now()])
  return { jobs, work: rowCount ?? 0 }
}
