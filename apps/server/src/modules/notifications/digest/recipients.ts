/** Recipients of digests: managers and administrators who have not unsubscribed, if the organisation has digests. */
import { readSettings } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type Reader, readersWith, readReader, wantsMail } from '#server/platform/mail/members.ts'
import type { DigestTime } from './digest-time.ts'

export interface Recipient extends DigestTime {
  /** covered buildings; empty: all */
  readonly buildingIds: readonly string[]
}

const leading = ['MANAGER', 'ADMIN']

export const isRecipient = (reader: Reader): boolean =>
  reader.roles.some((role) => leading.includes(role)) && wantsMail(reader, 'digest')

/** @param userId absent: the whole tenant */
export const readRecipients = async (ctx: TenantContext, userId?: string): Promise<Recipient[]> => {
  const { notifications } = await readSettings(ctx)
  const hour = notifications.digestHour
  if (hour === null) return []
  const readers =
    userId === undefined
      ? await readersWith(ctx, leading)
      : [await readReader(ctx, userId)].filter((reader) => reader !== undefined)
  return readers.filter(isRecipient).map(({ id, timeZone, quietHours, buildingIds }) => ({
    id,
    hour,
    timeZone,
    quietHours,
    buildingIds,
  }))
}
