/** What visitors see of the tasks of their submission, and their answers. */
import type { TaskStatus } from '#contracts/records.ts'
import type { Verification } from '#contracts/tasks/records.ts'
import { retractCleaning } from '#server/modules/places/lookup/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emit } from '#server/platform/events/emit.ts'
import { changeTask, changeTasks } from '../change/change-task.ts'
import { reopen } from '../change/reopen.ts'
import { lockTask, resolveMerged, type TaskRow } from '../change/task-row.ts'
import { type HistoryChanges, writeHistory } from '../notes/history.ts'
import { problemsOf } from './problem-rows.ts'

export interface TrackedTask {
  readonly taskId: string
  readonly category: string | null
  readonly status: TaskStatus
  readonly verification: Verification
  readonly completedAt: Date | null
  /** oldest first; RESOLVED once for each completion */
  readonly timeline: readonly { readonly at: Date; readonly what: 'IN_PROGRESS' | 'RESOLVED' | 'REOPENED' }[]
  /** public notes, oldest first; photos are linked by `noteId` */
  readonly replies: readonly { readonly noteId: string; readonly at: Date; readonly text: string }[]
}

interface LinkRow {
  feedback_id: string
  id: string
  category: string | null
  status: TaskStatus
  verification: Verification
  completed_at: Date | null
}

const links = `select distinct f.feedback_id, t.id, t.category, t.status, t.verification, t.completed_at, t.created_at
  from (select feedback_id, task_id from task_feedback where tenant_id = $1 and feedback_id = any($2)
        union all
        select report_id, task_id from task_status_report where tenant_id = $1 and report_id = any($2)) f
  cross join lateral (select id, merged_into from task where tenant_id = $1 and id = f.task_id offset 0) l
  cross join lateral (select * from task where tenant_id = $1 and id = coalesce(l.merged_into, l.id) offset 0) t
  order by f.feedback_id, t.created_at, t.id`

const moves = `select task_id, at, changes -> 'status' ->> 1 as status, action from task_history
  where tenant_id = $1 and task_id = any($2) and action in ('STATUS_CHANGED', 'REOPENED') order by at, id`

// Replies from before a merge stay with the merged task, and its visitors still see them.
const publicNotes = `select n.id, coalesce(t.merged_into, t.id) as task_id, n.text, n.created_at
  from task t join task_note n on n.tenant_id = $1 and n.task_id = t.id
  where t.tenant_id = $1 and (t.id = any($2) or t.merged_into = any($2)) and n.public order by n.created_at, n.id`

const what = (move: {
  action: string
  status: string
}): 'IN_PROGRESS' | 'RESOLVED' | 'REOPENED' | undefined => {
  if (move.action === 'REOPENED') return 'REOPENED'
  if (move.status === 'DONE') return 'RESOLVED'
  return move.status === 'IN_PROGRESS' ? 'IN_PROGRESS' : undefined
}

