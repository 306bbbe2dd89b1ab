/** From the bytes of a PUT to stored files: of a photo re-encoded copies, of a document the bytes themselves. */
import { createHash } from 'node:crypto'
import type { Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { invalid, ServiceError, unauthorized } from '#server/platform/errors.ts'
import { type ImageRefusal, ImageRefused, processImage } from '#server/platform/images/images.ts'
import { checkDocument, documentType } from './document.ts'

export interface Ticket {
  readonly tenantId: string
  readonly id: string
  readonly contentType: string
  /** bytes */
  readonly size: number
  /** of the bytes, where it was announced */
  readonly sha256: string | null
}

/** @returns the ticket of a token that is still valid, otherwise undefined */
export const findTicket = async (platform: Platform, token: string): Promise<Ticket | undefined> => {
  const found = platform.keys.unseal('upload', token)
  if (!found) return undefined
  const [row] = await inTenant(platform.databases.app, found.tenantId, 'read', (tenant) =>
    tenant.run<{ content_type: string; size: number; sha256: string | null }>(
      `select content_type, size, sha256 from upload
       where tenant_id = $1 and id = $2 and used_at is null and hidden_at is null and expires_at > $3`,
      [found.tenantId, found.id, platform.clock.now()],
    ),
  )
  return row && { ...found, contentType: row.content_type, size: row.size, sha256: row.sha256 }
}

const reasons: Readonly<Record<ImageRefusal, string>> = {
  'not-an-image': 'is not a JPEG, PNG or WebP photo',
  'too-many-bytes': 'has more than 10 MB',
  'too-many-pixels': 'has more than 40 megapixels',
  'side-too-long': 'is longer than 12,000 pixels on one side',
  animated: 'is animated',
  broken: 'is damaged',
  'too-slow': 'takes too long to read',
}

interface Copy {
  readonly bytes: Uint8Array
  readonly contentType: keyof typeof extension
}

interface CleanFile {
  readonly full: Copy
  /** null for a document, which has no thumbnail */
  readonly small: Copy | null
  /** pixels; null for a document */
  readonly width: number | null
  readonly height: number | null
}

const cleanFile = async (bytes: Uint8Array, announced: string): Promise<CleanFile> => {
  if (announced === documentType) {
    checkDocument(bytes)
    return { full: { bytes, contentType: documentType }, small: null, width: null, height: null }
  }
  try {
    const { image, thumbnail, contentType, width, height } = await processImage(bytes)
    return {
      full: { bytes: image, contentType },
      small: { bytes: thumbnail, contentType },
      width,
      height,
    }
  } catch (error) {
    if (error instanceof ImageRefused) throw invalid('body', reasons[error.reason])
    throw error
  }
}

const extension = { 'image/jpeg': 'jpg', 'image/webp': 'webp', [documentType]: 'pdf' } as const

type Extension = (typeof extension)[keyof typeof extension]

const fileKeys = (tenantId: string, id: string, ending: Extension): { full: string; small: string } => ({
  full: `photos/${tenantId}/${id}.${ending}`,
  small: `photos/${tenantId}/${id}-small.${ending}`,
})

/** All storage keys that files of this upload may have, also those that its row does not list. */
export const possibleKeys = (tenantId: string, id: string): string[] =>
  Object.values(extension).flatMap((ending) => Object.values(fileKeys(tenantId, id, ending)))

/**
 * Uses up the ticket before any bytes are read.
 * @throws ServiceError UNAUTHORIZED if it was used, also while that use is in progress
 */
export const claim = async (platform: Platform, { tenantId, id }: Ticket): Promise<void> => {
  const [claimed] = await inTenant(platform.databases.app, tenantId, 'write', (tenant) =>
    tenant.run(
      `update upload set used_at = $3
       where tenant_id = $1 and id = $2 and used_at is null and hidden_at is null and expires_at > $3 returning id`,
      [tenantId, id, platform.clock.now()],
    ),
  )
  // guard: photo-once
  if (!claimed) throw unauthorized()
}

const releaseTicket = ({ databases }: Platform, { tenantId, id }: Ticket): Promise<unknown> =>
  inTenant(databases.app, tenantId, 'write', (tenant) =>
    tenant.run('update upload set used_at = null where tenant_id = $1 and id = $2 and stored_at is null', [
      tenantId,
      id,
    ]),
  )

const store = async (platform: Platform, ticket: Ticket, copies: CleanFile): Promise<void> => {
  const { tenantId, id } = ticket
  const { full, small, width, height } = copies
  const keys = fileKeys(tenantId, id, extension[full.contentType])
  await platform.storage.put(keys.full, full.bytes, full.contentType)
  if (small) await platform.storage.put(keys.small, small.bytes, small.contentType)
  const stored = await inTenant(platform.databases.app, tenantId, 'write', async (tenant) => {
    const [row] = await tenant.run<{ task_id: string | null; attached: boolean }>(
      `update upload set stored_at = $3, width = $4, height = $5, file_key = $6, thumbnail_key = $7
       where tenant_id = $1 and id = $2 and hidden_at is null returning task_id, attached_at is not null as attached`,
      [tenantId, id, platform.clock.now(), width, height, keys.full, small && keys.small],
    )
    // It was attached to a task before its bytes arrived, and is shown from now on.
    if (row?.attached && row.task_id !== null) tenant.invalidate('tasks')
    return row
  })
  if (stored) return
  // Erased during the upload.
  await Promise.all([platform.storage.remove(keys.full), platform.storage.remove(keys.small)])
  throw unauthorized()
}

/** Failures of the service itself may be retried; rejected or incomplete bytes may not. */
const isServiceFailure = (error: unknown): boolean =>
  !(error instanceof ServiceError) || error.status >= 500 || error.code === 'RATE_LIMITED'

/** Runs `work` for a claimed ticket, and makes it usable again if the service itself fails. */
export const orRelease = async <T>(
  platform: Platform,
  ticket: Ticket,
  work: () => Promise<T>,
): Promise<T> => {
  try {
    return await work()
  } catch (error) {
    if (isServiceFailure(error)) {
      await releaseTicket(platform, ticket).catch((cause: unknown) =>
        platform.log.warn({ err: cause }, 'An upload ticket could not be released'),
      )
    }
    throw error
  }
}

/**
 * Checks the bytes by content, re-encodes photos, and stores the result.
 * @returns the size of a photo, undefined for a document
 * @throws ServiceError VALIDATION_ERROR for an unacceptable photo or document
 */
export const receive = async (
  platform: Platform,
  ticket: Ticket,
  bytes: Uint8Array,
): Promise<{ width?: number; height?: number }> => {
  if (ticket.sha256 !== null && createHash('sha256').update(bytes).digest('hex') !== ticket.sha256)
    throw invalid('body', 'has another hash than announced')
  const copies = await cleanFile(bytes, ticket.contentType)
  await store(platform, ticket, copies)
  const { width, height } = copies
  return width === null || height === null ? {} : { width, height }
}
