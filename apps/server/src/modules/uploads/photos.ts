/** Photos for other modules: upload tickets, attaching photos to records, and showing them. */
import type { Image, Upload } from '#contracts/records.ts'
import type { Attachment, AttachmentKind } from '#contracts/tasks/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'

import { fileAddress } from './file-address.ts'

export { addressesValidUntil } from './file-address.ts'
export { type PhotoForm, storePhoto, withPhotoForm } from './form-photos.ts'

export interface NewUpload {
  readonly purpose: 'FEEDBACK' | 'STATUS_REPORT' | 'TASK' | 'CERTIFICATE' | 'SCOUT' | 'LOGO'
  readonly amenityId?: string
  readonly taskId?: string
  readonly kind?: AttachmentKind
  readonly contentType: string
  /** bytes */
  readonly size: number
  /** hex; other bytes are refused */
  readonly sha256?: string
}

/** What photos belong to, and since when (default: now). `amenityId` must be that of their ticket. */
export interface Owner {
  readonly feedbackId?: string
  readonly amenityId?: string
  readonly reportId?: string
  readonly taskId?: string
  readonly noteId?: string
  /** shown to the visitors who follow the task */
  readonly public?: boolean
  readonly since?: Date
}

export const ticketMs = 10 * 60_000

/** A ticket for one PUT within 10 minutes with exactly these headers. */
export const createUpload = async (ctx: TenantContext, upload: NewUpload): Promise<Upload> => {
  const id = newId(ctx.now.getTime())
  const expiresAt = new Date(ctx.now.getTime() + ticketMs)
  await ctx.run(
    `insert into upload (tenant_id, id, purpose, amenity_id, task_id, kind, content_type, size, created_at, expires_at, author_kind, author_id, author_name, sha256)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      ctx.tenantId,
      id,
      upload.purpose,
      upload.amenityId ?? null,
      upload.taskId ?? null,
      upload.kind ?? 'OTHER',
      upload.contentType,
      upload.size,
      ctx.now,
      expiresAt,
      ctx.actor.kind,
      // Visitors stay anonymous.
      ctx.actor.kind === 'VISITOR' || ctx.actor.kind === 'SYSTEM' ? null : ctx.actor.id,
      ctx.actor.name,
      upload.sha256 ?? null,
    ],
  )
  return ticketFor(ctx, id, upload.contentType, expiresAt)
}

/** Where to PUT. */
export const ticketFor = (
  ctx: Pick<TenantContext, 'platform' | 'tenantId'>,
  id: string,
  contentType: string,
  expiresAt: Date,
): Upload => {
  const key = ctx.platform.keys.seal('upload', ctx.tenantId, id)
  return {
    key,
    url: `${ctx.platform.config.baseUrl}/upload/${key}`,
    method: 'PUT',
    headers: { 'Content-Type': contentType },
    expiresAt: expiresAt.toISOString(),
  }
}

/** The ids of this tenant's keys, in order and without duplicates; undefined if one is forged. */
export const uploadIdsOf = (
  ctx: Pick<TenantContext, 'platform' | 'tenantId'>,
  keys: readonly string[],
): string[] | undefined => {
  const ids = new Set<string>()
  for (const key of keys) {
    const found = ctx.platform.keys.unseal('upload', key)
    if (found?.tenantId !== ctx.tenantId) return undefined
    ids.add(found.id)
  }
  return [...ids]
}

/**
 * Attaches photos to their owner, all or none, in one statement. One whose PUT is still to come is attached too and
 * shown once it is stored. Visitors' tickets are for submissions and reports, those of tasks for tasks and notes.
 * @returns ids of the photos
 * @throws ServiceError VALIDATION_ERROR at `path` for an unknown, foreign, expired or already attached key
 */
export const attachUploads = async (
  ctx: TenantContext,
  keys: readonly string[],
  to: Owner,
  path = 'body.imageKeys',
): Promise<string[]> => {
  if (keys.length === 0) return []
  const refuse = () => invalid(path, 'contains a key that is unknown, expired or already used')
  const ids = uploadIdsOf(ctx, keys)
  if (!ids) throw refuse()
  const bound = await ctx.run<{ id: string }>(
    `update upload set feedback_id = $3, report_id = $4, task_id = coalesce($5, task_id), note_id = $6, attached_at = $9, public = $10
     where tenant_id = $1 and id = any($2::uuid[]) and attached_at is null and hidden_at is null
       and (stored_at is not null or expires_at > $7)
       and case when $3::uuid is null and $4::uuid is null then purpose = 'TASK' else purpose in ('FEEDBACK', 'STATUS_REPORT') end
       and ($8::uuid is null or amenity_id = $8) and ($5::uuid is null or task_id = $5)
     returning id`,
    [
      ctx.tenantId,
      ids,
      to.feedbackId ?? null,
      to.reportId ?? null,
      to.taskId ?? null,
      to.noteId ?? null,
      ctx.now,
      to.amenityId ?? null,
      to.since ?? ctx.now,
      to.public ?? false,
    ],
  )
  // guard: tenant-of-photos
  if (bound.length !== ids.length) throw refuse()
  if (to.taskId !== undefined) ctx.invalidate('tasks')
  return ids
}

interface StoredRow {
  id: string
  owner: string
  width: number
  height: number
}

export const presentImage = (
  ctx: TenantContext,
  row: { id: string; width: number; height: number },
): Image => ({
  key: ctx.platform.keys.seal('upload', ctx.tenantId, row.id),
  url: fileAddress(ctx.platform, ctx.tenantId, row.id, 'full', ctx.now),
  thumbnailUrl: fileAddress(ctx.platform, ctx.tenantId, row.id, 'small', ctx.now),
  width: row.width,
  height: row.height,
})

const imagesBy = (column: string): string =>
  `select id, ${column} as owner, width, height from upload
   where tenant_id = $1 and ${column} = any($2::uuid[]) and attached_at is not null and stored_at is not null and hidden_at is null
   order by id`

const imagesByOwner = {
  feedbackIds: imagesBy('feedback_id'),
  reportIds: imagesBy('report_id'),
  taskIds: imagesBy('task_id'),
  noteIds: imagesBy('note_id'),
} as const

/** Stored, visible photos by the id of their owner, oldest first; owners without photos are not in the map. */
export const imagesOf = async (
  ctx: TenantContext,
  of: { readonly [K in keyof typeof imagesByOwner]?: readonly string[] },
): Promise<Map<string, Image[]>> => {
  const found = new Map<string, Image[]>()
  for (const [by, text] of Object.entries(imagesByOwner) as [keyof typeof imagesByOwner, string][]) {
    const ids = of[by]
    if (!ids || ids.length === 0) continue
    for (const row of await ctx.run<StoredRow>(text, [ctx.tenantId, ids])) {
      const images = found.get(row.owner)
      if (images) images.push(presentImage(ctx, row))
      else found.set(row.owner, [presentImage(ctx, row)])
    }
  }
  return found
}

/** A stored photo of a task or of one of its notes, as `photosOfTask` reads it. */
export interface TaskPhoto {
  readonly id: string
  readonly kind: AttachmentKind
  readonly note_id: string | null
  readonly public: boolean
  readonly width: number
  readonly height: number
  readonly author_kind: Attachment['author']['kind']
  readonly author_id: string | null
  readonly author_name: string
  readonly attached_at: string
}

/** SQL column for queries of tasks as `t` with the tenant as $1: photos, oldest first; null if there are none. */
export const photosOfTask = `(select json_agg(json_build_object('id', x.id, 'kind', x.kind, 'note_id', x.note_id, 'public', x.public, 'width', x.width,
      'height', x.height, 'author_kind', x.author_kind, 'author_id', x.author_id, 'author_name', x.author_name,
      'attached_at', x.attached_at) order by x.attached_at, x.id)
    from upload x where x.tenant_id = $1 and x.task_id = t.id and x.attached_at is not null and x.stored_at is not null
      and x.hidden_at is null)`

export const presentPhotos = (ctx: TenantContext, photos: readonly TaskPhoto[] | null): Attachment[] =>
  (photos ?? []).map((photo) => ({
    id: photo.id,
    kind: photo.kind,
    noteId: photo.note_id,
    ...(photo.public ? { public: true } : {}),
    image: presentImage(ctx, photo),
    author: { id: photo.author_id, name: photo.author_name, kind: photo.author_kind },
    createdAt: new Date(photo.attached_at).toISOString(),
  }))

/** Stored photos of one task and of its notes, oldest first. */
export const attachmentsOfTask = async (ctx: TenantContext, taskId: string): Promise<Attachment[]> => {
  const [row] = await ctx.run<{ photos: TaskPhoto[] | null }>(
    `select ${photosOfTask} as photos from (select $2::uuid as id) t`,
    [ctx.tenantId, taskId],
  )
  return presentPhotos(ctx, row?.photos ?? null)
}

const eraseBy = (column: string): string =>
  `update upload set feedback_id = null, report_id = null, task_id = null, note_id = null, attached_at = null, hidden_at = $3
   where tenant_id = $1 and ${column} = any($2::uuid[])`

const eraseByFeedback = eraseBy('feedback_id')
const eraseByTask = eraseBy('task_id')

/** Erases the photos of these submissions: their URLs stop working, and the purge removes the files. */
export const eraseUploadsOf = async (ctx: TenantContext, feedbackIds: readonly string[]): Promise<void> => {
  await ctx.run(eraseByFeedback, [ctx.tenantId, feedbackIds, ctx.now])
}

/** The same for photos of tasks and their notes. */
export const eraseUploadsOfTasks = async (ctx: TenantContext, taskIds: readonly string[]): Promise<void> => {
  ctx.invalidate('tasks')
  await ctx.run(eraseByTask, [ctx.tenantId, taskIds, ctx.now])
}

/**
 * Hides exactly these photos of a submission and shows the others.
 * @returns keys of the hidden ones, or undefined if a key is not of this submission
 */
export const hideImages = async (
  ctx: TenantContext,
  feedbackId: string,
  keys: readonly string[],
): Promise<string[] | undefined> => {
  const ids = uploadIdsOf(ctx, keys)
  if (!ids) return undefined
  const rows = await ctx.run<{ id: string; hidden: boolean }>(
    `update upload set hidden_at = case when id = any($3::uuid[]) then coalesce(hidden_at, $4) end
     where tenant_id = $1 and feedback_id = $2 returning id, hidden_at is not null as hidden`,
    [ctx.tenantId, feedbackId, ids, ctx.now],
  )
  const hidden = rows.filter((row) => row.hidden)
  if (hidden.length !== ids.length) return undefined
  return hidden.map(({ id }) => ctx.platform.keys.seal('upload', ctx.tenantId, id))
}

/** Keys of a submission's hidden photos. */
export const hiddenImagesOf = async (ctx: TenantContext, feedbackId: string): Promise<string[]> => {
  const rows = await ctx.run<{ id: string }>(
    'select id from upload where tenant_id = $1 and feedback_id = $2 and hidden_at is not null order by id',
    [ctx.tenantId, feedbackId],
  )
  return rows.map(({ id }) => ctx.platform.keys.seal('upload', ctx.tenantId, id))
}

/**
 * Keeps a stored image that is attached to nothing, for example a logo, from the purge.
 * @returns false for a key that is unknown, foreign, not stored yet, attached, or a proof of a certificate
 */
export const keepImage = async (ctx: TenantContext, key: string): Promise<boolean> => {
  const [id] = uploadIdsOf(ctx, [key]) ?? []
  if (id === undefined) return false
  const kept = await ctx.run<{ id: string }>(
    `update upload set attached_at = coalesce(attached_at, $3)
     where tenant_id = $1 and id = $2 and purpose <> 'CERTIFICATE' and stored_at is not null and hidden_at is null
       and feedback_id is null and report_id is null and note_id is null and task_id is null
     returning id`,
    [ctx.tenantId, id, ctx.now],
  )
  return kept.length > 0
}

/**
 * Erases such an image unless it is the one in `kept`, whose key may be written differently: its URLs stop working,
 * and the purge removes the files. A key that can no longer be decrypted erases nothing.
 */
export const dropImage = async (ctx: TenantContext, key: string, kept: string | null): Promise<void> => {
  const [id] = uploadIdsOf(ctx, [key]) ?? []
  const [keptId] = kept === null ? [] : (uploadIdsOf(ctx, [kept]) ?? [])
  if (id === undefined || id === keptId) return
  await ctx.run(
    `update upload set attached_at = null, hidden_at = $3
     where tenant_id = $1 and id = $2 and purpose <> 'CERTIFICATE'
       and feedback_id is null and report_id is null and note_id is null and task_id is null`,
    [ctx.tenantId, id, ctx.now],
  )
}

/**
 * Keeps proofs of certificates, photos or documents, from the purge. Repeating it changes nothing.
 * @returns false if one is unknown, foreign, no proof of a certificate or not stored yet
 */
export const keepProofs = async (ctx: TenantContext, keys: readonly string[]): Promise<boolean> => {
  const ids = uploadIdsOf(ctx, keys)
  if (!ids) return false
  const kept = await ctx.run(
    `update upload set attached_at = coalesce(attached_at, $3)
     where tenant_id = $1 and id = any($2::uuid[]) and purpose = 'CERTIFICATE' and stored_at is not null and hidden_at is null
     returning id`,
    [ctx.tenantId, ids, ctx.now],
  )
  return kept.length === ids.length
}

/**
 * Erases proofs of certificates except those in `kept`, whose keys may be written differently: their URLs stop
 * working, and the purge removes the files.
 */
export const dropProofs = async (
  ctx: TenantContext,
  keys: readonly string[],
  kept: readonly string[],
): Promise<void> => {
  // One by one, so that a key that can no longer be decrypted does not affect the others.
  const idsOf = (some: readonly string[]) => new Set(some.flatMap((key) => uploadIdsOf(ctx, [key]) ?? []))
  await ctx.run(
    `update upload set attached_at = null, hidden_at = $3
     where tenant_id = $1 and id = any($2::uuid[]) and purpose = 'CERTIFICATE'`,
    [ctx.tenantId, [...idsOf(keys).difference(idsOf(kept))], ctx.now],
  )
}

/** A key of the previous SECRET, sealed with the current one; undefined if it already is. */
export const renewedKey = ({ platform }: TenantContext, key: string): string | undefined =>
  platform.keys.reseal('upload', key)

/** The URL of an image or proof of this tenant; null for a forged key. */
export const addressOfImage = (ctx: TenantContext, key: string): string | null => {
  const [id] = uploadIdsOf(ctx, [key]) ?? []
  return id === undefined ? null : fileAddress(ctx.platform, ctx.tenantId, id, 'full', ctx.now)
}
