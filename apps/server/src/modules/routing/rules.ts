/**
 * Which routing rule applies to a task. Pure functions: rules, facts and the roster in; a choice with its reasons
 * out.
 *
 * target   the assignee of a rule, with a name, or the reason why there is none
 * try      a rule that was checked, and the first condition that failed
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
import { assigneeOfChoice, type Choice, type NamedAssignee, type Target, type Try } from './choice.ts'

export interface Rule {
  readonly id: string
  readonly name: string
  readonly enabled: boolean
  readonly conditions: RoutingConditions
  readonly action: RoutingAction
}

/** The facts of a task that is to be assigned. */
export interface Case extends ScopeFacts {
  readonly skill: string | null
  readonly timeZone: string
  /** the worst rating of its reports; null: none was rated */
  readonly rating: number | null
  readonly priority: Priority
  readonly source: TaskSource
  readonly at: Date
}

/** The people who can do the work. */
export interface Team {
  readonly roster: Roster
  /** name of each active member that a rule names, by id */
  readonly members: ReadonlyMap<string, string>
  /** conditions on shifts and assigning to on call need ENTERPRISE */
  readonly shiftsAllowed: boolean
}

const placeOf = ({ buildingId, type, skill, timeZone }: Case): WorkPlace => ({
  buildingId,
  type,
  skill,
  timeZone,
})

/** Whether a time is within the hours. */
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

/** The first condition that fails, except for being on shift. */
const failedCondition = (conditions: RoutingConditions, found: Case): TryCode | undefined => {
  const part = outside(conditions, found)
  if (part) return scopeWhy[part]
  const { ratingAtMost, priorities, sources, hours } = conditions
  if (ratingAtMost !== undefined && (found.rating === null || found.rating > ratingAtMost)) return 'RATING'
  if (priorities?.length && !priorities.includes(found.priority)) return 'PRIORITY'
  if (sources?.length && !sources.includes(found.source)) return 'SOURCE'
  if (hours && !inHours(hours, found.at, found.timeZone)) return 'HOURS'
  return undefined
}

/** The rule's assignee at this time. */
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

/** Whether the rule's assignee is on duty at the place. */
const isSomebodyOnShift = (target: Target, found: Case, { roster }: Team): boolean => {
  const who: NamedAssignee | null = target.kind === 'NONE' ? null : target.who
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

/** The reason why the rule does not apply, or else its target. */
export const tryRule = ({ conditions, action }: Rule, found: Case, team: Team): Target | TryCode => {
  const why = failedCondition(conditions, found)
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

/** Whether the rule's conditions match; its assignee may be unavailable. */
export const wouldMatch = (rule: Rule, found: Case, team: Team): boolean => {
  const outcome = tryRule(rule, found, team)
  return typeof outcome !== 'string' || outcome === 'TARGET'
}

const withOperators = (team: Team, operators: Team['roster']['operators']): Team => ({
  ...team,
  roster: { ...team.roster, operators },
})

/** The team after somebody was assigned a task, for the next choice. */
export const afterAssignment = (team: Team, assigneeId: string): Team =>
  withOperators(team, withOneMore(team.roster.operators, assigneeId))

/** The team after a task of somebody ended. */
export const afterEnd = (team: Team, assigneeId: string): Team =>
  withOperators(team, withOneLess(team.roster.operators, assigneeId))

/** The team after a choice. */
export const afterChoice = (team: Team, choice: Choice): Team => {
  const who = assigneeOfChoice(choice)
  return who ? afterAssignment(team, who.id) : team
}

/**
 * The first matching rule decides; without one, the company that covers the place; otherwise the task stays
 * unassigned.
 */
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
