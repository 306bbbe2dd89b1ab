/**
 * Scheduled jobs. A row of due_work is written by `ctx.schedule` in the transaction of its cause; whoever finds it due locks
 * it, does the work and deletes it in one transaction: what it changes in the database happens exactly once, also when
 * a worker dies. What fails is tried again later and later, and parked after twelve failures.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { Platform, TenantContext } from '../context.ts'
import { tenantContextFor } from '../events/tenant-context.ts'
import { markUrgent } from '../events/urgent.ts'
import { reasonOf } from '../gate/limits/store.ts'
import { newId } from '../ids.ts'

/**
 * Locks and reads its subject again, and does nothing where the matter is settled. `dueAt` is the time that was asked for,
 * or that of the next try where one failed: what must be told apart by its time is asked by the subject.
 */
export type ScheduledJobHandler = (ctx: TenantContext, key: string, dueAt: Date) => Promise<void>

interface DueJob {
  readonly tenant_id: string
  readonly kind: string
  readonly key: string
}

const batchSize = 200
const amongOldest = 5000
/** Rows of one tenant before those of another. */
const rowsPerTurn = 20
const sideBySide = 4
const attemptsAtMost = 12
const firstRetryMs = 5000
const longestRetryMs = 3600_000

/**
 * Oldest first, but in turns of tenants: what is due at once in one of them holds nobody else up. Only among the oldest
 * few thousand, so that a look costs the same however much is due.
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

/** A row that was moved meanwhile is left to its new time. */
const failedText = `update due_work set attempts = attempts + 1, fault = $6,
    due_at = $4::timestamptz + make_interval(secs => least(${longestRetryMs / 1000}, ${firstRetryMs / 1000} * 2 ^ attempts)),
    parked_at = case when attempts + 1 >= ${attemptsAtMost} then $4::timestamptz end
  where tenant_id = $1 and kind = $2 and key = $3 and due_at = $5::timestamptz`

/** @returns whether it was free: done now, or put off because it failed */
const runOne = async (
  platform: Platform,
  handlers: ReadonlyMap<string, ScheduledJobHandler>,
  { tenant_id: tenantId, kind, key }: DueJob,
): Promise<boolean> => {
  const inside = tenantContextFor(platform, tenantId, kind, newId(platform.clock.now().getTime()))
  /** as text: what SQL wrote has microseconds, which a Date loses */
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
      if (!handle) throw new Error(`Nobody does work of the kind ${kind}`)
      await handle(ctx, key, taken.due_at)
    })
  } catch (error) {
    platform.log.warn({ err: error, tenantId, kind, key }, 'Work that was due failed; it is tried again')
    const failed = dueAt
    if (failed)
      await inside((ctx) => ctx.run(failedText, [tenantId, kind, key, ctx.now, failed, reasonOf(error)]))
  }
  return dueAt !== undefined
}

export interface DueJobsRun {
  /** rows that were due */
  readonly found: number
  /** rows that were done or put off; the others are held by another instance */
  readonly done: number
}

/**
 * Runs the jobs that are due now, some side by side.
 * @param kinds no others; absent: all, also those that nobody does any more
 * @param urgentOnly the others wait
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
    // One iterator for all: each takes the next.
    for (const due of queue) if (await runOne(platform, handlers, due)) done++
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(sideBySide, rows.length) }, work))
  // What could not even be noted as failed is told when nothing is in hand any more.
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return { found: rows.length, done }
}

const waitForOthersMs = 10_000
const pollEveryMs = 100

/**
 * The same for the kinds that have a handler here, until nothing of them is due: for a job that somebody asks for. What
 * another instance holds is waited for, and left to it after ten seconds without one that was free.
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
