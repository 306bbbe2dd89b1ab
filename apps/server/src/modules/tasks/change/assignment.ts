/** Who has a task in hand. */
import type { Priority } from '#contracts/records.ts'
import type { AssigneeInput, RoutingTry } from '#contracts/tasks/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { type HistoryLine, writeHistory } from '../notes/history.ts'
import { changeEach, changeTasks } from './change-task.ts'
import { type AssigneeKey, assigneeOf, type TaskRow } from './task-row.ts'

/** Whether somebody may be given work. Shared lock: who is being removed must not be given any in the same moment. */
const standing = {
  USER: "select id from app_user where tenant_id = $1 and id = $2 and removed_at is null and state <> 'DISABLED' for share",
  OPERATOR: "select id from operator where tenant_id = $1 and id = $2 and state = 'ACTIVE' for share",
  COMPANY: "select id from company where tenant_id = $1 and id = $2 and state = 'ACTIVE' for share",
} as const

const kinds = { userId: 'USER', operatorId: 'OPERATOR', companyId: 'COMPANY' } as const

/**
 * Who is meant: at most one of the three.
 * @throws ServiceError VALIDATION_ERROR for two at once, NOT_FOUND for a member, an operator or a company that is not active
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

/** Active, as a member of the team, an operator or a company; locked until the commit. */
export const isAssignable = async (ctx: TenantContext, { kind, id }: AssigneeKey): Promise<boolean> =>
  (await ctx.run(standing[kind], [ctx.tenantId, id])).length > 0

/** Why a task is with whom it is, in plain words, and the rule that chose. */
export interface Routing {
  readonly ruleId: string | null
  readonly reason: string
}

/** Gives locked tasks to somebody, or to nobody; those who have them already keep them without a change. @returns the rows after, in the order given */
export const assignTasks = async (
  ctx: TenantContext,
  tasks: readonly TaskRow[],
  assignee: AssigneeKey | null,
  routing: Routing | null,
): Promise<TaskRow[]> => {
  const changed = tasks.filter(
    (task) => task.assignee_id !== (assignee?.id ?? null) || task.assignee_kind !== (assignee?.kind ?? null),
  )
  const after = await changeTasks(ctx, changed, {
    assignee_kind: assignee?.kind ?? null,
    assignee_id: assignee?.id ?? null,
    routing: routing && JSON.stringify(routing),
  })
  await writeHistory(
    ctx,
    changed.map((task, index) => ({
      task: after[index] ?? task,
      type: 'ASSIGNED' as const,
      changes: { assignee: [assigneeOf(task), assignee] },
    })),
  )
  const rows = new Map(after.map((row) => [row.id, row]))
  return tasks.map((task) => rows.get(task.id) ?? task)
}

/** A task that rules have looked at. */
export interface Routed {
  /** locked */
  readonly task: TaskRow
  /** null: the pool */
  readonly assignee: AssigneeKey | null
  /** null: as it is */
  readonly priority: Priority | null
  readonly routing: {
    readonly ruleId: string | null
    readonly reason: string
    readonly tried: readonly RoutingTry[]
    /** ISO 8601; not begun by then it returns to the pool */
    readonly takeBy: string | null
  }
}

/** Gives tasks to whom the rules chose, with the reason; those that stay nobody's get the reason alone. */
export const routeTasks = async (ctx: TenantContext, routed: readonly Routed[]): Promise<void> => {
  const after = await changeEach(
    ctx,
    routed.map(({ task, assignee, priority, routing }) => ({
      task,
      changes: {
        assignee_kind: assignee?.kind ?? null,
        assignee_id: assignee?.id ?? null,
        routing: JSON.stringify(routing),
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
