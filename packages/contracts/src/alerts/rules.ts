/** When feedback becomes a task or a notice. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Scope, ScopeChange } from '#contracts/kit/scope.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { RoleName } from '#contracts/kit/vocabulary.ts'
import { AmenityRef, BuildingRef, Code, Count, IdAnswer, Priority } from '#contracts/records.ts'
import { ById, Matches, Position, Version } from '../kit/pieces.ts'

/**
 * ISSUE   a visitor names an issue of the scope; with `safety`, only one that endangers people
 * RATING  a rating of `maxRating` or less; with `withoutIssue`, only where no issue is named
 * COUNT   `count` independent reports of one category at one amenity within the window
 * USAGE   `count` visits since the last cleaning
 * REPEAT  the same fault `count` times at one amenity within the window, finished each time and reported anew; a TASK is
 *         one about its cause, with the history, and none more while that is open
 */
const kind = Type.Enum(['ISSUE', 'RATING', 'COUNT', 'USAGE', 'REPEAT'])
const MaxRating = Type.Integer({ minimum: 1, maximum: 5 })
const Threshold = Type.Integer({ minimum: 1, maximum: 100_000 })

/** Fields that the kind does not use are null or false. */
const Trigger = Type.Object({
  kind,
  maxRating: Nullable(MaxRating),
  withoutIssue: Type.Boolean(),
  safety: Type.Boolean(),
  count: Nullable(Threshold),
})

/** RATING needs `maxRating`; COUNT, USAGE and REPEAT (2 or more) need `count`. */
const TriggerInput = Type.Object({
  kind,
  maxRating: Type.Optional(Nullable(MaxRating)),
  withoutIssue: Type.Optional(Type.Boolean()),
  safety: Type.Optional(Type.Boolean()),
  count: Type.Optional(Nullable(Threshold)),
})

/**
 * TASK            opens a task, or joins the open one of the same amenity and category, which becomes URGENT
 *                 where the rule's priority is that
 * NOTICE          tells people and opens nothing
 * RAISE_PRIORITY  one step up for the open task
 */
const actionKind = Type.Enum(['TASK', 'NOTICE', 'RAISE_PRIORITY'])
const Notify = Type.Array(RoleName, { maxItems: 3, uniqueItems: true })

const Action = Type.Object({
  kind: actionKind,
  /** of the task; null: the category's own */
  priority: Nullable(Priority),
  /** of the task; null: the reported one, or OTHER */
  category: Nullable(Code),
  /** who is told at once, whatever else happens */
  notify: Notify,
})

const ActionInput = Type.Object({
  kind: actionKind,
  priority: Type.Optional(Nullable(Priority)),
  category: Type.Optional(Nullable(Code)),
  notify: Type.Optional(Notify),
})

/** Minutes that reports belong together; null: while their task is open, or 24 h after the last report; of REPEAT 14 days. */
const WindowMinutes = Nullable(Type.Integer({ minimum: 1, maximum: 43_200 }))

const fields = {
  name: Type.String(),
  enabled: Type.Boolean(),
  /** rules are tried in this order */
  position: Position,
  trigger: Trigger,
  scope: Scope,
  action: Action,
  /** of a new tenant; may be changed and switched off, not deleted */
  builtIn: Type.Boolean(),
  windowMinutes: WindowMinutes,
}

export const AlertRule = Type.Object({ id: Id, ...fields, createdAt: Timestamp, version: Version })
export type AlertRule = Static<typeof AlertRule>

/** What the rule would have fired for: a submission and the task that it led to, or the task alone. */
const Match = Type.Object({
  feedbackId: Nullable(Id),
  taskId: Nullable(Id),
  at: Timestamp,
  amenity: AmenityRef,
  location: Nullable(Type.String()),
  building: BuildingRef,
  category: Code,
})
export type AlertRuleMatch = Static<typeof Match>

/** What a dry run tells of the last 30 days. */
const tried = {
  wouldHaveFired: Type.Optional(Count),
  /** a page of them, newest first; the newest 20 where none was asked for */
  matches: Type.Optional(Type.Array(Match, { maxItems: 100 })),
  /** there are more submissions than a dry run reads: only the newest were counted */
  sampled: Type.Optional(Type.Boolean()),
}

