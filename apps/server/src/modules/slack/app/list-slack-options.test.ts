import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startFakeSlack } from '#test/fake-slack.ts'
import { startTestServer } from '#test/server.ts'
import { connectSlack } from '#test/slack-team.ts'
import { createPlace, createTenant } from '#test/world.ts'

const slack = await startFakeSlack()
const server = await startTestServer({ env: slack.env, worker: false })

test('Lists offer at most twenty choices by name, of the own tenant, and none to unlinked people', async () => {
  const tenant = await createTenant(server)
  const team = await connectSlack(server, slack, tenant)
  const manager = await team.link(tenant.manager)
  const place = await createPlace(server, tenant, { name: 'Café Süd' })
  await createPlace(server, await createTenant(server), { name: 'Café of others' })
  for (let n = 0; n < 21; n++)
    await server.call('POST', '/api/admin/amenities', {
      token: tenant.admin.token,
      body: { name: `Tap ${n}`, buildingId: place.buildingId, type: 'WASHROOM' },
    })
  assert.deepEqual(
    (await team.options(manager, 'amenity', 'cafe')).map(({ text, value }) => [text.text, value]),
    [['Café Süd · Main building', place.amenityId]],
  )
  assert.equal((await team.options(manager, 'amenity', 'tap')).length, 20)
  assert.deepEqual(
    (await team.options(manager, 'assignee', tenant.technician.name)).map(({ value }) => value),
    [`userId:${tenant.technician.id}`],
  )
  assert.ok((await team.options(manager, 'category', '')).length > 0)
  assert.deepEqual(await team.options(manager, 'unknown', ''), [])
  assert.deepEqual(await team.options('U0STRANGER', 'amenity', ''), [])
})
