/** What scouts report: a task of its own, or one more report on the open task of the place and category. */
import type { Priority } from '#contracts/records.ts'
import { attachToTask, eraseUploadsOfTasks } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { emitAll } from '#server/platform/events/emit.ts'
import { changeTask, removeTask } from '../change/change-task.ts'
import { lockTask, resolveMerged, type TaskRow } from '../change/task-row.ts'
import { writeHistory } from '../notes/history.ts'
import { writeNote } from '../notes/notes.ts'
import { openTask, raisePriorityTo } from './problems.ts'

export interface ScoutReport {
  readonly amenityId: string
  readonly buildingId: string
  readonly category: string
  readonly skill: string | null
  readonly priority: Priority
  readonly text: string
  readonly photoIds: readonly string[]
  /** the task that this confirms */
  readonly taskId?: string | undefined
}

/** A note by the caller. */
const addNote = async (ctx: TenantContext, task: TaskRow, text: string): Promise<void> => {
  const note = await writeNote(ctx, task.id, { text, public: false })
  const after = await changeTask(ctx, task, {})
  await writeHistory(ctx, [{ task: after, type: 'NOTE_ADDED', changes: { note: [null, note.id] } }])
}

export const noteByScout = async (
  ctx: TenantContext,
  taskId: string,
  { text, photoIds = [] }: { readonly text: string; readonly photoIds?: readonly string[] },
): Promise<void> => {
  const task = await resolveMerged(ctx, await lockTask(ctx, taskId))
  if (text !== '') await addNote(ctx, task, text)
  await attachToTask(ctx, photoIds, task.id, 'OTHER')
}

const openText = `select * from task where tenant_id = $1 and amenity_id = $2 and category = $3 and merged_into is null
  and status <> 'DONE' order by created_at limit 1 for no key update`
const confirmedText = `select * from task where tenant_id = $1 and amenity_id = $2 and id = $3 and merged_into is null
  and status <> 'DONE' for no key update`
// Two scouts who find the same at once do so one after the other.
const placeText = 'select id from amenity where tenant_id = $1 and id = $2 for no key update'

const join = async (ctx: TenantContext, task: TaskRow, report: ScoutReport): Promise<void> => {
  const reporterCount = task.reporter_count + 1
  const row = await changeTask(ctx, task, { reporter_count: reporterCount, last_report_at: ctx.now })
  await writeHistory(ctx, [
    { task: row, type: 'REPORTED_AGAIN', changes: { reporterCount: [task.reporter_count, reporterCount] } },
  ])
  await raisePriorityTo(ctx, task.id, report.priority)
  if (report.text !== '') await addNote(ctx, await lockTask(ctx, task.id), report.text)
}

/**
 * Joins the open task of amenity and category, whoever reported it, or opens one.
 * @returns its id, and whether it was there before
 */
export const reportByScout = async (
  ctx: TenantContext,
  report: ScoutReport,
): Promise<{ readonly taskId: string; readonly joined: boolean }> => {
  const { amenityId, category } = report
  await ctx.run(placeText, [ctx.tenantId, amenityId])
  const [confirmed] =
    report.taskId === undefined
      ? []
      : await ctx.run<TaskRow>(confirmedText, [ctx.tenantId, amenityId, report.taskId])
  const [open] = confirmed
    ? [confirmed]
    : await ctx.run<TaskRow>(openText, [ctx.tenantId, amenityId, category])
  if (open) await join(ctx, open, report)
  const taskId = open?.id ?? (await openFor(ctx, report))
  await attachToTask(ctx, report.photoIds, taskId, 'BEFORE')
  return { taskId, joined: open !== undefined }
}

const openFor = async (ctx: TenantContext, report: ScoutReport): Promise<string> => {
  const { taskId } = await openTask(ctx, {
    description: report.text,
    priority: report.priority,
    source: 'SCOUT',
    buildingId: report.buildingId,
    amenityId: report.amenityId,
    category: report.category,
    skill: report.skill,
    createdBy: { kind: 'SCOUT', id: ctx.actor.id, name: ctx.actor.name },
  })
  return taskId
}

/**
 * Takes a scout's report from a task: one that is this report's alone and that nobody began is deleted, of any other the
 * report is taken away with a note.
 */
export const removeScoutReport = async (ctx: TenantContext, taskId: string, note: string): Promise<void> => {
  const task = await resolveMerged(ctx, await lockTask(ctx, taskId))
  const isAlone = task.source === 'SCOUT' && task.reporter_count <= 1 && task.id === taskId
  if (isAlone && task.status === 'OPEN' && task.started_at === null && task.first_action_at === null) {
    const gone = await removeTask(ctx, task)
    await eraseUploadsOfTasks(ctx, gone)
    await emitAll(
      ctx,
      'task.deleted',
      gone.map((id) => ({ taskId: id })),
    )
    return
  }
  const row = await changeTask(ctx, task, { reporter_count: Math.max(task.reporter_count - 1, 0) })
  await addNote(ctx, row, note)
}
