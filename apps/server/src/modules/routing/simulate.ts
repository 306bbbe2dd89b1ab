/** Previews of routing: the same pure functions, over one case or over past tasks, without changing anything. */

import type { Static } from 'typebox'
import type { Matches } from '#contracts/kit/pieces.ts'
import type { Priority } from '#contracts/records.ts'
import type {
  RoutingAction,
  RoutingConditions,
  RoutingTrial,
  simulateRouting,
} from '#contracts/routing/rules.ts'
import type { Assignee } from '#contracts/tasks/records.ts'
import { callerLanguage } from '#server/modules/settings/public.ts'
import { languageOf, readPlaces, readTitles, sayReasons, sayTry } from '#server/modules/tasks/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import { assigneeOfChoice, storedTries, whyOfChoice } from './choice.ts'
import { type RoutedTask, readCases, readRules, readTeam } from './read-cases.ts'
import {
  afterAssignment,
  afterEnd,
  type Case,
  choose,
  type Rule,
  type Team,
  tryRule,
  wouldMatch,
} from './rules.ts'

type SimulatedCase = NonNullable<Static<typeof simulateRouting.body>['case']>
type Answer = Static<typeof simulateRouting.data>

const readerLanguage = async (ctx: StaffContext): Promise<string> => {
  const [row] = await ctx.run<{ language: string }>(
    `select coalesce((select language from app_user where tenant_id = $1 and id = $2),
       (select settings -> 'profile' ->> 'locale' from tenant where id = $1), 'en') as language`,
    [ctx.tenantId, ctx.actor.id],
  )
  return row?.language ?? 'en'
}

const aroundText = `select b.time_zone, c.value ->> 'skill' as skill, c.value ->> 'priority' as priority
  from building b
  left join lateral (select c.value from amenity_type t, jsonb_array_elements(t.categories) c
    where t.tenant_id = $1 and c.value ->> 'code' = $3 order by t.code = $4 desc, t.position limit 1) c on true
  where b.tenant_id = $1 and b.id = $2 and b.archived_at is null`

/** @throws ServiceError NOT_FOUND for a building or an amenity, VALIDATION_ERROR for an amenity of another building */
const completeCase = async (ctx: StaffContext, input: SimulatedCase): Promise<Case> => {
  const places = await readPlaces(ctx, input.amenityId === undefined ? [] : [input.amenityId])
  const place = input.amenityId === undefined ? undefined : places.get(input.amenityId)
  if (input.amenityId !== undefined && !place) throw notFound()
  if (place && place.buildingId !== input.buildingId)
    throw invalid('body.case.amenityId', 'is not in this building')
  const type = input.type ?? place?.type ?? null
  const category = input.category ?? null
  const [around] = await ctx.run<{ time_zone: string; skill: string | null; priority: Priority | null }>(
    aroundText,
    [ctx.tenantId, input.buildingId, category, type],
  )
  if (!around) throw notFound()
  return {
    buildingId: input.buildingId,
    locationIds: place?.locationIds ?? [],
    type,
    category,
    skill: around.skill,
    timeZone: storedZone(around.time_zone),
    rating: input.rating ?? null,
    priority: input.priority ?? around.priority ?? 'MEDIUM',
    source: input.source ?? 'FEEDBACK',
    at: input.at === undefined ? ctx.now : new Date(input.at),
  }
}

/** Which rule would apply to a case, and why the others would not. @throws ServiceError NOT_FOUND, VALIDATION_ERROR */
export const routeCase = async (ctx: StaffContext, input: SimulatedCase): Promise<Answer> => {
  const [found, rules, language] = await Promise.all([
    completeCase(ctx, input),
    readRules(ctx),
    readerLanguage(ctx),
  ])
  const choice = choose(rules, found, await readTeam(ctx, rules, ctx.tenant.plan))
  return {
    ruleId: choice.by === 'RULE' ? choice.rule.id : null,
    assignee: assigneeOfChoice(choice),
    priority: choice.by === 'RULE' ? choice.priority : null,
    reason: sayReasons([whyOfChoice(choice)], languageOf(language)),
    tried: storedTries(choice.tried, choice.tried.length).map((one) => sayTry(one, language)),
  }
}

type PastTask = RoutedTask & {
  readonly number: number
  readonly title: string
  readonly assignee_id: string | null
  readonly completed_at: Date | null
}

const titlesOf = async (
  ctx: StaffContext,
  tasks: readonly PastTask[],
): Promise<ReadonlyMap<string, string>> =>
  readTitles(ctx, ctx.actor.kind === 'USER' ? tasks.map(({ id }) => id) : [], await callerLanguage(ctx))

const pastText = `select t.id, t.number, t.title, t.building_id, t.amenity_id, t.category, t.skill, t.priority, t.source, t.created_at,
    t.assignee_id, t.completed_at
  from task t where t.tenant_id = $1 and t.merged_into is null and t.created_at > $3
  order by t.created_at desc, t.id desc limit $2`

/** A task's first assignee, and whether a person assigned it. */
interface FirstAssignment {
  readonly id: string
  readonly byHand: boolean
  readonly made: boolean
  readonly assignee: Assignee | null
}

