/** Default settings. A tenant's row holds only what was changed. */

import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Settings } from '#contracts/settings.ts'

const working = [{ from: '08:00', to: '18:00' }]

export interface SettingsDefaults {
  readonly profile: Omit<Settings['profile'], 'name' | 'timeZone'>
  readonly branding: Omit<Settings['branding'], 'publicName' | 'logoUrl'>
  readonly visitorLanguages: readonly VisitorLanguage[]
  readonly notifications: Settings['notifications']
  readonly privacy: Settings['privacy']
  readonly work: Settings['work']
}

export const settingsDefaults: SettingsDefaults = {
  profile: {
    locale: 'en',
    weekStart: 'MONDAY',
    serviceHours: {
      MONDAY: working,
      TUESDAY: working,
      WEDNESDAY: working,
      THURSDAY: working,
      FRIDAY: working,
      SATURDAY: [],
      SUNDAY: [],
    },
    holidays: [],
    // Every mobile phone dials 112 as an emergency call, in any country.
    emergencyNumber: '112',
  },
  branding: { accent: '#0E5A63', logoKey: null, contact: null, privacyUrl: null },
  // English comes first unless the tenant's locale is another visitor language.
  visitorLanguages: ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'tr', 'ar', 'zh', 'ja'],
  notifications: { mailTechnicians: true, mailManagers: true, digestHour: 7 },
  privacy: {
    retentionDays: null,
    moderation: 'NONE',
    photos: true,
    figuresPerPerson: false,
    supportAccess: true,
  },
  work: { photoRequiredToFinish: false },
}
