/** One problem, one task: what visitors report again joins the task that is there. */

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
  /** false where the same source has been counted already: the report is linked and does not raise the count */
  readonly counts?: boolean
  /** minutes after the last report in which a finished task is joined, and reopened; null or absent: 24 hours */
  readonly windowMinutes?: number | null
}

export interface Joined {
  readonly taskId: string
  readonly reporterCount: number
  /** the task was done and is open again */
  readonly reopened: boolean
}

const usualWindowMinutes = 24 * 60

// Its own task before one that it is part of, open work before what is done.
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
 * Adds a report to the open task of this amenity and category or that this was merged into, or to one that was finished
 * while the window of its last report is still open; that one is reopened, since somebody has seen the problem again.
 * @returns undefined where there is none: then `openTask` makes it
 */
export const joinOpenProblem = async (ctx: TenantContext, problem: Problem): Promise<Joined | undefined> => {
  const task = await findProblem(ctx, problem)
  return task ? join(ctx, task, problem) : undefined
}

export interface Opened {
  readonly taskId: string
  /** false: another report made the task in the same moment, and this one joined it */
  readonly created: boolean
  readonly reporterCount: number
}

/** How often the other task of a problem may end between our two looks before somebody else tries again. */
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
      throw new Error('Only the problem of an amenity can be open already')
    const joined = await joinOpenProblem(ctx, { amenityId, category, report })
    if (!joined && attempt === tries)
      throw conflict('The task of this problem could be neither made nor joined')
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
 * Opens a task for the alerts. Of two that open the same problem at once one makes the task and the other joins.
 * @throws ServiceError CONFLICT where the other one ended again and again in between
 */
export const openTask = (ctx: TenantContext, input: NewTask): Promise<Opened> => tryToOpen(ctx, input, 1)

/** @param rank in `priorities`; where the task has as much, or there is none, nothing changes. @returns the priority after */
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

/** One step up, URGENT at most. @returns the priority after */
export const raisePriority = async (ctx: TenantContext, taskId: string): Promise<Priority> => {
  const task = await lockTask(ctx, taskId)
  return raiseOpen(ctx, task, priorities.indexOf(task.priority as Priority) + 1)
}

/** Up to this priority, where an open task has less. @returns whether it had */
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
       where t.tenant_id = a.tenant_id and t.code = a.type and c.value ->> 'code' = $3) as names
     from amenity a where a.tenant_id = $1 and a.id = $2`,
    [ctx.tenantId, amenityId, category],
  )
  const { name = null, location = null, names = null } = amenity ?? {}
  return newTitle({ category, names, amenity: name, location, rating }, language)
}

export interface KnownProblem {
  readonly taskId: string
  /** as it was reported: where it was merged, that of its task may be another */
  readonly category: string
  readonly since: Date
  readonly reporterCount: number
  readonly status: TaskStatus
}

// A low rating that was merged names nothing, whatever else the task is about.
const knownText = `select t.id, p.category, p.created_at, t.reporter_count, t.status
  from (${problemsOf({ amenityId: '$2', live: "r.status <> 'DONE'" })}) p
  join task t on t.tenant_id = $1 and t.id = p.id
  where t.merged_into is null and t.status <> 'DONE' and (p.category <> 'OTHER' or t.category = 'OTHER')
  order by p.created_at, t.id`

/** What visitors have reported of an amenity and is not done yet, oldest first; what was merged is as far as its task. */
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
