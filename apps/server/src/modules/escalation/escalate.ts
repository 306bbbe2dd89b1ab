/** Runs due escalation steps: rules act on the task, each once, and the next step is scheduled. */
import { type Priority, priorities } from '#contracts/records.ts'
import { onCallAt, readRoster } from '#server/modules/operator/public.ts'
import {
  type AssigneeKey,
  escalateTask,
  findLockable,
  isAssignable,
  readScopeFacts,
  readTaskFacts,
  type TaskRow,
} from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { notify } from './notify.ts'
import { type EscalationStep, type Rule, readRules, readSteps, recordDone } from './read-rules.ts'
import { whyOf } from './reason.ts'
import { escalationKind, scheduleNext } from './schedule-steps.ts'

const priorityAfter = (task: TaskRow, { action }: Rule): Priority | undefined => {
  if (action.priority !== 'UP') return action.priority
  return priorities[priorities.indexOf(task.priority as Priority) + 1]
}

/** The first operator on call for the task's place and skill now; undefined if there is none. */
const whoIsOnCall = async (ctx: TenantContext, task: TaskRow): Promise<AssigneeKey | undefined> => {
  const [facts] = await readTaskFacts(ctx, [task.id])
  const scope = (await readScopeFacts(ctx, [task])).get(task.id)
  if (!facts || !scope) return undefined
  const place = { ...scope, skill: task.skill, timeZone: facts.timeZone }
  const [first] = onCallAt(await readRoster(ctx), place, ctx.now)
  return first && { kind: 'OPERATOR', id: first.id }
}

/** The assignee that a rule names. */
const namedAssignee = ({ action: { assign } }: Rule): AssigneeKey | undefined => {
  if (!assign || 'onCall' in assign) return undefined
  if ('userId' in assign) return { kind: 'USER', id: assign.userId }
  return 'operatorId' in assign
    ? { kind: 'OPERATOR', id: assign.operatorId }
    : { kind: 'COMPANY', id: assign.companyId }
}

/** Whether assignees are active, by id. */
type Assignability = ReadonlyMap<string, boolean>

/**
 * Reads and locks the assignees of rules that act now. Companies and people are locked before the task, as
 * everywhere.
 */
const readAssignability = async (
  ctx: TenantContext,
  taskId: string,
  rules: readonly Rule[],
): Promise<Assignability> => {
  const naming = rules.filter((rule) => namedAssignee(rule) !== undefined)
  const steps = await readSteps(ctx, [taskId], naming)
  const named = new Map(
    steps.flatMap(({ at, rule }) => {
      const one = at <= ctx.now ? namedAssignee(rule) : undefined
      return one ? [[one.id, one] as const] : []
    }),
  )
  // Locked in order of ids, so that transactions never deadlock.
  const ordered = [...named.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  return new Map(
    await Promise.all(ordered.map(async (one) => [one.id, await isAssignable(ctx, one)] as const)),
  )
}

/** undefined: the assignee is unchanged, also if the new one is not active any more. */
const assigneeAfter = async (
  ctx: TenantContext,
  task: TaskRow,
  rule: Rule,
  assignable: Assignability,
): Promise<AssigneeKey | null | undefined> => {
  const { assign } = rule.action
  if (assign === undefined) return undefined
  // A task that somebody has started is not taken away.
  if (assign === null) return task.status === 'OPEN' ? null : undefined
  if ('onCall' in assign) return whoIsOnCall(ctx, task)
  const target = namedAssignee(rule)
  if (!target) return undefined
  // A rule that becomes due only by another rule's change was not checked before.
  const canBeAssigned = assignable.get(target.id) ?? (await isAssignable(ctx, target))
  return canBeAssigned ? target : undefined
}

const applyRule = async (
  ctx: TenantContext,
  task: TaskRow,
  { rule, at }: EscalationStep,
  assignable: Assignability,
): Promise<TaskRow> => {
  await notify(ctx, task, rule, at)
  return escalateTask(ctx, task, {
    ruleId: rule.id,
    ruleName: rule.name,
    why: whyOf(rule),
    dueAt: at,
    priority: priorityAfter(task, rule),
    assignee: await assigneeAfter(ctx, task, rule, assignable),
  })
}

/**
 * Effect and record of each step commit together with the scheduled job, so each happens once even if a worker
 * dies.
 */
export const escalate: ScheduledJobHandler = async (ctx, taskId) => {
  const rules = await readRules(ctx)
  const assignable = await readAssignability(ctx, taskId, rules)
  const found = await findLockable(ctx, taskId)
  // The task is being changed; try again soon.
  if (found === 'busy') return ctx.schedule(escalationKind, taskId, ctx.now)
  if (!found) return
  let task = found
  let steps = await readSteps(ctx, [taskId], rules)
  // A rule's change may move later steps, so they are read again after each; each pass leaves one rule less.
  for (let [next] = steps; next && next.at <= ctx.now; [next] = steps) {
    if ((await recordDone(ctx, [next])) > 0) task = await applyRule(ctx, task, next, assignable)
    steps = await readSteps(ctx, [taskId], rules)
  }
  await scheduleNext(ctx, steps)
}
