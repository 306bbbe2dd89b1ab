/** What holds for the whole tenant: profile, branding, languages, mail, privacy, work. */
import { type Static, Type } from 'typebox'
import { admin, endpoint } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Colour, DateOnly, Id, Line, TimeZone } from '#contracts/kit/text.ts'
import { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { Version } from './pieces.ts'

/** A time of day on the wall clock, 00:00 to 24:00. */
const ClockTime = Type.String({ pattern: '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$' })

/**
 * Intervals of one day, ascending and apart; none: closed. `from` is before `to`;
 * what runs over midnight is two intervals, one on each day.
 */
const DayHours = Type.Array(Type.Object({ from: ClockTime, to: ClockTime }), { maxItems: 6 })

/** When work is done, by weekday and in the building's time zone; SLA clocks of most priorities run only then. */
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

/** A day on which nobody works, whatever its weekday. */
export const Holiday = Type.Object({ date: DateOnly, name: Line(80) })
export type Holiday = Static<typeof Holiday>
export const Holidays = Type.Array(Holiday, { maxItems: 400 })

/** A language tag such as `en` or `de-AT`: how dates and numbers are written, and the language of mails. */
const Locale = Type.String({ maxLength: 35, pattern: '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$' })

/** The number shown first where a person may be in danger, e.g. 112 or an internal extension. */
const PhoneNumber = Type.String({ maxLength: 40, pattern: '^[+0-9][0-9 ()/.*#-]*$' })

/** The first one is the fallback. */
const VisitorLanguages = Type.Array(VisitorLanguage, { minItems: 1, maxItems: 12, uniqueItems: true })

const profile = {
  name: Line(120),
  locale: Locale,
  timeZone: TimeZone,
  weekStart: Type.Enum(['MONDAY', 'SUNDAY', 'SATURDAY']),
  serviceHours: ServiceHours,
  holidays: Holidays,
  emergencyNumber: Nullable(PhoneNumber),
}

const branding = {
  /** the colour of buttons on visitors' pages; refused below 4.5:1 on the page's paper */
  accent: Colour,
  /** an uploaded image; null: the name is shown instead */
  logoKey: Nullable(Line(200)),
  /** the name that visitors read */
  publicName: Line(120),
  /** whom a visitor may turn to, in words */
  contact: Nullable(Line(200)),
  privacyUrl: Nullable(Type.String({ maxLength: 500, pattern: '^https://[^\\s]+$' })),
}

const notifications = {
  mailTechnicians: Type.Boolean(),
  mailManagers: Type.Boolean(),
  /** full hour at which the daily digest leaves, on its reader's clock: their own time zone, else the tenant's; null: no digest */
  digestHour: Nullable(Type.Integer({ minimum: 0, maximum: 23 })),
}

const privacy = {
  /** days after which comments and photos are erased; null: as long as the plan keeps history */
  retentionDays: Nullable(Type.Integer({ minimum: 7, maximum: 3650 })),
  /**
   * NONE    managers see comments and photos at once
   * BEFORE  they see them after an ADMIN has released them
   * AFTER   they see them at once, and an ADMIN finds them in a list to review
   */
  moderation: Type.Enum(['NONE', 'BEFORE', 'AFTER']),
  /** visitors may add photos */
  photos: Type.Boolean(),
  /** managers see figures per person, not only per team */
  figuresPerPerson: Type.Boolean(),
}

const work = {
  photoRequiredToFinish: Type.Boolean(),
}

export const Settings = Type.Object({
  id: Id,
  slug: Type.String(),
  profile: Type.Object(profile),
  branding: Type.Object({ ...branding, logoUrl: Nullable(Type.String()) }),
  visitorLanguages: VisitorLanguages,
  notifications: Type.Object(notifications),
  privacy: Type.Object(privacy),
  work: Type.Object(work),
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
  data: Settings,
})

export const updateSettings = endpoint({
  module: 'admin',
  name: 'updateSettings',
  method: 'PATCH',
  path: '/api/admin/settings',
  summary: 'Update any section; what is left out stays as it is',
  deed: 'Changed the settings',
  access: admin(null),
  limit: 'write',
  body: SettingsChanges,
  data: Settings,
  errors: ['PRECONDITION_FAILED'],
  example: ({ fresh }) => ({ body: { profile: { name: fresh('Riverside') } } }),
})
