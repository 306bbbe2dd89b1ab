/** Rounds as a scout reads them: own ones, and those that are open to every scout of the building. */
import type { InspectionState, Round, RoundDetail, RoundState, RoundStop } from '#contracts/scout/rounds.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { amenitiesById } from '#server/modules/scout/sites/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { conflict, notFound } from '#server/platform/errors.ts'

export interface RoundRow {
  readonly id: string
  readonly number: number
  readonly title: string
  readonly state: RoundState
  readonly building_id: string
  readonly scout_id: string | null
  readonly declined_by: readonly string[]
  readonly extra: boolean
  readonly opens_at: Date
  readonly due_by: Date
  readonly started_at: Date | null
  readonly submitted_at: Date | null
  readonly expired_at: Date | null
  readonly reviewed_at: Date | null
  readonly returned_at: Date | null
  readonly return_reason: string | null
  readonly stop_count: number
  readonly done_count: number
  readonly score: number | null
  readonly passed: boolean | null
  readonly note: string | null
  readonly reason: string | null
  readonly created_at: Date
  readonly changed_at: Date
  readonly version: number
}

/** Condition on round `r`: the scout $2 with the buildings $3 and types $4 reads it. */
export const visibleRound = `(r.scout_id = $2 or (r.scout_id is null and r.state = 'SCHEDULED'
  and r.building_id = any($3::uuid[]) and not $2 = any(r.declined_by)
  and ($4::text[] is null or not exists (select from round_stop vs join amenity va on va.tenant_id = $1 and va.id = vs.amenity_id
    where vs.tenant_id = $1 and vs.round_id = r.id and va.type <> all($4)))))`

export const visibleTo = ({ id, building_ids, types }: OwnScout) => [id, building_ids, types] as const

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

interface NamedRow extends RoundRow {
  readonly building: string
  readonly alias: string | null
}

const presentRound = (row: NamedRow): Round => ({
  id: row.id,
  number: row.number,
  title: row.title,
  state: row.state,
  building: { id: row.building_id, name: row.building },
  scout: row.scout_id === null ? null : { id: row.scout_id, name: row.alias ?? '' },
  extra: row.extra,
  opensAt: row.opens_at.toISOString(),
  dueBy: row.due_by.toISOString(),
  startedAt: iso(row.started_at),
  submittedAt: iso(row.submitted_at),
  reviewedAt: iso(row.reviewed_at),
  stopCount: row.stop_count,
  doneCount: row.done_count,
  score: row.score === null ? null : Number(row.score),
  passed: row.passed,
  note: row.note,
  reason: row.reason,
  returned:
    row.returned_at === null ? null : { at: row.returned_at.toISOString(), reason: row.return_reason ?? '' },
  version: row.version,
})

const namedColumns = `r.*, b.name as building, s.alias from round r
  join building b on b.tenant_id = $1 and b.id = r.building_id
  left join scout s on s.tenant_id = $1 and s.id = r.scout_id`

const someText = `select ${namedColumns} where r.tenant_id = $1 and r.id = any($2::uuid[]) order by r.due_by, r.id`

/** By due time. */
export const roundsById = async (ctx: TenantContext, ids: readonly string[]): Promise<Round[]> =>
  (await ctx.run<NamedRow>(someText, [ctx.tenantId, ids])).map(presentRound)

interface StopFacts {
  id: string
  round_id: string
  position: number
  amenity_id: string
  template_id: string
  template_version: number | null
  state: InspectionState | null
  score: number | null
  passed: boolean | null
}

const stopsText = `select id, round_id, position, amenity_id, template_id, template_version, state, score, passed
  from round_stop where tenant_id = $1 and round_id = any($2::uuid[]) order by round_id, position`

/** With their stops in walking order; rounds by due time. */
export const roundDetails = async (ctx: TenantContext, ids: readonly string[]): Promise<RoundDetail[]> => {
  if (ids.length === 0) return []
  const [rounds, stops] = await Promise.all([
    roundsById(ctx, ids),
    ctx.run<StopFacts>(stopsText, [ctx.tenantId, ids]),
  ])
  const amenities = await amenitiesById(
    ctx,
    stops.map(({ amenity_id }) => amenity_id),
  )
  const byRound = Map.groupBy(stops, ({ round_id }) => round_id)
  return rounds.map((round) => ({
    ...round,
    stops: (byRound.get(round.id) ?? []).flatMap((stop): RoundStop[] => {
      const amenity = amenities.get(stop.amenity_id)
      if (!amenity) return []
      return [
        {
          id: stop.id,
          position: stop.position,
          amenity,
          templateId: stop.template_id,
          templateVersion: stop.template_version,
          inspection: stop.state && {
            state: stop.state,
            score: stop.score === null ? null : Number(stop.score),
            passed: stop.passed,
          },
        },
      ]
    }),
  }))
}

/** @throws ServiceError NOT_FOUND */
export const roundDetail = async (ctx: TenantContext, id: string): Promise<RoundDetail> => {
  const [round] = await roundDetails(ctx, [id])
  if (!round) throw notFound()
  return round
}

/** @throws ServiceError NOT_FOUND */
export const oneRound = async (ctx: TenantContext, id: string): Promise<Round> => {
  const [round] = await roundsById(ctx, [id])
  if (!round) throw notFound()
  return round
}

const lockText = `select r.*, ${visibleRound} as visible, r.building_id = any($3::uuid[]) as near from round r
  where r.tenant_id = $1 and r.id = $5 for no key update of r`

/**
 * A round for a change, locked until the commit.
 * @throws ServiceError NOT_FOUND; CONFLICT for one of the same building that another scout took
 */
export const lockRound = async (ctx: TenantContext, scout: OwnScout, id: string): Promise<RoundRow> => {
  const [row] = await ctx.run<RoundRow & { visible: boolean; near: boolean }>(lockText, [
    ctx.tenantId,
    ...visibleTo(scout),
    id,
  ])
  if (row?.visible) return row
  if (row?.near && row.scout_id !== null) throw conflict('Another scout took this round')
  throw notFound()
}
