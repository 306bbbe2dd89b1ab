import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { makeTask } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false })

const world = async (): Promise<{ tenant: TestTenant; amenityId: string; buildingId: string }> => {
  const tenant = await createTenant(server)
  return { tenant, ...(await createPlace(server, tenant)) }
}

const revisionOf = (tenant: TestTenant): Promise<number> =>
  server.built.platform.changeCounters.of(tenant.id, 'tasks')

test('A rolled back change does not raise the change counter, and simultaneous changes are all counted, whichever slots they use', async () => {
  const { tenant } = await world()
  const before = await revisionOf(tenant)
  await tenant
    .inside(async (ctx) => {
      ctx.invalidate('tasks')
      throw new Error('Not after all')
    })
    .catch(() => {})
  await tenant.inside((ctx) =>
    ctx
      .attempt(async () => {
        ctx.invalidate('tasks')
        throw new Error('Not this part')
      })
      .catch(() => {}),
  )
  assert.equal(await revisionOf(tenant), before)
  await tenant.inside(async (ctx) => {
    ctx.invalidate('tasks')
    await ctx
      .attempt(async () => {
        throw new Error('What was said before holds')
      })
      .catch(() => {})
  })
  assert.equal(await revisionOf(tenant), before + 1)
  const titles = Array.from({ length: 20 }, (_, index) => `Task ${index}`)
  await Promise.all(titles.map((title) => makeTask(server, tenant.manager, { title })))
  assert.equal(await revisionOf(tenant), before + 21)
})

test('Submissions, sign-ins and changes that no list shows do not invalidate lists', async () => {
  const { tenant, amenityId, buildingId } = await world()
  const { technician, admin } = tenant
  const { qrCode } = await createPlace(server, tenant, { name: 'Another' })
  const task = await makeTask(server, technician, { amenityId })
  const before = await revisionOf(tenant)
  const sent: [string, string, unknown, string?][] = [
    ['POST', '/api/feedback', { qrCode, rating: 4 }],
    ['POST', '/api/auth/refresh', { refreshToken: technician.refreshToken }],
    ['PATCH', '/api/auth/me', { theme: 'DARK' }, technician.token],
    ['POST', `/api/tasks/${task.id}/attachments`, { contentType: 'image/jpeg', size: 100 }, technician.token],
    ['POST', '/api/admin/locations', { buildingId, name: 'Cellar' }, admin.token],
  ]
  for (const [method, path, body, token] of sent) {
    const reply = await server.call(method, path, { body, ...(token ? { token } : {}) })
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  }
  assert.equal(await revisionOf(tenant), before)
})

test('The database role of requests can only raise the counters of its own tenant', async () => {
  const { tenant } = await world()
  const theirs = (await world()).tenant
  await makeTask(server, theirs.manager)
  const before = await revisionOf(theirs)
  const raise = "insert into list_revision (tenant_id, list, slot, n) values ($1, 'tasks', 99, 1)"
  await assert.rejects(
    tenant.inside((ctx) => ctx.run(raise, [theirs.id])),
    /row-level security/,
  )
  await tenant.inside((ctx) => ctx.run('update list_revision set n = 0 where tenant_id = $1', [theirs.id]))
  assert.equal(await revisionOf(theirs), before)
  await assert.rejects(
    tenant.inside((ctx) => ctx.run('delete from list_revision where tenant_id = $1', [tenant.id])),
    /permission denied/,
  )
})
