/** Who changed what, when and from where. Entries form a chain; none is changed or taken out for 400 days. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, idFilter, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, Line, Timestamp } from '#contracts/kit/text.ts'
import { Count } from '#contracts/records.ts'
import { HistoryEntry } from '#contracts/tasks/records.ts'

/**
 * USER    a member of the team
 * KEY     an API key
 * SYSTEM  Wellkept itself, e.g. when it ends a stolen session; with the id `operator` whoever ran `npx wellkept`
 */
export const auditActorKinds = ['USER', 'KEY', 'SYSTEM'] as const

/** What the log calls acts that are no endpoint, or not only; the others have the `auditLabel` of their endpoint. */
export const otherAuditLabels: AuditWords = {
  'audit.chainStarted': { en: 'Began the chain of the audit log', de: 'Kette des Protokolls begonnen' },
  'auth.acceptInvitation': { en: 'Accepted an invitation', de: 'Einladung angenommen' },
  'auth.linkIdentity': {
    en: 'Linked a Google or Microsoft account',
    de: 'Google- oder Microsoft-Konto verbunden',
  },
  'auth.refreshTokenReused': {
    en: 'Ended a session whose token was used twice',
    de: 'Sitzung beendet, deren Token zweimal benutzt wurde',
  },
  'operator.erasePerson': {
    en: 'Erased the name of a person who has left',
    de: 'Name einer ausgeschiedenen Person gelöscht',
  },
  'operator.exportEverything': { en: 'Took out everything as a file', de: 'Alles als Datei herausgegeben' },
  'operator.importPlaces': { en: 'Imported places from a table', de: 'Orte aus einer Tabelle eingelesen' },
  'operator.makeDemo': { en: 'Made the demo', de: 'Demo angelegt' },
  'operator.resetDemo': { en: 'Set new passwords in the demo', de: 'Neue Passwörter in der Demo gesetzt' },
  'operator.setPlan': { en: 'Changed the plan', de: 'Tarif geändert' },
  'sharing.partnerRead': {
    en: 'A partner read the figures of a grant',
    de: 'Ein Partner hat freigegebene Kennzahlen gelesen',
  },
  'sso.addMember': {
    en: 'Added a member who came by single sign-on',
    de: 'Mitglied aufgenommen, das über die gemeinsame Anmeldung kam',
  },
  'sso.linkMember': {
    en: 'Let a member in by single sign-on for the first time',
    de: 'Mitglied erstmals über die gemeinsame Anmeldung hereingelassen',
  },
  'sso.setRoles': {
    en: 'Set roles as the identity provider says',
    de: 'Rollen gesetzt, wie es der Anmeldedienst sagt',
  },
}

/** A day, from its first instant or to its last in the tenant's time zone, or an instant such as 2026-11-20T08:00:00Z. */
const DayOrInstant = Type.String({ maxLength: 40 })

/** A list that is too long to be told is a number of entries; ids of records of the tenant are told as their names. */
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
  /** as in the body, e.g. privacy.retentionDays */
  field: Type.String(),
  from: Said,
  to: Said,
  /** both values are kept back, as of secrets and ways to people: only that the field has changed is told */
  unsaid: Type.Optional(Type.Literal(true)),
  /** the record was made with `to`; nothing was before */
  made: Type.Optional(Type.Literal(true)),
  /** the record had `from` when it was deleted; nothing is now */
  gone: Type.Optional(Type.Literal(true)),
})
export type AuditChange = Static<typeof AuditChange>

export const AuditEntry = Type.Object({
  id: Id,
  /** counts up by one within the tenant, without gaps */
  seq: Type.Integer({ minimum: 1 }),
  at: Timestamp,
  actor: Type.Object({
    id: Type.String(),
    /** as it was then; empty where it was erased */
    name: Type.String(),
    kind: Type.Enum([...auditActorKinds]),
  }),
  /** module and verb, e.g. admin.createBuilding */
  action: Type.String(),
  /** what was done, in English, e.g. Created a building */
  actionText: Type.String(),
  /** id or code of what was changed; null where it is the tenant or the person themselves */
  target: Nullable(Type.String()),
  /** its last known name; null where it has none */
  targetName: Nullable(Type.String()),
  /** of a task: what its history says of that moment, with what was and is */
  told: Type.Array(Type.Pick(HistoryEntry, ['text', 'changes'])),
  /** what was and is of the fields that changed, or what a record was made or went with; none of tasks, and where it was erased */
  changes: Type.Array(AuditChange),
  /** names of the fields that were sent, e.g. privacy.retentionDays */
  fields: Type.Array(Type.String()),
  /** browser and system in words, or API; null where it is not known */
  source: Nullable(Type.String()),
  requestId: Type.String(),
  /** HMAC-SHA-256 over the entry before and this one, in hex */
  hash: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type AuditEntry = Static<typeof AuditEntry>

export const listAuditLog = endpoint({
  module: 'admin',
  name: 'listAuditLog',
  method: 'GET',
  path: '/api/admin/audit-log',
  summary: 'Who changed what, when, from where; the newest first',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    ...paging,
    /** ids of people or keys, several by comma */
    actor: idFilter,
    /** an action, or the beginning of some followed by `*`, e.g. `admin.*` */
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
