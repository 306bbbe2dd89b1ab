/** SLA policies: times to respond and to resolve, for a scope and within hours. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Scope } from '#contracts/kit/scope.ts'
import { DateOnly, Exact, Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { IdAnswer, type Priority } from '#contracts/records.ts'
import { ById, Position, Version } from '../kit/pieces.ts'

/** At most one year. */
const Minutes = Type.Integer({ minimum: 1, maximum: 525_600 })
/** Working days of the calendar; a deadline in days is the close of work on that day. */
const Days = Type.Integer({ minimum: 1, maximum: 365 })

/** ALWAYS: around the clock. HOURS: while the calendar is open. */
export const SlaTargetClock = Type.Enum(['ALWAYS', 'HOURS'])

/** Each target in minutes or in days, not both; one that is left out is the default of the priority. */
export const SlaTarget = Type.Object({
  respondMinutes: Type.Optional(Minutes),
  respondDays: Type.Optional(Days),
  resolveMinutes: Type.Optional(Minutes),
  resolveDays: Type.Optional(Days),
  clock: Type.Optional(SlaTargetClock),
})
export type SlaTarget = Static<typeof SlaTarget>

const targetsOf = <S extends typeof SlaTarget>(target: S) => ({
  URGENT: target,
  HIGH: target,
  MEDIUM: target,
  LOW: target,
})
export const SlaTargets = Type.Object(targetsOf(SlaTarget))
export type SlaTargets = Static<typeof SlaTargets>

/** Targets without a policy, and where a policy leaves one out. */
export const usualTargets: Readonly<Record<Priority, SlaTarget>> = {
  URGENT: { respondMinutes: 15, resolveMinutes: 120, clock: 'ALWAYS' },
  HIGH: { respondMinutes: 60, resolveMinutes: 360, clock: 'HOURS' },
  MEDIUM: { respondMinutes: 240, resolveMinutes: 1440, clock: 'HOURS' },
  LOW: { respondDays: 1, resolveDays: 5, clock: 'HOURS' },
}

/** A local time of day, 00:00 to 24:00. */
const ClockTime = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' })
/** From and to. */
const Interval = Type.Array(ClockTime, { minItems: 2, maxItems: 2 })
const Intervals = Type.Array(Interval, { maxItems: 6 })

/** By weekday, "1" is Monday; a day that is left out is closed. Hours over midnight are two intervals. */
export const Weekly = Type.Object({
  '1': Type.Optional(Intervals),
  '2': Type.Optional(Intervals),
  '3': Type.Optional(Intervals),
  '4': Type.Optional(Intervals),
  '5': Type.Optional(Intervals),
  '6': Type.Optional(Intervals),
  '7': Type.Optional(Intervals),
})
export type Weekly = Static<typeof Weekly>

/**
 * In the building's time zone. Without `weekly` the building's hours apply, else the tenant's; the same goes for
 * holidays.
 */
export const SlaCalendar = Type.Object({
  weekly: Type.Optional(Weekly),
  holidays: Type.Optional(Type.Array(DateOnly, { maxItems: 1000, uniqueItems: true })),
})
export type SlaCalendar = Static<typeof SlaCalendar>

export const SlaPolicy = Type.Object({
  id: Id,
  name: Type.String(),
  enabled: Type.Boolean(),
  /** the first policy whose scope matches the task applies */
  position: Position,
  scope: Scope,
  targets: SlaTargets,
  /** null: the building's hours, else the tenant's */
  calendar: Nullable(SlaCalendar),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export type SlaPolicy = Static<typeof SlaPolicy>

const settable = {
  enabled: Type.Optional(Type.Boolean()),
  position: Type.Optional(Position),
  scope: Type.Optional(Scope),
  /** a priority that is given replaces its previous target */
  targets: Type.Optional(Type.Partial(Type.Object(targetsOf(SlaTarget)))),
  calendar: Type.Optional(Nullable(SlaCalendar)),
  /**
   * Content of an iCalendar file: its all-day events are closed days in addition to those of `calendar`, at most 400;
   * yearly ones are read for the next five years. A file without any is refused.
   */
  holidaysIcs: Type.Optional(Exact(262_144, 0)),
}

export const listSlaPolicies = endpoint({
  module: 'admin',
  name: 'listSlaPolicies',
  method: 'GET',
  path: '/api/admin/sla-policies',
  summary: 'SLA policies: first response and resolution targets per priority, calendar, scope',
  access: admin('read'),
  plan: 'PRO',
  limit: 'read',
  query: Type.Object({
    ...paging,
    enabled: Type.Optional(Type.Boolean()),
    sort: sortBy('position', 'name', 'createdAt'),
  }),
  list: SlaPolicy,
})

export const createSlaPolicy = endpoint({
  module: 'admin',
  name: 'createSlaPolicy',
  method: 'POST',
  path: '/api/admin/sla-policies',
  summary: 'Create a policy',
  auditLabel: { en: 'Created an SLA policy', de: 'SLA-Richtlinie angelegt' },
  access: admin('write'),
  plan: 'PRO',
  limit: 'write',
  body: Type.Object({ name: Line(120), ...settable }),
  status: 201,
  idempotent: true,
  data: SlaPolicy,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
  example: ({ fresh }) => ({
    body: {
      name: fresh('Lifts'),
      targets: { HIGH: { respondMinutes: 30, resolveMinutes: 240, clock: 'HOURS' } },
      calendar: { weekly: { '1': [['08:00', '18:00']] }, holidays: ['2026-12-25'] },
    },
  }),
})

export const updateSlaPolicy = endpoint({
  module: 'admin',
  name: 'updateSlaPolicy',
  method: 'PATCH',
  path: '/api/admin/sla-policies/:id',
  summary: 'Update a policy; running clocks follow it',
  auditLabel: { en: 'Changed an SLA policy', de: 'SLA-Richtlinie geändert' },
  access: admin('write'),
  plan: 'PRO',
  limit: 'write',
  params: ById,
  body: Type.Object({ name: Type.Optional(Line(120)), ...settable }),
  data: SlaPolicy,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ made, fresh }) => ({
    params: { id: made(createSlaPolicy) },
    body: { name: fresh('Lifts and doors') },
  }),
})

export const deleteSlaPolicy = endpoint({
  module: 'admin',
  name: 'deleteSlaPolicy',
  method: 'DELETE',
  path: '/api/admin/sla-policies/:id',
  summary: 'Delete a policy; its running clocks follow the next matching policy',
  auditLabel: { en: 'Deleted an SLA policy', de: 'SLA-Richtlinie gelöscht' },
  access: admin('write'),
  plan: 'PRO',
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ made }) => ({ params: { id: made(createSlaPolicy) } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  targets: { en: 'Targets', de: 'Fristen' },
  respondMinutes: { en: 'Respond within (minutes)', de: 'Reagieren in (Minuten)' },
  respondDays: { en: 'Respond within (days)', de: 'Reagieren in (Tagen)' },
  resolveMinutes: { en: 'Resolve within (minutes)', de: 'Beheben in (Minuten)' },
  resolveDays: { en: 'Resolve within (days)', de: 'Beheben in (Tagen)' },
  calendar: { en: 'Calendar', de: 'Kalender' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  ALWAYS: { en: 'Around the clock', de: 'Rund um die Uhr' },
  HOURS: { en: 'During service hours', de: 'Während der Servicezeiten' },
}
