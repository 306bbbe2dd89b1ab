/** A scout reports a finding. */
import { mergeField } from '#contracts/kit/merge.ts'
import type { Severity } from '#contracts/scout/findings.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { amenitiesInReach } from '#server/modules/scout/sites/public.ts'
import { noteByScout } from '#server/modules/tasks/public.ts'
import { clampTime } from '#server/platform/client-time.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { emit } from '#server/platform/events/emit.ts'
import { newId } from '#server/platform/ids.ts'
import { attachMedia, moveMedia } from './attach-media.ts'
import type { FieldName, FindingFields, FindingRow } from './finding-row.ts'
import { categoryAt, openTaskFor } from './open-task.ts'

/** Where a writing comes from. */
export interface Origin {
  /** of the operation */
  readonly clientId: string
  readonly session: string
  readonly said: Date
}

interface Reported {
  readonly amenityId: string
  readonly category: string
  readonly severity: Severity
  readonly text?: string | undefined
  readonly mediaIds?: readonly string[] | undefined
  readonly inspectionId?: string | undefined
  readonly questionId?: string | undefined
  readonly confirms?: { readonly taskId: string } | { readonly findingId: string } | undefined
}

interface Place {
  building_id: string
  created_at: Date
}
const placeText = 'select building_id, created_at from amenity where tenant_id = $1 and id = $2 for share'

interface Stop {
  round_id: string
  state: string
}
// Without an inspection it belongs to the running round that has the place.
const stopText = `select s.round_id, r.state from round_stop s join round r on r.tenant_id = $1 and r.id = s.round_id
  where s.tenant_id = $1 and s.amenity_id = $2 and r.scout_id = $3 and ($4::uuid is null or s.id = $4)
    and ($4 is not null or r.state in ('IN_PROGRESS', 'PAUSED')) order by r.started_at desc limit 1`

// The same place and category; an observation does not swallow what needs a task.
const firstText = `select * from finding where tenant_id = $1 and scout_id = $2 and amenity_id = $3 and category = $4
  and state in ('REPORTED', 'ACCEPTED', 'REOPENED') and (severity <> 'OBSERVATION' or $5 = 'OBSERVATION')
  order by created_at limit 1 for no key update`

const insertText = `insert into finding (tenant_id, id, scout_id, round_id, inspection_id, question_id, amenity_id, building_id,
    category, severity, text, fields, state, merged_into, created_at, changed_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`

const addText = `update finding set text = $3, fields = $4, changed_at = $5, version = version + 1
  where tenant_id = $1 and id = $2`

const confirmedText = 'select task_id from finding where tenant_id = $1 and id = $2 and scout_id = $3'
// Also one that is done by now: the report then opens the next one.
const taskText = 'select id from task where tenant_id = $1 and id = $2 and amenity_id = $3'

/** The task that a report confirms. @throws ServiceError NOT_FOUND */
const confirmedTask = async (
  ctx: TenantContext,
  scout: OwnScout,
  { amenityId, confirms }: Reported,
): Promise<string | undefined> => {
  if (confirms === undefined) return undefined
  if ('taskId' in confirms) {
    const [task] = await ctx.run<{ id: string }>(taskText, [ctx.tenantId, confirms.taskId, amenityId])
    if (!task) throw notFound()
    return task.id
  }
  const [row] = await ctx.run<{ task_id: string | null }>(confirmedText, [
    ctx.tenantId,
    confirms.findingId,
    scout.id,
  ])
  if (!row) throw notFound()
  return row.task_id ?? undefined
}

const fieldsOf = (
  { category, severity, text }: Required<Pick<Reported, 'category' | 'severity'>> & { text: string },
  { clientId, session }: Origin,
  at: Date,
): FindingFields => {
  const written = (value: string) =>
    mergeField(undefined, { value, at: at.toISOString(), clientId, session, base: 0 }).field
  const values: Record<FieldName, string> = { category, severity, text }
  return { category: written(values.category), severity: written(severity), text: written(text) }
}

const mostText = 2000

/** Text and photos of a second report go to the first one. */
const addTo = async (
  ctx: TenantContext,
  first: FindingRow,
  { id, text, at, origin }: { id: string; text: string; at: Date; origin: Origin },
): Promise<void> => {
  const photos = await moveMedia(ctx, id, first.id)
  const joined = [first.text, text].filter(Boolean).join('\n').slice(0, mostText)
  const { field } = mergeField(first.fields.text, {
    value: joined,
    at: at.toISOString(),
    clientId: origin.clientId,
    session: origin.session,
    base: first.fields.text?.version ?? 0,
  })
  const fields = { ...first.fields, text: field }
  await ctx.run(addText, [ctx.tenantId, first.id, joined, JSON.stringify(fields), ctx.now])
  if (first.task_id !== null) await noteByScout(ctx, first.task_id, { text, photoIds: photos })
}

/** @returns its id. @throws ServiceError VALIDATION_ERROR, NOT_FOUND */
export const report = async (
  ctx: TenantContext,
  scout: OwnScout,
  sent: Reported,
  origin: Origin,
): Promise<string> => {
  const { amenityId, category, severity, text = '', inspectionId = null, questionId = null } = sent
  const [[place], reached, [stop], confirms] = await Promise.all([
    ctx.run<Place>(placeText, [ctx.tenantId, amenityId]),
    amenitiesInReach(ctx, scout, [amenityId]),
    ctx.run<Stop>(stopText, [ctx.tenantId, amenityId, scout.id, inspectionId]),
    confirmedTask(ctx, scout, sent),
  ])
  if (!place || !(reached.has(amenityId) || stop)) throw notFound()
  if (inspectionId !== null && !stop) throw invalid('body.inspectionId', 'is no inspection of this place')
  await categoryAt(ctx, amenityId, category)
  const at = clampTime(origin.said, place.created_at, ctx.now)
  const id = newId(ctx.now.getTime())
  const [first] = await ctx.run<FindingRow>(firstText, [
    ctx.tenantId,
    scout.id,
    amenityId,
    category,
    severity,
  ])
  await ctx.run(insertText, [
    ctx.tenantId,
    id,
    scout.id,
    stop?.round_id ?? null,
    inspectionId,
    questionId,
    amenityId,
    place.building_id,
    category,
    severity,
    text,
    JSON.stringify(fieldsOf({ category, severity, text }, origin, at)),
    first ? 'MERGED' : 'REPORTED',
    first?.id ?? null,
    at,
    ctx.now,
  ])
  await attachMedia(ctx, scout, sent.mediaIds ?? [], { findingId: id })
  if (first) {
    await addTo(ctx, first, { id, text, at, origin })
    return id
  }
  // The tasks of a mystery visitor would tell when that visitor came.
  const isRunning = stop !== undefined && stop.state !== 'SUBMITTED' && stop.state !== 'REVIEWED'
  const waits = scout.kind === 'MYSTERY' && severity !== 'CRITICAL' && isRunning
  const taskId =
    severity === 'OBSERVATION' || waits
      ? null
      : await openTaskFor(
          ctx,
          { id, amenity_id: amenityId, building_id: place.building_id, category, text, severity },
          confirms,
        )
  if (!waits) await emit(ctx, 'scout.finding_created', { findingId: id, taskId })
  return id
}
