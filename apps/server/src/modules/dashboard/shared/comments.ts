/** Comments for people without an account: as staff see them, without hidden ones and those in quarantine. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Image } from '#contracts/records.ts'
import { type SharedView, sharedRows } from '#contracts/sharing/view.ts'
import type { StoredIssue } from '#server/modules/feedback/public.ts'
import { pathOfLocation } from '#server/modules/places/locations/public.ts'
import { imagesOf, uploadIdsOf } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { issueNames } from '../figures/names.ts'
import type { Figures } from '../figures/open-figures.ts'
import { conditions, valuesFor } from '../filters.ts'

export interface CommentOptions {
  readonly comments: boolean
  readonly photos: boolean
  /** addresses of a photo by its id; absent: those for staff */
  readonly photoAddresses?: (id: string) => { readonly url: string; readonly thumbnailUrl: string }
}

interface CommentRow {
  id: string
  created_at: Date
  rating: number | null
  comment: string | null
  issues: StoredIssue[]
  amenity: string
  building: string
  location: string | null
}

/** How many submissions are searched for photos if comments are not shown. */
const looked = 1000

const hasPhoto = `exists (select from upload u where u.tenant_id = $1 and u.feedback_id = f.id
  and u.attached_at is not null and u.stored_at is not null and u.hidden_at is null)`

export const sharedComments = async (
  ctx: TenantContext,
  { filter, period }: Figures,
  { comments, photos, photoAddresses }: CommentOptions,
  language: VisitorLanguage,
): Promise<SharedView['comments']> => {
  const values = valuesFor(ctx.tenantId)
  const [from, to] = [values.add(period.start), values.add(period.end)]
  const only = conditions(filter, { building: 'f.building_id', amenity: 'f.amenity_id' }, values)
  const wanted = comments ? ' and f.has_comment' : ''
  const kept = comments ? '' : `where ${hasPhoto}`
  const rows = await ctx.run<CommentRow>(
    `select f.id, f.created_at, f.rating, f.comment, f.issues, a.name as amenity, b.name as building,
       case when a.building_id = f.building_id then ${pathOfLocation('a.location_id')} end as location from (
       select f.id, f.created_at, f.rating, f.comment, f.issues, f.amenity_id, f.building_id from feedback f
       where f.tenant_id = $1 and f.created_at >= ${from} and f.created_at < ${to} and f.state = 'VISIBLE'${wanted}${only}
       order by f.created_at desc, f.id desc limit ${looked}) f
     join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
     join building b on b.tenant_id = $1 and b.id = f.building_id
     ${kept} order by f.created_at desc, f.id desc limit ${sharedRows.comments}`,
    values.list,
  )
  const [nameOf, images] = await Promise.all([
    issueNames(ctx, language),
    photos ? imagesOf(ctx, { feedbackIds: rows.map(({ id }) => id) }) : new Map<string, Image[]>(),
  ])
  return rows.map((row) => ({
    at: row.created_at.toISOString(),
    rating: row.rating,
    comment: comments ? row.comment : null,
    // The visitor's own text for "other" is left out, as it is a comment too.
    issues: row.issues.map(({ code }) => ({ code, name: nameOf(code) })),
    amenity: row.amenity,
    building: row.building,
    location: row.location,
    images: (images.get(row.id) ?? []).map(({ key, url, thumbnailUrl, width, height }) => {
      const [id] = uploadIdsOf(ctx, [key]) ?? []
      const address = photoAddresses && id ? photoAddresses(id) : { url, thumbnailUrl }
      return { ...address, width, height }
    }),
  }))
}
