import type { Static } from 'typebox'
import type { BulkResult } from '#contracts/tasks/records.ts'
import { bulkTasks } from '#contracts/tasks.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { forbidden, invalid, notFound, type ServiceError } from '#server/platform/errors.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { overtaken } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { writeHistory } from '../notes/history.ts'
import { managesTasks, mergedFault } from './access.ts'
import { assignTasks, manualRouting, readAssignee } from './assignment.ts'
import { changeEach } from './change-task.ts'
import { moveTasks, photoMissing, photosToFinish } from './move-task.ts'
import { runOperations } from './operations.ts'
import { refusedResult } from './refused-result.ts'
import { attempt } from './savepoint.ts'
import { lockTasks, type TaskChanges, type TaskRow } from './task-row.ts'

type Body = Static<typeof bulkTasks.body>

/** Changes priority and due time, if they differ. @returns all rows, in the order given */
const edit = async (
  ctx: StaffContext,
  tasks: readonly TaskRow[],
  body: Body,
): Promise<readonly TaskRow[]> => {
  const due = body.dueAt ? new Date(body.dueAt) : null
  const wanted = tasks.flatMap((task) => {
    const changes: TaskChanges = {}
    const historyChanges: Record<string, readonly [unknown, unknown]> = {}
    if (body.priority !== undefined && body.priority !== task.priority) {
      changes.priority = body.priority
      historyChanges.priority = [task.priority, body.priority]
    }
    if (body.dueAt !== undefined && due?.getTime() !== task.due_at?.getTime()) {
      changes.due_at = due
      historyChanges.dueAt = [task.due_at, due]
    }
    return Object.keys(changes).length === 0 ? [] : [{ task, changes, historyChanges }]
  })
  const after = await changeEach(ctx, wanted)
  await writeHistory(
    ctx,
    wanted.map(({ task, historyChanges }, index) => ({
      task: after[index] ?? task,
      type: 'EDITED',
      changes: historyChanges,
    })),
  )
  return withReplaced(tasks, after)
}

/** The rows with the changed ones replaced, in the same order. */
const withReplaced = (tasks: readonly TaskRow[], changed: readonly TaskRow[]): readonly TaskRow[] => {
  const after = new Map(changed.map((row) => [row.id, row]))
  return tasks.map((task) => after.get(task.id) ?? task)
}

/**
 * Tries all tasks in one statement; if that fails, tries each half, so that only tasks that cannot be changed fail.
 */
const byHalves = async (
  ctx: StaffContext,
  tasks: readonly TaskRow[],
  faults: Map<string, ServiceError>,
  work: (tasks: readonly TaskRow[]) => Promise<void>,
): Promise<void> => {
  const [first] = tasks
  if (!first) return
  const fault = await attempt(ctx, () => work(tasks))
  if (!fault) return
  if (tasks.length === 1) {
    faults.set(first.id, fault)
    return
  }
  const half = tasks.length >> 1
  await byHalves(ctx, tasks.slice(0, half), faults, work)
  await byHalves(ctx, tasks.slice(half), faults, work)
}

const versionFault = (task: TaskRow, seen: number | undefined): ServiceError | undefined =>
  seen === undefined || seen === task.version ? undefined : overtaken()

const versionsOf = async (ctx: StaffContext, ids: readonly string[]): Promise<Map<string, number>> => {
  const rows = await ctx.run<{ id: string; version: number }>(
    'select id, version from task where tenant_id = $1 and id = any($2::uuid[])',
    [ctx.tenantId, ids],
  )
  return new Map(rows.map(({ id, version }) => [id, version]))
}

const changeMany = async (ctx: StaffContext, ids: readonly string[], body: Body): Promise<BulkResult[]> => {
  if (!managesTasks(ctx.actor)) throw forbidden()
  const { assign, status, priority, dueAt } = body
  if (assign === undefined && status === undefined && priority === undefined && dueAt === undefined) {
    throw invalid('body', 'names no change')
  }
  if (body.versions && body.versions.length !== ids.length)
    throw invalid('body.versions', 'must have one version for each id')
  const seen = new Map(ids.map((id, place) => [id, body.versions?.[place]]))
  const assignee = assign === undefined ? undefined : await readAssignee(ctx, assign, 'body.assign')
  const distinct = [...new Set(ids)]
  const tasks = await lockTasks(ctx, distinct)
  const faults = new Map<string, ServiceError>()
  const finishing = status === 'DONE' ? [...tasks.values()].filter((task) => task.status !== 'DONE') : []
  const { shown, missing } = await photosToFinish(
    ctx,
    finishing.map(({ id }) => id),
  )
  const changeable = distinct.flatMap((id) => {
    const task = tasks.get(id)
    const fault = !task
      ? notFound()
      : (versionFault(task, seen.get(id)) ??
        mergedFault(task) ??
        (missing.has(id) ? photoMissing() : undefined))
    if (fault) faults.set(id, fault)
    return task && !fault ? [task] : []
  })
  await byHalves(ctx, changeable, faults, async (some) => {
    let rows = await edit(ctx, some, body)
    if (assignee !== undefined) {
      const routing = assignee && manualRouting('ASSIGNED', ctx.actor.name)
      rows = await assignTasks(ctx, rows, assignee, routing)
    }
    if (status !== undefined) await moveTasks(ctx, rows, status, shown)
  })
  const fields = (['assign', 'status', 'priority', 'dueAt'] as const).filter(
    (name) => body[name] !== undefined,
  )
  auditEach(
    ctx,
    distinct.filter((id) => !faults.has(id)).map((id) => ({ id, name: tasks.get(id)?.title ?? '', fields })),
  )
  const versions = body.versions ? await versionsOf(ctx, distinct) : undefined
  return ids.map((id) => {
    const fault = faults.get(id)
    if (fault) return { id, ...refusedResult(fault) }
    const version = versions?.get(id)
    return version === undefined ? { id, ok: true } : { id, ok: true, version }
  })
}

export default serve(bulkTasks)(async (ctx, { query, body }) => {
  if ((body.ids === undefined) === (body.operations === undefined))
    throw invalid('body', 'needs either ids or operations')
  return body.operations
    ? runOperations(ctx, body.operations, query.sentAt)
    : changeMany(ctx, body.ids ?? [], body)
})
