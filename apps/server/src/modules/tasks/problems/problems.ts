/** One task for each problem: further reports join the task that is open. */

import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { type Priority, priorities, type TaskStatus } from '#contracts/records.ts'
import type { Names } from '#server/modules/places/amenity-types/public.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conflict } from '#server/platform/errors.ts'
import { emit } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import { changeTask, insertTask } from '../change/change-task.ts'
import { createdLine, type NewTask, rowOf } from '../change/new-task.ts'
import { reopen } from '../change/reopen.ts'
import { lockTask, type TaskRow } from '../change/task-row.ts'
import { writeHistory } from '../notes/history.ts'
import { linkFeedback, linkReport, type Report } from './links.ts'
import { joinedByReport, problemsOf } from './problem-rows.ts'
import { newTitle } from './problem-title.ts'

export interface Problem {
  readonly amenityId: string
  readonly category: string
  readonly report: Report
  /** false if this source has been counted already: the report is linked without raising the count */
  readonly counts?: boolean
  /** minutes after the last report in which a finished task is reopened; null or absent: 24 hours */
  readonly windowMinutes?: number | null
}

export interface Joined {
  readonly taskId: string
  readonly reporterCount: number
  /** the task was done and has been reopened */
  readonly reopened: boolean
}

const usualWindowMinutes = 24 * 60

// Prefers the problem's own task over one it was merged into, and open tasks over finished ones.
const findText = `select t.* from task t where ${joinedByReport}
  order by t.status = 'DONE', (t.amenity_id = $2 and t.category = $3) is true desc, t.created_at desc limit 1
  for no key update of t`

const findProblem = async (
  ctx: TenantContext,
  { amenityId, category, windowMinutes }: Problem,
): Promise<TaskRow | undefined> => {
  const since = new Date(ctx.now.getTime() - (windowMinutes ?? usualWindowMinutes) * 60_000)
  const [task] = await ctx.run<TaskRow>(findText, [ctx.tenantId, amenityId, category, since])
  return task
}

const link = (ctx: TenantContext, taskId: string, report: Report): Promise<boolean> =>
  'feedbackId' in report
    ? linkFeedback(ctx, [{ taskId, feedbackId: report.feedbackId }]).then((fresh) => fresh.length > 0)
    : linkReport(ctx, taskId, report)

const join = async (ctx: TenantContext, task: TaskRow, problem: Problem): Promise<Joined> => {
  const { report, counts = true } = problem
  const fresh = await link(ctx, task.id, report)
  if (!fresh) return { taskId: task.id, reporterCount: task.reporter_count, reopened: false }
  let row = await changeTask(ctx, task, {
    reporter_count: task.reporter_count + (counts ? 1 : 0),
    last_report_at: ctx.now,
  })
  if (counts) {
    await writeHistory(ctx, [
      {
        task: row,
        type: 'REPORTED_AGAIN',
        changes: { reporterCount: [task.reporter_count, row.reporter_count] },
      },
    ])
  }
  const reopened = row.status === 'DONE'
  if (reopened) row = await reopen(ctx, row, { to: 'OPEN', verification: 'NONE' })
  if ('feedbackId' in report) {
    await emit(ctx, 'feedback.merged', {
      feedbackId: report.feedbackId,
      taskId: row.id,
      category: row.category,
      reporterCount: row.reporter_count,
    })
  }
  return { taskId: row.id, reporterCount: row.reporter_count, reopened }
}

/**
 * Adds a report to the open task of this amenity and category (or the one that was merged into), or reopens a
 * finished one within the window of its last report.
 * @returns undefined if there is none: then `openTask` creates it
 */
export const joinOpenProblem = async (ctx: TenantContext, problem: Problem): Promise<Joined | undefined> => {
  const task = await findProblem(ctx, problem)
  return task ? join(ctx, task, problem) : undefined
}

export interface Opened {
  readonly taskId: string
  /** false: another report created the task at the same time, and this one joined it */
  readonly created: boolean
  readonly reporterCount: number
}

/** How often to try again if the other task of the problem ends between insert and read. */
const tries = 3

