/** Seasons as players and administrators read them. */
import type { Season } from '#contracts/arena/records.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { ArenaWords } from '../words/words.ts'
import type { SeasonRow } from './current-season.ts'

/** Groups of fewer people are shown nowhere. */
export const smallestGroup = 5

export const hideSmall = (count: number): number | null => (count < smallestGroup ? null : count)

const playersText = `select e.season_id, count(distinct e.player_id)::int as players from arena_entry e
  join arena_player p on p.tenant_id = $1 and p.id = e.player_id and p.opted_in
  where e.tenant_id = $1 and e.season_id = any($2) group by e.season_id`

export const presentSeasons = async (
  ctx: TenantContext,
  rows: readonly SeasonRow[],
  words: ArenaWords,
): Promise<Season[]> => {
  const counted = await ctx.run<{ season_id: string; players: number }>(playersText, [
    ctx.tenantId,
    rows.map(({ id }) => id),
  ])
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    state: row.state,
    startsAt: row.starts_at.toISOString(),
    endsAt: row.ends_at.toISOString(),
    settlesUntil: row.settles_until.toISOString(),
    weights: row.weights,
    caps: row.caps,
    rules: words.rules(row.weights, row.caps),
    players: hideSmall(counted.find(({ season_id }) => season_id === row.id)?.players ?? 0),
  }))
}
