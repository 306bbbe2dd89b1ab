/** Active escalation rules, and which of them have acted on a task. */
import type { EscalationAction, EscalationLevel } from '#contracts/escalation/rules.ts'
import { inScope, type Scope } from '#contracts/kit/scope.ts'
import { readTaskClocks, type TaskClock } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

export interface Rule {
  readonly id: string
  readonly name: string
  readonly scope: Scope
  readonly level: EscalationLevel
  readonly action: EscalationAction
  /** steps due before then are not run */
  readonly acts_from: Date | null
}

/** A rule that will act on a task, and when. */
export interface EscalationStep {
  readonly taskId: string
  readonly reopenCount: number
  readonly rule: Rule
  readonly at: Date
}

const rulesText = `select r.id, r.name, r.scope, r.level, r.action, r.acts_from
  from escalation_rule r join tenant t on t.id = $1 and t.plan in ('BUSINESS', 'ENTERPRISE')
  where r.tenant_id = $1 and r.enabled
    and (t.plan = 'ENTERPRISE' or not coalesce(r.action -> 'assign' ? 'onCall', false))`

/** No rules below BUSINESS; assigning to on call needs ENTERPRISE. */
export const readRules = (ctx: TenantContext): Promise<Rule[]> => ctx.run<Rule>(rulesText, [ctx.tenantId])

const doneText = `select task_id, rule_id, reopen_count from escalation_done
  where tenant_id = $1 and task_id = any($2::uuid[])`

interface Done {
  readonly task_id: string
  readonly rule_id: string
  readonly reopen_count: number
}

const keyOf = (taskId: string, ruleId: string, reopenCount: number): string =>
  `${taskId} ${ruleId} ${reopenCount}`

const stepsOf = (clock: TaskClock, rules: readonly Rule[], done: ReadonlySet<string>): EscalationStep[] =>
  rules.flatMap((rule) => {
    const { taskId, reopenCount, scope } = clock
    if (done.has(keyOf(taskId, rule.id, reopenCount)) || !inScope(rule.scope, scope)) return []
    const at = clock.timeOf(rule.level)
    if (at === undefined || (rule.acts_from !== null && at < rule.acts_from)) return []
    return [{ taskId, reopenCount, rule, at }]
  })

/** Steps of these tasks that are not done yet, soonest first. */
export const readSteps = async (
  ctx: TenantContext,
  taskIds: readonly string[],
  rules: readonly Rule[],
): Promise<EscalationStep[]> => {
  if (rules.length === 0 || taskIds.length === 0) return []
  const { clocks } = await readTaskClocks(ctx, taskIds)
  const rows = await ctx.run<Done>(doneText, [ctx.tenantId, taskIds])
  const done = new Set(rows.map((row) => keyOf(row.task_id, row.rule_id, row.reopen_count)))
  return clocks
    .flatMap((course) => stepsOf(course, rules, done))
    .sort((one, other) => one.at.getTime() - other.at.getTime() || (one.rule.id < other.rule.id ? -1 : 1))
}

const noteText = `insert into escalation_done (tenant_id, task_id, rule_id, reopen_count, due_at, at)
  select $1, r.task_id, r.rule_id, r.reopen_count, r.due_at, $6
  from unnest($2::uuid[], $3::uuid[], $4::int[], $5::timestamptz[]) as r (task_id, rule_id, reopen_count, due_at)
  on conflict do nothing returning task_id`

/** Records steps as done, once for each task, rule and cycle. @returns how many were new */
export const recordDone = async (ctx: TenantContext, steps: readonly EscalationStep[]): Promise<number> => {
  if (steps.length === 0) return 0
  const rows = await ctx.run(noteText, [
    ctx.tenantId,
    steps.map(({ taskId }) => taskId),
    steps.map(({ rule }) => rule.id),
    steps.map(({ reopenCount }) => reopenCount),
    steps.map(({ at }) => at),
    ctx.now,
  ])
  return rows.length
}
