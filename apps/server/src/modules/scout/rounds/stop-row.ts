/** A stop of a round with its inspection, locked for a change. */
import type { InspectionState } from '#contracts/scout/rounds.ts'
import type { TemplateContent } from '#contracts/scout/templates.ts'
import type { OwnScout } from '#server/modules/scout/own/public.ts'
import { readContents } from '#server/modules/scout/sites/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { lockRound, type RoundRow } from './own-rounds.ts'

export interface StopRow {
  readonly id: string
  readonly round_id: string
  readonly amenity_id: string
  readonly template_id: string
  readonly template_version: number | null
  readonly state: InspectionState | null
  readonly started_at: Date | null
  readonly reopened: number
  readonly version: number
}

export interface LockedStop {
  readonly stop: StopRow
  readonly round: RoundRow
}

const roundText =
  'select round_id from round_stop where tenant_id = $1 and (id = $2 or round_id = $3 and amenity_id = $4) order by position limit 1'
const lockText = `select id, round_id, amenity_id, template_id, template_version, state, started_at, reopened, version
  from round_stop where tenant_id = $1 and (id = $2 or round_id = $3 and amenity_id = $4) order by position limit 1
  for no key update`

/** By its own id, or the first one of an amenity in a round. @throws ServiceError NOT_FOUND, CONFLICT */
export const lockStop = async (
  ctx: TenantContext,
  scout: OwnScout,
  { id, roundId, amenityId }: { id?: string | undefined; roundId?: string; amenityId?: string | undefined },
): Promise<LockedStop> => {
  const values = [ctx.tenantId, id ?? null, roundId ?? null, amenityId ?? null]
  const [found] = await ctx.run<{ round_id: string }>(roundText, values)
  if (!found || (roundId !== undefined && found.round_id !== roundId)) throw notFound()
  const round = await lockRound(ctx, scout, found.round_id)
  if (round.scout_id !== scout.id) throw invalid('id', `the round is ${round.state}`)
  const [stop] = await ctx.run<StopRow>(lockText, values)
  if (!stop) throw notFound()
  return { stop, round }
}

/** The checklist of a stop whose round was started. */
export const contentOf = async (ctx: TenantContext, stop: StopRow): Promise<TemplateContent> => {
  const [found] = await readContents(ctx, [{ id: stop.template_id, version: stop.template_version ?? 0 }])
  if (!found) throw notFound()
  return found.content
}

/** @throws ServiceError VALIDATION_ERROR */
export const requireBegun = ({ state }: StopRow): void => {
  if (state === null) throw invalid('id', 'the inspection was not begun')
  if (state !== 'IN_PROGRESS') throw invalid('id', `the inspection is ${state}; reopen it first`)
}
