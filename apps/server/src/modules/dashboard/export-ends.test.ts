/** Limits of simultaneous exports, and how a running export ends. */
import assert from 'node:assert/strict'
import { get, type IncomingMessage } from 'node:http'
import { test } from 'node:test'
import pg from 'pg'
import { startTestServer } from '#test/server.ts'
import type { TestPerson, TestTenant } from '#test/world.ts'
import { exportStage, insertMany } from './testing/many-submissions.ts'

// A server of its own: one test revokes a right from the database role of requests.
const server = await startTestServer({ own: true })

/** An export whose reader stops after the headers. */
const stalled = (tenant: TestTenant, token = tenant.manager.token): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    get(`${server.base}/api/dashboard/export?what=feedback`, { headers }, (response) => {
      response.pause()
      response.on('error', () => {})
      resolve(response)
    }).on('error', reject)
  })

const slotsOf = async (tenant: TestTenant): Promise<number> => {
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ n: number }>('select count(*) as n from export_slot where tenant_id = $1', [ctx.tenantId]),
  )
  return row?.n ?? 0
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  const end = performance.now() + 20_000
  while (!(await holds())) assert.ok(performance.now() < end, 'it never came to be')
}

test('A tenant has two exports at once; the third is RATE_LIMITED with Retry-After, until one reader has gone', async () => {
  const { tenant, place } = await exportStage(server)
  await insertMany(server, tenant, place, 20_000, 'x'.repeat(1500))
  const [first, second] = [await stalled(tenant), await stalled(tenant)]
  const third = await server.call('GET', '/api/dashboard/export?what=feedback', {
    token: tenant.manager.token,
  })
  assert.equal(third.json.code, 'RATE_LIMITED')
  assert.ok(Number(third.headers.get('retry-after')) >= 1)
  assert.equal(await (await exportStage(server)).tenant.inside(async () => 1), 1)
  first.destroy()
  await until(async () => (await slotsOf(tenant)) === 1)
  const after = await stalled(tenant)
  assert.equal(after.statusCode, 200)
  after.destroy()
  second.destroy()
  await until(async () => (await slotsOf(tenant)) === 0)
})

test('Whoever is signed out, or loses the right, gets no more of a file that is being written', async () => {
  const { tenant, place } = await exportStage(server)
  await insertMany(server, tenant, place, 20_000, 'x'.repeat(1500))
  const leaves: ((person: TestPerson) => Promise<{ status: number }>)[] = [
    ({ token, refreshToken }) => server.call('POST', '/api/auth/logout', { token, body: { refreshToken } }),
    ({ id }) =>
      server.call('PATCH', `/api/admin/users/${id}`, {
        token: tenant.admin.token,
        body: { roles: ['TECHNICIAN'] },
      }),
  ]
  for (const leave of leaves) {
    const person = await tenant.person(['MANAGER'])
    const response = await stalled(tenant, person.token)
    assert.ok((await leave(person)).status < 300)
    server.clock.advance(1000)
    await assert.rejects(async () => {
      for await (const _ of response) assert.ok(true)
    }, /aborted|ECONNRESET/)
    assert.equal(response.complete, false)
    await until(async () => (await slotsOf(tenant)) === 0)
  }
})

test('An error during an export breaks the connection before the end of the file, and releases the slot', async () => {
  const { tenant, place } = await exportStage(server)
  await insertMany(server, tenant, place, 20_000, 'x'.repeat(1500))
  const response = await stalled(tenant)
  const owner = new pg.Client({ connectionString: server.database.url })
  await owner.connect()
  const { rows } = await owner.query<{ role: string }>(
    `select distinct grantee as role from information_schema.role_table_grants
     where table_name = 'feedback' and privilege_type = 'SELECT' and grantee like 'wellkept%'`,
  )
  const roles = rows.map(({ role }) => role).join(', ')
  await owner.query(`revoke select on feedback from ${roles}`)
  try {
    await assert.rejects(async () => {
      for await (const _ of response) assert.ok(true)
    }, /aborted|ECONNRESET/)
    assert.equal(response.complete, false)
    await until(async () => (await slotsOf(tenant)) === 0)
  } finally {
    await owner.query(`grant select on feedback to ${roles}`)
    await owner.end()
  }
})

test('A slot whose reader takes nothing for five minutes goes to the next export', async () => {
  const { tenant, place } = await exportStage(server)
  await insertMany(server, tenant, place, 20_000, 'x'.repeat(1500))
  const held = [await stalled(tenant), await stalled(tenant)]
  // Buffers between the two may take more before they are full.
  await until(async () => {
    server.clock.advance(5 * 60_000 + 1)
    const { token } = await tenant.person(['MANAGER'])
    const reply = await server.call('GET', '/api/dashboard/export?what=amenities', { token })
    if (reply.status === 429) return false
    assert.equal(reply.status, 200, reply.text)
    return true
  })
  for (const response of held) response.destroy()
  await until(async () => (await slotsOf(tenant)) === 0)
})
