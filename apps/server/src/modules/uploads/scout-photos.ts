/** Photos of scouts: known by the hash of their bytes, attached before their bytes are there, shown on tasks too. */
import type { Image, Upload } from '#contracts/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { presentImage, ticketFor, ticketMs, uploadIdsOf } from './photos.ts'

const renewText = `update upload set expires_at = $3, used_at = case when stored_at is null then null else used_at end
  where tenant_id = $1 and id = $2 and purpose = 'SCOUT' and hidden_at is null
  returning content_type, stored_at is not null as stored`

/** Ten more minutes for its PUT. @returns undefined where the photo was erased */
export const renewScoutUpload = async (
  ctx: TenantContext,
  id: string,
): Promise<(Upload & { stored: boolean }) | undefined> => {
  const expiresAt = new Date(ctx.now.getTime() + ticketMs)
  const [row] = await ctx.run<{ content_type: string; stored: boolean }>(renewText, [
    ctx.tenantId,
    id,
    expiresAt,
  ])
  return row && { ...ticketFor(ctx, id, row.content_type, expiresAt), stored: row.stored }
}

const attachText = `update upload set attached_at = coalesce(attached_at, $3)
  where tenant_id = $1 and id = any($2::uuid[]) and purpose = 'SCOUT' and hidden_at is null returning id`

/** Keeps them from the purge. @returns how many there are */
export const attachScoutPhotos = async (ctx: TenantContext, ids: readonly string[]): Promise<number> =>
  (await ctx.run(attachText, [ctx.tenantId, ids, ctx.now])).length

const taskText = `update upload set task_id = $3, kind = $4, attached_at = coalesce(attached_at, $5)
  where tenant_id = $1 and id = any($2::uuid[]) and purpose = 'SCOUT' and task_id is null and hidden_at is null returning id`

/** Shows photos of a scout on a task. */
export const attachToTask = async (
  ctx: TenantContext,
  ids: readonly string[],
  taskId: string,
  kind: 'BEFORE' | 'AFTER' | 'OTHER',
): Promise<void> => {
  if (ids.length === 0) return
  ctx.invalidate('tasks')
  await ctx.run(taskText, [ctx.tenantId, ids, taskId, kind, ctx.now])
}

const imagesText = `select id, width, height from upload
  where tenant_id = $1 and id = any($2::uuid[]) and stored_at is not null and hidden_at is null`

/** Stored, visible photos by id. */
export const imagesOfUploads = async (
  ctx: TenantContext,
  ids: readonly string[],
): Promise<Map<string, Image>> => {
  if (ids.length === 0) return new Map()
  const rows = await ctx.run<{ id: string; width: number; height: number }>(imagesText, [ctx.tenantId, ids])
  return new Map(rows.map((row) => [row.id, presentImage(ctx, row)]))
}

const smallText = `select id, thumbnail_key from upload
  where tenant_id = $1 and id = any($2::uuid[]) and thumbnail_key is not null and hidden_at is null`

/** Where the small copies of these images lie in the storage, by the key of the image. */
export const smallCopiesOf = async (
  ctx: TenantContext,
  images: readonly Pick<Image, 'key'>[],
): Promise<ReadonlyMap<string, string>> => {
  const ids = uploadIdsOf(
    ctx,
    images.map(({ key }) => key),
  )
  const rows = await ctx.run<{ id: string; thumbnail_key: string }>(smallText, [ctx.tenantId, ids ?? []])
  const byId = new Map(rows.map((row) => [row.id, row.thumbnail_key]))
  return new Map(
    images.flatMap(({ key }): [string, string][] => {
      const file = byId.get(uploadIdsOf(ctx, [key])?.[0] ?? '')
      return file ? [[key, file]] : []
    }),
  )
}
