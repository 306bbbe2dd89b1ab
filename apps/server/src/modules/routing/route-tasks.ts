/** Gives new tasks to whom the rules choose, and takes back what was not begun in time. */
import { plans } from '#contracts/kit/vocabulary.ts'
import {
  findLockable,
  isAssignable,
  lockTasks,
  type Reason,
  type Routed,
  routeTasks,
  type TaskRow,
} from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { assigneeOfChoice, type Choice, storedTries, whyOfChoice } from './choice.ts'
import { type RoutedTask, readCases, readRules, readTeam } from './read-cases.ts'
import { afterChoice, choose, type Rule } from './rules.ts'

const tenantPlan = async (ctx: TenantContext): Promise<string> => {
  const [tenant] = await ctx.run<{ plan: string }>('select plan from tenant where id = $1', [ctx.tenantId])
  return tenant?.plan ?? 'TRIAL'
}

const takeByKind = 'routing.take_by'

/** Rules need PRO; companies that look after places need no plan. */
const rulesOf = async (ctx: TenantContext, plan: string): Promise<Rule[]> =>
  plans.indexOf(plan as (typeof plans)[number]) >= plans.indexOf('PRO') ? readRules(ctx) : []

/**
 * Somebody may leave between our look at the team and now: then the pool has the task. Companies and people are locked
 * before tasks, as everywhere.
 */
const stillThere = async (ctx: TenantContext, choices: readonly Choice[]): Promise<Set<string>> => {
  const meant = new Map(
    choices.flatMap((choice) => {
      const who = assigneeOfChoice(choice)
      return who ? [[who.id, who] as const] : []
    }),
  )
  // In the order of their ids, as everybody locks several.
  const ordered = [...meant.values()].sort((one, other) => (one.id < other.id ? -1 : 1))
  const standing = await Promise.all(
    ordered.map(async (who) => ((await isAssignable(ctx, who)) ? [who.id] : [])),
  )
  return new Set(standing.flat())
}

const waitingText = `select id, building_id, amenity_id, category, skill, priority, source, created_at from task
  where tenant_id = $1 and id = any($2::uuid[]) and assignee_id is null and status <> 'DONE' and merged_into is null`

const waits = ({ assignee_id, status, merged_into }: TaskRow): boolean =>
  assignee_id === null && status !== 'DONE' && merged_into === null

/** Which schedule made the task stays told, whoever gets it. */
const withOrigin = ({ source, routing }: TaskRow, why: Reason): readonly Reason[] => {
  const made = source === 'SCHEDULE' ? (routing as { readonly why?: readonly Reason[] } | null) : null
  return [...(made?.why ?? []), why]
}

/** Those that nobody has yet; a task that came with an assignee keeps it. */
export const routeCreated = async (ctx: TenantContext, taskIds: readonly string[]): Promise<void> => {
  const plan = await tenantPlan(ctx)
  const rules = await rulesOf(ctx, plan)
  let team = await readTeam(ctx, rules, plan)
  if (rules.length === 0 && team.roster.companies.length === 0) return
  const waiting = await ctx.run<RoutedTask>(waitingText, [ctx.tenantId, taskIds])
  const cases = await readCases(ctx, waiting)
  const chosen = waiting.flatMap(({ id }) => {
    const found = cases.get(id)
    if (!found) return []
    const choice = choose(rules, found, team)
    team = afterChoice(team, choice)
    // Nothing was looked at, so there is nothing to say.
    return choice.by === 'NOBODY' && choice.tried.length === 0 ? [] : [{ id, choice }]
  })
  const there = await stillThere(
    ctx,
    chosen.map(({ choice }) => choice),
  )
  const locked = await lockTasks(
    ctx,
    chosen.map(({ id }) => id),
  )
  const routed = chosen.flatMap(({ id, choice }): Routed[] => {
    const task = locked.get(id)
    if (!task || !waits(task)) return []
    const who = assigneeOfChoice(choice)
    const minutes = choice.by === 'RULE' ? choice.takeWithinMinutes : null
    const assignee = who && there.has(who.id) ? { kind: who.kind, id: who.id } : null
    const takeBy =
      assignee && minutes !== null ? new Date(ctx.now.getTime() + minutes * 60_000).toISOString() : null
    const routing = {
      ruleId: choice.by === 'RULE' ? choice.rule.id : null,
      why: withOrigin(task, whyOfChoice(choice)),
      tried: storedTries(choice.tried),
      takeBy,
    }
    return [{ task, assignee, priority: choice.by === 'RULE' ? choice.priority : null, routing }]
  })
  await routeTasks(ctx, routed)
  await Promise.all(
    routed.flatMap(({ task, routing: { takeBy } }) =>
      takeBy === null ? [] : [ctx.schedule(takeByKind, task.id, new Date(takeBy))],
    ),
  )
}

/** A task that its rule gave to somebody and that was not begun in time returns to the pool. */
const takeBack: ScheduledJobHandler = async (ctx, taskId) => {
  const task = await findLockable(ctx, taskId)
  // It is being changed: again in a moment.
  if (task === 'busy') return ctx.schedule(takeByKind, taskId, ctx.now)
  const routing = task?.routing as Routed['routing'] | null | undefined
  // Whoever has been given it since by hand, or has begun, keeps it.
  if (task?.status !== 'OPEN' || task.assignee_id === null) return
  // The time itself, and not that of this row, which is later where a try failed.
  if (!routing?.takeBy || new Date(routing.takeBy) > ctx.now) return
  const rules = await readRules(ctx)
  const rule = rules.find(({ id }) => id === routing.ruleId)
  const minutes = rule?.action.takeWithinMinutes ?? 0
  const why: Reason[] = [{ code: 'LAPSED', rule: rule?.name ?? '–', minutes }]
  await routeTasks(ctx, [
    {
      task,
      assignee: null,
      priority: null,
      routing: { ruleId: routing.ruleId, why, tried: routing.tried, takeBy: null },
    },
  ])
}

export const takeBackWork = { [takeByKind]: takeBack }
