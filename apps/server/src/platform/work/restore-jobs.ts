/** For cron jobs that repair scheduled jobs: rows of a module that are due and have no row of due_work. */
import type { Platform } from '../context.ts'
import { tenantContextFor } from '../events/tenant-context.ts'
import { newId } from '../ids.ts'
import { runDueJobsOfKinds, type ScheduledJobHandler } from './scheduled-jobs.ts'

interface DueRow {
  readonly tenant_id: string
  readonly key: string
  readonly due_at: Date
  /** with microseconds, which Date has not */
  readonly exact: string
}

export interface DueRows {
  /** of the cron job */
  readonly name: string
  /** kind of the scheduled job */
  readonly kind: string
  /** table with a partial index of the due time */
  readonly table: string
  readonly key: string
  readonly dueAt: string
  readonly condition: string
  /** a parked job counts as one */
  readonly countsParked: boolean
}

const page = 500

const dueText = ({ table, key, dueAt, condition }: DueRows): string =>
  `select tenant_id, ${key} as key, ${dueAt} as due_at, ${dueAt}::text as exact from ${table} where ${condition} and ${dueAt} <= $1
     and ${dueAt} >= $2 and (${dueAt}, tenant_id, ${key}) > ($2::timestamptz, $3::uuid, $4::uuid)
   order by ${dueAt}, tenant_id, ${key} limit ${page}`

const jobsText = `select w.tenant_id, w.key from unnest($2::uuid[], $3::text[]) as r (tenant_id, key)
  join due_work w on w.tenant_id = r.tenant_id and w.kind = $1 and w.key = r.key and ($4 or w.parked_at is null)`

const nil = '00000000-0000-0000-0000-000000000000'

/** Those of the rows without a job. */
const lacking = async (
  platform: Platform,
  { name, kind, countsParked }: DueRows,
  rows: readonly DueRow[],
): Promise<DueRow[]> => {
  const { rows: jobs } = await platform.databases.worker.query<Pick<DueRow, 'tenant_id' | 'key'>>({
    name: `${name}-jobs`,
    text: jobsText,
    values: [kind, rows.map(({ tenant_id }) => tenant_id), rows.map(({ key }) => key), countsParked],
  })
  const known = new Set(jobs.map(({ tenant_id, key }) => `${tenant_id} ${key}`))
  return rows.filter(({ tenant_id, key }) => !known.has(`${tenant_id} ${key}`))
}

/**
 * Schedules the jobs that are missing at their due times and runs what is due, a page of rows at a time. The two tables
 * are read one after the other, since they lie on different nodes of a Citus cluster.
 */
export const restoreJobs = async (
  platform: Platform,
  source: DueRows,
  handler: ScheduledJobHandler,
): Promise<void> => {
  const now = platform.clock.now()
  const text = dueText(source)
  for (let after: readonly string[] = ['-infinity', nil, nil], more = true; more; ) {
    const { rows } = await platform.databases.worker.query<DueRow>({
      name: `${source.name}-due`,
      text,
      values: [now, ...after],
    })
    const missing = Map.groupBy(await lacking(platform, source, rows), ({ tenant_id }) => tenant_id)
    for (const [tenantId, some] of missing)
      await tenantContextFor(
        platform,
        tenantId,
        source.name,
        newId(now.getTime()),
      )((ctx) => ctx.scheduleEach(source.kind, new Map(some.map(({ key, due_at }) => [key, due_at]))))
    await runDueJobsOfKinds(platform, new Map([[source.kind, handler]]))
    const last = rows.at(-1)
    more = last !== undefined && rows.length === page
    if (last) after = [last.exact, last.tenant_id, last.key]
  }
}
