/** Settings of the tenant: profile, branding, languages, email, privacy, tasks. */

import { type Static, Type } from 'typebox'
import type { AuditWords } from '#contracts/kit/audit-words.ts'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Colour, DateOnly, Id, Line, LongText, TimeZone } from '#contracts/kit/text.ts'
import { VisitorLanguage, visitorLanguages, WeekStart } from '#contracts/kit/vocabulary.ts'
import { Version } from './kit/pieces.ts'
import { ImageSize, ImageType, Upload } from './records.ts'

/** A local time of day, 00:00 to 24:00. */
const ClockTime = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' })

/**
 * Intervals of one day, ascending and not overlapping; none: closed. `from` is before `to`; hours over midnight are
 * two intervals, one on each day.
 */
const DayHours = Type.Array(Type.Object({ from: ClockTime, to: ClockTime }), { maxItems: 6 })

/** Service hours by weekday in the building's time zone; SLA clocks of most priorities run only within them. */
export const ServiceHours = Type.Object({
  MONDAY: DayHours,
  TUESDAY: DayHours,
  WEDNESDAY: DayHours,
  THURSDAY: DayHours,
  FRIDAY: DayHours,
  SATURDAY: DayHours,
  SUNDAY: DayHours,
})
export type ServiceHours = Static<typeof ServiceHours>

/** A day without service, whatever its weekday. */
export const Holiday = Type.Object({ date: DateOnly, name: Line(80) })
export type Holiday = Static<typeof Holiday>
export const Holidays = Type.Array(Holiday, { maxItems: 400 })

/** A language tag such as `en` or `de-AT`: format of dates and numbers, and language of emails. */
const Locale = Type.String({ maxLength: 35, pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })

/** The number shown first if a person may be in danger, e.g. 112 or an internal extension. */
const PhoneNumber = Type.String({ maxLength: 40, pattern: '^[+0-9][0-9 ()/.*#-]*$' })

/** The first one is the fallback. */
const VisitorLanguages = Type.Array(VisitorLanguage, { minItems: 1, maxItems: 12, uniqueItems: true })

const profile = {
  name: Line(120),
  locale: Locale,
  timeZone: TimeZone,
  weekStart: WeekStart,
  serviceHours: ServiceHours,
  holidays: Holidays,
  emergencyNumber: Nullable(PhoneNumber),
}

const branding = {
  /** colour of buttons on visitor pages; refused if its contrast with the page background is below 4.5:1 */
  accent: Colour,
  /** key of an uploaded image; null: the name is shown instead */
  logoKey: Nullable(Line(200)),
  /** name shown to visitors */
  publicName: Line(120),
  /** contact for visitors, as text */
  contact: Nullable(Line(200)),
  privacyUrl: Nullable(Type.String({ maxLength: 500, pattern: '^https://[^\\s]+$' })),
}

const notifications = {
  mailTechnicians: Type.Boolean(),
  mailManagers: Type.Boolean(),
  /** full hour of the daily digest in its reader's time zone, else the tenant's; null: no digest */
  digestHour: Nullable(Type.Integer({ minimum: 0, maximum: 23 })),
}

const privacy = {
  /** days after which comments and photos are erased; null: as long as the plan keeps history */
  retentionDays: Nullable(Type.Integer({ minimum: 7, maximum: 3650 })),
  /**
   * NONE    managers see comments and photos at once
   * BEFORE  managers see them after an ADMIN has released them
   * AFTER   managers see them at once, and an ADMIN has a list to review
   */
  moderation: Type.Enum(['NONE', 'BEFORE', 'AFTER']),
  /** visitors may add photos */
  photos: Type.Boolean(),
  /** managers see figures per person, not only per team */
  figuresPerPerson: Type.Boolean(),
  /** support may read for 15 minutes after it said why; the administrators are told */
  supportAccess: Type.Boolean(),
}

/** A remark on a day of a chart, e.g. `New contractor`. */
export const DayNote = Type.Object({
  date: DateOnly,
  text: Line(80),
  /** null: about all buildings */
  buildingId: Nullable(Id),
})
export type DayNote = Static<typeof DayNote>

/** Shown in trends; at most 200 for each tenant. */
const DayNotes = Type.Array(DayNote, { maxItems: 200 })

/**
 * Text for replies to visitors, in one or more languages. `{place}` and `{organization}` stand for the place of the
 * submission and the name shown to visitors; braces with anything else are refused.
 */
export const ReplyTemplate = Type.Object({
  name: Line(80),
  texts: Type.Partial(Type.Record(VisitorLanguage, LongText(1000, 1)), { minProperties: 1 }),
})
export type ReplyTemplate = Static<typeof ReplyTemplate>

/** In the order in which they are offered. */
export const ReplyTemplates = Type.Array(ReplyTemplate, { maxItems: 20 })

const work = {
  photoRequiredToFinish: Type.Boolean(),
}

/** Every email that the service sends. */
export const mailNames = [
  'digest',
  'task-new',
  'task-assigned',
  'task-news',
  'task-reopened',
  'task-unheard',
  'task-resumed',
  'task-told',
  'task-withdrawn',
  'urgent-task',
  'escalated',
  'late-by-rules',
  'alert-notice',
  'wish-news',
  'task-link',
  'task-links',
  'task-link-ended',
  'visitor-outcome',
  'outcome-confirm',
  'subscription-confirm',
  'status-changed',
  'sign-in',
  'invitation',
  'password-reset',
  'session-ended',
  'connection-added',
  'test-notification',
  'export-ready',
  'webhook-off',
  'slack-linked',
  'slack-broken',
  'billing-notice',
  'tenant-notice',
  'mailing-confirm',
  'mailing-issue',
  'mailing-refused',
  'scout-invited',
  'round-assigned',
  'round-returned',
] as const
export type MailName = (typeof mailNames)[number]
const MailName = Type.Enum([...mailNames])

