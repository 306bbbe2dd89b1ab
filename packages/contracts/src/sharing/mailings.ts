/** Mailings: scheduled emails of figures to recipients who have confirmed. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { personal } from '#contracts/kit/personal.ts'
import { ById, Version } from '#contracts/kit/pieces.ts'
import { DateOnly, Email, Id, Line, Timestamp, TimeZone } from '#contracts/kit/text.ts'
import { Count, IdAnswer } from '#contracts/records.ts'
import { SharedContent } from '#contracts/reports.ts'
import { ShareScope } from './links.ts'

/** FAILING: the server of a recipient refused three emails in a row; that one gets no more, the others do. */
export const mailingStates = ['ACTIVE', 'PAUSED', 'FAILING'] as const
export const MailingState = Type.Enum([...mailingStates])
export type MailingState = Static<typeof MailingState>

/**
 * The last whole days before it is sent, counted as on the screens: in the time zone of the building if the scope
 * names exactly one, else the organisation's.
 */
export const mailingPeriods = [
  'YESTERDAY',
  'LAST_7_DAYS',
  'LAST_30_DAYS',
  'LAST_MONTH',
  'LAST_QUARTER',
] as const
export const MailingPeriod = Type.Enum([...mailingPeriods])
export type MailingPeriod = Static<typeof MailingPeriod>

/** PDF and CSV are attachments and need the plan BUSINESS; on a lower plan the email is sent without. */
export const MailingFormat = Type.Enum(['MAIL', 'PDF', 'CSV'])
export type MailingFormat = Static<typeof MailingFormat>

export const MailingLanguage = Type.Enum(['en', 'de'])

/**
 * Why a server permanently refuses an email.
 * ADDRESS  the address does not exist
 * MAILBOX  the mailbox is full or closed
 * SIZE     the email is too large
 * POLICY   the server does not accept these emails
 * OTHER    no known reason
 */
export const mailRefusals = ['ADDRESS', 'MAILBOX', 'SIZE', 'POLICY', 'OTHER'] as const
export const MailRefusal = Type.Enum([...mailRefusals])
export type MailRefusal = Static<typeof MailRefusal>

export const MailingRecipient = Type.Object({
  email: personal(Type.String()),
  /** when the last confirmation email was sent */
  askedAt: Timestamp,
  /** null: not confirmed yet; nothing is sent */
  confirmedAt: Nullable(Timestamp),
  /**
   * when its server last refused an email, if none was accepted since; before the confirmation, the confirmation email
   */
  bouncedAt: Nullable(Timestamp),
  /** reason, with `bouncedAt` */
  refusal: Nullable(MailRefusal),
})

/** One sending to the confirmed recipients; kept for 13 months. */
export const MailingSending = Type.Object({
  at: Timestamp,
  /** days of its figures */
  from: DateOnly,
  to: DateOnly,
  /** number of emails: the sum of the four below */
  recipients: Count,
  delivered: Count,
  refused: Count,
  /** being sent, for three days at most */
  waiting: Count,
  /** not sent within three days: recipient removed, or no mail server available */
  unsent: Count,
  /** of the refused ones, most frequent first */
  reasons: Type.Array(Type.Object({ reason: MailRefusal, count: Count })),
})
export type MailingSending = Static<typeof MailingSending>

