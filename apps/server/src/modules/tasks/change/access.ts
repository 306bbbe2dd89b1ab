/** Visibility of tasks, and the actions that a caller may take on them. */
import type { TaskAction } from '#contracts/tasks/records.ts'
import type { WorkContext } from '#server/platform/context.ts'
import { forbidden, invalid, type ServiceError } from '#server/platform/errors.ts'
import type { TaskRow } from './task-row.ts'

type WorkActor = WorkContext['actor']

/** The columns that decide who may see a task. */
export type VisibilityFields = Pick<TaskRow, 'assignee_kind' | 'assignee_id' | 'building_id'>

/** An API key has the rights of a manager. */
export const managesTasks = (actor: WorkActor): boolean =>
  actor.kind === 'KEY' ||
  (actor.kind === 'USER' && (actor.roles.includes('MANAGER') || actor.roles.includes('ADMIN')))

const isAdmin = (actor: WorkActor): boolean =>
  actor.kind === 'KEY' || (actor.kind === 'USER' && actor.roles.includes('ADMIN'))

/** The assignee ids that mean this person: the account and, if linked, the operator. An API key has none. */
const assigneeIdsOf = (actor: WorkActor): (string | null)[] => {
  switch (actor.kind) {
    case 'USER':
      return [actor.id, actor.operatorId]
    case 'OPERATOR':
      return [actor.id]
    case 'KEY':
      return []
    default:
      return actor satisfies never
  }
}

/** The same, plus the person's company, whose tasks they share. */
export const ownIdsOf = (actor: WorkActor): string[] =>
  actor.kind === 'USER' ? [...assigneeIdsOf(actor), actor.companyId].filter((id) => id !== null) : []

export const isAssignee = (actor: WorkActor, task: VisibilityFields): boolean =>
  task.assignee_id !== null && assigneeIdsOf(actor).includes(task.assignee_id)

/** Whether the task is assigned to the caller's company and not to a person yet. */
export const isOfOwnCompany = (actor: WorkActor, task: VisibilityFields): boolean =>
  actor.kind === 'USER' && task.assignee_id !== null && task.assignee_id === actor.companyId

/** Whether the member covers the task's building; all buildings if none is set. */
export const covers = (
  actor: WorkActor,
  { building_id: id }: Pick<VisibilityFields, 'building_id'>,
): boolean =>
  actor.kind === 'USER' && (actor.buildingIds.length === 0 || (id !== null && actor.buildingIds.includes(id)))

/**
 * Technicians see their own tasks, those of their company, and unassigned ones in the buildings they cover (in all
 * buildings if none is set).
 */
export const canView = (actor: WorkActor, task: VisibilityFields): boolean => {
  if (managesTasks(actor) || isAssignee(actor, task) || isOfOwnCompany(actor, task)) return true
  return task.assignee_id === null && covers(actor, task)
}

/** @throws ServiceError FORBIDDEN, not NOT_FOUND: within a tenant it is no secret that a task exists */
export const requireVisible = (ctx: WorkContext, task: VisibilityFields): void => {
  // guard: task-sight
  if (!canView(ctx.actor, task)) throw forbidden()
}

/** A merged task cannot be changed: its work continues in the task that it was merged into. */
export const mergedFault = (task: Pick<TaskRow, 'merged_into'>): ServiceError | undefined =>
  task.merged_into === null ? undefined : invalid('id', `this task was merged into ${task.merged_into}`)

/** @throws ServiceError VALIDATION_ERROR */
export const requireUnmerged = (task: Pick<TaskRow, 'merged_into'>): void => {
  const fault = mergedFault(task)
  if (fault) throw fault
}

export const reopenHours = 24

/** Technicians may reopen a finished task for a day; managers at any time. */
export const mayReopen = (actor: WorkActor, task: Pick<TaskRow, 'completed_at'>, now: Date): boolean =>
  managesTasks(actor) ||
  (task.completed_at !== null && now.getTime() - task.completed_at.getTime() <= reopenHours * 3_600_000)

type ActionFields = VisibilityFields &
  Pick<TaskRow, 'status' | 'blocked_reason' | 'merged_into' | 'completed_at'>

const mayWrite = (actor: WorkActor): boolean => actor.kind !== 'KEY' || actor.scopes.includes('write')

/** The actions that the caller may take on the task, in the order of the contract. */
export const allowedActions = (actor: WorkActor, task: ActionFields, now: Date): TaskAction[] => {
  if (task.merged_into !== null || !canView(actor, task) || !mayWrite(actor)) return []
  const manages = managesTasks(actor)
  const done = task.status === 'DONE'
  const may: Record<TaskAction, boolean> = {
    start: task.status === 'OPEN',
    finish: !done,
    reopen: done && actor.kind !== 'OPERATOR' && mayReopen(actor, task, now),
    claim: actor.kind === 'USER' && !done && (task.assignee_id === null || isOfOwnCompany(actor, task)),
    assign: manages,
    block: !done && task.blocked_reason === null,
    unblock: !done && task.blocked_reason !== null,
    note: true,
    attach: true,
    edit: manages,
    merge: manages,
    delete: isAdmin(actor),
  }
  return (Object.keys(may) as TaskAction[]).filter((action) => may[action])
}
