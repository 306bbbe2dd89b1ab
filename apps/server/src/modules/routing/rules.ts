/**
 * Which rule takes a task. Pure: rules, facts and the roster go in; a choice and the reasons for and against come out.
 *
 * target   who a rule gives work to, as it is now: with a name, or the reason why it cannot
 * try      a rule that was looked at, and the first thing that spoke against it
 * choice   the first rule that matched, or what decides without one
 */

import { outside, type Scope, type ScopeFacts } from '#contracts/kit/scope.ts'
import type { Priority } from '#contracts/records.ts'
import {
  holdsMinute,
  type RoutingAction,
  type RoutingConditions,
  type RoutingHours,
} from '#contracts/routing/rules.ts'
import type { TaskSource } from '#contracts/tasks/records.ts'
import {
  companiesCovering,
  isOnDuty,
  onCallAt,
  type Roster,
  type WorkPlace,
  withOneLess,
  withOneMore,
} from '#server/modules/operator/public.ts'
import type { TryCode } from '#server/modules/tasks/public.ts'
import { assigneeOfChoice, type Choice, type Named, type Target, type Try } from './choice.ts'

export interface Rule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly conditions: RoutingConditions
  readonly action: RoutingAction
}

/** What is known of a task that somebody is to get. */
export interface Case extends ScopeFacts {
  readonly skill: string | null
  readonly timeZone: string
  /** the worst of the reports behind it; null: nobody rated */
  readonly rating: number | null
  readonly priority: Priority
  readonly source: TaskSource
  readonly at: Date
}

/** Who there is to do the work. */
export interface Team {
  readonly roster: Roster
  /** name of each active member that a rule names, by id */
  readonly members: ReadonlyMap<string, string>
  /** on-shift conditions and whoever is on call: ENTERPRISE */
  readonly shiftsAllowed: boolean
}

const placeOf = ({ buildingId, type, skill, timeZone }: Case): WorkPlace => ({
  buildingId,
  type,
  skill,
  timeZone,
})

/** Whether the hours hold the moment. */
export const inHours = (hours: RoutingHours, at: Date, timeZone: string): boolean => {
  const { dayOfWeek, hour, minute } = at.toTemporalInstant().toZonedDateTimeISO(timeZone)
  return holdsMinute(hours, dayOfWeek, hour * 60 + minute)
}

const scopeWhy: Readonly<Record<keyof Scope, TryCode>> = {
  buildingIds: 'BUILDING',
  locationIds: 'LOCATION',
  types: 'TYPE',
  categories: 'CATEGORY',
}

/** The first condition, but for being on shift, that does not hold. */
const against = (conditions: RoutingConditions, found: Case): TryCode | undefined => {
  const part = outside(conditions, found)
  if (part) return scopeWhy[part]
  const { ratingAtMost, priorities, sources, hours } = conditions
  if (ratingAtMost !== undefined && (found.rating === null || found.rating > ratingAtMost)) return 'RATING'
  if (priorities?.length && !priorities.includes(found.priority)) return 'PRIORITY'
  if (sources?.length && !sources.includes(found.source)) return 'SOURCE'
  if (hours && !inHours(hours, found.at, found.timeZone)) return 'HOURS'
  return undefined
}

/** Who the rule means now. */
const targetOf = ({ assign }: RoutingAction, found: Case, { roster, members }: Team): Target | TryCode => {
  if (!assign) return { kind: 'NONE' }
  if ('onCall' in assign) {
    const [first] = onCallAt(roster, placeOf(found), found.at)
    return first
      ? { kind: 'ON_CALL', who: { kind: 'OPERATOR', id: first.id, name: first.name } }
      : { kind: 'ON_CALL', who: null }
  }
  if ('userId' in assign) {
    const name = members.get(assign.userId)
    return name === undefined ? 'TARGET' : { kind: 'NAMED', who: { kind: 'USER', id: assign.userId, name } }
  }
  const [kind, one] =
    'operatorId' in assign
      ? (['OPERATOR', roster.operators.find(({ id }) => id === assign.operatorId)] as const)
      : (['COMPANY', roster.companies.find(({ id }) => id === assign.companyId)] as const)
  return one ? { kind: 'NAMED', who: { kind, id: one.id, name: one.name } } : 'TARGET'
}

/** Whether somebody whom the rule means is on duty at the place. */
const isSomebodyOnShift = (target: Target, found: Case, { roster }: Team): boolean => {
  const who: Named | null = target.kind === 'NONE' ? null : target.who
  const { timeZone, at } = found
  if (!who) return onCallAt(roster, placeOf(found), at).length > 0
  return roster.operators.some(
    (operator) =>
      isOnDuty(operator, timeZone, at) &&
      (who.kind === 'COMPANY'
        ? operator.companyId === who.id
        : who.kind === 'OPERATOR'
          ? operator.id === who.id
          : operator.userId === who.id),
  )
}

/** What speaks against the rule; its target where nothing does. */
export const tryRule = ({ conditions, action }: Rule, found: Case, team: Team): Target | TryCode => {
  const why = against(conditions, found)
  if (why) return why
  const { onShift } = conditions
  const asksForShifts = onShift !== undefined || (action.assign !== undefined && 'onCall' in action.assign)
  if (asksForShifts && !team.shiftsAllowed) return 'PLAN'
  const target = targetOf(action, found, team)
  if (typeof target === 'string') return target
  if (onShift !== undefined && isSomebodyOnShift(target, found, team) !== onShift)
    return onShift ? 'NOBODY_ON_SHIFT' : 'SOMEBODY_ON_SHIFT'
  return target
}

/** Whether the rule by itself would take the case; its target may be away. */
export const wouldMatch = (rule: Rule, found: Case, team: Team): boolean => {
  const outcome = tryRule(rule, found, team)
  return typeof outcome !== 'string' || outcome === 'TARGET'
}

const withOperators = (team: Team, operators: Team['roster']['operators']): Team => ({
  ...team,
  roster: { ...team.roster, operators },
})

/** The team once somebody has a task: the next choice knows of it. */
export const afterGiven = (team: Team, assigneeId: string): Team =>
  withOperators(team, withOneMore(team.roster.operators, assigneeId))

/** The team once somebody has one no longer. */
export const afterEnd = (team: Team, assigneeId: string): Team =>
  withOperators(team, withOneLess(team.roster.operators, assigneeId))

/** The team once a choice is made. */
export const afterChoice = (team: Team, choice: Choice): Team => {
  const who = assigneeOfChoice(choice)
  return who ? afterGiven(team, who.id) : team
}

/** The first rule that matches decides; without one a company that covers the place; else the pool. */
export const choose = (rules: readonly Rule[], found: Case, team: Team): Choice => {
  const tried: Try[] = []
  for (const rule of rules) {
    const { id: ruleId, name } = rule
    const outcome = rule.enabled ? tryRule(rule, found, team) : 'PAUSED'
    if (typeof outcome === 'string') {
      tried.push({ ruleId, name, why: outcome })
      continue
    }
    tried.push({ ruleId, name, why: null })
    const { priority = null, takeWithinMinutes = null } = rule.action
    return { by: 'RULE', rule: { id: ruleId, name }, target: outcome, priority, takeWithinMinutes, tried }
  }
  const [company] = companiesCovering(team.roster, placeOf(found))
  return company
    ? { by: 'COVERAGE', who: { kind: 'COMPANY', id: company.id, name: company.name }, tried }
    : { by: 'NOBODY', tried }
}