const groupBy = <T>(rows: readonly T[], key: (row: T) => string): Map<string, T[]> => {
  const groups = new Map<string, T[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/**
 * Feedback id → its tasks, merged ones as the task they were merged into (a status report has the id of its
 * feedback); no entry if there is none.
 */
export const tasksOfFeedback = async (
  ctx: TenantContext,
  feedbackIds: readonly string[],
): Promise<Map<string, TrackedTask[]>> => {
  if (feedbackIds.length === 0) return new Map()
  const rows = await ctx.run<LinkRow>(links, [ctx.tenantId, feedbackIds])
  const ids = [...new Set(rows.map(({ id }) => id))]
  if (ids.length === 0) return new Map()
  const [moved, notes] = await Promise.all([
    ctx.run<{ task_id: string; at: Date; status: string; action: string }>(moves, [ctx.tenantId, ids]),
    ctx.run<{ id: string; task_id: string; text: string; created_at: Date }>(publicNotes, [
      ctx.tenantId,
      ids,
    ]),
  ])
  const movesOf = groupBy(moved, ({ task_id }) => task_id)
  const notesOf = groupBy(notes, ({ task_id }) => task_id)
  const tracked = rows.map((row) => ({
    feedbackId: row.feedback_id,
    task: {
      taskId: row.id,
      category: row.category,
      status: row.status,
      verification: row.verification,
      completedAt: row.completed_at,
      timeline: (movesOf.get(row.id) ?? []).flatMap((move) => {
        const entry = what(move)
        return entry ? [{ at: move.at, what: entry }] : []
      }),
      replies: (notesOf.get(row.id) ?? []).map((note) => ({
        noteId: note.id,
        at: note.created_at,
        text: note.text,
      })),
    } satisfies TrackedTask,
  }))
  return new Map(
    [...groupBy(tracked, ({ feedbackId }) => feedbackId)].map(([id, group]) => [
      id,
      group.map(({ task }) => task),
    ]),
  )
}

/** Rejects the work of a done task. @returns the id of the task that is now open for the problem */
const rejectWork = async (ctx: TenantContext, task: TaskRow): Promise<string> => {
  const other = await findOpenTask(ctx, task)
  if (other === undefined) return (await reopen(ctx, task, { to: 'OPEN', verification: 'REJECTED' })).id
  // The problem has another open task already; the finished one is still marked as rejected.
  await changeTask(ctx, task, { verification: 'REJECTED' })
  await emit(ctx, 'internal.task_judged', { taskId: task.id })
  return other
}

/**
 * A visitor or scout says "not fixed": a done task is reopened, however old; any other is unchanged. A cleaning
 * recorded for that work is withdrawn.
 * @returns the id of the task that is open now
 */
export const reopenTask = async (ctx: TenantContext, taskId: string): Promise<string> => {
  const task = await resolveMerged(ctx, await lockTask(ctx, taskId))
  if (task.status !== 'DONE') return task.id
  const id = await rejectWork(ctx, task)
  const { skill, amenity_id: amenityId, completed_at: completedAt } = task
  if (skill === 'CLEANING' && amenityId !== null && completedAt !== null)
    await retractCleaning(ctx, amenityId, completedAt)
  return id
}

// Prefers the problem's own task over one it was merged into, as for later reports. Locked so that the rejection
// can join it.
const openTaskText = `select t.id from (${problemsOf({ amenityId: '$2', category: '$3', live: "r.status <> 'DONE'" })}) p
  join task t on t.tenant_id = $1 and t.id = p.id
  where t.merged_into is null and t.status <> 'DONE'
  order by (t.amenity_id = $2 and t.category = $3) is true desc, t.created_at desc limit 1
  for no key update of t`

/** The open task that now has the problem of a done one, including one it was merged into. */
const findOpenTask = async (ctx: TenantContext, task: TaskRow): Promise<string | undefined> => {
  if (
    task.amenity_id === null ||
    task.category === null ||
    (task.source !== 'FEEDBACK' && task.source !== 'STATUS_REPORT')
  )
    return undefined
  const [twin] = await ctx.run<{ id: string }>(openTaskText, [ctx.tenantId, task.amenity_id, task.category])
  return twin?.id
}

/** Confirms locked tasks that are CLAIMED; `by` is added to the history line. */
export const confirm = async (
  ctx: TenantContext,
  claims: readonly { readonly task: TaskRow; readonly by?: HistoryChanges }[],
): Promise<void> => {
  const after = await changeTasks(
    ctx,
    claims.map(({ task }) => task),
    { verification: 'CONFIRMED' },
  )
  await writeHistory(
    ctx,
    claims.map(({ task, by }, index) => ({
      task: after[index] ?? task,
      type: 'CONFIRMED' as const,
      changes: { verification: [task.verification, 'CONFIRMED'] as const, ...by },
    })),
  )
}

/** A visitor says "it is fixed": verification of a done task becomes CONFIRMED. Other tasks are unchanged. */
export const confirmTask = async (ctx: TenantContext, taskId: string): Promise<void> => {
  const task = await resolveMerged(ctx, await lockTask(ctx, taskId))
  if (task.status !== 'DONE' || task.verification === 'CONFIRMED') return
  await confirm(ctx, [{ task }])
}
