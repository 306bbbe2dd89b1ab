/** Teams by points per duty hour; those of fewer than five players are left out. */
import type { TeamPlace } from '#contracts/arena/records.ts'
import type { DutyState, Shifts } from '#contracts/operator/records.ts'
import { plannedHours } from '#server/modules/operator/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { SeasonRow } from '../seasons/current-season.ts'
import { smallestGroup } from '../seasons/present-season.ts'

/** Small teams are drawn to the middle as by so many hours of an average team. */
const hoursOfAverage = 100
/** A day of somebody without shifts. */
const hoursOfDay = 8

export interface PlayerHours {
  readonly playerId: string
  readonly companyId: string | null
  readonly companyName: string | null
  readonly points: number
  readonly hours: number
}

interface Row {
  player_id: string
  company_id: string | null
  company_name: string | null
  points: number
  days: number
  shifts: Shifts | null
  duty: DutyState
  duty_at: Date | null
  duty_until: Date | null
  time_zone: string
}

const dutyOf = ({ duty, duty_at, duty_until }: Row) => ({ state: duty, at: duty_at, until: duty_until })

const text = `select p.id as player_id, c.id as company_id, c.name as company_name, coalesce(e.points, 0)::int as points,
    coalesce(e.days, 0)::int as days, o.shifts, o.duty, o.duty_at, o.duty_until, coalesce(u.time_zone, t.time_zone) as time_zone
  from arena_player p
  join tenant t on t.id = p.tenant_id
  join app_user u on u.tenant_id = $1 and u.id = p.user_id
  left join lateral (select company_id, shifts, duty, duty_at, duty_until from operator where tenant_id = $1 and user_id = p.user_id limit 1) o on true
  left join company c on c.tenant_id = $1 and c.id = o.company_id
  left join lateral (
    select sum(points) filter (where kind not in ('REDEMPTION', 'RETURN')) as points,
      count(distinct left(local_hour, 10)) as days
    from arena_entry e where e.tenant_id = $1 and e.season_id = $2 and e.player_id = p.id
      and e.state <> 'PENDING' and ($3::uuid[] is null or e.building_id = any($3))) e on true
  where p.tenant_id = $1 and p.opted_in`

/** Points and duty hours of all players who are in. @param buildingIds null: all buildings */
export const playersWithHours = async (
  ctx: TenantContext,
  season: Pick<SeasonRow, 'id' | 'starts_at' | 'ends_at'>,
  buildingIds: readonly string[] | null = null,
): Promise<PlayerHours[]> => {
  const range = {
    from: season.starts_at.getTime(),
    to: Math.min(season.ends_at.getTime(), ctx.now.getTime()),
  }
  const rows = await ctx.run<Row>(text, [ctx.tenantId, season.id, buildingIds])
  return rows.map((row) => {
    const hasShifts = row.shifts !== null && row.shifts.weekly.length + row.shifts.exceptions.length > 0
    return {
      playerId: row.player_id,
      companyId: row.company_id,
      companyName: row.company_name,
      points: row.points,
      hours:
        hasShifts && row.shifts && range.from < range.to
          ? plannedHours({ shifts: row.shifts, duty: dutyOf(row) }, row.time_zone, range)
          : row.days * hoursOfDay,
    }
  })
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** Pure: the board of these players. */
export const rankTeams = (players: readonly PlayerHours[], ownTeam: string): TeamPlace[] => {
  const points = players.reduce((sum, player) => sum + player.points, 0)
  const hours = players.reduce((sum, player) => sum + player.hours, 0)
  const average = hours === 0 ? 0 : points / hours
  const teams = [...Map.groupBy(players, ({ companyId }) => companyId)]
    .filter(([, members]) => members.length >= smallestGroup)
    .map(([id, members]) => {
      const of = {
        points: members.reduce((sum, member) => sum + member.points, 0),
        hours: members.reduce((sum, member) => sum + member.hours, 0),
      }
      return {
        team: { id, name: members[0]?.companyName ?? ownTeam },
        players: members.length,
        dutyHours: rounded(of.hours),
        points: of.points,
        perHour: of.hours === 0 ? 0 : rounded(of.points / of.hours),
        score: rounded((of.points + average * hoursOfAverage) / (of.hours + hoursOfAverage)),
      }
    })
    .sort((a, b) => b.score - a.score || (a.team.name < b.team.name ? -1 : 1))
  const better = Math.ceil(teams.length / 2)
  const lastRanked = teams[better - 1]?.score ?? 0
  const ranked = teams
    .filter(({ score }) => score >= lastRanked)
    .map((team) => ({ ...team, rank: 1 + teams.filter(({ score }) => score > team.score).length }))
  const others = teams
    .filter(({ score }) => score < lastRanked)
    .sort((a, b) => (a.team.name < b.team.name ? -1 : 1))
    .map((team) => ({ ...team, rank: null }))
  return [...ranked, ...others]
}
