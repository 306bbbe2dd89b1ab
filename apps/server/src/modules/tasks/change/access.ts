/** Who may see a task and what they may do with it. */
import type { TaskAction } from '#contracts/tasks/records.ts'
import type { WorkContext } from '#server/platform/context.ts'
import { forbidden, invalid, type ServiceError } from '#server/platform/errors.ts'
import type { TaskRow } from './task-row.ts'

type WorkActor = WorkContext['actor']

/** What of a task decides who sees it. */
export type Placed = Pick<TaskRow, 'assignee_kind' | 'assignee_id' | 'building_id'>

/** A key acts as the tenant. */
export const managesTasks = (actor: WorkActor): boolean =>
  actor.kind === 'KEY' ||
  (actor.kind === 'USER' && (actor.roles.includes('MANAGER') || actor.roles.includes('ADMIN')))

const isAdmin = (actor: WorkActor): boolean =>
  actor.kind === 'KEY' || (actor.kind === 'USER' && actor.roles.includes('ADMIN'))

/** Whom a person's tasks are assigned to: themselves, also as an operator. A key is nobody. */
const selvesOf = (actor: WorkActor): (string | null)[] => {
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

/** With the company whose work they share. */
export const ownIdsOf = (actor: WorkActor): string[] =>
  actor.kind === 'USER' ? [...selvesOf(actor), actor.companyId].filter((id) => id !== null) : []

/** Whether they have it in hand themselves. */
export const isAssignee = (actor: WorkActor, task: Placed): boolean =>
  task.assignee_id !== null && selvesOf(actor).includes(task.assignee_id)

/** Whether it is their company's, and nobody has taken it yet. */
export const isOfOwnCompany = (actor: WorkActor, task: Placed): boolean =>
  actor.kind === 'USER' && task.assignee_id !== null && task.assignee_id === actor.companyId

/**
 * A technician sees their own tasks, those of their company, and those of nobody in the buildings that they cover (all
 * where none is set).
 */
export const canView = (actor: WorkActor, task: Placed): boolean => {
  if (managesTasks(actor) || isAssignee(actor, task) || isOfOwnCompany(actor, task)) return true
  if (actor.kind !== 'USER' || task.assignee_id !== null) return false
  return (
    actor.buildingIds.length === 0 ||
    (task.building_id !== null && actor.buildingIds.includes(task.building_id))
  )
}

/** @throws ServiceError FORBIDDEN: within a tenant it is no secret that a task exists */
export const requireVisible = (ctx: WorkContext, task: Placed): void => {
  // guard: task-sight
  if (!canView(ctx.actor, task)) throw forbidden()
}

/** What was merged lives on in another task, and is not changed itself. */
export const mergedFault = (task: Pick<TaskRow, 'merged_into'>): ServiceError | undefined =>
  task.merged_into === null ? undefined : invalid('id', `this task was merged into ${task.merged_into}`)

/** @throws ServiceError VALIDATION_ERROR */
export const requireUnmerged = (task: Pick<TaskRow, 'merged_into'>): void => {
  const fault = mergedFault(task)
  if (fault) throw fault
}

export const reopenHours = 24

/** A technician may take back a finish for a day; after that it is the managers' business. */
export const mayReopen = (actor: WorkActor, task: Pick<TaskRow, 'completed_at'>, now: Date): boolean =>
  managesTasks(actor) ||
  (task.completed_at !== null && now.getTime() - task.completed_at.getTime() <= reopenHours * 3_600_000)

type Acted = Placed & Pick<TaskRow, 'status' | 'blocked_reason' | 'merged_into' | 'completed_at'>

const mayWrite = (actor: WorkActor): boolean => actor.kind !== 'KEY' || actor.scopes.includes('write')

/** What the caller may do with a task that they see, in the order of the contract. */
export const allowedActions = (actor: WorkActor, task: Acted, now: Date): TaskAction[] => {
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
