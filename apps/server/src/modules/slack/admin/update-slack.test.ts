import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SlackConnection } from '#contracts/slack/admin.ts'
import { startFakeSlack } from '#test/fake-slack.ts'
import { startTestServer } from '#test/server.ts'
import { connectSlack } from '#test/slack-team.ts'
import { createPlace, createTenant } from '#test/world.ts'

const slack = await startFakeSlack()
const server = await startTestServer({ env: slack.env })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)
const route = (more: object = {}) => ({
  name: 'All',
  channelId: 'C0FACILITY',
  events: ['task.created'],
  ...more,
})

test('Routes are replaced as a whole, for channels that Slack knows and buildings that are there; a test message tells what Slack said', async () => {
  const { token } = tenant.admin
  const early = await server.call('PUT', '/api/admin/slack', { token, body: { routes: [route()] } })
  assert.equal(early.json.code, 'VALIDATION_ERROR', 'not connected')
  const team = await connectSlack(server, slack, tenant)
  const wrong = await team.route({ routes: [route(), route({ channelId: 'C0NOWHERE' })] })
  assert.equal(wrong.json.details?.[0]?.path, 'body.routes.1.channelId')
  const strange = await createPlace(server, await createTenant(server))
  const foreign = await team.route({ routes: [route({ buildingIds: [strange.buildingId] })] })
  assert.equal(foreign.json.code, 'NOT_FOUND')
  const put = await team.route({
    routes: [route({ buildingIds: [place.buildingId], categories: ['LEAK'], minPriority: 'HIGH' })],
    test: { channelId: 'C0FACILITY' },
  })
  assert.equal(put.json.data.testFault, null)
  assert.equal(slack.messages.length, 1)
  const [saved] = put.json.data.routes
  assert.deepEqual(
    { ...saved, id: '' },
    {
      id: '',
      name: 'All',
      channel: { id: 'C0FACILITY', name: 'facility' },
      buildingIds: [place.buildingId],
      events: ['task.created'],
      categories: ['LEAK'],
      minPriority: 'HIGH',
      fault: null,
    },
  )
  slack.fail('chat.postMessage', { error: 'channel_not_found' }, 1)
  const again = await team.route({
    routes: [route({ id: saved?.id, name: 'Renamed' })],
    test: { channelId: 'C0FACILITY' },
  })
  assert.deepEqual(
    [again.json.data.testFault, again.json.data.routes[0]?.id, again.json.data.routes[0]?.name],
    ['channel_not_found', saved?.id, 'Renamed'],
  )
  const stale = await server.call('PUT', '/api/admin/slack', {
    token,
    body: { routes: [] },
    headers: { 'if-match': `"${put.json.data.version}"` },
  })
  assert.equal(stale.json.code, 'PRECONDITION_FAILED')
  assert.deepEqual((await team.connection('?channelQ=night')).channels, [
    { id: 'C0NIGHT', name: 'night-shift' },
  ])
})

test('Disconnecting revokes the token, whatever Slack says, and forgets token, links and channels', async () => {
  const own = await createTenant(server)
  const team = await connectSlack(server, slack, own)
  await team.route()
  await team.link(own.manager)
  slack.fail('auth.revoke', { status: 500 }, 1)
  const remove = () => server.call<{ id: string }>('DELETE', '/api/admin/slack', { token: own.admin.token })
  assert.equal((await remove()).status, 200)
  await team.settle(1)
  assert.equal(slack.callsOf('auth.revoke').length, 1)
  const shown: SlackConnection = await team.connection()
  assert.deepEqual([shown.state, shown.routes, shown.people, shown.workspace], ['REMOVED', [], [], null])
  const [row] = await own.inside((ctx) =>
    ctx.run<{ token: string | null }>('select token from slack_workspace where tenant_id = $1', [own.id]),
  )
  assert.equal(row?.token, null)
  assert.equal((await remove()).json.code, 'NOT_FOUND')
  assert.equal((await team.event({ type: 'app_home_opened', user: 'U1', tab: 'home' })).status, 200)
  const again = await connectSlack(server, slack, own)
  assert.equal((await again.connection()).state, 'CONNECTED')
})
