/** Inspections with their answers and photos, in a fixed number of statements. */
import type { Image } from '#contracts/records.ts'
import type { Inspection, StoredAnswer } from '#contracts/scout/rounds.ts'
import { amenitiesById } from '#server/modules/scout/sites/public.ts'
import { imagesOfUploads } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

interface Row {
  id: string
  round_id: string
  number: number
  amenity_id: string
  template_id: string
  template_version: number
  template_name: string
  state: Inspection['state']
  presence: Inspection['presence']
  no_code_reason: string | null
  started_at: Date
  completed_at: Date | null
  skip_reason: NonNullable<Inspection['skipped']>['reason'] | null
  skip_note: string | null
  score: number | null
  passed: boolean | null
  parts: Inspection['parts']
  critical_failed: string[]
  reopened: number
  version: number
}

const inspectionsText = `select s.*, r.number, v.content ->> 'name' as template_name from round_stop s
  join round r on r.tenant_id = $1 and r.id = s.round_id
  join inspection_template_version v on v.tenant_id = $1 and v.template_id = s.template_id and v.version = s.template_version
  where s.tenant_id = $1 and s.id = any($2::uuid[]) and s.state is not null order by s.round_id, s.position`

interface AnswerRow {
  inspection_id: string
  question_id: string
  value: StoredAnswer['value']
  na: boolean
  note: string | null
  at: Date
  version: number
}

const answersText = `select inspection_id, question_id, value, na, note, at, version from inspection_answer
  where tenant_id = $1 and inspection_id = any($2::uuid[]) order by inspection_id, at, question_id`

const photosText = `select id, inspection_id, question_id from scout_media
  where tenant_id = $1 and inspection_id = any($2::uuid[]) and confirmed_at is not null order by inspection_id, question_id, id`

interface PhotoRow {
  id: string
  inspection_id: string
  question_id: string
}

/** A question that has photos only has an answer without a value. */
const presentAnswers = (
  answers: readonly AnswerRow[],
  photos: ReadonlyMap<string, Image[]>,
  photoAt: string,
): StoredAnswer[] => {
  const given = answers.map(
    ({ question_id, value, na, note, at, version }): StoredAnswer => ({
      questionId: question_id,
      value,
      na,
      note,
      photos: photos.get(question_id) ?? [],
      at: at.toISOString(),
      version,
    }),
  )
  const known = new Set(given.map(({ questionId }) => questionId))
  const alone = [...photos].filter(([questionId]) => !known.has(questionId))
  return [
    ...given,
    ...alone.map(
      ([questionId, images]): StoredAnswer => ({
        questionId,
        value: null,
        na: false,
        note: null,
        photos: images,
        at: photoAt,
        version: 1,
      }),
    ),
  ]
}

/** Those that were begun, by id. */
export const inspectionsById = async (
  ctx: TenantContext,
  ids: readonly string[],
): Promise<Map<string, Inspection>> => {
  if (ids.length === 0) return new Map()
  const [rows, answers, photos] = await Promise.all([
    ctx.run<Row>(inspectionsText, [ctx.tenantId, ids]),
    ctx.run<AnswerRow>(answersText, [ctx.tenantId, ids]),
    ctx.run<PhotoRow>(photosText, [ctx.tenantId, ids]),
  ])
  const [amenities, images] = await Promise.all([
    amenitiesById(
      ctx,
      rows.map(({ amenity_id }) => amenity_id),
    ),
    imagesOfUploads(
      ctx,
      photos.map(({ id }) => id),
    ),
  ])
  const answersOf = Map.groupBy(answers, ({ inspection_id }) => inspection_id)
  const photosOf = Map.groupBy(photos, ({ inspection_id }) => inspection_id)
  const shown = rows.flatMap((row): [string, Inspection][] => {
    const amenity = amenities.get(row.amenity_id)
    if (!amenity) return []
    const byQuestion = new Map(
      [...Map.groupBy(photosOf.get(row.id) ?? [], ({ question_id }) => question_id)].map(
        ([question, some]) => [question, some.flatMap(({ id }) => images.get(id) ?? [])],
      ),
    )
    const { skip_reason: reason } = row
    return [
      [
        row.id,
        {
          id: row.id,
          round: { id: row.round_id, number: row.number },
          amenity,
          template: { id: row.template_id, name: row.template_name, version: row.template_version },
          state: row.state,
          presence: row.presence,
          noCodeReason: row.no_code_reason,
          startedAt: row.started_at.toISOString(),
          completedAt: row.completed_at?.toISOString() ?? null,
          skipped: reason && { reason, note: row.skip_note },
          answers: presentAnswers(answersOf.get(row.id) ?? [], byQuestion, row.started_at.toISOString()),
          score: row.score === null ? null : Number(row.score),
          passed: row.passed,
          parts: row.parts,
          criticalFailed: row.critical_failed,
          reopened: row.reopened,
          version: Math.max(row.version, 1),
        },
      ],
    ]
  })
  return new Map(shown)
}

/** @throws ServiceError NOT_FOUND */
export const oneInspection = async (ctx: TenantContext, id: string): Promise<Inspection> => {
  const inspection = (await inspectionsById(ctx, [id])).get(id)
  if (!inspection) throw notFound()
  return inspection
}
