/** Members as readers of emails and notifications; without those who left, are disabled or have not joined yet. */

import type { NotificationChoices, NotificationKind, QuietHours } from '#contracts/preferences.ts'
import type { TenantContext } from '../context.ts'
import type { PushRequest } from '../push/note.ts'
import { storedZone } from '../stored-zone.ts'

export interface Reader {
  readonly id: string
  readonly email: string
  readonly language: string
  readonly roles: readonly string[]
  /** buildings that they cover; empty: all */
  readonly buildingIds: readonly string[]
  /** their own time zone, else the tenant's */
  readonly timeZone: string
  /** null: none chosen, so times at a place are shown in its zone */
  readonly ownTimeZone: string | null
  readonly quietHours: QuietHours | null
  /** changed notification settings */
  readonly notifications: NotificationChoices | null
  /** has a device with notifications switched on */
  readonly hasDevice: boolean
}

const readerText = `select u.id, u.email, u.language, u.roles, u.building_ids as "buildingIds",
    coalesce(u.time_zone, t.time_zone) as "timeZone", u.time_zone as "ownTimeZone",
    u.preferences -> 'quietHours' as "quietHours", u.preferences -> 'notifications' as notifications,
    exists (select from push_subscription p where p.tenant_id = $1 and p.user_id = u.id) as "hasDevice"
  from app_user u join tenant t on t.id = $1
  where u.tenant_id = $1 and u.state = 'ACTIVE' and u.removed_at is null`

const readersOf = async (ctx: TenantContext, which: string, value: unknown): Promise<Reader[]> => {
  const rows = await ctx.run<Reader>(`${readerText} and ${which}`, [ctx.tenantId, value])
  return rows.map((row) => ({
    ...row,
    timeZone: storedZone(row.timeZone),
    ownTimeZone: row.ownTimeZone === null ? null : storedZone(row.ownTimeZone),
  }))
}

export const readReader = async (ctx: TenantContext, userId: string): Promise<Reader | undefined> =>
  (await readersOf(ctx, 'u.id = $2', userId))[0]

export const readReaders = (ctx: TenantContext, userIds: readonly string[]): Promise<Reader[]> =>
  readersOf(ctx, 'u.id = any($2::uuid[]) order by u.id', userIds)

/** Members with one of these roles. */
export const readersWith = (ctx: TenantContext, roles: readonly string[]): Promise<Reader[]> =>
  readersOf(ctx, 'u.roles && $2::text[] order by u.id', roles)

/** Members who cover the building; without a building, those who cover all. */
export const covering = (readers: readonly Reader[], buildingId: string | null): Reader[] =>
  readers.filter(
    ({ buildingIds }) =>
      buildingIds.length === 0 || (buildingId !== null && buildingIds.includes(buildingId)),
  )

export const leads = ({ roles }: Reader): boolean => roles.includes('MANAGER') || roles.includes('ADMIN')

/** Managers who cover the building; if there are none, all managers, else administrators. */
export const leadersOf = async (
  ctx: TenantContext,
  buildingId: string | null,
): Promise<readonly Reader[]> => {
  const leading = await readersWith(ctx, ['MANAGER', 'ADMIN'])
  const found = leading.filter(({ roles }) => roles.includes('MANAGER'))
  return [covering(found, buildingId), found].find(({ length }) => length > 0) ?? leading
}

/** How somebody is notified: by push if they have a device and want it, else, or without a receipt, by email. */
export interface Channels {
  readonly push: boolean
  readonly mail: boolean
}

/** Optional kinds are on by default. Undefined: they are not notified. */
export const channelsFor = (
  { notifications, hasDevice }: Reader,
  kind: NotificationKind,
): Channels | undefined => {
  const { mail = true, push = true } = notifications?.[kind] ?? {}
  const channels = { mail, push: push && hasDevice }
  return channels.mail || channels.push ? channels : undefined
}

/** Of SLA and escalations. Who has not chosen is notified as before there was a choice: as of any other task. */
export const slaChannelsFor = (reader: Reader, isAssignee: boolean): Channels | undefined => {
  const before = isAssignee ? 'taskAssigned' : 'urgentTask'
  return channelsFor(
    {
      ...reader,
      notifications: { sla: { ...reader.notifications?.[before], ...reader.notifications?.sla } },
    },
    'sla',
  )
}

/** For kinds sent by email only; on by default. */
export const wantsMail = ({ notifications }: Reader, kind: NotificationKind): boolean =>
  notifications?.[kind]?.mail ?? true

/** Decides for one email what is sent now and what is pushed. `instead`: the push was tried. */
export const byChannels = <Facts>(
  channels: Channels,
  instead: boolean,
  facts: Facts,
  pushed: PushRequest,
): { readonly facts: Facts | undefined; readonly push?: PushRequest } => {
  if (!instead && channels.push)
    return { facts: undefined, push: { ...pushed, orMail: channels.mail ? pushed.orMail : null } }
  return { facts: channels.mail ? facts : undefined }
}
