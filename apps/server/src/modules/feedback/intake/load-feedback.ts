/** Writes past submissions, each with its own time, in a fixed number of statements: for seeds and importers. */
import { wordsOf } from '#server/modules/tasks/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { recount } from '../rollup/recount.ts'

export interface LoadedFeedback {
  readonly id: string
  readonly amenityId: string
  readonly buildingId: string
  readonly rating: number | null
  readonly comment: string | null
  readonly issues: readonly { readonly code: string; readonly detail: string | null }[]
  readonly language: string
  readonly source: string
  /** the visitor's answer to "is it fixed?", and when */
  readonly answer: { readonly fixed: boolean; readonly at: Date; readonly message: string | null } | null
  readonly createdAt: Date
}

const insertFeedback = `insert into feedback (tenant_id, id, amenity_id, building_id, rating, comment, issues, language, source, fixed, created_at)
  select $1, r.* from jsonb_to_recordset($2) as r (id uuid, amenity_id uuid, building_id uuid, rating smallint, comment text,
    issues jsonb, language text, source text, fixed boolean, created_at timestamptz)
  returning 1`

const insertAnswers = `insert into feedback_follow_up (tenant_id, id, feedback_id, at, message, fixed)
  select $1, r.* from jsonb_to_recordset($2) as r (id uuid, feedback_id uuid, at timestamptz, message text, fixed boolean)
  returning 1`

const insertComments = `insert into feedback_word (tenant_id, word, feedback_id)
  select $1, r.* from jsonb_to_recordset($2) as r (word text, feedback_id uuid) on conflict do nothing`

/** Notifies nobody and raises no alert: the submissions are old. */
export const loadFeedback = async (
  ctx: TenantContext,
  submissions: readonly LoadedFeedback[],
): Promise<void> => {
  if (submissions.length === 0) return
  const write = (text: string, list: readonly unknown[]): Promise<unknown> =>
    ctx.run(text, [ctx.tenantId, JSON.stringify(list)])
  await write(
    insertFeedback,
    submissions.map((one) => ({
      id: one.id,
      amenity_id: one.amenityId,
      building_id: one.buildingId,
      rating: one.rating,
      comment: one.comment,
      issues: one.issues,
      language: one.language,
      source: one.source,
      fixed: one.answer?.fixed ?? null,
      created_at: one.createdAt,
    })),
  )
  await recount(
    ctx,
    submissions.map(({ buildingId, createdAt }) => ({ buildingId, at: createdAt })),
  )
  await write(
    insertAnswers,
    submissions.flatMap(({ id, answer }) =>
      answer
        ? [
            {
              id: newId(answer.at.getTime()),
              feedback_id: id,
              at: answer.at,
              message: answer.message,
              fixed: answer.fixed,
            },
          ]
        : [],
    ),
  )
  await write(
    insertComments,
    submissions.flatMap(({ id, comment, issues }) =>
      wordsOf(comment ?? '', ...issues.map(({ detail }) => detail ?? '')).map((word) => ({
        word,
        feedback_id: id,
      })),
    ),
  )
}
