/** Assignees of tasks: reading, checking and assigning. */
import type { Priority } from '#contracts/records.ts'
import type { AssigneeInput } from '#contracts/tasks/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { type HistoryLine, writeHistory } from '../notes/history.ts'
import { changeEach } from './change-task.ts'
import { type Reason, type StoredTry, sayTry, withText } from './reasons.ts'
import { type AssigneeKey, assigneeOf, type TaskChanges, type TaskRow } from './task-row.ts'

// Shared locks, so that nobody can be removed or suspended while work is being assigned to them.
const personText =
  "select id from app_user where tenant_id = $1 and id = $2 and removed_at is null and state <> 'DISABLED' for share"
const operatorText = `select company_id from operator o where o.tenant_id = $1 and o.id = $2 and o.state = 'ACTIVE'
    and not exists (select from app_user u where u.tenant_id = $1 and u.id = o.user_id and u.removed_at is null and u.state <> 'ACTIVE')
  for share of o`
const companyText = "select id from company where tenant_id = $1 and id = $2 and state = 'ACTIVE' for share"

const kinds = { userId: 'USER', operatorId: 'OPERATOR', companyId: 'COMPANY' } as const

/**
 * Reads the assignee of a body, which names at most one of member, operator and company.
 * @throws ServiceError VALIDATION_ERROR for two at once, NOT_FOUND for a member, an operator or a company that is
 * not active
 */
export const readAssignee = async (
  ctx: TenantContext,
  input: AssigneeInput,
  path: string,
): Promise<AssigneeKey | null> => {
  const given = (Object.keys(kinds) as (keyof typeof kinds)[]).flatMap((name) => {
    const id = input[name]
    return id === undefined || id === null ? [] : [{ kind: kinds[name], id }]
  })
  if (given.length > 1) throw invalid(path, 'names more than one assignee')
  const [one] = given
  if (!one) return null
  if (!(await isAssignable(ctx, one))) throw notFound()
  return one
}

const isActiveCompany = async (ctx: TenantContext, id: string): Promise<boolean> =>
  (await ctx.run(companyText, [ctx.tenantId, id])).length > 0

const isActiveOperator = async (ctx: TenantContext, id: string): Promise<boolean> => {
  const [found] = await ctx.run<{ company_id: string | null }>(operatorText, [ctx.tenantId, id])
  if (!found) return false
  // A separate statement: after waiting for the operator's lock it must read the company's current state.
  return found.company_id === null || isActiveCompany(ctx, found.company_id)
}

/** Whether the assignee is active. Locks it until the commit; call it before tasks are locked. */
export const isAssignable = async (ctx: TenantContext, { kind, id }: AssigneeKey): Promise<boolean> => {
  switch (kind) {
    case 'USER':
      return (await ctx.run(personText, [ctx.tenantId, id])).length > 0
    case 'OPERATOR':
      return isActiveOperator(ctx, id)
    case 'COMPANY':
      return isActiveCompany(ctx, id)
    default:
      return kind satisfies never
  }
}

/** Why a task has its assignee, and the routing rule that chose. */
export interface Routing {
  readonly ruleId: string | null
  readonly why: readonly Reason[]
}

/** Assignment by a person, without a rule. */
export const manualRouting = (code: 'ASSIGNED' | 'TAKEN', name: string): Routing => ({
  ruleId: null,
  why: [{ code, name }],
})

/** A locked task and its new assignee; null means unassigned. */
export interface Assignment {
  readonly task: TaskRow
  readonly assignee: AssigneeKey | null
  readonly routing: Routing | null
}

/** Replaces the stored routing too: reasons and the time limit were about the former assignee. */
export const assignmentChanges = (
  assignee: AssigneeKey | null,
  routing: Routing | null,
): Pick<TaskChanges, 'assignee_kind' | 'assignee_id' | 'routing'> => ({
  assignee_kind: assignee?.kind ?? null,
  assignee_id: assignee?.id ?? null,
  routing: routing && JSON.stringify(withText(routing)),
})

const isReassignment = ({ task, assignee }: Assignment): boolean =>
  task.assignee_id !== (assignee?.id ?? null) || task.assignee_kind !== (assignee?.kind ?? null)

/**
 * Assigns each task to its own assignee; unchanged assignments are skipped. @returns the rows after, in the order
 * given
 */
export const assignEach = async (ctx: TenantContext, wanted: readonly Assignment[]): Promise<TaskRow[]> => {
  const changed = wanted.filter(isReassignment)
  const after = await changeEach(
    ctx,
    changed.map(({ task, assignee, routing }) => ({ task, changes: assignmentChanges(assignee, routing) })),
  )
  await writeHistory(
    ctx,
    changed.map(({ task, assignee }, index) => ({
      task: after[index] ?? task,
      type: 'ASSIGNED' as const,
      changes: { assignee: [assigneeOf(task), assignee] },
    })),
  )
  const rows = new Map(after.map((row) => [row.id, row]))
  return wanted.map(({ task }) => rows.get(task.id) ?? task)
}

/** Assigns locked tasks to the same assignee, or to nobody. @returns the rows after, in the order given */
export const assignTasks = (
  ctx: TenantContext,
  tasks: readonly TaskRow[],
  assignee: AssigneeKey | null,
  routing: Routing | null,
): Promise<TaskRow[]> =>
  assignEach(
    ctx,
    tasks.map((task) => ({ task, assignee, routing })),
  )

/** The result of the routing rules for a task. */
export interface Routed {
  /** locked */
  readonly task: TaskRow
  /** null: unassigned */
  readonly assignee: AssigneeKey | null
  /** null: unchanged */
  readonly priority: Priority | null
  readonly routing: {
    readonly ruleId: string | null
    readonly why: readonly Reason[]
    readonly tried: readonly StoredTry[]
    /** ISO 8601; if nobody has started the task by then, it becomes unassigned */
    readonly takeBy: string | null
  }
}

/** Stores assignee and reasons that the rules chose; a task that stays unassigned gets the reasons only. */
export const routeTasks = async (ctx: TenantContext, routed: readonly Routed[]): Promise<void> => {
  const after = await changeEach(
    ctx,
    routed.map(({ task, assignee, priority, routing }) => ({
      task,
      changes: {
        assignee_kind: assignee?.kind ?? null,
        assignee_id: assignee?.id ?? null,
        routing: JSON.stringify(
          withText({ ...routing, tried: routing.tried.map((one) => ({ ...one, ...sayTry(one, 'en') })) }),
        ),
        ...(priority === null ? {} : { priority }),
      },
    })),
  )
  await writeHistory(
    ctx,
    routed.flatMap(({ task: before, assignee, priority }, index): HistoryLine[] => {
      const task = after[index] ?? before
      const from = assigneeOf(before)
      return [
        ...(from?.id === assignee?.id
          ? []
          : [{ task, type: 'ASSIGNED' as const, changes: { assignee: [from, assignee] as const } }]),
        ...(priority === null || priority === before.priority
          ? []
          : [{ task, type: 'EDITED' as const, changes: { priority: [before.priority, priority] as const } }]),
      ]
    }),
  )
}
