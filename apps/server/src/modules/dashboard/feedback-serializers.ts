/** Outbound serializers of feedback events, without the visitor's text and photos. */
import type { EventPayload } from '#contracts/events.ts'
import type { OutwardFeedback, ShownName } from '#contracts/outward.ts'
import { nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import { tenantLanguage } from '#server/modules/settings/public.ts'
import { imagesOf } from '#server/modules/uploads/public.ts'
import type { Serializer, SerializerContext, Serializers } from '#server/platform/context.ts'
import { serializeEach } from '#server/platform/events/serializers.ts'
import {
  type FeedbackRow,
  feedbackColumns,
  feedbackJoins,
  hourOf,
  tasksOfSubmissions,
} from './present-feedback.ts'
import { noTriage, readTriage } from './read-triage.ts'

type FeedbackEvent = Extract<ShownName, `feedback.${string}`>

const text = `select ${feedbackColumns} from feedback f ${feedbackJoins} where f.tenant_id = $1 and f.id = any($2::uuid[])`

const read = async (
  ctx: SerializerContext,
  ids: readonly string[],
): Promise<ReadonlyMap<string, OutwardFeedback>> => {
  const [rows, language, tasks, images] = await Promise.all([
    ctx.run<FeedbackRow>(text, [ctx.tenantId, ids]),
    tenantLanguage(ctx),
    tasksOfSubmissions(ctx, ids, null),
    imagesOf(ctx, { feedbackIds: ids }),
  ])
  const triage = await readTriage(ctx, ids, tasks)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        id: row.id,
        createdAt: row.created_at.toISOString(),
        hour: hourOf(row),
        rating: row.rating,
        issues: row.issues.map(({ code }) => ({
          code,
          name: nameOfIssue(code, row.category_names?.[code] ?? {}, language),
        })),
        hasComment: row.comment !== null,
        photos: images.get(row.id)?.length ?? 0,
        amenity: { id: row.amenity_id, name: row.amenity_name },
        building: { id: row.building_id, name: row.building_name },
        location: row.location,
        task: tasks.get(row.id)?.[0] ?? null,
        language: row.language ?? language,
        state: row.state,
        quarantined: !row.counted,
        ...(triage.get(row.id) ?? noTriage),
      },
    ]),
  )
}

const serializeWith =
  <N extends FeedbackEvent>(add: (payload: EventPayload<N>) => object): Serializer<N> =>
  async (ctx, events) => {
    const idOf = (payload: EventPayload<N>): string => (payload as { feedbackId: string }).feedbackId
    return serializeEach(
      events,
      idOf,
      await read(ctx, [...new Set(events.map((one) => idOf(one.payload)))]),
      (one) => add(one.payload),
    )
  }

const serializeCreated = serializeWith<'feedback.created'>(() => ({}))

export const feedbackSerializers: Serializers = {
  // A submission in quarantine is sent when it is released, as an event of its own.
  'feedback.created': (ctx, events) =>
    serializeCreated(
      ctx,
      events.filter(({ payload }) => !payload.quarantined),
    ),
  'feedback.merged': serializeWith(({ taskId, reporterCount }) => ({ taskId, reporterCount })),
  'feedback.handled': serializeWith(({ changes }) => ({ changes })),
  'feedback.visitor_confirmed': serializeWith(({ taskIds }) => ({ taskIds })),
  'feedback.visitor_rejected': serializeWith(({ taskIds }) => ({ taskIds })),
}
