/** Endpoints of a small realm that exists only in tests: it uses the access kinds of scouts and of a provider that signs. */
import { Type } from 'typebox'
import { endpoint, entry, scout, signedBy, slackOauth } from '#contracts/kit/endpoint.ts'

const Tokens = Type.Object({ accessToken: Type.String(), refreshToken: Type.String() })
const common = { module: 'realm', limit: 'write' } as const

export const activateProbe = endpoint({
  ...common,
  name: 'activateProbe',
  method: 'POST',
  path: '/api/probe/activate',
  summary: 'Tokens for a code',
  access: entry,
  limit: 'public',
  countsMisses: true,
  body: Type.Object({ code: Type.String(), deviceKey: Type.String() }),
  data: Tokens,
  example: () => ({ body: { code: 'AAAAA-AAAAA', deviceKey: 'a device' } }),
})

export const refreshProbe = endpoint({
  ...common,
  name: 'refreshProbe',
  method: 'POST',
  path: '/api/probe/refresh',
  summary: 'The next pair of tokens',
  access: entry,
  limit: 'public',
  body: Type.Object({ refreshToken: Type.String() }),
  data: Tokens,
  example: () => ({ body: { refreshToken: 'token' } }),
})

export const getProbe = endpoint({
  ...common,
  name: 'getProbe',
  method: 'GET',
  path: '/api/probe/me',
  summary: 'Who calls',
  access: scout,
  limit: 'read',
  data: Type.Object({ id: Type.String(), tenant: Type.String() }),
})

export const renameProbe = endpoint({
  ...common,
  name: 'renameProbe',
  method: 'POST',
  path: '/api/probe/me',
  summary: 'Another name',
  access: scout,
  idempotent: true,
  body: Type.Object({ name: Type.String() }),
  data: Type.Object({ id: Type.String(), calls: Type.Integer() }),
  example: () => ({ body: { name: 'Probe' } }),
})

export const pushProbe = endpoint({
  ...common,
  name: 'pushProbe',
  method: 'POST',
  path: '/api/probe/push',
  summary: 'Operations of an outbox',
  access: scout,
  flag: 'SCOUT',
  query: Type.Object({ sentAt: Type.Optional(Type.String()) }),
  body: Type.Object({
    operations: Type.Array(Type.Object({ clientId: Type.String(), at: Type.String(), name: Type.String() }), {
      maxItems: 100,
    }),
  }),
  data: Type.Object({
    results: Type.Array(
      Type.Object({ outcome: Type.String(), id: Type.Union([Type.String(), Type.Null()]) }),
    ),
  }),
  example: () => ({ body: { operations: [] } }),
})

export const changesProbe = endpoint({
  ...common,
  name: 'changesProbe',
  method: 'GET',
  path: '/api/probe/changes',
  summary: 'Notes since a cursor',
  access: scout,
  limit: 'read',
  query: Type.Object({ cursor: Type.Optional(Type.String()) }),
  data: Type.Object({
    names: Type.Array(Type.String()),
    cursor: Type.String(),
    more: Type.Boolean(),
    reset: Type.Boolean(),
  }),
})

export const goProbe = endpoint({
  ...common,
  name: 'goProbe',
  method: 'GET',
  path: '/api/probe/go',
  summary: 'To a provider',
  access: slackOauth,
  limit: 'public',
  query: Type.Object({ state: Type.String() }),
  redirect: true,
})

export const receiveProbe = endpoint({
  ...common,
  name: 'receiveProbe',
  method: 'POST',
  path: '/api/probe/events',
  summary: 'A signed event',
  access: signedBy('stripe'),
  body: Type.Object({ id: Type.String(), tenantId: Type.String(), type: Type.String() }),
  plain: Type.Object({ fresh: Type.Boolean() }),
  example: () => ({ body: { id: 'evt_1', tenantId: 'a tenant', type: 'probe' } }),
})
