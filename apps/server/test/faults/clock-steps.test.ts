/** The system clock jumps: nothing is done twice, and nothing that has ended returns (hostile input 115). */
import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { startTestServer, systemSecret } from '../server.ts'
import { createTenant } from '../world.ts'

const server = await startTestServer({ own: true })
const hour = 3600_000
const day = 24 * hour
const steps = [45 * day, -hour, -45 * day]

afterEach(() => server.clock.set(new Date()))

test('After clock steps, ended sessions, used links, used refresh tokens and revoked keys stay invalid', async () => {
  const tenant = await createTenant(server)
  const email = `clock-${tenant.id}@example.com`
  const person = await tenant.person(['ADMIN'], { email })
  const signedOut = await tenant.person(['ADMIN'])
  assert.equal(
    (await server.call('POST', '/api/auth/logout', { token: signedOut.token, body: {} })).status,
    200,
  )
  const key = await server.call<{ id: string; key: string }>('POST', '/api/admin/api-keys', {
    token: tenant.admin.token,
    body: { name: 'Clock', scopes: ['read'] },
  })
  await server.call('DELETE', `/api/admin/api-keys/${key.json.data.id}`, { token: tenant.admin.token })
  await server.call('POST', '/api/auth/magic-link/request', { body: { email } })
  await server.drain()
  const link = /token=([\w-]+)/.exec(server.mails.find(({ to }) => to === email)?.text ?? '')?.[1]
  assert.ok(link)
  const verify = () => server.call('GET', `/api/auth/magic-link/verify?token=${link}`)
  assert.equal((await verify()).status, 200)
  const refresh = () =>
    server.call('POST', '/api/auth/refresh', { body: { refreshToken: person.refreshToken } })
  assert.equal((await refresh()).status, 200)
  server.clock.advance(60_000)
  const statuses = async (): Promise<number[]> => [
    (await server.call('GET', '/api/auth/me', { token: signedOut.token })).status,
    (await server.call('GET', '/api/tasks', { key: key.json.data.key })).status,
    (await verify()).status,
    (await refresh()).status,
  ]
  for (const step of steps) {
    server.clock.advance(step)
    assert.deepEqual(await statuses(), [401, 401, 401, 401], `${step / hour} hours`)
  }
})

test('With the clock 45 days ahead every session has expired, and no refresh token opens another', async () => {
  const tenant = await createTenant(server)
  const me = async (): Promise<number> =>
    (await server.call('GET', '/api/auth/me', { token: tenant.admin.token })).status
  assert.equal(await me(), 200)
  server.clock.advance(45 * day)
  assert.equal(await me(), 401)
  const refreshed = await server.call('POST', '/api/auth/refresh', {
    body: { refreshToken: tenant.admin.refreshToken },
  })
  assert.equal(refreshed.status, 401)
})

test('After clock steps, scheduled jobs run once and emails are sent once', async () => {
  const tenant = await createTenant(server)
  const created = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: tenant.admin.token,
    body: { title: 'Late', priority: 'URGENT' },
  })
  assert.equal(created.status, 201, created.text)
  await server.drain()
  const state = async (): Promise<string[]> => {
    const rows = await tenant.inside(({ run }) =>
      run<{ what: string }>(
        `select type || ' ' || payload::text as what from event where tenant_id = $1 and type in ('sla.at_risk', 'sla.breached', 'task.escalated') order by 1`,
        [tenant.id],
      ),
    )
    return rows.map(({ what }) => what)
  }
  const mailed = () => server.mails.map(({ id }) => id)
  server.clock.advance(45 * day)
  await server.drain()
  const first = await state()
  assert.ok(first.some((what) => what.startsWith('sla.breached')))
  assert.equal(new Set(first).size, first.length)
  for (const step of [-hour, -44 * day, 45 * day]) {
    server.clock.advance(step)
    await server.drain()
    assert.deepEqual(await state(), first, `${step / hour} hours`)
  }
  assert.equal(new Set(mailed()).size, mailed().length)
})

test('A clock step during a job does not start it a second time', async () => {
  const { worker } = server.built.platform.databases
  const run = () => server.call('POST', '/api/system/jobs/limits/run', { secret: systemSecret })
  await worker.query(
    `insert into job_run (name, runner, lease_until) values ('limits', gen_random_uuid(), clock_timestamp() + interval '1 minute')
     on conflict (name) do update set runner = excluded.runner, lease_until = excluded.lease_until`,
  )
  for (const step of steps) {
    server.clock.advance(step)
    assert.equal((await run()).json.code, 'CONFLICT', `${step / hour} hours`)
  }
  await worker.query("update job_run set runner = null, lease_until = null where name = 'limits'")
  assert.equal((await run()).status, 200)
})
