/** Uploads of scouts: the same bytes of the same scout within 7 days are the same photo, so a break resumes. */

import type { Upload } from '#contracts/records.ts'
import { createUpload, renewScoutUpload } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

const sameMs = 7 * 86_400_000

interface File {
  readonly contentType: 'image/jpeg' | 'image/png' | 'image/webp'
  readonly size: number
  readonly sha256: string
}

const knownText = `select id from scout_media where tenant_id = $1 and scout_id = $2 and sha256 = $3 and size = $4
  and created_at > $5 order by created_at desc limit 1`
const insertText = `insert into scout_media (tenant_id, id, scout_id, sha256, content_type, size, created_at)
  values ($1, $2, $3, $4, $5, $6, $7)`

export const uploadFor = async (
  ctx: TenantContext,
  { contentType, size, sha256 }: File,
): Promise<Upload & { id: string; stored: boolean }> => {
  const since = new Date(ctx.now.getTime() - sameMs)
  const [known] = await ctx.run<{ id: string }>(knownText, [ctx.tenantId, ctx.actor.id, sha256, size, since])
  const again = known && (await renewScoutUpload(ctx, known.id))
  if (again) return { id: known.id, ...again }
  const upload = await createUpload(ctx, { purpose: 'SCOUT', contentType, size, sha256 })
  const id = ctx.platform.keys.unseal('upload', upload.key)?.id ?? ''
  await ctx.run(insertText, [ctx.tenantId, id, ctx.actor.id, sha256, contentType, size, ctx.now])
  return { id, ...upload, stored: false }
}
