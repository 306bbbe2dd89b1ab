/** Findings of a scout: rows, what the scout reads, and rows locked for a change. */

import type { MergedField } from '#contracts/kit/merge.ts'
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import type { Finding, FindingState, Severity } from '#contracts/scout/findings.ts'
import { type Names, nameOfIssue } from '#server/modules/places/amenity-types/public.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { imagesOfUploads } from '#server/modules/uploads/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

export type FieldName = 'category' | 'severity' | 'text'
export type FindingFields = Partial<Readonly<Record<FieldName, MergedField<string>>>>

export interface FindingRow {
  readonly id: string
  readonly scout_id: string
  readonly round_id: string | null
  readonly inspection_id: string | null
  readonly question_id: string | null
  readonly amenity_id: string
  readonly building_id: string
  readonly category: string
  readonly severity: Severity
  readonly text: string
  readonly state: FindingState
  readonly task_id: string | null
  readonly joined: boolean
  readonly merged_into: string | null
  readonly fields: FindingFields
  readonly reason: string | null
  readonly created_at: Date
  readonly verified_at: Date | null
  readonly changed_at: Date
  readonly version: number
}

const lockText = 'select * from finding where tenant_id = $1 and id = $2 and scout_id = $3 for no key update'

/** An own finding, locked until the commit. @throws ServiceError NOT_FOUND */
export const lockFinding = async (ctx: TenantContext, scout: OwnScout, id: string): Promise<FindingRow> => {
  const [row] = await ctx.run<FindingRow>(lockText, [ctx.tenantId, id, scout.id])
  if (!row) throw notFound()
  return row
}

/**
 * Whether a blind scout $2 must not see yet what others found at this amenity: no own inspection there was completed, or
 * one of a round that is still to be walked is not. @param amenity an SQL expression
 */
export const unscored = (amenity: string): string => `(not exists (select from round_stop us join round ur
    on ur.tenant_id = $1 and ur.id = us.round_id and ur.scout_id = $2
    where us.tenant_id = $1 and us.amenity_id = ${amenity} and us.state = 'COMPLETED')
  or exists (select from round_stop us join round ur on ur.tenant_id = $1 and ur.id = us.round_id and ur.scout_id = $2
      and ur.state in ('SCHEDULED', 'ACCEPTED', 'IN_PROGRESS', 'PAUSED')
    where us.tenant_id = $1 and us.amenity_id = ${amenity} and us.state is distinct from 'COMPLETED'))`

interface ShownRow extends FindingRow {
  readonly amenity: string
  readonly names: Names | null
  readonly round_number: number | null
  readonly task: (NonNullable<Finding['task']> & { dueAt: string | null }) | null
  readonly notes: { at: string; text: string }[] | null
  readonly unscored: boolean
}

const shownText = `select f.*, a.name as amenity, r.number as round_number, ${unscored('f.amenity_id')} as unscored,
    (select c.value -> 'names' from amenity_type y, jsonb_array_elements(y.categories) c
     where y.tenant_id = $1 and y.code = a.type and c.value ->> 'code' = f.category) as names,
    (select jsonb_build_object('number', t.number, 'title', t.title, 'status', t.status, 'dueAt', t.due_at,
       'verification', t.verification) from task t where t.tenant_id = $1 and t.id = f.task_id) as task,
    (select jsonb_agg(jsonb_build_object('at', n.created_at, 'text', n.text) order by n.created_at, n.id) from task_note n
     where n.tenant_id = $1 and n.task_id = f.task_id and n.public) as notes
  from finding f join amenity a on a.tenant_id = $1 and a.id = f.amenity_id
  left join round r on r.tenant_id = $1 and r.id = f.round_id
  where f.tenant_id = $1 and f.scout_id = $2 and f.id = any($3::uuid[])`

const photosText = `select id, finding_id from scout_media
  where tenant_id = $1 and finding_id = any($2::uuid[]) and confirmed_at is not null order by finding_id, created_at, id`

const isoOf = (text: string): string => new Date(text).toISOString()

/** Own findings as the scout reads them, in the order given. */
export const findingsById = async (
  ctx: TenantContext,
  scout: OwnScout,
  ids: readonly string[],
): Promise<Finding[]> => {
  if (ids.length === 0) return []
  const [rows, photos] = await Promise.all([
    ctx.run<ShownRow>(shownText, [ctx.tenantId, scout.id, ids]),
    ctx.run<{ id: string; finding_id: string }>(photosText, [ctx.tenantId, ids]),
  ])
  const images = await imagesOfUploads(
    ctx,
    photos.map(({ id }) => id),
  )
  const photosOf = Map.groupBy(photos, ({ finding_id }) => finding_id)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id): Finding[] => {
    const row = byId.get(id)
    if (!row) return []
    // What others reported there may not be told to a blind scout, not even by the task that this joined.
    const isHidden = scout.blind && row.joined && row.unscored
    return [
      {
        id,
        amenity: { id: row.amenity_id, name: row.amenity },
        round: row.round_id === null ? null : { id: row.round_id, number: row.round_number ?? 1 },
        inspectionId: row.inspection_id,
        questionId: row.question_id,
        category: row.category,
        categoryName: nameOfIssue(row.category, row.names ?? {}, scout.language as VisitorLanguage),
        severity: row.severity,
        text: row.text,
        photos: (photosOf.get(id) ?? []).flatMap((photo) => images.get(photo.id) ?? []),
        state: row.state,
        joined: row.joined && !isHidden,
        mergedInto: row.merged_into,
        task:
          row.task && !isHidden
            ? { ...row.task, dueAt: row.task.dueAt === null ? null : isoOf(row.task.dueAt) }
            : null,
        notes: isHidden ? [] : (row.notes ?? []).map(({ at, text }) => ({ at: isoOf(at), text })),
        reason: row.reason,
        createdAt: row.created_at.toISOString(),
        verifiedAt: row.verified_at?.toISOString() ?? null,
        version: row.version,
      },
    ]
  })
}

/** @throws ServiceError NOT_FOUND */
export const oneFinding = async (ctx: TenantContext, scout: OwnScout, id: string): Promise<Finding> => {
  const [finding] = await findingsById(ctx, scout, [id])
  if (!finding) throw notFound()
  return finding
}
