/** The arena: recognition that is voluntary, team first and for verified work only. Sessions, own profile and points. */
import { Type } from 'typebox'
import {
  Alias,
  Avatar,
  Dispute,
  Entry,
  EntryState,
  MyBadge,
  PlayerProfile,
  Points,
  Redemption,
  Visibility,
  VisitorThanks,
} from './arena/records.ts'
import { endpoint, entry, paging, player, sortBy } from './kit/endpoint.ts'
import { Nullable } from './kit/nullable.ts'
import { Id, Line, LongText, Timestamp } from './kit/text.ts'
import { QuietHours } from './preferences.ts'

export const openArenaSession = endpoint({
  module: 'arena',
  name: 'openArenaSession',
  method: 'POST',
  path: '/api/arena/session',
  summary:
    'An arena token for the access token of a member, for the pairing code of a wall, or for the valid token of a wall',
  access: entry,
  flag: 'ARENA',
  limit: 'login',
  alsoLimit: ['login-ip'],
  countsMisses: true,
  bodyOptional: true,
  body: Type.Object({ pairingCode: Type.Optional(Line(40)) }),
  showsSecret: true,
  data: Type.Object({
    accessToken: Type.String(),
    expiresAt: Timestamp,
    /** PLAYER 8 hours, at most as long as the session that asked; KIOSK 30 days and read-only */
    kind: Type.Enum(['PLAYER', 'KIOSK']),
    kiosk: Type.Optional(Type.Object({ id: Id, name: Type.String() })),
  }),
  errors: ['UNAUTHORIZED', 'FORBIDDEN'],
})

export const getArenaProfile = endpoint({
  module: 'arena',
  name: 'getArenaProfile',
  method: 'GET',
  path: '/api/arena/me',
  summary: 'Own profile: whether joined, alias, level, points and streak',
  access: player,
  flag: 'ARENA',
  limit: 'read',
  data: PlayerProfile,
})

export const updateArenaProfile = endpoint({
  module: 'arena',
  name: 'updateArenaProfile',
  method: 'PATCH',
  path: '/api/arena/me',
  summary: 'Change alias, avatar, visibility or quiet hours, which are those of the account',
  access: player,
  flag: 'ARENA',
  limit: 'write',
  body: Type.Object({
    alias: Type.Optional(Alias),
    avatar: Type.Optional(Avatar),
    visibility: Type.Optional(Visibility),
    quietHours: Type.Optional(Nullable(QuietHours)),
  }),
  data: PlayerProfile,
  errors: ['FORBIDDEN', 'CONFLICT', 'PRECONDITION_FAILED'],
  example: () => ({ body: { avatar: 'OWL', visibility: 'ALIAS' } }),
})

export const optIntoArena = endpoint({
  module: 'arena',
  name: 'optIntoArena',
  method: 'POST',
  path: '/api/arena/me/opt-in',
  summary: 'Join, or leave: leaving hides at once, and `erase` deletes the own lines now',
  access: player,
  flag: 'ARENA',
  limit: 'write',
  body: Type.Object({
    optIn: Type.Boolean(),
    alias: Type.Optional(Alias),
    erase: Type.Optional(Type.Boolean()),
  }),
  data: PlayerProfile,
  errors: ['CONFLICT'],
  example: () => ({ body: { optIn: true } }),
})

export const listMyPoints = endpoint({
  module: 'arena',
  name: 'listMyPoints',
  method: 'GET',
  path: '/api/arena/me/points',
  summary: 'Own lines, newest first: each with its task, its rule and what became of it',
  access: player,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({
    ...paging,
    season: Type.Optional(Id),
    state: Type.Optional(EntryState),
    sort: sortBy('at'),
  }),
  list: Entry,
  about: Type.Object({
    credited: Points,
    pending: Points,
    reversed: Points,
    spent: Points,
    balance: Points,
  }),
  errors: ['FORBIDDEN'],
})

export const disputePoints = endpoint({
  module: 'arena',
  name: 'disputePoints',
  method: 'POST',
  path: '/api/arena/points/:entryId/dispute',
  summary: 'Ask for a review of an own line, once each, until its season is closed',
  access: player,
  flag: 'ARENA',
  limit: 'write',
  params: Type.Object({ entryId: Id }),
  body: Type.Object({ reason: LongText(500, 3) }),
  status: 201,
  idempotent: true,
  data: Dispute,
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT', 'VALIDATION_ERROR'],
  example: ({ arenaEntryId }) => ({
    params: { entryId: arenaEntryId },
    body: { reason: 'The lift was reported again for another fault.' },
  }),
})

export const listMyBadges = endpoint({
  module: 'arena',
  name: 'listMyBadges',
  method: 'GET',
  path: '/api/arena/me/badges',
  summary: 'Badges earned, and how far the others are',
  access: player,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('code') }),
  list: MyBadge,
  errors: ['FORBIDDEN'],
})

export const listVisitorThanks = endpoint({
  module: 'arena',
  name: 'listVisitorThanks',
  method: 'GET',
  path: '/api/arena/me/visitor-thanks',
  summary: 'Kind comments of visitors on places where the reader finished something, checked and a day old',
  access: player,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('date') }),
  list: VisitorThanks,
  errors: ['FORBIDDEN'],
})

export const listMyRedemptions = endpoint({
  module: 'arena',
  name: 'listMyRedemptions',
  method: 'GET',
  path: '/api/arena/me/redemptions',
  summary: 'Own rewards and their state, newest first',
  access: player,
  flag: 'ARENA',
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('at') }),
  list: Redemption,
  errors: ['FORBIDDEN'],
})