/** The new rule; after a dry run without id, and with what it would have done. */
export const AlertRuleCreated = Type.Object({
  id: Type.Optional(Id),
  ...fields,
  createdAt: Type.Optional(Timestamp),
  version: Type.Optional(Version),
  ...tried,
})
/** The rule; after a dry run as it would be, and with what it would have done. */
export const AlertRuleUpdated = Type.Object({
  id: Id,
  ...fields,
  createdAt: Timestamp,
  version: Version,
  ...tried,
})
export type AlertRuleUpdated = Static<typeof AlertRuleUpdated>
export type AlertRuleCreated = Static<typeof AlertRuleCreated>

const details = {
  enabled: Type.Optional(Type.Boolean()),
  /** of a new rule where it is left out: before the built-in one about any issue, which lets none come to those behind it */
  position: Type.Optional(Position),
  scope: Type.Optional(ScopeChange),
  windowMinutes: Type.Optional(WindowMinutes),
  /** answers what it would have done in the last 30 days, and keeps nothing */
  dryRun: Type.Optional(Type.Boolean({ default: false })),
  matches: Type.Optional(Matches),
}

export const listAlertRules = endpoint({
  module: 'admin',
  name: 'listAlertRules',
  method: 'GET',
  path: '/api/admin/alert-rules',
  summary: 'When feedback becomes a task or a notice, in order of evaluation',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    enabled: Type.Optional(Type.Boolean()),
    sort: sortBy('position', 'name', 'createdAt'),
  }),
  list: AlertRule,
})

export const createAlertRule = endpoint({
  module: 'admin',
  name: 'createAlertRule',
  method: 'POST',
  path: '/api/admin/alert-rules',
  summary:
    'Create a rule; dryRun answers how often it would have fired in the last 30 days, for what, and keeps nothing',
  auditLabel: { en: 'Created an alert rule', de: 'Alarmregel angelegt' },
  access: admin('write'),
  limit: 'write',
  body: Type.Object({
    name: Line(120),
    trigger: TriggerInput,
    action: ActionInput,
    ...details,
  }),
  status: 201,
  createsUnless: 'dryRun',
  idempotent: true,
  data: AlertRuleCreated,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ fresh }) => ({
    body: { name: fresh('Leaks'), trigger: { kind: 'ISSUE' }, action: { kind: 'TASK' } },
  }),
})

export const updateAlertRule = endpoint({
  module: 'admin',
  name: 'updateAlertRule',
  method: 'PATCH',
  path: '/api/admin/alert-rules/:id',
  summary: 'Update a rule; dryRun answers what it would have done in the last 30 days and keeps nothing',
  auditLabel: { en: 'Changed an alert rule', de: 'Alarmregel geändert' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  body: Type.Object({
    name: Type.Optional(Line(120)),
    trigger: Type.Optional(TriggerInput),
    action: Type.Optional(ActionInput),
    ...details,
  }),
  data: AlertRuleUpdated,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ alertRuleId, fresh }) => ({
    params: { id: alertRuleId },
    body: { name: fresh('Leaks at once') },
  }),
})

export const deleteAlertRule = endpoint({
  module: 'admin',
  name: 'deleteAlertRule',
  method: 'DELETE',
  path: '/api/admin/alert-rules/:id',
  summary: 'Delete a rule; a built-in one can only be switched off',
  auditLabel: { en: 'Deleted an alert rule', de: 'Alarmregel gelöscht' },
  access: admin('write'),
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ alertRuleId }) => ({ params: { id: alertRuleId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  trigger: { en: 'When', de: 'Wann' },
  maxRating: { en: 'Worst rating', de: 'Schlechteste Bewertung' },
  withoutIssue: { en: 'Without an issue', de: 'Ohne Anliegen' },
  action: { en: 'What happens', de: 'Was geschieht' },
  windowMinutes: { en: 'Window in minutes', de: 'Zeitfenster in Minuten' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  ISSUE: { en: 'Issue', de: 'Anliegen' },
  RATING: { en: 'Rating', de: 'Bewertung' },
  COUNT: { en: 'Several reports', de: 'Mehrere Meldungen' },
  USAGE: { en: 'Usage', de: 'Nutzung' },
  REPEAT: { en: 'Repeated fault', de: 'Wiederkehrender Fehler' },
  NOTICE: { en: 'Notice', de: 'Hinweis' },
  RAISE_PRIORITY: { en: 'Raise the priority', de: 'Priorität erhöhen' },
}
