/** Alert rules: when feedback creates a task or a notification. */

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
 * ISSUE   a visitor names an issue category of the scope; with `safety`, only a category that endangers people
 * RATING  a rating of `maxRating` or lower; with `withoutIssue`, only if the visitor names no issue
 * COUNT   `count` independent reports of one category at one amenity within the window
 * USAGE   `count` visits since the last cleaning
 * REPEAT  the same fault was fixed and reported again `count` times at one amenity within the window; the action TASK
 *         creates one cause task with the history, and no second one while it is open
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

/** RATING requires `maxRating`; COUNT, USAGE and REPEAT require `count`, for REPEAT at least 2. */
const TriggerInput = Type.Object({
  kind,
  maxRating: Type.Optional(Nullable(MaxRating)),
  withoutIssue: Type.Optional(Type.Boolean()),
  safety: Type.Optional(Type.Boolean()),
  count: Type.Optional(Nullable(Threshold)),
})

/**
 * TASK            creates a task, or joins the open one of the same amenity and category; that one becomes URGENT
 *                 if the rule's priority is URGENT
 * NOTICE          notifies people and creates no task
 * RAISE_PRIORITY  raises the open task by one step
 */
const actionKind = Type.Enum(['TASK', 'NOTICE', 'RAISE_PRIORITY'])
const Notify = Type.Array(RoleName, { maxItems: 3, uniqueItems: true })

const Action = Type.Object({
  kind: actionKind,
  /** priority of the task; null: that of the category */
  priority: Nullable(Priority),
  /** category of the task; null: the reported one, or OTHER */
  category: Nullable(Code),
  /** who is notified at once */
  notify: Notify,
})

const ActionInput = Type.Object({
  kind: actionKind,
  priority: Type.Optional(Nullable(Priority)),
  category: Type.Optional(Nullable(Code)),
  notify: Type.Optional(Notify),
})

/**
 * Minutes within which reports belong together; null: while their task is open, or until 24 h after the last report;
 * for REPEAT null means 14 days.
 */
const WindowMinutes = Nullable(Type.Integer({ minimum: 1, maximum: 43_200 }))

const fields = {
  name: Type.String(),
  enabled: Type.Boolean(),
  /** rules are evaluated in this order */
  position: Position,
  trigger: Trigger,
  scope: Scope,
  action: Action,
  /** created with the tenant; can be changed and switched off, but not deleted */
  builtIn: Type.Boolean(),
  windowMinutes: WindowMinutes,
}

export const AlertRule = Type.Object({ id: Id, ...fields, createdAt: Timestamp, version: Version })
export type AlertRule = Static<typeof AlertRule>

/** What the rule would have matched: a submission and the task that it led to, or only the task. */
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

/** Result of a dry run over the last 30 days. */
const previewFields = {
  wouldHaveFired: Type.Optional(Count),
  /** one page, newest first; without `matches` in the query, the newest 20 */
  matches: Type.Optional(Type.Array(Match, { maxItems: 100 })),
  /** only the newest submissions were counted, as there are more than a dry run reads */
  sampled: Type.Optional(Type.Boolean()),
}

/** The new rule; after a dry run without id, and with its matches. */
export const AlertRuleCreated = Type.Object({
  id: Type.Optional(Id),
  ...fields,
  createdAt: Type.Optional(Timestamp),
  version: Type.Optional(Version),
  ...previewFields,
})
/** The changed rule; after a dry run as it would be, and with its matches. */
export const AlertRuleUpdated = Type.Object({
  id: Id,
  ...fields,
  createdAt: Timestamp,
  version: Version,
  ...previewFields,
})
export type AlertRuleUpdated = Static<typeof AlertRuleUpdated>
export type AlertRuleCreated = Static<typeof AlertRuleCreated>

const details = {
  enabled: Type.Optional(Type.Boolean()),
  /** default of a new rule: before the built-in rule about any issue, because rules after that one never match */
  position: Type.Optional(Position),
  scope: Type.Optional(ScopeChange),
  windowMinutes: Type.Optional(WindowMinutes),
  /** returns what the rule would have done in the last 30 days, and saves nothing */
  dryRun: Type.Optional(Type.Boolean({ default: false })),
  matches: Type.Optional(Matches),
}

export const listAlertRules = endpoint({
  module: 'admin',
  name: 'listAlertRules',
  method: 'GET',
  path: '/api/admin/alert-rules',
  summary: 'List alert rules in order of evaluation',
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
  summary: 'Create a rule; `dryRun` returns its matches of the last 30 days and saves nothing',
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
  summary: 'Update a rule; `dryRun` returns what it would have done in the last 30 days and saves nothing',
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
  maxRating: { en: 'Rating at most', de: 'Bewertung höchstens' },
  withoutIssue: { en: 'Without an issue', de: 'Ohne Anliegen' },
  action: { en: 'Action', de: 'Aktion' },
  windowMinutes: { en: 'Time window (minutes)', de: 'Zeitfenster (Minuten)' },
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