export const Mailing = Type.Object({
  id: Id,
  name: Type.String(),
  state: MailingState,
  /** ordered by address */
  recipients: Type.Array(MailingRecipient),
  rrule: Type.String(),
  /** local time, e.g. 2026-11-23T07:00 */
  startsAt: Type.String(),
  timeZone: Type.String(),
  contents: Type.Array(SharedContent),
  scope: ShareScope,
  period: MailingPeriod,
  format: MailingFormat,
  language: MailingLanguage,
  /** the next five times; none while paused */
  next: Type.Array(Timestamp, { maxItems: 5 }),
  lastSentAt: Nullable(Timestamp),
  /** the last 20, newest first; test sendings are not included */
  sendings: Type.Array(MailingSending, { maxItems: 20 }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
})
export type Mailing = Static<typeof Mailing>

/** Email addresses; duplicates are merged. */
const Recipients = Type.Array(Email, { minItems: 1, maxItems: 50 })
const Contents = Type.Array(SharedContent, { minItems: 1, maxItems: 6, uniqueItems: true })
/** A recurrence rule of RFC 5545, e.g. FREQ=WEEKLY;BYDAY=MO; at most once a day. */
const Rrule = Type.String({ minLength: 1, maxLength: 500, 'x-text': 'line' })
const LocalTime = Type.String({ pattern: '^2\\d{3}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:00(\\.000)?)?$' })

const details = {
  /** default: today at 07:00 local time */
  startsAt: Type.Optional(LocalTime),
  /** null, also the default on creation: the organisation's, also after that has changed */
  timeZone: Type.Optional(Nullable(TimeZone)),
  scope: Type.Optional(ShareScope),
  /** default: as the recurrence suggests */
  period: Type.Optional(MailingPeriod),
  /** default: MAIL */
  format: Type.Optional(MailingFormat),
  /** default: the organisation's if it is German, else English */
  language: Type.Optional(MailingLanguage),
}

const access = { access: admin(null) } as const

export const listMailings = endpoint({
  module: 'sharing',
  name: 'listMailings',
  method: 'GET',
  path: '/api/sharing/schedules',
  summary: 'Report mailings',
  ...access,
  limit: 'read',
  query: Type.Object({
    ...paging,
    state: Type.Optional(Type.Array(MailingState, { maxItems: 3 })),
    sort: sortBy('createdAt', 'name', 'nextAt'),
  }),
  list: Mailing,
})

export const createMailing = endpoint({
  module: 'sharing',
  name: 'createMailing',
  method: 'POST',
  path: '/api/sharing/schedules',
  summary:
    'Create a mailing: recipients (each confirms once), recurrence, time zone, contents; PDF or CSV attachments need BUSINESS',
  auditLabel: { en: 'Created a mailing', de: 'Berichtsversand angelegt' },
  ...access,
  limit: 'write',
  body: Type.Object({
    name: Line(120),
    recipients: Recipients,
    rrule: Rrule,
    contents: Contents,
    ...details,
  }),
  status: 201,
  idempotent: true,
  data: Mailing,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT'],
  example: ({ fresh }) => ({
    body: {
      name: fresh('Monday figures'),
      recipients: ['owner@example.com'],
      rrule: 'FREQ=WEEKLY;BYDAY=MO',
      contents: ['OVERVIEW', 'ISSUES'],
    },
  }),
})

export const updateMailing = endpoint({
  module: 'sharing',
  name: 'updateMailing',
  method: 'PATCH',
  path: '/api/sharing/schedules/:id',
  summary:
    'Update, pause or resume a mailing, or ask recipients again; resuming retries recipients whose servers refused emails',
  auditLabel: { en: 'Changed a mailing', de: 'Berichtsversand geändert' },
  ...access,
  limit: 'write',
  params: ById,
  body: Type.Object({
    name: Type.Optional(Line(120)),
    recipients: Type.Optional(Recipients),
    rrule: Type.Optional(Rrule),
    contents: Type.Optional(Contents),
    state: Type.Optional(Type.Enum(['ACTIVE', 'PAUSED'])),
    /** recipients who get the confirmation email again, at most three times a day; not those who have confirmed */
    askAgain: Type.Optional(Type.Array(Email, { minItems: 1, maxItems: 50 })),
    ...details,
  }),
  data: Mailing,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'FORBIDDEN', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: ({ mailingId, fresh }) => ({
    params: { id: mailingId },
    body: { name: fresh('Friday figures'), state: 'PAUSED' },
  }),
})

export const deleteMailing = endpoint({
  module: 'sharing',
  name: 'deleteMailing',
  method: 'DELETE',
  path: '/api/sharing/schedules/:id',
  summary: 'Stop a mailing',
  auditLabel: { en: 'Stopped a mailing', de: 'Berichtsversand beendet' },
  ...access,
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ mailingId }) => ({ params: { id: mailingId } }),
})

export const sendMailing = endpoint({
  module: 'sharing',
  name: 'sendMailing',
  method: 'POST',
  path: '/api/sharing/schedules/:id/send',
  summary: 'Send a mailing now to the caller only',
  auditLabel: { en: 'Sent themselves a mailing', de: 'Bericht an sich selbst gesendet' },
  ...access,
  limit: 'write',
  params: ById,
  status: 202,
  data: IdAnswer,
  errors: ['NOT_FOUND'],
  example: ({ mailingId }) => ({ params: { id: mailingId } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  recipients: { en: 'Recipients', de: 'Empfänger' },
  period: { en: 'Period', de: 'Zeitraum' },
  format: { en: 'Format', de: 'Format' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  PAUSED: { en: 'Paused', de: 'Pausiert' },
  YESTERDAY: { en: 'Yesterday', de: 'Gestern' },
  LAST_7_DAYS: { en: 'Last 7 days', de: 'Letzte 7 Tage' },
  LAST_30_DAYS: { en: 'Last 30 days', de: 'Letzte 30 Tage' },
  LAST_MONTH: { en: 'Last month', de: 'Letzter Monat' },
  LAST_QUARTER: { en: 'Last quarter', de: 'Letztes Quartal' },
  MAIL: { en: 'Email', de: 'E-Mail' },
}
