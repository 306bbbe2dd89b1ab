/** A submission as its visitor sees it. */

import type { Tracking } from '#contracts/feedback.ts'
import { referenceOf } from '#contracts/reference.ts'
import { nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { brandingOf, readSettings } from '#server/modules/settings/public.ts'
import { photosForVisitors, tasksOfFeedback } from '#server/modules/tasks/public.ts'
import { imagesOf, imagesOfUploads } from '#server/modules/uploads/public.ts'
import type { PublicContext, TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { storedZone } from '#server/platform/stored-zone.ts'
import type { StoredIssue } from '../intake/intake.ts'
import { offeredLanguage } from '../places/languages.ts'
import { locationPath } from '../places/location-path.ts'
import { repliesOf } from '../triage/replies.ts'
import { readTestTracking } from './test-feedback.ts'
import { type FollowedUp, trackingOf } from './tracking-rules.ts'

interface TrackingRow {
  rating: number | null
  comment: string | null
  issues: StoredIssue[]
  language: string | null
  subscribed: boolean
  erased_at: Date | null
  created_at: Date
  amenity_name: string
  building_name: string
  time_zone: string
  location: string | null
  category_names: Record<string, Record<string, string>> | null
  /** codes of safety issues of this type of amenity */
  dangers: string[] | null
  joined_at: Date | null
}

const select = `select f.rating, f.comment, f.issues, f.language, f.outcome_email is not null and f.outcome_asked_at is null as subscribed, f.erased_at, f.created_at,
    a.name as amenity_name, b.name as building_name, b.time_zone,
    ${locationPath} as location,
    (select jsonb_object_agg(c.value ->> 'code', c.value -> 'names') from amenity_type y, jsonb_array_elements(y.categories) c
     where y.tenant_id = $1 and y.code = a.type) as category_names,
    (select jsonb_agg(c.value ->> 'code') from amenity_type y, jsonb_array_elements(y.categories) c
     where y.tenant_id = $1 and y.code = a.type and c.value -> 'safety' = 'true') as dangers,
    (select min(l.linked_at) from task_feedback l join task t on t.tenant_id = $1 and t.id = l.task_id
     where l.tenant_id = $1 and l.feedback_id = f.id and t.created_at < f.created_at) as joined_at
  from feedback f
  join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
  join building b on b.tenant_id = $1 and b.id = f.building_id
  where f.tenant_id = $1 and f.id = $2`

/** @throws ServiceError NOT_FOUND for a forged token */
export const submissionOf = (ctx: PublicContext, token: string): { tenantId: string; id: string } => {
  const found = ctx.platform.keys.unseal('tracking', token)
  if (!found) throw notFound()
  return found
}

/** @throws ServiceError NOT_FOUND */
export const readTracking = async (
  ctx: TenantContext,
  id: string,
  asked: string | undefined,
): Promise<Tracking> => {
  const [[row], followUps, settings, tasksBy, images, own] = await Promise.all([
    ctx.run<TrackingRow>(select, [ctx.tenantId, id]),
    ctx.run<FollowedUp>(
      'select at, message, fixed from feedback_follow_up where tenant_id = $1 and feedback_id = $2 order by at, id',
      [ctx.tenantId, id],
    ),
    readSettings(ctx),
    tasksOfFeedback(ctx, [id]),
    imagesOf(ctx, { feedbackIds: [id] }),
    repliesOf(ctx, id),
  ])
  if (!row) {
    const test = await readTestTracking(ctx, id, asked)
    if (test) return test
    throw notFound()
  }
  const tasks = tasksBy.get(id) ?? []
  const replies = [
    ...tasks.flatMap((task) => task.replies.map((note) => ({ ...note, language: null }))),
    ...own.map(({ id: noteId, at, text, language }) => ({ noteId, at, text, language })),
  ].sort((a, b) => a.at.getTime() - b.at.getTime())
  const [ofReplies, shownIds] = await Promise.all([
    imagesOf(ctx, { noteIds: replies.map(({ noteId }) => noteId) }),
    photosForVisitors(
      ctx,
      tasks.map(({ taskId }) => taskId),
    ),
  ])
  const shown = await imagesOfUploads(ctx, shownIds)
  const offered = settings.visitorLanguages
  const language = offeredLanguage(asked ?? row.language, offered)
  const names = row.category_names ?? {}
  const told = trackingOf({
    createdAt: row.created_at,
    erasedAt: row.erased_at,
    joinedAt: row.joined_at,
    tasks,
    followUps,
  })
  const inDanger = told.state !== 'RESOLVED' && row.issues.some(({ code }) => row.dangers?.includes(code))
  return {
    reference: referenceOf(id),
    test: false,
    ...told,
    messages: followUps.flatMap(({ at, message }) =>
      message === null ? [] : [{ at: at.toISOString(), text: message }],
    ),
    replies: replies.map(({ at, text, language }) => ({ at: at.toISOString(), text, language })),
    createdAt: row.created_at.toISOString(),
    rating: row.rating,
    comment: row.comment,
    issues: row.issues.map(({ code, detail }) => ({
      code,
      name: nameOfIssue(code, names[code] ?? {}, language, offered[0]),
      detail,
    })),
    images: images.get(id) ?? [],
    imagesAfter: [
      ...replies.flatMap(({ noteId }) => ofReplies.get(noteId) ?? []),
      ...shownIds.flatMap((photoId) => shown.get(photoId) ?? []),
    ],
    amenity: { name: row.amenity_name },
    building: { name: row.building_name, timeZone: storedZone(row.time_zone) },
    location: row.location,
    branding: brandingOf(settings),
    languages: offered,
    language,
    subscribed: row.subscribed,
    emergency: inDanger ? { phone: settings.profile.emergencyNumber } : null,
    erased: row.erased_at !== null,
  }
}
