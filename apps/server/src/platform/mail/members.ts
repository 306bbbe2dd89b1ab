/** Members of the team as readers of mails and notifications. Those who have left, are disabled or have not joined yet are none. */

import type { NotificationChoices, NotificationKind, QuietHours } from '#contracts/preferences.ts'
import type { TenantContext } from '../context.ts'
import type { PushRequest } from '../push/deliver.ts'
import { storedZone } from '../stored-zone.ts'

export interface Reader {
  readonly id: string
  readonly email: string
  readonly language: string
  readonly roles: readonly string[]
  /** those that they cover; all, where none are named */
  readonly buildingIds: readonly string[]
  /** their own, else the tenant's */
  readonly timeZone: string
  /** null where they have chosen none: then times at a place are told by its clock */
  readonly ownTimeZone: string | null
  readonly quietHours: QuietHours | null
  /** what they have changed */
  readonly notifications: NotificationChoices | null
  /** notifications are switched on somewhere */
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

/** Those with one of these roles. */
export const readersWith = (ctx: TenantContext, roles: readonly string[]): Promise<Reader[]> =>
  readersOf(ctx, 'u.roles && $2::text[] order by u.id', roles)

/** Those who cover the building. What is in none belongs to those who cover all. */
export const covering = (readers: readonly Reader[], buildingId: string | null): Reader[] =>
  readers.filter(
    ({ buildingIds }) =>
      buildingIds.length === 0 || (buildingId !== null && buildingIds.includes(buildingId)),
  )

export const leads = ({ roles }: Reader): boolean => roles.includes('MANAGER') || roles.includes('ADMIN')

/** Managers who cover the building; else all of them, else administrators, so that somebody hears. */
export const leadersOf = async (
  ctx: TenantContext,
  buildingId: string | null,
): Promise<readonly Reader[]> => {
  const leading = await readersWith(ctx, ['MANAGER', 'ADMIN'])
  const found = leading.filter(({ roles }) => roles.includes('MANAGER'))
  return [covering(found, buildingId), found].find(({ length }) => length > 0) ?? leading
}

/** How somebody is told: by push first where they have a device and want it so, by mail else or where nothing confirms it. */
export interface Channels {
  readonly push: boolean
  readonly mail: boolean
}

/** A kind that they may do without comes until they say no. Undefined: they are not told. */
export const channelsFor = (
  { notifications, hasDevice }: Reader,
  kind: NotificationKind,
): Channels | undefined => {
  const { mail = true, push = true } = notifications?.[kind] ?? {}
  const channels = { mail, push: push && hasDevice }
  return channels.mail || channels.push ? channels : undefined
}

/** Of what only mails tell. It comes until they say no. */
export const wantsMail = ({ notifications }: Reader, kind: NotificationKind): boolean =>
  notifications?.[kind]?.mail ?? true

/** Of a mail about one matter: what is mailed now and what is pushed. `instead`: the push was tried. */
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
