/** Who gets a digest: those who lead and have not said no, where the organisation has them. */
import { readSettings } from '#server/modules/settings/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { type Reader, readersWith, readReader, wantsMail } from '#server/platform/mail/members.ts'
import type { Morning } from './digest-time.ts'

export interface Recipient extends Morning {
  /** those that they cover; none: all */
  readonly buildingIds: readonly string[]
}

const leading = ['MANAGER', 'ADMIN']

export const isRecipient = (reader: Reader): boolean =>
  reader.roles.some((role) => leading.includes(role)) && wantsMail(reader, 'digest')

/** @param userId absent: all of the tenant */
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
