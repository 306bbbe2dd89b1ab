/**
 * URLs of shared photos. Each belongs to one link with its password and address (the epoch), and the link is read at
 * each request, so revocation, expiry and redaction take effect at once.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { notFound } from '#server/platform/errors.ts'
import type { LinkRow } from '../links/link-row.ts'

export type PhotoSize = 'full' | 'small'

export interface SharedPhoto {
  readonly tenantId: string
  readonly id: string
  readonly size: PhotoSize
}

type PhotoLink = Pick<LinkRow, 'id' | 'epoch'>

const signature = ({ keys }: Platform, text: string): string => keys.mac('share-photo', text).slice(0, 22)

export const photoAddress = (
  { platform, tenantId }: Pick<TenantContext, 'platform' | 'tenantId'>,
  { id: linkId, epoch }: PhotoLink,
  photoId: string,
  size: PhotoSize,
): string => {
  const { keys, config } = platform
  const photo = keys.seal('share-photo', tenantId, photoId)
  const text = `${photo}.${keys.seal('share-photo', tenantId, linkId)}.${epoch}.${size}`
  return `${config.baseUrl}/s/photos/${text}.${signature(platform, text)}`
}

const shape = /^(([\w-]{59})\.([\w-]{59})\.(\d{1,9})\.(full|small))\.([\w-]{22})$/

const shownText = `select from share_link l
  join upload u on u.tenant_id = $1 and u.id = $3
  join feedback f on f.tenant_id = $1 and f.id = u.feedback_id and f.state = 'VISIBLE'
  where l.tenant_id = $1 and l.id = $2 and l.epoch = $4 and l.revoked_at is null and not l.hide_photos
    and 'FEEDBACK' = any(l.contents) and (l.expires_at is null or l.expires_at > $5)`

/** The photo of a URL, if the share shows it now. @throws ServiceError NOT_FOUND */
export const findSharedPhoto = async (platform: Platform, key: string): Promise<SharedPhoto> => {
  const [, text = '', photo = '', link = '', epoch = '', size, mac = ''] = shape.exec(key) ?? []
  const expected = signature(platform, text)
  if (mac.length !== expected.length || !timingSafeEqual(Buffer.from(mac), Buffer.from(expected)))
    throw notFound()
  const found = platform.keys.unseal('share-photo', photo)
  const of = platform.keys.unseal('share-photo', link)
  if (!found || !of) throw notFound()
  const { tenantId, id } = found
  const rows = await inTenant(platform.databases.app, tenantId, 'read', ({ run }) =>
    run(shownText, [tenantId, of.id, id, Number(epoch), platform.clock.now()]),
  )
  // guard: share-photo
  if (rows.length === 0) throw notFound()
  return { tenantId, id, size: size === 'small' ? 'small' : 'full' }
}
