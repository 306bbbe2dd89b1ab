/** What a person has chosen for themselves, with the usual values for what they have not. */
import type {
  NotificationKind,
  NotificationSettings,
  QuietHours,
  SavedView,
  Theme,
} from '#contracts/preferences.ts'
import type { TenantContext } from '#server/platform/context.ts'

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
  digest: { mail: true },
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

/** The person wants no such mail any more; they need not be signed in. */
export const declineMail = async (
  ctx: TenantContext,
  userId: string,
  kind: NotificationKind,
): Promise<void> => {
  await ctx.run(
    `update app_user set version = version + 1,
       preferences = preferences || jsonb_build_object('notifications', coalesce(preferences -> 'notifications', '{}') || jsonb_build_object($3::text, '{"mail": false}'::jsonb))
     where tenant_id = $1 and id = $2 and preferences #>> array['notifications', $3, 'mail'] is distinct from 'false'`,
    [ctx.tenantId, userId, kind],
  )
}
