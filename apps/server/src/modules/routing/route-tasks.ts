/** Assigns new tasks by the routing rules, and unassigns those that were not started in time. */
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

/** Rules need PRO; coverage of companies needs no plan. */
const rulesOf = async (ctx: TenantContext, plan: string): Promise<Rule[]> =>
  plans.indexOf(plan as (typeof plans)[number]) >= plans.indexOf('PRO') ? readRules(ctx) : []

/**
 * Which chosen assignees are still active; somebody may have left since the team was read. Companies and people are
 * locked before tasks, as everywhere.
 */
const activeAssignees = async (ctx: TenantContext, choices: readonly Choice[]): Promise<Set<string>> => {
  const meant = new Map(
    choices.flatMap((choice) => {
      const who = assigneeOfChoice(choice)
      return who ? [[who.id, who] as const] : []
    }),
  )
  // Locked in order of ids, so that transactions never deadlock.
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

/** Keeps the reason that names the schedule which created the task. */
const withOrigin = ({ source, routing }: TaskRow, why: Reason): readonly Reason[] => {
  const made = source === 'SCHEDULE' ? (routing as { readonly why?: readonly Reason[] } | null) : null
  return [...(made?.why ?? []), why]
}

/** Routes those that are unassigned; a task that was created with an assignee keeps it. */
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
    // No rule was checked, so there is no reason to store.
    return choice.by === 'NOBODY' && choice.tried.length === 0 ? [] : [{ id, choice }]
  })
  const there = await activeAssignees(
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

/** Unassigns a task that its rule assigned and that was not started in time. */
const unassignUnstarted: ScheduledJobHandler = async (ctx, taskId) => {
  const task = await findLockable(ctx, taskId)
  // The task is being changed; try again soon.
  if (task === 'busy') return ctx.schedule(takeByKind, taskId, ctx.now)
  const routing = task?.routing as Routed['routing'] | null | undefined
  // A task that was started or is unassigned is left alone.
  if (task?.status !== 'OPEN' || task.assignee_id === null) return
  // Compares the stored time, not the job's, which is later after a failed try.
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

export const routingJobs = { [takeByKind]: unassignUnstarted }
