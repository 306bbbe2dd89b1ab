/** What a person has chosen for themselves, with the usual values for what they have not. */
import type { NotificationSettings, QuietHours, SavedView, Theme } from '#contracts/preferences.ts'

export interface Preferences {
  readonly theme: Theme
  readonly quietHours: QuietHours | null
  readonly notifications: NotificationSettings
  readonly savedViews: SavedView[]
  readonly shortcuts: boolean
}

/** As the column keeps them: only what was changed. */
export interface StoredPreferences {
  theme?: Theme
  quietHours?: QuietHours | null
  notifications?: Partial<NotificationSettings>
  savedViews?: SavedView[]
  shortcuts?: boolean
}

const everyMail: NotificationSettings = {
  taskAssigned: { mail: true },
  taskNew: { mail: true },
  urgentTask: { mail: true },
  alert: { mail: true },
}

export const preferencesOf = (stored: unknown): Preferences => {
  const { theme, quietHours, notifications, savedViews, shortcuts } = (stored ?? {}) as StoredPreferences
  return {
    theme: theme ?? 'SYSTEM',
    quietHours: quietHours ?? null,
    notifications: { ...everyMail, ...notifications },
    savedViews: savedViews ?? [],
    shortcuts: shortcuts ?? true,
  }
}
