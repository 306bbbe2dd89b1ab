/** Seasons as they are kept. */
import type { Caps, SeasonState, Weights } from '#contracts/arena/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'

export interface SeasonRow {
  readonly id: string
  readonly name: string
  readonly state: SeasonState
  readonly starts_at: Date
  readonly ends_at: Date
  readonly settles_until: Date
  readonly weights: Weights
  readonly caps: Caps
  readonly closed_at: Date | null
  readonly version: number
}

/** The one that runs or settles. */
export const currentSeason = async (ctx: TenantContext): Promise<SeasonRow | null> => {
  const [row] = await ctx.run<SeasonRow>(
    `select * from arena_season where tenant_id = $1 and state in ('ACTIVE', 'SETTLING')`,
    [ctx.tenantId],
  )
  return row ?? null
}

/** The last that has begun, also where none runs: what is spent is erased with it. */
export const latestSeasonId = async (ctx: TenantContext): Promise<string | null> => {
  const [row] = await ctx.run<{ id: string }>(
    `select id from arena_season where tenant_id = $1 and state <> 'DRAFT' order by starts_at desc limit 1`,
    [ctx.tenantId],
  )
  return row?.id ?? null
}

/** @throws ServiceError NOT_FOUND */
export const readSeason = async (ctx: TenantContext, id: string, lock = ''): Promise<SeasonRow> => {
  const [row] = await ctx.run<SeasonRow>(
    `select * from arena_season where tenant_id = $1 and id = $2 ${lock}`,
    [ctx.tenantId, id],
  )
  if (!row) throw notFound()
  return row
}

/** The season that is asked for, else the current one, else none. @throws ServiceError NOT_FOUND */
export const seasonOf = (ctx: TenantContext, id: string | undefined): Promise<SeasonRow | null> =>
  id === undefined ? currentSeason(ctx) : readSeason(ctx, id)
