/** For cron jobs that restore scheduled jobs: rows of a module that are due and have no row of due_work. */
import type { Platform } from '../context.ts'

export interface DueRow {
  readonly tenant_id: string
  readonly key: string
  readonly due_at: Date
  /** with microseconds, which Date has not */
  readonly exact: string
}

interface Source {
  /** of the prepared statements */
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

const dueText = ({ table, key, dueAt, condition }: Source): string =>
  `select tenant_id, ${key} as key, ${dueAt} as due_at, ${dueAt}::text as exact from ${table} where ${condition} and ${dueAt} <= $1
     and ${dueAt} >= $2 and (${dueAt}, tenant_id, ${key}) > ($2::timestamptz, $3::uuid, $4::uuid)
   order by ${dueAt}, tenant_id, ${key} limit ${page}`

const jobsText = `select w.tenant_id, w.key from unnest($2::uuid[], $3::text[]) as r (tenant_id, key)
  join due_work w on w.tenant_id = r.tenant_id and w.kind = $1 and w.key = r.key and ($4 or w.parked_at is null)`

const nil = '00000000-0000-0000-0000-000000000000'

/**
 * Reads the two tables one after the other, since they lie on different nodes of a Citus cluster.
 * @returns for each page of due rows, also one where nothing is missing: those without a job, by tenant
 */
export async function* dueWithoutJob(
  platform: Platform,
  source: Source,
): AsyncGenerator<ReadonlyMap<string, DueRow[]>> {
  const { worker } = platform.databases
  const now = platform.clock.now()
  const text = dueText(source)
  for (let after: readonly string[] = ['-infinity', nil, nil], more = true; more; ) {
    const { rows } = await worker.query<DueRow>({
      name: `${source.name}-due`,
      text,
      values: [now, ...after],
    })
    const jobs = await worker.query<Pick<DueRow, 'tenant_id' | 'key'>>({
      name: `${source.name}-jobs`,
      text: jobsText,
      values: [
        source.kind,
        rows.map(({ tenant_id }) => tenant_id),
        rows.map(({ key }) => key),
        source.countsParked,
      ],
    })
    const known = new Set(jobs.rows.map(({ tenant_id, key }) => `${tenant_id} ${key}`))
    yield Map.groupBy(
      rows.filter(({ tenant_id, key }) => !known.has(`${tenant_id} ${key}`)),
      ({ tenant_id }) => tenant_id,
    )
    const last = rows.at(-1)
    more = last !== undefined && rows.length === page
    if (last) after = [last.exact, last.tenant_id, last.key]
  }
}
