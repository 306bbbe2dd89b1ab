/** Audit log: who changed what, when and from where. Entries form a chain and are kept unchanged for 400 days. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, idFilter, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { personal } from '#contracts/kit/personal.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { Count } from '#contracts/records.ts'
import { HistoryEntry } from '#contracts/tasks/records.ts'

/**
 * USER    a member of the team
 * KEY     an API key
 * SCOUT   somebody outside the team who inspects, by the alias
 * SYSTEM  the service itself, e.g. when it ends a stolen session; with the id `operator`, a person who ran
 *         `npx wellkept`
 * PLATFORM  a super admin of Wellkept, without a name
 */
export const auditActorKinds = ['USER', 'KEY', 'SYSTEM', 'SCOUT', 'PLATFORM'] as const

/** Labels the log calls acts that are no endpoint, or not only; an others have the `auditLabel` of their endpoint. */
export const otherAuditLabels: AuditWords = {
  'audit.chainStarted': { en: 'Started the chain of the audit log', de: 'Protokollkette begonnen' },
  'auth.acceptInvitation': { en: 'Accepted an invitation', de: 'Einladung angenommen' },
  'auth.addConnection': { en: 'Added a personal connection', de: 'Persönliche Verbindung hinzugefügt' },
  'auth.endConnection': { en: 'Ended a personal connection', de: 'Persönliche Verbindung beendet' },
  'auth.linkIdentity': {
    en: 'Linked a Google or Microsoft account',
    de: 'Google- oder Microsoft-Konto verbunden',
  },
  'auth.refreshTokenReused': {
    en: 'Ended a session whose refresh token was reused',
    de: 'Sitzung mit doppelt verwendetem Token beendet',
  },
  'billing.changePlan': { en: 'Changed the plan', de: 'Tarif geändert' },
  'operator.erasePerson': {
    en: 'Erased the name of a former member',
    de: 'Name einer ausgeschiedenen Person gelöscht',
  },
  'operator.exportEverything': { en: 'Exported all data to a file', de: 'Alle Daten exportiert' },
  'operator.importPlaces': {
    en: 'Imported buildings, locations and amenities',
    de: 'Orte aus einer Tabelle importiert',
  },
  'operator.makeDemo': { en: 'Created the demo', de: 'Demo angelegt' },
  'operator.resetDemo': { en: 'Set new passwords in the demo', de: 'Passwörter der Demo zurückgesetzt' },
  'operator.setPlan': { en: 'Changed the plan', de: 'Tarif geändert' },
  'platform.closeTenant': { en: 'Started closing the organisation', de: 'Schließung begonnen' },
  'platform.createTenant': { en: 'Created the organisation', de: 'Organisation angelegt' },
  'platform.openSupportAccess': { en: 'Support started reading', de: 'Support-Zugang begonnen' },
  'platform.reactivateTenant': { en: 'Reactivated the organisation', de: 'Organisation freigegeben' },
  'platform.supportEnded': { en: 'Support stopped reading', de: 'Support-Zugang beendet' },
  'platform.suspendTenant': { en: 'Suspended the organisation', de: 'Organisation gesperrt' },
  'platform.updateTenant': { en: 'Changed plan or limits', de: 'Tarif oder Grenzen geändert' },
  'sharing.partnerRead': {
    en: 'A partner read the figures of a grant',
    de: 'Ein Partner hat freigegebene Kennzahlen gelesen',
  },
  'slack.connect': { en: 'Connected Slack', de: 'Slack verbunden' },
  'slack.disconnect': { en: 'Slack removed the app', de: 'App in Slack entfernt' },
  'slack.linkPerson': { en: 'Linked their Slack account', de: 'Eigenes Slack-Konto verbunden' },
  'slack.unlinkPerson': { en: 'Ended the link to Slack', de: 'Verbindung zu Slack gelöst' },
  'sso.addMember': {
    en: 'Added a member by single sign-on',
    de: 'Mitglied per Single Sign-on aufgenommen',
  },
  'sso.linkMember': {
    en: 'Linked a member to single sign-on',
    de: 'Mitglied erstmals per Single Sign-on angemeldet',
  },
  'sso.setRoles': {
    en: 'Set roles by the identity provider',
    de: 'Rollen vom Identitätsanbieter übernommen',
  },
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
  from: personal(Said),
  to: personal(Said),
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
    name: personal(Type.String()),
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
  withoutSupport: true,
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