const firstText = `select h.id, h.actor_kind <> 'SYSTEM' as "byHand", h.action = 'CREATED' as made,
    jsonb_build_object('kind', h.kind, 'id', h.assignee_id, 'name', coalesce(
      (select name from app_user where tenant_id = $1 and h.kind = 'USER' and id = h.assignee_id),
      (select name from operator where tenant_id = $1 and h.kind = 'OPERATOR' and id = h.assignee_id),
      (select name from company where tenant_id = $1 and h.kind = 'COMPANY' and id = h.assignee_id), '')) as assignee
  from unnest($2::uuid[]) as asked (id)
  cross join lateral (
    select asked.id, actor_kind, action, changes #>> '{assignee,1,kind}' as kind, (changes #>> '{assignee,1,id}')::uuid as assignee_id
    from task_history where tenant_id = $1 and task_id = asked.id and changes ? 'assignee' order by at, task_history.id limit 1) h
  where h.assignee_id is not null`

const longAgo = new Date(0)

type Replayed = Extract<Answer, { readonly tasks: unknown }>['tasks'][number]
type KnownTask = PastTask & { readonly found: Case; readonly first: FirstAssignment | undefined }

/**
 * Replays tasks in order: each assignment counts as one more open task of its assignee until the task was done, and
 * later choices see that.
 * @param tasks oldest first
 * @param currentTeam the team now, whose counts may include some of these tasks
 */
const replay = (rules: readonly Rule[], tasks: readonly KnownTask[], currentTeam: Team): Replayed[] => {
  let team = tasks.reduce(
    (before, { assignee_id: holder, completed_at: done }) =>
      holder === null || done !== null ? before : afterEnd(before, holder),
    currentTeam,
  )
  let inHand: readonly { readonly by: string; readonly until: Date | null }[] = []
  return tasks.map(({ id: taskId, number, title, created_at: made, completed_at: until, found, first }) => {
    const ended = inHand.filter((one) => one.until !== null && one.until <= made)
    inHand = inHand.filter((one) => one.until === null || one.until > made)
    team = ended.reduce((before, { by }) => afterEnd(before, by), team)
    // A task that was created with an assignee keeps it.
    const choice = first?.made ? undefined : choose(rules, found, team)
    const after = choice ? assigneeOfChoice(choice) : (first?.assignee ?? null)
    if (after) {
      team = afterAssignment(team, after.id)
      inHand = [...inHand, { by: after.id, until }]
    }
    return {
      taskId,
      number,
      title,
      // A task that a person claimed or assigned had been unassigned before.
      before: first && (first.made || !first.byHand) ? first.assignee : null,
      after,
      ruleId: choice?.by === 'RULE' ? choice.rule.id : null,
    }
  })
}

/** Who the current rules would assign the last tasks to, compared with their first assignees. */
export const replayRouting = async (ctx: StaffContext, count: number): Promise<Answer> => {
  const [rules, tasks] = await Promise.all([
    readRules(ctx),
    ctx.run<PastTask>(pastText, [ctx.tenantId, count, longAgo]),
  ])
  const [cases, team, firsts] = await Promise.all([
    readCases(ctx, tasks),
    readTeam(ctx, rules, ctx.tenant.plan),
    ctx.run<FirstAssignment>(firstText, [ctx.tenantId, tasks.map(({ id }) => id)]),
  ])
  const went = new Map(firsts.map((first) => [first.id, first]))
  const titles = await titlesOf(ctx, tasks)
  const known = tasks.flatMap((task) => {
    const found = cases.get(task.id)
    const title = titles.get(task.id) ?? task.title
    return found ? [{ ...task, title, found, first: went.get(task.id) }] : []
  })
  const replayed = replay(rules, known.toReversed(), team).toReversed()
  return {
    tasks: replayed,
    changed: replayed.filter(({ before, after }) => before?.id !== after?.id).length,
  }
}

const trialDays = 30
/** Only this many of the newest tasks are checked; `of` says how many were. */
const mostTried = 2_000
const newestPage: Matches = { page: 1, pageSize: 20 }

/**
 * Which tasks of the last 30 days a rule at its position would have matched.
 * @param above ids of the rules before it
 */
export const tryRuleOnPast = async (
  ctx: StaffContext,
  parts: { readonly when: RoutingConditions; readonly then: RoutingAction },
  above: readonly string[],
  { page, pageSize }: Matches = newestPage,
): Promise<RoutingTrial> => {
  const rule = { id: '', name: '', enabled: true, conditions: parts.when, action: parts.then }
  const since = new Date(ctx.now.getTime() - trialDays * 86_400_000)
  const [tasks, kept] = await Promise.all([
    ctx.run<PastTask>(pastText, [ctx.tenantId, mostTried, since]),
    readRules(ctx),
  ])
  const before = kept.filter(({ id, enabled }) => enabled && above.includes(id))
  const [cases, team] = await Promise.all([
    readCases(ctx, tasks),
    readTeam(ctx, [...before, rule], ctx.tenant.plan),
  ])
  const taken = new Map<string, number>()
  const matching = tasks.filter(({ id }) => {
    const found = cases.get(id)
    if (found === undefined || !wouldMatch(rule, found, team)) return false
    const taker = before.find((one) => typeof tryRule(one, found, team) !== 'string')
    if (taker) taken.set(taker.id, (taken.get(taker.id) ?? 0) + 1)
    return taker === undefined
  })
  const asked = matching.slice((page - 1) * pageSize, page * pageSize)
  const titles = await titlesOf(ctx, asked)
  return {
    count: matching.length,
    of: tasks.length,
    takenAbove: before.flatMap(({ id: ruleId, name }) => {
      const count = taken.get(ruleId)
      return count === undefined ? [] : [{ ruleId, name, count }]
    }),
    tasks: asked.map(({ id, number, title, created_at }) => ({
      id,
      number,
      title: titles.get(id) ?? title,
      createdAt: created_at.toISOString(),
    })),
  }
}
