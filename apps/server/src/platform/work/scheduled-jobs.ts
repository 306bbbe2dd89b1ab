/**
 * Scheduled jobs. `ctx.schedule` writes a row of due_work in the transaction of its cause. When it is due, a worker
 * locks the row, runs the job and deletes the row in one transaction, so its database changes happen exactly once,
 * even if a worker dies. A failed job is retried with growing pauses, and parked after twelve failures.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Platform, TenantContext } from '../context.ts'
import { tenantContextFor } from '../events/tenant-context.ts'
import { markUrgent } from '../events/urgent.ts'
import { reasonOf } from '../gate/limits/store.ts'
import { newId } from '../ids.ts'
import { inSpan } from '../traces/spans.ts'

/**
 * Locks and reads its subject again, and does nothing if it is settled. `dueAt` is the scheduled time, or that of
 * the retry; if times must be told apart, the subject has to store them.
 */
export type ScheduledJobHandler = (ctx: TenantContext, key: string, dueAt: Date) => Promise<void>

interface DueJob {
  readonly tenant_id: string
  readonly kind: string
  readonly key: string
}

const batchSize = 200
const amongOldest = 5000
/** Rows of one tenant before rows of the next. */
const rowsPerTurn = 20
const sideBySide = 4
const attemptsAtMost = 12
const firstRetryMs = 5000
const longestRetryMs = 3600_000

/**
 * Oldest first, with tenants taking turns, so that many due jobs of one tenant do not hold up others. Considers
 * only the oldest few thousand, so that the cost of a poll is bounded.
 */
const dueText = `select tenant_id, kind, key from (
    select *, row_number() over (partition by tenant_id order by due_at) as place from (
      select tenant_id, kind, key, due_at from due_work where due_at <= $1 and parked_at is null
        and ($2::text[] is null or kind = any($2::text[])) and (urgent or not $3) order by due_at limit ${amongOldest}) oldest) placed
  order by (place - 1) / ${rowsPerTurn}, due_at limit ${batchSize}`

const takeText = `with mine as (
    select kind, key from due_work where tenant_id = $1 and kind = $2 and key = $3 and due_at <= $4 and parked_at is null
    for update skip locked)
  delete from due_work w using mine where w.tenant_id = $1 and w.kind = mine.kind and w.key = mine.key
  returning w.due_at, w.due_at::text as exact, w.urgent`

/** A row that was rescheduled meanwhile keeps its new time. */
const failedText = `update due_work set attempts = attempts + 1, fault = $6,
    due_at = $4::timestamptz + make_interval(secs => least(${longestRetryMs / 1000}, ${firstRetryMs / 1000} * 2 ^ attempts)),
    parked_at = case when attempts + 1 >= ${attemptsAtMost} then $4::timestamptz end
  where tenant_id = $1 and kind = $2 and key = $3 and due_at = $5::timestamptz`

/** @returns whether the row was free: it has run or failed */
const runOne = async (
  platform: Platform,
  handlers: ReadonlyMap<string, ScheduledJobHandler>,
  { tenant_id: tenantId, kind, key }: DueJob,
): Promise<boolean> => {
  const inside = tenantContextFor(platform, tenantId, kind, newId(platform.clock.now().getTime()))
  /** as text, since SQL times have microseconds, which a Date loses */
  let dueAt: string | undefined
  try {
    await inside(async (ctx) => {
      const [taken] = await ctx.run<{ due_at: Date; exact: string; urgent: boolean }>(takeText, [
        tenantId,
        kind,
        key,
        ctx.now,
      ])
      if (!taken) return
      dueAt = taken.exact
      if (taken.urgent) await markUrgent(ctx)
      const handle = handlers.get(kind)
      if (!handle) throw new Error(`There is no handler for scheduled jobs of the kind ${kind}`)
      await handle(ctx, key, taken.due_at)
    })
  } catch (error) {
    platform.log.warn({ err: error, tenantId, kind, key }, 'A scheduled job failed; it will be retried')
    const failed = dueAt
    if (failed)
      await inside((ctx) => ctx.run(failedText, [tenantId, kind, key, ctx.now, failed, reasonOf(error)]))
  }
  return dueAt !== undefined
}

const traced = (due: DueJob, work: () => Promise<boolean>): Promise<boolean> =>
  inSpan(`scheduled ${due.kind}`, { 'wellkept.tenant_id': due.tenant_id }, null, work)

export interface DueJobsRun {
  /** rows that were due */
  readonly found: number
  /** rows that ran or failed; the others are locked by another instance */
  readonly done: number
}

/**
 * Runs due jobs, several at a time.
 * @param kinds null: all, including kinds without a handler
 * @param urgentOnly leaves other jobs waiting
 */
export const runDueJobs = async (
  platform: Platform,
  handlers: ReadonlyMap<string, ScheduledJobHandler>,
  kinds: readonly string[] | null = null,
  urgentOnly = false,
): Promise<DueJobsRun> => {
  const { rows } = await platform.databases.worker.query<DueJob>({
    name: 'due-work',
    text: dueText,
    values: [platform.clock.now(), kinds, urgentOnly],
  })
  const queue = rows.values()
  let done = 0
  const work = async (): Promise<void> => {
    // The loops share one iterator, so each takes the next row.
    for (const due of queue) if (await traced(due, () => runOne(platform, handlers, due))) done++
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(sideBySide, rows.length) }, work))
  // Rethrows errors of storing a failure after all loops have ended.
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return { found: rows.length, done }
}

const waitForOthersMs = 10_000
const pollEveryMs = 100

/**
 * Runs all due jobs of the kinds with a handler here, for a cron job run by request. Rows locked by another
 * instance are waited for, at most ten seconds.
 */
export const runDueJobsOfKinds = async (
  platform: Platform,
  handlers: ReadonlyMap<string, ScheduledJobHandler>,
): Promise<void> => {
  for (let heldSince: number | undefined; ; ) {
    const { found, done } = await runDueJobs(platform, handlers, [...handlers.keys()])
    if (found === 0) return
    const now = performance.now()
    heldSince = done > 0 ? undefined : (heldSince ?? now)
    if (heldSince === undefined) continue
    if (now - heldSince > waitForOthersMs) return
    await delay(pollEveryMs)
  }
}
