/** A member's preferences, with defaults for what they have not chosen. */
import {
  type NotificationChoices,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
  type QuietHours,
  type SavedSearchAlert,
  type SavedView,
  type Theme,
} from '#contracts/preferences.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { parseSavedSearch } from './saved-search-filters.ts'

export interface Preferences {
  readonly theme: Theme
  readonly quietHours: QuietHours | null
  readonly notifications: NotificationSettings
  readonly savedViews: SavedView[]
  readonly shortcuts: boolean
}

export interface StoredView extends Omit<SavedView, 'tell'> {
  /** absent: no notifications */
  tell?: Omit<SavedSearchAlert, 'valid'>
}

/** As stored in the column: only what differs from the defaults. */
export interface StoredPreferences {
  theme?: Theme
  quietHours?: QuietHours | null
  notifications?: NotificationChoices
  savedViews?: StoredView[]
  shortcuts?: boolean
}

/** The default of each kind, with the member's changes. */
const settingsOf = (chosen: NotificationChoices = {}): NotificationSettings => {
  const of = (kind: NotificationKind) => ({ mail: true, push: true, ...chosen[kind] })
  return {
    taskAssigned: of('taskAssigned'),
    taskNew: of('taskNew'),
    urgentTask: of('urgentTask'),
    sla: { ...of('urgentTask'), ...chosen.sla },
    alert: of('alert'),
    wish: of('wish'),
    // No email has anything of the arena.
    arena: { ...of('arena'), mail: false },
    // Read in the morning, so it comes by email only.
    digest: { ...of('digest'), push: false },
  }
}

/** Channels that are left out stay as they are. */
export const mergeChoices = (
  before: NotificationChoices = {},
  changes: NotificationChoices = {},
): NotificationChoices =>
  Object.fromEntries(
    notificationKinds.flatMap((kind) => {
      const merged = { ...before[kind], ...changes[kind] }
      return Object.keys(merged).length === 0 ? [] : [[kind, merged]]
    }),
  )

const presentView = ({ tell, ...view }: StoredView): SavedView => ({
  ...view,
  tell: tell ? { ...tell, valid: parseSavedSearch(view.screen, tell.filters) !== undefined } : null,
})

export const preferencesOf = (stored: unknown): Preferences => {
  const { theme, quietHours, notifications, savedViews, shortcuts } = (stored ?? {}) as StoredPreferences
  return {
    theme: theme ?? 'SYSTEM',
    quietHours: quietHours ?? null,
    notifications: settingsOf(notifications),
    savedViews: (savedViews ?? []).map(presentView),
    shortcuts: shortcuts ?? true,
  }
}

/** Turns off an email for a person who need not be signed in. The audit log shows it like a change of the profile. */
export const declineMail = async (
  ctx: TenantContext,
  userId: string,
  kind: NotificationKind,
): Promise<void> => {
  const [declined] = await ctx.run<{ name: string }>(
    `update app_user set version = version + 1,
       preferences = preferences || jsonb_build_object('notifications', coalesce(preferences -> 'notifications', '{}') || jsonb_build_object($3::text, '{"mail": false}'::jsonb))
     where tenant_id = $1 and id = $2 and preferences #>> array['notifications', $3, 'mail'] is distinct from 'false'
     returning name`,
    [ctx.tenantId, userId, kind],
  )
  if (!declined) return
  recordAudit(ctx, {
    action: 'auth.updateMe',
    target: null,
    fields: [`notifications.${kind}`],
    actor: { kind: 'USER', id: userId, name: declined.name },
  })
}

/** Sets the quiet hours of a member; null: none. */
export const setQuietHours = async (
  ctx: TenantContext,
  userId: string,
  quietHours: QuietHours | null,
): Promise<void> => {
  await ctx.run(
    `update app_user set preferences = preferences || jsonb_build_object('quietHours', $3::jsonb), version = version + 1
     where tenant_id = $1 and id = $2`,
    [ctx.tenantId, userId, JSON.stringify(quietHours)],
  )
}
