import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { triageStage } from './testing/triage-stage.ts'

const server = await startTestServer()

const { send, done, recent, idsOf } = triageStage(server)

const world = async () => {
  const tenant = await createTenant(server)
  return { tenant, place: await createPlace(server, tenant) }
}

test('Ratings without a comment, issues and photos are counted separately with their mean; `open` follows the task', async () => {
  const { tenant, place } = await world()
  const said = await send(place, { rating: 1, comment: 'Words' })
  const named = await send(place, { issues: ['NO_PAPER'] })
  const bare = [await send(place, { rating: 3 }), await send(place, { rating: 4 })]
  await server.drain()
  const { items, bare: counted } = await recent(tenant, '?bare=false')
  assert.deepEqual(items.map(({ id }) => id).sort(), [said.id, named.id].sort())
  assert.deepEqual(counted, { count: 2, average: 3.5 })
  assert.equal((await recent(tenant)).bare, null)
  assert.deepEqual(await idsOf(tenant, '?bare=true'), bare.map(({ id }) => id).sort())
  await tenant.inside((ctx) =>
    ctx.run(
      `insert into upload (tenant_id, id, purpose, content_type, size, created_at, expires_at, feedback_id)
       values ($1, $2, 'FEEDBACK', 'image/png', 10, now(), now(), $3)`,
      [tenant.id, newId(Date.now()), bare[0]?.id],
    ),
  )
  assert.deepEqual(await idsOf(tenant, '?bare=true'), [bare[1]?.id ?? ''])
  assert.deepEqual(await idsOf(tenant, '?open=true'), [said.id, named.id].sort())
  const task = (await recent(tenant)).items.find(({ id }) => id === named.id)?.task
  await server.call('PATCH', `/api/tasks/${task?.id}/status`, {
    token: tenant.manager.token,
    body: { status: 'DONE' },
  })
  assert.deepEqual(await idsOf(tenant, '?open=true'), [said.id])
  assert.equal((await recent(tenant, '?open=false')).total, 3)
  for (const query of ['?done=maybe', '?open=1', '?bare=x', `?label=${'x'.repeat(41)}`, '?label[]=x'])
    assert.equal(
      (
        await server.call('GET', `/api/dashboard/feedback/recent${query}`, {
          token: tenant.manager.token,
        })
      ).json.code,
      'VALIDATION_ERROR',
      query,
    )
})

test('The hour of a submission is on its building’s clock', async () => {
  const { tenant, place } = await world()
  await server.call('PATCH', `/api/admin/buildings/${place.buildingId}`, {
    token: tenant.admin.token,
    body: { timeZone: 'Asia/Kathmandu' },
  })
  await send(place, { rating: 4 })
  const [item] = (await recent(tenant)).items
  const local = new Intl.DateTimeFormat('en-GB', {
    timeZone: 'Asia/Kathmandu',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  assert.equal(item?.hour, Number(local.format(server.clock.now())))
})

test('A submission with a reply of its own counts as replied to', async () => {
  const { tenant, place } = await world()
  const first = await send(place, { rating: 4 })
  await send(place, { rating: 4 })
  const share = async () =>
    (
      await server.call<{ replied: number }>('GET', '/api/dashboard/feedback', {
        token: tenant.manager.token,
      })
    ).json.data.replied
  assert.equal(await share(), 0)
  await done(tenant, { ids: [first.id], reply: 'Thanks' })
  assert.equal(await share(), 1)
})
