/** Sums of a player: points, level and streak. */
import type { TenantContext } from '#server/platform/context.ts'
import { accountOf } from './ledger.ts'

/** Credited points of a season from which each level starts. */
const levelThresholds = [0, 25, 75, 150, 250, 375, 525, 700, 900, 1125] as const

export const levelOf = (points: number): number =>
  Math.max(1, levelThresholds.filter((from) => points >= from).length)

export interface PointSums {
  /** of the season */
  readonly credited: number
  readonly pending: number
  readonly reversed: number
  readonly spent: number
  /** of all time, what may be spent */
  readonly balance: number
}

const sumsText = `select
    coalesce(sum(points) filter (where state <> 'PENDING' and kind not in ('REDEMPTION', 'RETURN')), 0)::int as credited,
    coalesce(sum(points) filter (where state = 'PENDING'), 0)::int as pending,
    coalesce(sum(full_points) filter (where state = 'REVERSED' and kind <> 'REVERSAL'), 0)::int as reversed,
    coalesce(-sum(points) filter (where kind in ('REDEMPTION', 'RETURN')), 0)::int as spent,
    (select coalesce(sum(amount), 0) from arena_line where tenant_id = $1 and account = $4)::int as balance
  from arena_entry where tenant_id = $1 and player_id = $2 and ($3::uuid is null or season_id = $3)`

/**
 * Both a line that was reversed and its reversal count in `credited`, where they sum to 0.
 * @param seasonId null: all seasons
 */
export const sumPoints = async (
  ctx: TenantContext,
  playerId: string,
  seasonId: string | null,
): Promise<PointSums> => {
  const [row] = await ctx.run<PointSums>(sumsText, [ctx.tenantId, playerId, seasonId, accountOf(playerId)])
  return row ?? { credited: 0, pending: 0, reversed: 0, spent: 0, balance: 0 }
}
