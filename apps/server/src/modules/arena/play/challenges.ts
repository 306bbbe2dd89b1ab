/** Challenges with their progress, which is read and never stored. */
import type { Challenge, ChallengeKind, ChallengeMetric } from '#contracts/arena/records.ts'
import type { ArenaActor, RealmContext } from '#server/platform/context.ts'
import { hideSmall, smallestGroup } from '../seasons/present-season.ts'

export interface ChallengeRow {
  readonly id: string
  readonly season_id: string
  readonly season_state: string
  readonly title: string
  readonly description: string
  readonly kind: ChallengeKind
  readonly metric: ChallengeMetric
  readonly target: number
  readonly starts_at: Date
  readonly ends_at: Date
  readonly joined_at: Date | null
  readonly won_at: Date | null
  readonly participants: number
  /** of the reader, or of their team */
  readonly progress: number
}

/** A join with null would be none, for which Citus finds no node. */
const nobody = '00000000-0000-0000-0000-000000000000'

/** What one participant `j` of challenge `c` has credited for it since joining. */
const countOf = (player: string, since: string): string => `(
  select case
    when c.metric = 'KUDOS_GIVEN' then (select count(*) from arena_kudos k where k.tenant_id = $1 and k.from_id = ${player}
      and k.hidden_at is null and k.at >= ${since} and k.at >= c.starts_at and k.at <= c.ends_at)
    else (select count(*) from arena_entry e where e.tenant_id = $1 and e.player_id = ${player} and e.season_id = c.season_id
      and e.state = 'CREDITED' and e.kind = case when c.metric = 'TASKS' then 'TASK' when c.metric = 'PHOTOS' then 'PHOTO' when c.metric = 'FINDINGS' then 'FINDING' else 'CONFIRMED' end
      and e.at >= ${since} and e.at >= c.starts_at and e.at <= c.ends_at)
  end)`

const teamOf = (player: string): string => `(select o.company_id from arena_player p
  left join operator o on o.tenant_id = $1 and o.user_id = p.user_id where p.tenant_id = $1 and p.id = ${player} limit 1)`

const own = countOf('mine.player_id', 'mine.joined_at')
const participants = `from arena_participation a
  join arena_player q on q.tenant_id = $1 and q.id = a.player_id and q.opted_in
  where a.tenant_id = $1 and a.challenge_id = c.id`
const team = `${participants} and ${teamOf('a.player_id')} is not distinct from ${teamOf('mine.player_id')}`
const ofTeam = `(select coalesce(sum(${countOf('a.player_id', 'a.joined_at')}), 0) ${team})`
/** Of the team that is furthest, which is what a wall shows. */
const furthest = `(select coalesce(max(t.progress), 0) from (select sum(${countOf('a.player_id', 'a.joined_at')}) as progress
  ${participants} group by ${teamOf('a.player_id')} having count(*) >= ${smallestGroup}) t)`

/** What participant `mine` or their team has of challenge `c`. */
export const reached = `case when c.kind = 'PERSONAL' then ${own} else ${ofTeam} end`

/** As it is shown: of a team of fewer than five the reader sees their own part alone. */
const shown = `case when mine.joined_at is not null then
    case when c.kind = 'TEAM' and (select count(*) ${team}) >= ${smallestGroup} then ${ofTeam} else ${own} end
  when $2::uuid is null and c.kind = 'TEAM' then ${furthest} else 0 end`

export const challengeText = (
  where: string,
): string => `select c.*, s.state as season_state, mine.joined_at, mine.won_at,
    (select count(*) ${participants})::int as participants, (${shown})::int as progress
  from arena_challenge c join arena_season s on s.tenant_id = $1 and s.id = c.season_id
  left join arena_participation mine on mine.tenant_id = $1 and mine.challenge_id = c.id
    and mine.player_id = coalesce($2::uuid, '${nobody}')
  where c.tenant_id = $1 and ${where}`

export const presentChallenge = (row: ChallengeRow, now: Date): Challenge => ({
  id: row.id,
  seasonId: row.season_id,
  title: row.title,
  description: row.description,
  kind: row.kind,
  metric: row.metric,
  target: row.target,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at.toISOString(),
  state: stateOf(row, now),
  joined: row.joined_at !== null,
  progress: row.progress,
  participants: hideSmall(row.participants),
})

const stateOf = (row: ChallengeRow, now: Date): Challenge['state'] => {
  if (row.won_at !== null || row.progress >= row.target) return 'WON'
  if (row.ends_at <= now || row.season_state === 'SETTLING' || row.season_state === 'CLOSED') return 'ENDED'
  return row.starts_at > now || row.season_state === 'DRAFT' ? 'UPCOMING' : 'RUNNING'
}

/** The player of the reader; a wall has none. */
export const readerOf = ({ actor }: Pick<RealmContext<ArenaActor>, 'actor'>): string | null =>
  actor.kind === 'PLAYER' ? actor.id : null

interface TeamRow {
  company_id: string | null
  name: string | null
  players: number
  progress: number
}

const teamsText = `select o.company_id, co.name, count(*)::int as players,
    sum(${countOf('a.player_id', 'a.joined_at')})::int as progress
  from arena_challenge c join arena_participation a on a.tenant_id = $1 and a.challenge_id = c.id
  join arena_player p on p.tenant_id = $1 and p.id = a.player_id and p.opted_in
  left join lateral (select company_id from operator where tenant_id = $1 and user_id = p.user_id limit 1) o on true
  left join company co on co.tenant_id = $1 and co.id = o.company_id
  where c.tenant_id = $1 and c.id = $2 group by o.company_id, co.name order by progress desc, co.name`

/** Teams of a challenge with the number of their participants. */
export const teamsOf = (
  ctx: Pick<RealmContext, 'run' | 'tenantId'>,
  challengeId: string,
): Promise<TeamRow[]> => ctx.run<TeamRow>(teamsText, [ctx.tenantId, challengeId])
