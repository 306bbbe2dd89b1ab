/** The session of a scout on one phone, and the scout's own profile. */
import { Type } from 'typebox'
import { endpoint, entry, scout } from '../../kit/endpoint.ts'
import { Exact, Line } from '../../kit/text.ts'
import { VisitorLanguage } from '../../kit/vocabulary.ts'
import { Message } from '../../records.ts'
import { Profile } from '../people.ts'

const common = { module: 'scout', flag: 'SCOUT' } as const

export const ScoutTokens = Type.Object({ accessToken: Type.String(), refreshToken: Type.String() })

export const activateScout = endpoint({
  ...common,
  name: 'activateScout',
  method: 'POST',
  path: '/api/scout/auth/activate',
  summary: 'Tokens for an activation code; the session of the former phone ends',
  access: entry,
  limit: 'login',
  alsoLimit: ['login-ip'],
  countsMisses: true,
  whenReadOnly: true,
  body: Type.Object({
    activationCode: Line(40),
    /** made by the phone, which may repeat the call with it for 15 minutes */
    deviceKey: Exact(128, 16),
    platform: Type.Optional(Line(40)),
  }),
  data: Type.Object({ scout: Profile, tokens: ScoutTokens }),
  errors: ['UNAUTHORIZED', 'FORBIDDEN'],
  example: ({ scout: { activationCode } }) => ({
    body: { activationCode, deviceKey: 'a-key-of-this-phone' },
  }),
})

export const refreshScout = endpoint({
  ...common,
  name: 'refreshScout',
  method: 'POST',
  path: '/api/scout/auth/refresh',
  summary: 'The next pair of tokens; a spent refresh token ends the session',
  access: entry,
  limit: 'public',
  whenReadOnly: true,
  body: Type.Object({ refreshToken: Exact(4096) }),
  data: ScoutTokens,
  errors: ['UNAUTHORIZED', 'FORBIDDEN'],
  example: ({ scout: { refreshToken } }) => ({ body: { refreshToken } }),
})

export const logoutScout = endpoint({
  ...common,
  name: 'logoutScout',
  method: 'POST',
  path: '/api/scout/auth/logout',
  summary: 'End the session of this phone; what is unsent stays on it',
  access: scout,
  limit: 'write',
  whenReadOnly: true,
  data: Message,
})

export const getScoutProfile = endpoint({
  ...common,
  name: 'getScoutProfile',
  method: 'GET',
  path: '/api/scout/me',
  summary: 'Own profile: scope, dates, privacy notice',
  access: scout,
  limit: 'read',
  data: Profile,
})

export const updateScoutProfile = endpoint({
  ...common,
  name: 'updateScoutProfile',
  method: 'PATCH',
  path: '/api/scout/me',
  summary: 'Change language, display name and emails, or accept the privacy notice',
  access: scout,
  limit: 'write',
  body: Type.Object({
    language: Type.Optional(VisitorLanguage),
    displayName: Type.Optional(Line(60)),
    notifications: Type.Optional(Type.Object({ mail: Type.Boolean() })),
    /** its version */
    acceptPrivacy: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  }),
  data: Profile,
  errors: ['VALIDATION_ERROR', 'PRECONDITION_FAILED'],
  example: () => ({ body: { language: 'de' } }),
})
