import { getFairness } from '#contracts/arena/boards.ts'
import { serve } from '#server/platform/http/serve.ts'
import { currentSeason } from '../seasons/current-season.ts'
import { hideSmall, smallestGroup } from '../seasons/present-season.ts'
import { readSettings } from '../settings.ts'
import { wordsFor } from '../words/words.ts'
import { type PlayerHours, playersWithHours } from './team-board.ts'

interface Group {
  key: string
  name: string
  player_id: string
  points: number
}

// The shift is by the hour in which the work was finished.
const groupsText = (key: string, name: string): string => `select ${key} as key, ${name} as name, e.player_id,
    sum(e.points)::int as points
  from arena_entry e left join building b on b.tenant_id = $1 and b.id = e.building_id
  join arena_player p on p.tenant_id = $1 and p.id = e.player_id and p.opted_in
  where e.tenant_id = $1 and e.season_id = $2 and e.state <> 'PENDING' and e.task_id is not null
  group by 1, 2, 3`

const shiftSql = `case when right(e.local_hour, 2) between '06' and '13' then 'DAY'
  when right(e.local_hour, 2) between '14' and '21' then 'EVENING' else 'NIGHT' end`
const shiftsText = groupsText(shiftSql, shiftSql)
const buildingsText = groupsText('b.id::text', 'b.name')

const rounded = (value: number): number => Math.round(value * 100) / 100

/** Groups of five players or more, with points per duty hour of those players. */
const groupsOf = (rows: readonly Group[], players: readonly PlayerHours[]) => {
  const hoursOf = new Map(players.map(({ playerId, hours }) => [playerId, hours]))
  return [...Map.groupBy(rows, ({ key }) => key).values()]
    .filter((members) => new Set(members.map(({ player_id }) => player_id)).size >= smallestGroup)
    .map((members) => {
      const hours = members.reduce((sum, { player_id }) => sum + (hoursOf.get(player_id) ?? 0), 0)
      const points = members.reduce((sum, member) => sum + member.points, 0)
      return {
        key: members[0]?.key ?? '',
        name: members[0]?.name ?? '',
        players: members.length,
        perHour: hours === 0 ? 0 : rounded(points / hours),
      }
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

const tasksText = `select count(distinct task_id)::int as tasks from arena_entry
  where tenant_id = $1 and season_id = $2 and kind = 'TASK'`

export default serve(getFairness)(async (ctx) => {
  const [settings, season, words] = [await readSettings(ctx), await currentSeason(ctx), await wordsFor(ctx)]
  const { weights, caps } = season ?? settings
  const common = {
    weights,
    caps,
    rules: words.rules(weights, caps),
    holdHours: caps.holdHours,
    corrections: [...words.corrections],
  }
  if (!season)
    return {
      ...common,
      samples: { players: null, teams: 0, tasks: 0, dutyHours: 0 },
      byShift: [],
      byBuilding: [],
    }
  const players = await playersWithHours(ctx, season)
  const values = [ctx.tenantId, season.id]
  const [[counted], shifts, buildings] = await Promise.all([
    ctx.run<{ tasks: number }>(tasksText, values),
    ctx.run<Group>(shiftsText, values),
    ctx.run<Group>(buildingsText, values),
  ])
  const enough = players.length >= smallestGroup
  const teams = [...Map.groupBy(players, ({ companyId }) => companyId).values()]
  return {
    ...common,
    samples: {
      players: hideSmall(players.length),
      teams: teams.filter(({ length }) => length >= smallestGroup).length,
      tasks: enough ? (counted?.tasks ?? 0) : 0,
      dutyHours: enough ? rounded(players.reduce((sum, { hours }) => sum + hours, 0)) : 0,
    },
    byShift: groupsOf(shifts, players).map(({ key, players: n, perHour }) => ({
      shift: key as 'DAY' | 'EVENING' | 'NIGHT',
      players: n,
      perHour,
    })),
    byBuilding: groupsOf(
      buildings.filter(({ key }) => key !== null),
      players,
    ).map(({ key, name, players: n, perHour }) => ({
      building: { id: key, name },
      players: n,
      perHour,
    })),
  }
})
