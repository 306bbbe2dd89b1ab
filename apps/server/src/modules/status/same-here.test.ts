import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { StatusPage, StatusReportReceipt } from '#contracts/status.ts'
import { listOf, makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

let visitors = 0
const somebody = (): string => `10.3.0.${++visitors}`

const openPlace = async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const [, toilets] = (await server.call<StatusPage>('GET', `/api/status/${qrCode}`)).json.data.items
  assert.ok(toilets)
  const report = async (issue?: string, from = somebody()): Promise<StatusReportReceipt> => {
    const reply = await server.call<StatusReportReceipt>('POST', `/api/status/${qrCode}/report`, {
      body: { itemId: toilets.id, issue },
      from,
    })
    assert.equal(reply.status, 201, reply.text)
    await server.drain()
    return reply.json.data
  }
  const tasks = async () =>
    (
      await tenant.inside((ctx) =>
        ctx.db
          .selectFrom('task')
          .select(['category', 'status', 'reporter_count', 'reopen_count'])
          .where('amenity_id', '=', amenityId)
          .orderBy('created_at')
          .execute(),
      )
    ).map((task) => Object.values(task))
  const item = async () =>
    (await server.call<StatusPage>('GET', `/api/status/${qrCode}`)).json.data.items.find(
      ({ id }) => id === toilets.id,
    )
  return { tenant, amenityId, report, tasks, item }
}

const finish = async (tenant: TestTenant, amenityId: string, category: string): Promise<void> => {
  const { id } = await tenant.inside((ctx) =>
    ctx.db
      .selectFrom('task')
      .select('id')
      .where('amenity_id', '=', amenityId)
      .where('category', '=', category)
      .executeTakeFirstOrThrow(),
  )
  const reply = await server.call('PATCH', `/api/tasks/${id}/status`, {
    token: tenant.manager.token,
    body: { status: 'DONE' },
  })
  assert.equal(reply.status, 200, reply.text)
  await server.drain()
}

test('"Same here" at an item joins the task of its last report; when the work is done the item is OPERATIONAL', async () => {
  const { tenant, amenityId, report, tasks, item } = await openPlace()
  await report('LEAK')
  assert.equal((await report()).report, 'CONFIRMED')
  assert.deepEqual(await tasks(), [['LEAK', 'OPEN', 2, 0]])
  await finish(tenant, amenityId, 'LEAK')
  const mended = await item()
  assert.deepEqual([mended?.report, mended?.state], ['RESOLVED', 'OPERATIONAL'])
  assert.equal((await report()).report, 'CONFIRMED')
  assert.deepEqual(await tasks(), [['LEAK', 'OPEN', 3, 1]], 'still there: the same work, opened again')
})

test('If an item has several reports, "same here" means the last that is not done', async () => {
  const { tenant, amenityId, report, tasks } = await openPlace()
  await report('LEAK')
  await report('BAD_SMELL')
  await report()
  const [leak, smell] = [
    ['LEAK', 'OPEN', 1, 0],
    ['BAD_SMELL', 'OPEN', 2, 0],
  ]
  assert.deepEqual(await tasks(), [leak, smell])
  await finish(tenant, amenityId, 'BAD_SMELL')
  await report()
  assert.deepEqual(await tasks(), [
    ['LEAK', 'OPEN', 2, 0],
    ['BAD_SMELL', 'DONE', 2, 0],
  ])
})

test('A report without an issue at an OPERATIONAL item is not about an earlier issue', async () => {
  const { tenant, amenityId, report, tasks, item } = await openPlace()
  await report('LEAK')
  await finish(tenant, amenityId, 'LEAK')
  server.clock.advance(24 * 3_600_000 + 60_000)
  await server.drain()
  assert.equal((await item())?.report, 'OK')
  await report()
  await report()
  assert.deepEqual(await tasks(), [
    ['LEAK', 'DONE', 1, 0],
    ['OTHER', 'OPEN', 2, 0],
  ])
})

test('A visitor who reports a merged problem again counts once', async () => {
  const { tenant, amenityId, report } = await openPlace()
  const from = somebody()
  await report('NO_PAPER', from)
  const { id } = await tenant.inside((ctx) =>
    ctx.db.selectFrom('task').select('id').where('amenity_id', '=', amenityId).executeTakeFirstOrThrow(),
  )
  const other = await makeTask(server, tenant.manager, { title: 'Overhaul' })
  const body = { taskIds: [id] }
  await server.call('POST', `/api/tasks/${other.id}/merge`, { token: tenant.manager.token, body })
  const counted = async () =>
    (await listOf(server, tenant.manager)).json.data.map((task) => [task.id, task.reporterCount])
  await report('NO_PAPER', from)
  assert.deepEqual(await counted(), [[other.id, 1]])
  await report('NO_PAPER')
  assert.deepEqual(await counted(), [[other.id, 2]])
})
