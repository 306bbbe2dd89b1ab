/** Super admins of a test server. */
import assert from 'node:assert/strict'
import { codeAt, ensureSuperAdmin, newSecret } from '#server/modules/super-admin/public.ts'
import { signRealmToken } from '#server/platform/gate/tokens.ts'
import { newId } from '#server/platform/ids.ts'
import { inPlatform } from '../src/modules/super-admin/in-platform.ts'
import type { TestServer } from './server.ts'

export interface TestSuperAdmin {
  readonly email: string
  readonly password: string
  readonly totpSecret: string
}

let count = 0

export const createSuperAdmin = async (server: TestServer): Promise<TestSuperAdmin> => {
  const given = {
    email: `root-${++count}-${Date.now()}@example.com`,
    password: 'a ladder beside the boiler',
    totpSecret: newSecret(),
  }
  await ensureSuperAdmin(server.built.platform, given)
  return given
}

/** Signs in over the API. @returns the token */
export const signInAs = async (server: TestServer, { email, password, totpSecret }: TestSuperAdmin) => {
  const reply = await server.call<{ accessToken: string }>('POST', '/api/super-admin/session', {
    body: { email, password, totp: codeAt(totpSecret, server.clock.now()) },
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data.accessToken
}

/** A token of a new super admin, without a sign-in, which has limits of its own. */
export const signInSuperAdmin = async (server: TestServer): Promise<string> => {
  const { platform } = server.built
  const { email } = await createSuperAdmin(server)
  const now = server.clock.now()
  const sessionId = newId(now.getTime())
  const subjectId = await inPlatform(platform, async (run) => {
    const [user] = await run<{ id: string }>('select id from platform_user where email = $1', [email])
    await run('insert into platform_session (id, user_id, created_at, expires_at) values ($1, $2, $3, $4)', [
      sessionId,
      user?.id,
      now,
      new Date(now.getTime() + 30 * 60_000),
    ])
    return user?.id ?? ''
  })
  const claims = { subjectId, tenantId: null, sessionId, tokenId: newId(now.getTime()) }
  return signRealmToken(platform.keys, 'super_admin', claims, now)
}
