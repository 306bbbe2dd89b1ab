/** Routing rules: who a new task is assigned to. Rules are ordered; the first match decides. */

import { type Static, Type } from 'typebox'
import { Rating } from '#contracts/feedback.ts'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { scopeFields } from '#contracts/kit/scope.ts'
import { Id, InstantInput, Line, Timestamp } from '#contracts/kit/text.ts'
import { Code, Count, IdAnswer, Priority } from '#contracts/records.ts'
import { Assignee, RoutingTry, TaskSource } from '#contracts/tasks/records.ts'
import { ById, Matches, Position, Version } from '../kit/pieces.ts'
import { AssignTarget, AssignTargetInput } from './targets.ts'

const ClockTime = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })

/** Days 1 (Monday) to 7, times in the building's time zone; if `to` is not after `from`, it is on the next day. */
const Hours = Type.Object({
  days: Type.Array(Type.Integer({ minimum: 1, maximum: 7 }), { minItems: 1, maxItems: 7, uniqueItems: true }),
  from: ClockTime,
  to: ClockTime,
})
export type RoutingHours = Static<typeof Hours>

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/**
 * Whether a minute of the week lies within the hours; hours over midnight belong to the day on which they begin.
 * @param day 1 Monday … 7 Sunday
 * @param minute of that day
 */
export const holdsMinute = ({ days, from, to }: RoutingHours, day: number, minute: number): boolean => {
  const [start, end] = [minuteOf(from), minuteOf(to)]
  if (start < end) return days.includes(day) && minute >= start && minute < end
  return (days.includes(day) && minute >= start) || (days.includes(day === 1 ? 7 : day - 1) && minute < end)
}

/** Whether the hours together cover every minute of the week. */
export const fillWeek = (hours: readonly RoutingHours[]): boolean => {
  // Coverage changes only at the beginning or end of an interval, so only those minutes are checked.
  const minutes = [0, ...hours.flatMap(({ from, to }) => [minuteOf(from), minuteOf(to)])]
  return [1, 2, 3, 4, 5, 6, 7].every((day) =>
    minutes.every((minute) => hours.some((some) => holdsMinute(some, day, minute))),
  )
}

/** All given conditions must match; a condition that is left out always matches. `onShift` requires ENTERPRISE. */
export const RoutingConditions = Type.Object({
  ...scopeFields,
  /** the task comes from a report with this rating or a lower one */
  ratingAtMost: Type.Optional(Rating),
  priorities: Type.Optional(Type.Array(Priority, { maxItems: 4, uniqueItems: true })),
  sources: Type.Optional(Type.Array(TaskSource, { maxItems: 5, uniqueItems: true })),
  hours: Type.Optional(Hours),
  /** true: somebody whom the rule names is on duty; false: nobody is */
  onShift: Type.Optional(Type.Boolean()),
})
export type RoutingConditions = Static<typeof RoutingConditions>

const TakeWithin = Type.Integer({ minimum: 1, maximum: 43_200 })

/** What the rule does: assign, priority or both. `onCall` requires ENTERPRISE. */
const Then = Type.Object({
  assign: Type.Optional(AssignTarget),
  priority: Type.Optional(Priority),
  /** minutes after which the task becomes unassigned unless it was started */
  takeWithinMinutes: Type.Optional(TakeWithin),
})
export type RoutingAction = Static<typeof Then>

const ThenInput = Type.Object({
  assign: Type.Optional(AssignTargetInput),
  priority: Type.Optional(Priority),
  takeWithinMinutes: Type.Optional(TakeWithin),
})

export const RoutingRule = Type.Object({
  id: Id,
  name: Type.String(),
  enabled: Type.Boolean(),
  /** rules are evaluated in this order */
  position: Position,
  when: RoutingConditions,
  then: Then,
  /** the assignee that the rule names; null for on-call, and if it names nobody */
  target: Nullable(Type.Object({ name: Type.String(), active: Type.Boolean() })),
  createdAt: Timestamp,
  version: Version,
})
export type RoutingRule = Static<typeof RoutingRule>

/**
 * How many tasks of the last 30 days would have reached the rule at its position, with one page of them, newest first.
 */
export const RoutingTrial = Type.Object({
  count: Count,
  of: Count,
  /** rules above that match the same tasks first, in order, with their counts */
  takenAbove: Type.Array(
    Type.Object({ ruleId: Id, name: Type.String(), count: Type.Integer({ minimum: 1 }) }),
  ),
  tasks: Type.Array(
    Type.Object({
      id: Id,
      number: Type.Integer({ minimum: 1 }),
      title: Type.String(),
      createdAt: Timestamp,
    }),
  ),
})
export type RoutingTrial = Static<typeof RoutingTrial>

/** The rule. After `dryRun` it was not saved, has no id and no dates, and has its matches. */
const RuleAnswer = Type.Object({
  ...Type.Partial(Type.Pick(RoutingRule, ['id', 'createdAt', 'version'])).properties,
  ...Type.Omit(RoutingRule, ['id', 'createdAt', 'version']).properties,
  wouldHaveMatched: Type.Optional(RoutingTrial),
})

const dryRun = Type.Optional(Type.Boolean({ default: false }))

export const listRoutingRules = endpoint({
  module: 'admin',
  name: 'listRoutingRules',
  method: 'GET',
  path: '/api/admin/routing-rules',
  summary: 'Rules in order of evaluation',
  access: admin('read'),
  plan: 'PRO',
  limit: 'read',
  query: Type.Object({
    ...paging,
    enabled: Type.Optional(Type.Boolean()),
    sort: sortBy('position', 'name', 'createdAt'),
  }),
  list: RoutingRule,
})

