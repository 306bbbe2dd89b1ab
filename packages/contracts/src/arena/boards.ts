/** What all players see: seasons, boards, badges, the published rules and the wall. */
import { Type } from 'typebox'
import {
  Badge,
  BuildingPlace,
  Caps,
  Challenge,
  Kudos,
  PlayerPlace,
  Season,
  TeamPlace,
  Weights,
} from '#contracts/arena/records.ts'
import { endpoint, paging, player, playerOrKiosk, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { ById } from '#contracts/kit/pieces.ts'
import { Id, Timestamp } from '#contracts/kit/text.ts'
import { BuildingRef, Count } from '#contracts/records.ts'

const ofSeason = { ...paging, season: Type.Optional(Id) }
/** TOO_FEW: fewer than five players, so the board is empty. */
const hidden = Type.Object({ hidden: Nullable(Type.Enum(['TOO_FEW'])) })

export const listSeasons = endpoint({
  module: 'arena',
  name: 'listSeasons',
  method: 'GET',
  path: '/api/arena/seasons',
  summary: 'The current season and past ones, newest first',
  access: playerOrKiosk,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('startsAt') }),
  list: Season,
})

export const getSeason = endpoint({
  module: 'arena',
  name: 'getSeason',
  method: 'GET',
  path: '/api/arena/seasons/:id',
  summary: 'Dates, weights, caps and rules in plain words',
  access: playerOrKiosk,
  flag: 'ARENA',
  limit: 'read',
  params: ById,
  data: Season,
  errors: ['NOT_FOUND'],
  example: ({ arenaSeasonId }) => ({ params: { id: arenaSeasonId } }),
})

export const listTeamBoard = endpoint({
  module: 'arena',
  name: 'listTeamBoard',
  method: 'GET',
  path: '/api/arena/leaderboards/teams',
  summary: 'Teams of five or more by points per duty hour; the better half has ranks',
  access: playerOrKiosk,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...ofSeason, sort: sortBy('score') }),
  list: TeamPlace,
  about: hidden,
  errors: ['NOT_FOUND'],
})

export const listPlayerBoard = endpoint({
  module: 'arena',
  name: 'listPlayerBoard',
  method: 'GET',
  path: '/api/arena/leaderboards/players',
  summary: 'The top three, the reader and the two above; nobody else, and nobody below five players',
  access: player,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...ofSeason, sort: sortBy('points') }),
  list: PlayerPlace,
  about: hidden,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})

export const listBuildingBoard = endpoint({
  module: 'arena',
  name: 'listBuildingBoard',
  method: 'GET',
  path: '/api/arena/leaderboards/buildings',
  summary: 'Buildings against their own 90 days before the season, from 20 finished tasks in both; no ranks',
  access: playerOrKiosk,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...ofSeason, sort: sortBy('change') }),
  list: BuildingPlace,
  errors: ['NOT_FOUND'],
})

export const listBadges = endpoint({
  module: 'arena',
  name: 'listBadges',
  method: 'GET',
  path: '/api/arena/badges',
  summary: 'All badges and their conditions',
  access: playerOrKiosk,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('name') }),
  list: Badge,
})

export const getFairness = endpoint({
  module: 'arena',
  name: 'getFairness',
  method: 'GET',
  path: '/api/arena/fairness',
  summary:
    'Weights, caps, sample sizes, how luck is corrected, and points per duty hour by shift and building',
  access: playerOrKiosk,
  flag: 'ARENA',
  limit: 'read',
  data: Type.Object({
    weights: Weights,
    caps: Caps,
    rules: Type.Array(Type.String()),
    holdHours: Count,
    samples: Type.Object({
      players: Nullable(Count),
      teams: Count,
      tasks: Count,
      dutyHours: Type.Number({ minimum: 0 }),
    }),
    corrections: Type.Array(Type.String()),
    byShift: Type.Array(
      Type.Object({
        shift: Type.Enum(['DAY', 'EVENING', 'NIGHT']),
        players: Count,
        perHour: Type.Number(),
      }),
    ),
    byBuilding: Type.Array(Type.Object({ building: BuildingRef, players: Count, perHour: Type.Number() })),
  }),
})

export const getKioskBoard = endpoint({
  module: 'arena',
  name: 'getKioskBoard',
  method: 'GET',
  path: '/api/arena/kiosk/board',
  summary: 'Everything for a wall in one answer: teams, buildings, challenges, kudos; aliases only',
  access: playerOrKiosk,
  flag: 'ARENA',
  limit: 'read',
  data: Type.Object({
    season: Nullable(Season),
    teams: Type.Array(TeamPlace),
    buildings: Type.Array(BuildingPlace),
    challenges: Type.Array(Challenge),
    kudos: Type.Array(Kudos),
    totals: Type.Object({ confirmedToday: Count, thanksToday: Count }),
    updatedAt: Timestamp,
  }),
  errors: ['FORBIDDEN'],
})