/** Languages of emails. */
export const mailLanguages = visitorLanguages

/**
 * FOUND    the record exists
 * MISSING  the record does not exist; for DKIM: not under the usual names
 * ASKING   the lookup is running; its result is there within two seconds
 * UNKNOWN  the lookup failed
 */
export const SenderState = Type.Enum(['FOUND', 'MISSING', 'ASKING', 'UNKNOWN'])
export type SenderState = Static<typeof SenderState>

export const MailSetup = Type.Object({
  sender: Type.Object({
    /** the From header */
    from: Type.String(),
    /** null for a name that does not exist outside, such as localhost; it is not looked up */
    domain: Nullable(Type.String()),
    spf: SenderState,
    dkim: SenderState,
    dmarc: SenderState,
  }),
  /** with sample names and numbers; its links lead nowhere */
  preview: Type.Object({
    mail: MailName,
    language: VisitorLanguage,
    subject: Type.String(),
    text: Type.String(),
    html: Type.String(),
  }),
})
export type MailSetup = Static<typeof MailSetup>

export const Settings = Type.Object({
  id: Id,
  slug: Type.String(),
  profile: Type.Object(profile),
  branding: Type.Object({ ...branding, logoUrl: Nullable(Type.String()) }),
  visitorLanguages: VisitorLanguages,
  notifications: Type.Object(notifications),
  privacy: Type.Object(privacy),
  work: Type.Object(work),
  /** oldest first */
  dayNotes: DayNotes,
  replyTemplates: ReplyTemplates,
  /** only if `mail` was asked for */
  mail: Type.Optional(MailSetup),
  /** only if `logoUpload` was asked for; the key of what is put there becomes `branding.logoKey` */
  logoUpload: Type.Optional(Upload),
  version: Version,
})
export type Settings = Static<typeof Settings>

const SettingsChanges = Type.Partial(
  Type.Object({
    profile: Type.Partial(Type.Object(profile)),
    branding: Type.Partial(Type.Object(branding)),
    visitorLanguages: VisitorLanguages,
    notifications: Type.Partial(Type.Object(notifications)),
    privacy: Type.Partial(Type.Object(privacy)),
    work: Type.Partial(Type.Object(work)),
    /** the whole list; a note that is left out is removed */
    dayNotes: DayNotes,
    /** the whole list; a template that is left out is removed */
    replyTemplates: ReplyTemplates,
    /** asks for a place to upload a logo to; changes nothing */
    logoUpload: Type.Object({ contentType: ImageType, size: ImageSize }),
    /** sends the preview to the caller's own address; changes nothing */
    testMail: Type.Object({ mail: MailName, language: VisitorLanguage }),
  }),
)

export const getSettings = endpoint({
  module: 'admin',
  name: 'getSettings',
  method: 'GET',
  path: '/api/admin/settings',
  summary: 'Everything about the tenant',
  access: admin('read'),
  limit: 'read',
  query: Type.Object({
    /** also returns the sender's state, and the preview of this email */
    mail: Type.Optional(MailName),
    /** of the preview; default: the caller's */
    language: Type.Optional(VisitorLanguage),
  }),
  data: Settings,
})

export const updateSettings = endpoint({
  module: 'admin',
  name: 'updateSettings',
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Update any section; fields that are left out stay unchanged',
  auditLabel: { en: 'Changed the settings', de: 'Einstellungen geändert' },
  access: admin(null),
  limit: 'write',
  body: SettingsChanges,
  data: Settings,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ fresh }) => ({ body: { profile: { name: fresh('Riverside') } } }),
})

/** What the audit log calls the fields that only these bodies have. */
export const fieldNames: AuditWords = {
  locale: { en: 'Language', de: 'Sprache' },
  weekStart: { en: 'First day of the week', de: 'Erster Tag der Woche' },
  emergencyNumber: { en: 'Emergency number', de: 'Notrufnummer' },
  accent: { en: 'Colour', de: 'Farbe' },
  logoKey: { en: 'Logo', de: 'Logo' },
  logoUpload: { en: 'Logo upload', de: 'Logo hochgeladen' },
  publicName: { en: 'Name for visitors', de: 'Name für Besucher' },
  privacyUrl: { en: 'Privacy page', de: 'Datenschutzseite' },
  visitorLanguages: { en: 'Languages for visitors', de: 'Sprachen für Besucher' },
  mailTechnicians: { en: 'Emails to technicians', de: 'E-Mails an die Technik' },
  mailManagers: { en: 'Emails to managers', de: 'E-Mails an die Leitung' },
  digestHour: { en: 'Time of the daily digest', de: 'Uhrzeit der täglichen Übersicht' },
  retentionDays: { en: 'Keep comments (days)', de: 'Kommentare aufbewahren (Tage)' },
  moderation: { en: 'Comment review', de: 'Prüfung von Kommentaren' },
  figuresPerPerson: { en: 'Figures per person', de: 'Kennzahlen je Person' },
  supportAccess: { en: 'Support access', de: 'Support-Zugang' },
  photoRequiredToFinish: { en: 'Photo required to complete', de: 'Foto zum Abschließen nötig' },
  dayNotes: { en: 'Notes on days', de: 'Notizen zu Tagen' },
  replyTemplates: { en: 'Reply templates', de: 'Antwortvorlagen' },
}

/** What the audit log calls the values of their closed sets. */
export const codeNames: AuditWords = {
  NONE: { en: 'No review', de: 'Keine Prüfung' },
}