export const createRoutingRule = endpoint({
  module: 'admin',
  name: 'createRoutingRule',
  method: 'POST',
  path: '/api/admin/routing-rules',
  summary:
    'Create a rule; `dryRun` returns the tasks of the last 30 days that it would have matched and saves nothing',
  auditLabel: { en: 'Created a routing rule', de: 'Zuteilungsregel angelegt' },
  access: admin('write'),
  plan: 'PRO',
  limit: 'write',
  body: Type.Object({
    name: Line(120),
    when: RoutingConditions,
    then: ThenInput,
    enabled: Type.Optional(Type.Boolean()),
    position: Type.Optional(Position),
    dryRun,
    matches: Type.Optional(Matches),
  }),
  status: 201,
  createsUnless: 'dryRun',
  idempotent: true,
  data: RuleAnswer,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  example: ({ fresh, buildingId, technicianId }) => ({
    body: {
      name: fresh('Leaks'),
      when: { buildingIds: [buildingId], categories: ['LEAK'] },
      then: { assign: { userId: technicianId }, priority: 'HIGH', takeWithinMinutes: 30 },
    },
  }),
})

export const updateRoutingRule = endpoint({
  module: 'admin',
  name: 'updateRoutingRule',
  method: 'PATCH',
  path: '/api/admin/routing-rules/:id',
  summary: 'Update a rule or its position; conditions and action are replaced as a whole',
  auditLabel: { en: 'Changed a routing rule', de: 'Zuteilungsregel geändert' },
  access: admin('write'),
  plan: 'PRO',
  limit: 'write',
  params: ById,
  body: Type.Object({
    name: Type.Optional(Line(120)),
    when: Type.Optional(RoutingConditions),
    then: Type.Optional(ThenInput),
    enabled: Type.Optional(Type.Boolean()),
    position: Type.Optional(Position),
    dryRun,
    matches: Type.Optional(Matches),
  }),
  data: RuleAnswer,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN', 'PRECONDITION_FAILED'],
  example: ({ routingRuleId, fresh }) => ({
    params: { id: routingRuleId },
    body: { name: fresh('Leaks at once') },
  }),
})

export const deleteRoutingRule = endpoint({
  module: 'admin',
  name: 'deleteRoutingRule',
  method: 'DELETE',
  path: '/api/admin/routing-rules/:id',
  summary: 'Delete a rule',
  auditLabel: { en: 'Deleted a routing rule', de: 'Zuteilungsregel gelöscht' },
  access: admin('write'),
  plan: 'PRO',
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ routingRuleId }) => ({ params: { id: routingRuleId } }),
})

/** A task as single facts. A fact that is left out is unknown, and a rule that asks for it does not match. */
const Case = Type.Object({
  buildingId: Id,
  amenityId: Type.Optional(Id),
  /** default: that of the amenity */
  type: Type.Optional(Code),
  category: Type.Optional(Code),
  rating: Type.Optional(Rating),
  priority: Type.Optional(Priority),
  source: Type.Optional(TaskSource),
  /** default: now */
  at: Type.Optional(InstantInput),
})

const Simulated = Type.Object({
  ruleId: Nullable(Id),
  assignee: Nullable(Assignee),
  priority: Nullable(Priority),
  reason: Type.String(),
  tried: Type.Array(RoutingTry),
})

/** Replays the tasks oldest first: each assignment counts as load for the next ones until its task was done. */
const Replayed = Type.Object({
  /** newest first */
  tasks: Type.Array(
    Type.Object({
      taskId: Id,
      number: Type.Integer({ minimum: 1 }),
      title: Type.String(),
      /** assignee when the task was created; null: unassigned */
      before: Nullable(Assignee),
      after: Nullable(Assignee),
      ruleId: Nullable(Id),
    }),
  ),
  changed: Count,
})

export const simulateRouting = endpoint({
  module: 'admin',
  name: 'simulateRouting',
  method: 'POST',
  path: '/api/admin/routing-rules/simulate',
  summary:
    'Simulate routing: which rule matches a given case and why others do not, or a replay of the last N tasks. Nothing is changed',
  access: admin('read'),
  plan: 'PRO',
  limit: 'read',
  body: Type.Object({
    case: Type.Optional(Case),
    replay: Type.Optional(Type.Integer({ minimum: 1, maximum: 500 })),
  }),
  data: Type.Union([Simulated, Replayed]),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ buildingId }) => ({ body: { case: { buildingId, category: 'LEAK', priority: 'HIGH' } } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  when: { en: 'When', de: 'Wann' },
  ratingAtMost: { en: 'Rating at most', de: 'Bewertung höchstens' },
  priorities: { en: 'Priorities', de: 'Prioritäten' },
  sources: { en: 'Sources', de: 'Herkunft' },
  days: { en: 'Days', de: 'Tage' },
  onShift: { en: 'While someone is on duty', de: 'Solange jemand im Dienst ist' },
  takeWithinMinutes: { en: 'Start within (minutes)', de: 'Beginn innerhalb von (Minuten)' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  STATUS_REPORT: { en: 'Status report', de: 'Statusmeldung' },
  SCHEDULE: { en: 'Schedule', de: 'Zeitplan' },
  MANUAL: { en: 'Manual', de: 'Manuell' },
}
