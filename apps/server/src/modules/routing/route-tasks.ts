/** Gives new tasks to whom the rules choose, and takes back what was not begun in time. */
import { plans } from '#contracts/kit/vocabulary.ts'
import { tenantLanguage } from '#server/modules/admin/settings/public.ts'
import { isAssignable, lockTask, lockTasks, type Routed, routeTasks } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { assigneeOfChoice, type Choice, presentTries, reasonOfChoice, wordsIn } from './choice.ts'
import { readCases, readRules, readTeam } from './read-cases.ts'
import { choose, type Rule } from './rules.ts'

const tenantPlan = async (ctx: TenantContext): Promise<string> => {
  const [tenant] = await ctx.run<{ plan: string }>('select plan from tenant where id = $1', [ctx.tenantId])
  return tenant?.plan ?? 'TRIAL'
}

/** Rules need PRO; companies that look after places need no plan. */
const rulesOf = async (ctx: TenantContext, plan: string): Promise<Rule[]> =>
  plans.indexOf(plan as (typeof plans)[number]) >= plans.indexOf('PRO') ? readRules(ctx) : []

/** Somebody may leave between our look at the team and now: then the pool has the task. */
const stillThere = async (ctx: TenantContext, choices: readonly Choice[]): Promise<Set<string>> => {
  const meant = new Map(
    choices.flatMap((choice) => {
      const who = assigneeOfChoice(choice)
      return who ? [[who.id, who] as const] : []
    }),
  )
  const standing = await Promise.all(
    [...meant.values()].map(async (who) => ((await isAssignable(ctx, who)) ? [who.id] : [])),
  )
  return new Set(standing.flat())
}

/** Those that nobody has yet; a task that came with an assignee keeps it. */
export const routeCreated = async (ctx: TenantContext, taskIds: readonly string[]): Promise<void> => {
  const plan = await tenantPlan(ctx)
  const rules = await rulesOf(ctx, plan)
  const team = await readTeam(ctx, rules, plan)
  if (rules.length === 0 && team.roster.companies.length === 0) return
  const locked = await lockTasks(ctx, taskIds)
  const tasks = [...locked.values()].filter(
    (task) => task.assignee_id === null && task.status !== 'DONE' && task.merged_into === null,
  )
  const [cases, language] = await Promise.all([readCases(ctx, tasks), tenantLanguage(ctx)])
  const words = wordsIn(language)
  const chosen = tasks.flatMap((task) => {
    const found = cases.get(task.id)
    if (!found) return []
    const choice = choose(rules, found, team)
    // Nothing was looked at, so there is nothing to say.
    return choice.by === 'NOBODY' && choice.tried.length === 0 ? [] : [{ task, choice }]
  })
  const there = await stillThere(
    ctx,
    chosen.map(({ choice }) => choice),
  )
  const routed = chosen.map(({ task, choice }): Routed => {
    const who = assigneeOfChoice(choice)
    const minutes = choice.by === 'RULE' ? choice.takeWithinMinutes : null
    const assignee = who && there.has(who.id) ? { kind: who.kind, id: who.id } : null
    const takeBy =
      assignee && minutes !== null ? new Date(ctx.now.getTime() + minutes * 60_000).toISOString() : null
    return {
      task,
      assignee,
      priority: choice.by === 'RULE' ? choice.priority : null,
      routing: {
        ruleId: choice.by === 'RULE' ? choice.rule.id : null,
        reason: reasonOfChoice(choice, words),
        tried: presentTries(choice.tried, words),
        takeBy,
      },
    }
  })
  await routeTasks(ctx, routed)
  await Promise.all(
    routed.flatMap(({ task, routing: { takeBy } }) =>
      takeBy === null ? [] : [ctx.at('routing.take_by', task.id, new Date(takeBy))],
    ),
  )
}

/** A task that its rule gave to somebody and that was not begun by `dueAt` returns to the pool. */
export const takeBack = async (ctx: TenantContext, taskId: string, dueAt: Date): Promise<void> => {
  const task = await lockTask(ctx, taskId).catch(() => undefined)
  const routing = task?.routing as Routed['routing'] | null | undefined
  // Whoever has been given it since by hand, or has begun, keeps it.
  if (task?.status !== 'OPEN' || task.assignee_id === null) return
  if (!routing?.takeBy || routing.takeBy !== dueAt.toISOString()) return
  const [rules, language] = await Promise.all([readRules(ctx), tenantLanguage(ctx)])
  const rule = rules.find(({ id }) => id === routing.ruleId)
  const reason = wordsIn(language).lapsed(rule?.name ?? '–', rule?.action.takeWithinMinutes ?? 0)
  await routeTasks(ctx, [
    {
      task,
      assignee: null,
      priority: null,
      routing: { ruleId: routing.ruleId, reason, tried: routing.tried, takeBy: null },
    },
  ])
}
