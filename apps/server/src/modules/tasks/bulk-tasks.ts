import type { Static } from 'typebox'
import type { BulkResult } from '#contracts/tasks/records.ts'
import { bulkTasks } from '#contracts/tasks.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { forbidden, invalid, notFound } from '#server/platform/errors.ts'
import { auditEach } from '#server/platform/gate/audit.ts'
import { serve } from '#server/platform/http/serve.ts'
import { managesTasks, requireUnmerged } from './access.ts'
import { type AssigneeId, assignTasks, readAssignee } from './assignment.ts'
import { changeTask } from './change-task.ts'
import { writeHistory } from './history.ts'
import { moveTask } from './move-task.ts'
import { runOperations } from './operations.ts'
import { attempt } from './savepoint.ts'
import { lockTasks, type TaskChanges, type TaskRow } from './task-row.ts'

type Body = Static<typeof bulkTasks.body>

/** Priority and due time; nothing is written where nothing is new. */
const edit = async (ctx: StaffContext, task: TaskRow, body: Body): Promise<TaskRow> => {
  const changes: TaskChanges = {}
  const told: Record<string, readonly [unknown, unknown]> = {}
  if (body.priority !== undefined && body.priority !== task.priority) {
    changes.priority = body.priority
    told.priority = [task.priority, body.priority]
  }
  const dueAt = body.dueAt ? new Date(body.dueAt) : null
  if (body.dueAt !== undefined && dueAt?.getTime() !== task.due_at?.getTime()) {
    changes.due_at = dueAt
    told.dueAt = [task.due_at, dueAt]
  }
  if (Object.keys(changes).length === 0) return task
  const after = await changeTask(ctx, task, changes)
  await writeHistory(ctx, [{ task: after, type: 'EDITED', changes: told }])
  return after
}

const changeOne = async (
  ctx: StaffContext,
  task: TaskRow | undefined,
  body: Body,
  assignee: AssigneeId | undefined,
): Promise<void> => {
  if (!task) throw notFound()
  requireUnmerged(task)
  let row = await edit(ctx, task, body)
  if (assignee !== undefined) {
    const [assigned] = await assignTasks(
      ctx,
      [row],
      assignee,
      assignee === null ? null : `Assigned by ${ctx.actor.name}`,
    )
    row = assigned ?? row
  }
  if (body.status !== undefined) await moveTask(ctx, row, { status: body.status })
}

const changeMany = async (ctx: StaffContext, ids: readonly string[], body: Body): Promise<BulkResult[]> => {
  if (!managesTasks(ctx.actor)) throw forbidden()
  const { assign, status, priority, dueAt } = body
  if (assign === undefined && status === undefined && priority === undefined && dueAt === undefined) {
    throw invalid('body', 'says nothing to change')
  }
  const assignee = assign === undefined ? undefined : await readAssignee(ctx, assign, 'body.assign')
  const distinct = [...new Set(ids)]
  const tasks = await lockTasks(ctx, distinct)
  const faults = new Map<string, { code: string; error: string }>()
  for (const id of distinct) {
    const fault = await attempt(ctx, () => changeOne(ctx, tasks.get(id), body, assignee))
    if (fault) faults.set(id, { code: fault.code, error: fault.message })
  }
  const fields = (['assign', 'status', 'priority', 'dueAt'] as const).filter(
    (name) => body[name] !== undefined,
  )
  auditEach(
    ctx,
    distinct.filter((id) => !faults.has(id)).map((id) => ({ id, name: tasks.get(id)?.title ?? '', fields })),
  )
  return ids.map((id) => {
    const fault = faults.get(id)
    return fault ? { id, ok: false, ...fault } : { id, ok: true }
  })
}

export default serve(bulkTasks)(async (ctx, { body }) => {
  if ((body.ids === undefined) === (body.operations === undefined))
    throw invalid('body', 'needs either ids or operations')
  return body.operations ? runOperations(ctx, body.operations) : changeMany(ctx, body.ids ?? [], body)
})
