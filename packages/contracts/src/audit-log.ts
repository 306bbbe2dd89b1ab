/** Audit log: who changed what, when and from where. Entries form a chain and are kept unchanged for 400 days. */
import { type Static, Type } from 'typebox'
import { admin, endpoint, idFilter, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { Count } from '#contracts/records.ts'
import { HistoryEntry } from '#contracts/tasks/records.ts'

/**
 * USER    a member of the team
 * KEY     an API key
 * SYSTEM  the service itself, e.g. when it ends a stolen session; with the id `operator`, a person who ran
 *         `npx wellkept`
 */
export const auditActorKinds = ['USER', 'KEY', 'SYSTEM'] as const

/** Labels of actions that are not, or not only, an endpoint for staff. An endpoint has its own `auditLabel`. */
export const otherAuditLabels: Readonly<Record<string, string>> = {
  'audit.chainStarted': 'Started the chain of the audit log',
  'auth.acceptInvitation': 'Accepted an invitation',
  'auth.linkIdentity': 'Linked a Google or Microsoft account',
  'auth.refreshTokenReused': 'Ended a session whose refresh token was reused',
  'operator.erasePerson': 'Erased the name of a former member',
  'operator.exportEverything': 'Exported all data to a file',
  'operator.importPlaces': 'Imported buildings, locations and amenities',
  'operator.makeDemo': 'Created the demo',
  'operator.resetDemo': 'Set new passwords in the demo',
  'operator.setPlan': 'Changed the plan',
  'sharing.partnerRead': 'A partner read the figures of a grant',
  'sso.addMember': 'Added a member by single sign-on',
  'sso.linkMember': 'Linked a member to single sign-on',
  'sso.setRoles': 'Set roles by the identity provider',
}

/**
 * A day in the tenant's time zone (from its first or until its last instant), or an instant such as
 * 2026-11-20T08:00:00Z.
 */
const DayOrInstant = Type.String({ maxLength: 40 })

/**
 * A list that is too long is given as its number of entries; ids of the tenant's records are replaced by their names.
 */
const Said = Nullable(
  Type.Union([
    Type.String(),
    Type.Number(),
    Type.Boolean(),
    Type.Array(Type.String()),
    Type.Object({ count: Count }),
  ]),
)
export type AuditSaid = Static<typeof Said>

export const AuditChange = Type.Object({
  /** path in the body, e.g. privacy.retentionDays */
  field: Type.String(),
  from: Said,
  to: Said,
  /** both values are withheld because they are secret or personal; only the fact of the change is logged */
  unsaid: Type.Optional(Type.Literal(true)),
  /** the record was created with `to` */
  made: Type.Optional(Type.Literal(true)),
  /** the record had `from` when it was deleted */
  gone: Type.Optional(Type.Literal(true)),
})
export type AuditChange = Static<typeof AuditChange>

export const AuditEntry = Type.Object({
  id: Id,
  /** increases by one within the tenant, without gaps */
  seq: Type.Integer({ minimum: 1 }),
  at: Timestamp,
  actor: Type.Object({
    id: Type.String(),
    /** at the time of the change; empty if erased */
    name: Type.String(),
    kind: Type.Enum([...auditActorKinds]),
  }),
  /** module and operation, e.g. admin.createBuilding */
  action: Type.String(),
  /** audit label in English, e.g. Created a building */
  actionText: Type.String(),
  /** id or code of what was changed; null for the tenant or the person themselves */
  target: Nullable(Type.String()),
  /** its last known name; null if it has none */
  targetName: Nullable(Type.String()),
  /** of a task: the lines of its history of this change, with the values before and after */
  told: Type.Array(Type.Pick(HistoryEntry, ['text', 'changes'])),
  /**
   * values of the changed fields before and after, or all values of a created or deleted record; empty for tasks and
   * if erased
   */
  changes: Type.Array(AuditChange),
  /** names of the fields in the request, e.g. privacy.retentionDays */
  fields: Type.Array(Type.String()),
  /** browser and operating system, or API; null if not known */
  source: Nullable(Type.String()),
  requestId: Type.String(),
  /** HMAC-SHA-256 over the previous entry and this one, in hex */
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type AuditEntry = Static<typeof AuditEntry>

export const listAuditLog = endpoint({
  module: 'admin',
  name: 'listAuditLog',
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'Who changed what, when and from where; newest first',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    /** ids of people or keys, several by comma */
    actor: idFilter,
    /** an action, or a prefix followed by `*`, e.g. `admin.*` */
    action: Type.Optional(
      Type.String({ maxLength: 100, pattern: '^([a-zA-Z]+\\.[a-zA-Z]+|[a-zA-Z]+(\\.[a-zA-Z]*)?\\*)$' }),
    ),
    /** id or code of what was changed */
    target: Type.Optional(Line(200)),
    from: Type.Optional(DayOrInstant),
    to: Type.Optional(DayOrInstant),
    sort: sortBy('at'),
  }),
  list: AuditEntry,
})
