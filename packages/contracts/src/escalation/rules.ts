/** Escalation rules: what happens to tasks whose time runs out. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Scope } from '#contracts/kit/scope.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { IdAnswer, priorities } from '#contracts/records.ts'
import { ById, Version } from '../kit/pieces.ts'
import { AssignTarget, AssignTargetInput } from '../routing/targets.ts'

/** RESPOND and RESOLVE are the task's SLA clocks, which pause while it is on hold; DUE is its due time. */
export const EscalationClock = Type.Enum(['RESPOND', 'RESOLVE', 'DUE'])
const AtPercent = Type.Integer({ minimum: 1, maximum: 1000 })
const MinutesOverdue = Type.Integer({ minimum: 0, maximum: 525_600 })

/**
 * Exactly one of `atPercent` and `minutesOverdue`. `atPercent` is the share of the clock's time; for DUE of the time
 * from creation to the due time. `minutesOverdue` counts minutes after the end, within the hours of the clock.
 */
export const EscalationLevel = Type.Object({
  clock: EscalationClock,
  atPercent: Type.Optional(AtPercent),
  minutesOverdue: Type.Optional(MinutesOverdue),
})
export type EscalationLevel = Static<typeof EscalationLevel>

const LevelInput = Type.Object({
  clock: Type.Optional(EscalationClock),
  atPercent: Type.Optional(AtPercent),
  minutesOverdue: Type.Optional(MinutesOverdue),
})

const actionFields = {
  notify: Type.Optional(
    Type.Array(Type.Enum(['ASSIGNEE', 'MANAGER', 'ADMIN']), { maxItems: 3, uniqueItems: true }),
  ),
  priority: Type.Optional(Type.Enum(['UP', ...priorities])),
}

/**
 * At least one action. `priority`: UP raises by one step. `assign`: null makes a task that nobody has started
 * unassigned; a target that is no longer active is skipped.
 */
export const EscalationAction = Type.Object({
  ...actionFields,
  assign: Type.Optional(Nullable(AssignTarget)),
})
export type EscalationAction = Static<typeof EscalationAction>

const ActionInput = Type.Object({ ...actionFields, assign: Type.Optional(Nullable(AssignTargetInput)) })

export const EscalationRule = Type.Object({
  id: Id,
  name: Type.String(),
  enabled: Type.Boolean(),
  scope: Scope,
  level: EscalationLevel,
  then: EscalationAction,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export type EscalationRule = Static<typeof EscalationRule>

const settable = { enabled: Type.Optional(Type.Boolean()), scope: Type.Optional(Scope) }

export const listEscalationRules = endpoint({
  module: 'admin',
  name: 'listEscalationRules',
  method: 'GET',
  path: '/api/admin/escalation-rules',
  summary: 'Escalation rules for overdue tasks',
  access: admin('read'),
  plan: 'BUSINESS',
  limit: 'read',
  query: Type.Object({
    ...paging,
    enabled: Type.Optional(Type.Boolean()),
    sort: sortBy('name', 'createdAt'),
  }),
  list: EscalationRule,
})

export const createEscalationRule = endpoint({
  module: 'admin',
  name: 'createEscalationRule',
  method: 'POST',
  path: '/api/admin/escalation-rules',
  summary: 'Create a rule: after N minutes overdue, raise priority, reassign, notify',
  auditLabel: { en: 'Created an escalation rule', de: 'Eskalationsregel angelegt' },
  access: admin('write'),
  plan: 'BUSINESS',
  limit: 'write',
  body: Type.Object({ name: Line(120), level: LevelInput, then: ActionInput, ...settable }),
  status: 201,
  idempotent: true,
  data: EscalationRule,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
  example: ({ fresh }) => ({
    body: {
      name: fresh('Late'),
      level: { clock: 'RESOLVE', minutesOverdue: 30 },
      then: { notify: ['MANAGER'], priority: 'UP' },
    },
  }),
})

export const updateEscalationRule = endpoint({
  module: 'admin',
  name: 'updateEscalationRule',
  method: 'PATCH',
  path: '/api/admin/escalation-rules/:id',
  summary: 'Update a rule',
  auditLabel: { en: 'Changed an escalation rule', de: 'Eskalationsregel geändert' },
  access: admin('write'),
  plan: 'BUSINESS',
  limit: 'write',
  params: ById,
  body: Type.Object({
    name: Type.Optional(Line(120)),
    /** replaces the previous level as a whole; the same applies to `then` */
    level: Type.Optional(LevelInput),
    then: Type.Optional(ActionInput),
    ...settable,
  }),
  data: EscalationRule,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ made, fresh }) => ({
    params: { id: made(createEscalationRule) },
    body: { name: fresh('Very late') },
  }),
})

export const deleteEscalationRule = endpoint({
  module: 'admin',
  name: 'deleteEscalationRule',
  method: 'DELETE',
  path: '/api/admin/escalation-rules/:id',
  summary: 'Delete a rule',
  auditLabel: { en: 'Deleted an escalation rule', de: 'Eskalationsregel gelöscht' },
  access: admin('write'),
  plan: 'BUSINESS',
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ made }) => ({ params: { id: made(createEscalationRule) } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  level: { en: 'Trigger', de: 'Auslöser' },
  atPercent: { en: 'Percent of the time', de: 'Prozent der Zeit' },
  minutesOverdue: { en: 'Minutes overdue', de: 'Minuten überfällig' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  UP: { en: 'One step up', de: 'Eine Stufe höher' },
  ASSIGNEE: { en: 'Assignee', de: 'Zugewiesene Person' },
  RESPOND: { en: 'Response', de: 'Reaktion' },
  RESOLVE: { en: 'Resolution', de: 'Behebung' },
  DUE: { en: 'Due date', de: 'Termin' },
}