const tryToOpen = async (ctx: TenantContext, input: NewTask, attempt: number): Promise<Opened> => {
  const id = newId(ctx.now.getTime())
  const reporterCount = input.report ? 1 : 0
  const title =
    input.title ??
    (await problemTitle(ctx, input.amenityId, input.category, await tenantLanguage(ctx), input.rating))
  const row = await insertTask(ctx, rowOf(ctx, id, { ...input, title }))
  if (!row) {
    const { amenityId, category, report } = input
    if (amenityId === null || category === null || !report)
      throw new Error('insertTask returned no row although the task has no report')
    const joined = await joinOpenProblem(ctx, { amenityId, category, report })
    if (!joined && attempt === tries)
      throw conflict('A task for this problem could be neither created nor joined; try again')
    if (!joined) return tryToOpen(ctx, input, attempt + 1)
    return { taskId: joined.taskId, created: false, reporterCount: joined.reporterCount }
  }
  await Promise.all([
    input.report ? link(ctx, id, input.report) : undefined,
    writeHistory(ctx, [createdLine(row)]),
  ])
  return { taskId: id, created: true, reporterCount }
}

/**
 * Opens a task for an alert rule. If two transactions open the same problem at once, one creates the task and the
 * other joins it.
 * @throws ServiceError CONFLICT if the other task ended each time in between
 */
export const openTask = (ctx: TenantContext, input: NewTask): Promise<Opened> => tryToOpen(ctx, input, 1)

/** @param rank index in `priorities`; a task of this or higher priority is unchanged. @returns the priority after */
const raiseOpen = async (ctx: TenantContext, task: TaskRow, rank: number): Promise<Priority> => {
  const before = task.priority as Priority
  const priority = priorities[rank]
  if (priority === undefined || rank <= priorities.indexOf(before)) return before
  if (task.status === 'DONE' || task.merged_into !== null) return before
  const after = await changeTask(ctx, task, { priority })
  await writeHistory(ctx, [
    { task: after, type: 'PRIORITY_RAISED', changes: { priority: [before, priority] } },
  ])
  return priority
}

/** Raises the priority by one step, at most to URGENT. @returns the priority after */
export const raisePriority = async (ctx: TenantContext, taskId: string): Promise<Priority> => {
  const task = await lockTask(ctx, taskId)
  return raiseOpen(ctx, task, priorities.indexOf(task.priority as Priority) + 1)
}

/** Raises an open task to at least this priority. @returns whether it was lower */
export const raisePriorityTo = async (
  ctx: TenantContext,
  taskId: string,
  priority: Priority,
): Promise<boolean> => {
  const task = await lockTask(ctx, taskId)
  return (await raiseOpen(ctx, task, priorities.indexOf(priority))) !== task.priority
}

/** E.g. "No paper, Washroom 1 · Level 3", or "Rated poor, Washroom 1" where a rating is all; at most 120 characters. */
export const problemTitle = async (
  ctx: TenantContext,
  amenityId: string | null,
  category: string | null,
  language: VisitorLanguage,
  rating?: number,
): Promise<string> => {
  const [amenity] = await ctx.run<{ name: string; location: string | null; names: Names | null }>(
    `select a.name, ${pathOfLocation('a.location_id')} as location, (select c.value -> 'names' from amenity_type t, jsonb_array_elements(t.categories) c
       where t.tenant_id = $1 and t.code = a.type and c.value ->> 'code' = $3) as names
     from amenity a where a.tenant_id = $1 and a.id = $2`,
    [ctx.tenantId, amenityId, category],
  )
  const { name = null, location = null, names = null } = amenity ?? {}
  return newTitle({ category, names, amenity: name, location, rating }, language)
}

export interface KnownProblem {
  readonly taskId: string
  /** as reported; the task it was merged into may have another */
  readonly category: string
  readonly since: Date
  readonly reporterCount: number
  readonly status: TaskStatus
}

// A low rating without issues that was merged into another problem is not listed.
const knownText = `select t.id, p.category, p.created_at, t.reporter_count, t.status
  from (${problemsOf({ amenityId: '$2', live: "r.status <> 'DONE'" })}) p
  join task t on t.tenant_id = $1 and t.id = p.id
  where t.merged_into is null and t.status <> 'DONE' and (p.category <> 'OTHER' or t.category = 'OTHER')
  order by p.created_at, t.id`

/**
 * Problems that visitors reported at an amenity and that are not done yet, oldest first; a merged one has the state
 * of the task it was merged into.
 */
export const openTasksOfAmenity = async (ctx: TenantContext, amenityId: string): Promise<KnownProblem[]> => {
  const rows = await ctx.run<{
    id: string
    category: string
    created_at: Date
    reporter_count: number
    status: TaskStatus
  }>(knownText, [ctx.tenantId, amenityId])
  return rows.map((row) => ({
    taskId: row.id,
    category: row.category,
    since: row.created_at,
    reporterCount: row.reporter_count,
    status: row.status,
  }))
}
