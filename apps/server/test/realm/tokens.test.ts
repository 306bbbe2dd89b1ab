/** Tokens of realms where an answer was lost, of super admins, and of callers that a realm refuses. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { endpoint, scout, superAdmin } from '#contracts/kit/endpoint.ts'
import { forbidden } from '#server/platform/errors.ts'
import { signRealmToken } from '#server/platform/gate/tokens.ts'
import { serve } from '#server/platform/http/serve.ts'
import { newId } from '#server/platform/ids.ts'
import { module } from '#server/platform/module.ts'
import { endSessions, type LiveSubject, openSession, rotateSession } from '#server/platform/sessions.ts'
import { startTestServer } from '../server.ts'
import { signInSuperAdmin } from '../super-admin.ts'
import { createTenant } from '../world.ts'

const common = {
  module: 'realm',
  method: 'GET',
  limit: 'read',
  data: Type.Object({ id: Type.String() }),
} as const
const readRealm = endpoint({
  ...common,
  name: 'readRealm',
  path: '/api/probe/read',
  summary: 'Who calls',
  access: scout,
})
const refuseRealm = endpoint({
  ...common,
  name: 'refuseRealm',
  path: '/api/probe/refuse',
  summary: 'Nobody',
  access: scout,
})
const readPlatform = endpoint({
  ...common,
  name: 'readPlatform',
  path: '/api/probe/platform',
  summary: 'Who calls',
  access: superAdmin,
})

const probe = module({
  name: 'realm-tokens',
  implements: { readRealm, refuseRealm, readPlatform },
  handlers: {
    readRealm: serve(readRealm)(async ({ actor }) => ({ id: actor.id })),
    refuseRealm: serve(refuseRealm)(async ({ actor }) => ({ id: actor.id })),
    readPlatform: serve(readPlatform)(async ({ actor }) => ({ id: actor.id })),
  },
  realm: {
    access: 'scout',
    token: 'scout',
    session: 'SCOUT',
    load: async (_run, { subjectId, sessionId }) => ({
      kind: 'SCOUT',
      id: subjectId,
      name: 'Probe',
      sessionId,
    }),
    authorize: ({ name }) => {
      if (name === 'refuseRealm') throw forbidden()
    },
  },
})

const server = await startTestServer({ moreModules: [probe] })
const tenant = await createTenant(server)
const { keys } = server.built.platform
const status = async (path: string, token: string): Promise<number> =>
  (await server.call('GET', `/api/probe/${path}`, { token })).status

const anyone: LiveSubject = {
  kind: 'SCOUT',
  from: 'tenant t',
  condition: 't.id = s.tenant_id',
  returning: 't.id',
}

test('A pair that was lost with its answer opens nothing, the second time neither', async () => {
  const subjectId = newId(Date.now())
  const opened = await tenant.inside((ctx) => openSession(ctx, { kind: 'SCOUT', subjectId, device: 'Probe' }))
  const sign = (tokenId: string): Promise<string> =>
    signRealmToken(
      keys,
      'scout',
      { subjectId, tenantId: tenant.id, sessionId: opened.sessionId, tokenId },
      server.clock.now(),
    )
  const rotate = async (): Promise<string> => {
    const rotation = await tenant.inside((ctx) => rotateSession(ctx, anyone, { ...opened, subjectId }))
    assert.equal(rotation.kind, 'ROTATED')
    return rotation.kind === 'ROTATED' ? rotation.tokenId : ''
  }
  const lost = await rotate()
  server.clock.advance(11_000)
  const second = await rotate()
  const token = await sign(lost)
  assert.equal(await status('read', token), 401)
  assert.equal(await status('read', token), 401)
  assert.equal(await status('read', await sign(second)), 200)
  await tenant.inside((ctx) => endSessions(ctx, { kind: 'SCOUT', subjectId }))
})

test('What a realm does not allow to a caller is FORBIDDEN', async () => {
  const subjectId = newId(Date.now())
  const opened = await tenant.inside((ctx) => openSession(ctx, { kind: 'SCOUT', subjectId, device: 'Probe' }))
  const token = await signRealmToken(
    keys,
    'scout',
    { ...opened, subjectId, tenantId: tenant.id },
    server.clock.now(),
  )
  assert.equal(await status('read', token), 200)
  assert.equal(await status('refuse', token), 403)
})

test('A super admin is who the session stands for; it ends at once, and no other token opens the platform', async () => {
  const token = await signInSuperAdmin(server)
  assert.equal(await status('platform', token), 200)
  assert.equal(await status('platform', tenant.admin.token), 401)
  assert.equal(await status('read', token), 401)
  const claims = { subjectId: newId(Date.now()), sessionId: newId(Date.now()), tokenId: newId(Date.now()) }
  const now = server.clock.now()
  const other = await signRealmToken(keys, 'scout', { ...claims, tenantId: tenant.id }, now)
  assert.equal(await status('platform', other), 401)
  const nobody = await signRealmToken(keys, 'super_admin', { ...claims, tenantId: null }, now)
  assert.equal(await status('platform', nobody), 401, 'a session that is not there')
  await server.built.platform.databases.app.query('update platform_session set ended_at = now()')
  // An instance remembers a session for half a second.
  await new Promise((resolve) => setTimeout(resolve, 600))
  assert.equal(await status('platform', token), 401)
})
