import type { ChecklistItem } from '#contracts/tasks/records.ts'
import { updateTask } from '#contracts/tasks.ts'
import { forbidden } from '#server/platform/errors.ts'
import { requireVersion } from '#server/platform/gate/version.ts'
import { serve } from '#server/platform/http/serve.ts'
import { readTask } from '../list/present-task.ts'
import { writeHistory } from '../notes/history.ts'
import { managesTasks, requireUnmerged, requireVisible } from './access.ts'
import { changeTask } from './change-task.ts'
import { readChecklist, sameChecklist } from './checklist.ts'
import { lockTask, type TaskChanges } from './task-row.ts'

export default serve(updateTask)(async (ctx, { params, body }) => {
  const task = await lockTask(ctx, params.id)
  requireVisible(ctx, task)
  const { checklist, ...others } = body
  if (!managesTasks(ctx.actor) && Object.keys(others).length > 0)
    throw forbidden('A technician may change the checklist only')
  requireVersion(ctx, task.version)
  requireUnmerged(task)

  const changes: TaskChanges = {}
  const historyChanges: Record<string, readonly [unknown, unknown]> = {}
  if (body.title !== undefined && body.title !== task.title) {
    changes.title = body.title
    historyChanges.title = [task.title, body.title]
  }
  if (body.description !== undefined && body.description !== task.description) {
    changes.description = body.description
    historyChanges.description = [task.description, body.description]
  }
  if (body.priority !== undefined && body.priority !== task.priority) {
    changes.priority = body.priority
    historyChanges.priority = [task.priority, body.priority]
  }
  if (body.dueAt !== undefined) {
    const dueAt = body.dueAt === null ? null : new Date(body.dueAt)
    if (dueAt?.getTime() !== task.due_at?.getTime()) {
      changes.due_at = dueAt
      historyChanges.dueAt = [task.due_at, dueAt]
    }
  }
  if (body.labels !== undefined) {
    const labels = [...new Set(body.labels)]
    if (JSON.stringify(labels) !== JSON.stringify(task.labels)) {
      changes.labels = labels
      historyChanges.labels = [task.labels, labels]
    }
  }
  if (checklist !== undefined) {
    const before = task.checklist as ChecklistItem[]
    const after = readChecklist(checklist, before, ctx.now)
    if (!sameChecklist(before, after)) {
      changes.checklist = JSON.stringify(after)
      historyChanges.checklist = [before, after]
    }
  }
  if (Object.keys(changes).length > 0) {
    const after = await changeTask(ctx, task, changes)
    await writeHistory(ctx, [{ task: after, type: 'EDITED', changes: historyChanges }])
  }
  return readTask(ctx, task.id)
})
