/** Redemptions as they are kept and shown. */
import type { Redemption, RedemptionState } from '#contracts/arena/records.ts'

export interface RedemptionRow {
  readonly id: string
  readonly player_id: string
  readonly reward_id: string
  readonly title: string
  readonly season_id: string | null
  readonly points: number
  readonly state: RedemptionState
  readonly reason: string | null
  readonly at: Date
  readonly decided_at: Date | null
}

/** Of redemption `x` with its reward `r`. */
export const redemptionText = `select x.*, r.title from arena_redemption x
  join arena_reward r on r.tenant_id = $1 and r.id = x.reward_id`

export const presentRedemption = (row: RedemptionRow): Redemption => ({
  id: row.id,
  reward: { id: row.reward_id, title: row.title },
  points: row.points,
  state: row.state,
  reason: row.reason,
  at: row.at.toISOString(),
  decidedAt: row.decided_at?.toISOString() ?? null,
})
