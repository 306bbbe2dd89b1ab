/** What players do together: challenges, kudos and rewards. */
import { Type } from 'typebox'
import {
  Challenge,
  ChallengeDetail,
  ChallengeState,
  Kudos,
  KudosReason,
  KudosText,
  Player,
  Redemption,
  Reward,
} from '#contracts/arena/records.ts'
import { endpoint, paging, player, playerOrKiosk, sortBy } from '#contracts/kit/endpoint.ts'
import { ById, search } from '#contracts/kit/pieces.ts'
import { Id, Line } from '#contracts/kit/text.ts'
import { Count, IdAnswer } from '#contracts/records.ts'

export const listChallenges = endpoint({
  module: 'arena',
  name: 'listChallenges',
  method: 'GET',
  path: '/api/arena/challenges',
  summary: 'Challenges of teams and of persons, running and coming first',
  access: playerOrKiosk,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...paging, state: Type.Optional(ChallengeState), sort: sortBy('startsAt') }),
  list: Challenge,
})

export const getChallenge = endpoint({
  module: 'arena',
  name: 'getChallenge',
  method: 'GET',
  path: '/api/arena/challenges/:id',
  summary: 'Progress and remaining time, with the teams of five or more',
  access: playerOrKiosk,
  flag: 'ARENA',
  limit: 'read',
  params: ById,
  data: ChallengeDetail,
  errors: ['NOT_FOUND'],
  example: ({ arenaChallengeId }) => ({ params: { id: arenaChallengeId } }),
})

export const joinChallenge = endpoint({
  module: 'arena',
  name: 'joinChallenge',
  method: 'POST',
  path: '/api/arena/challenges/:id/join',
  summary: 'Take part; again: the same',
  access: player,
  flag: 'ARENA',
  limit: 'write',
  params: ById,
  data: Challenge,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  example: ({ arenaChallengeId }) => ({ params: { id: arenaChallengeId } }),
})

export const listKudos = endpoint({
  module: 'arena',
  name: 'listKudos',
  method: 'GET',
  path: '/api/arena/kudos',
  summary: 'Thanks between colleagues, newest first; `q` finds people to thank',
  access: player,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...paging, q: search, sort: sortBy('at') }),
  list: Kudos,
  about: Type.Object({ leftToday: Count, people: Type.Array(Player, { maxItems: 20 }) }),
  errors: ['FORBIDDEN'],
})

export const giveKudos = endpoint({
  module: 'arena',
  name: 'giveKudos',
  method: 'POST',
  path: '/api/arena/kudos',
  summary: 'Thank a colleague with a reason; three a day, not back and forth within seven days',
  access: player,
  flag: 'ARENA',
  limit: 'write',
  body: Type.Object({ to: Id, reason: KudosReason, text: Type.Optional(KudosText) }),
  status: 201,
  idempotent: true,
  data: Kudos,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'VALIDATION_ERROR'],
  example: ({ otherPlayerId }) => ({ body: { to: otherPlayerId, reason: 'HELPED' } }),
})

export const reportKudos = endpoint({
  module: 'arena',
  name: 'reportKudos',
  method: 'POST',
  path: '/api/arena/kudos/:id/report',
  summary: 'Flag kudos: hidden from all until an administrator decided',
  access: player,
  flag: 'ARENA',
  limit: 'write',
  params: ById,
  bodyOptional: true,
  body: Type.Object({ reason: Type.Optional(Line(200)) }),
  data: IdAnswer,
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  example: ({ kudosId }) => ({ params: { id: kudosId } }),
})

export const listRewards = endpoint({
  module: 'arena',
  name: 'listRewards',
  method: 'GET',
  path: '/api/arena/rewards',
  summary: 'Rewards, what they cost and how many are left',
  access: player,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('cost') }),
  list: Reward,
})

export const redeemReward = endpoint({
  module: 'arena',
  name: 'redeemReward',
  method: 'POST',
  path: '/api/arena/rewards/:id/redeem',
  summary: 'Spend credited points on a reward',
  access: player,
  flag: 'ARENA',
  limit: 'write',
  params: ById,
  status: 201,
  idempotent: true,
  data: Redemption,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  example: ({ arenaRewardId }) => ({ params: { id: arenaRewardId } }),
})
