/** Sends a stored photo or document; the caller has checked access. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { notFound } from '#server/platform/errors.ts'
import { documentType } from './document.ts'
import type { Size } from './file-address.ts'

interface StoredFile {
  readonly tenantId: string
  readonly id: string
  readonly size: Size
  /** Cache-Control for files of no report, task or person, for example a logo; default: not cached */
  readonly keptWhenFree?: string
}

const readText = `select file_key, thumbnail_key,
    coalesce(feedback_id, report_id, task_id, note_id) is not null or purpose = 'CERTIFICATE' as belongs
  from upload where tenant_id = $1 and id = $2 and stored_at is not null and hidden_at is null`

/** @throws ServiceError NOT_FOUND */
export const sendFile = async (
  platform: Platform,
  request: FastifyRequest,
  reply: FastifyReply,
  { tenantId, id, size, keptWhenFree = 'no-store' }: StoredFile,
): Promise<FastifyReply> => {
  const [row] = await inTenant(platform.databases.app, tenantId, 'read', (tenant) =>
    tenant.run<{ file_key: string; thumbnail_key: string | null; belongs: boolean }>(readText, [
      tenantId,
      id,
    ]),
  )
  const fileKey = size === 'full' ? row?.file_key : row?.thumbnail_key
  if (!row || !fileKey) throw notFound()
  const etag = `"${id}-${size}"`
  void reply
    .header('etag', etag)
    .header('cache-control', row.belongs ? 'no-store' : keptWhenFree)
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('x-content-type-options', 'nosniff')
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const file = await platform.storage.get(fileKey)
  if (!file) throw notFound()
  if (file.contentType === documentType)
    void reply.header('content-disposition', 'attachment; filename="proof.pdf"')
  return reply
    .type(file.contentType)
    .send(Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.byteLength))
}
