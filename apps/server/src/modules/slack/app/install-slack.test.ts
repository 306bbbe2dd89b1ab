import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Me } from '#contracts/auth.ts'
import type { SlackConnection } from '#contracts/slack/admin.ts'
import { botToken, startFakeSlack } from '#test/fake-slack.ts'
import { startTestServer } from '#test/server.ts'
import { connectSlack, goThrough, unique } from '#test/slack-team.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const slack = await startFakeSlack()
const server = await startTestServer({ env: slack.env })
const callback = '/api/slack/oauth/callback'

const connectionOf = async ({ admin }: TestTenant): Promise<SlackConnection> =>
  (await server.call<SlackConnection>('GET', '/api/admin/slack', { token: admin.token })).json.data

const installUrlOf = async (tenant: TestTenant): Promise<string> =>
  ((await connectionOf(tenant)).installUrl ?? '').replace('http://localhost:3000', '')

test('An administrator installs the app; the token is stored encrypted and is in no answer', async () => {
  const tenant = await createTenant(server)
  const before = await connectionOf(tenant)
  assert.deepEqual([before.configured, before.state, before.workspace], [true, 'NONE', null])
  slack.team = { id: unique('T'), name: 'Harbour' }
  const reply = await goThrough(server, before.installUrl ?? '', callback)
  assert.equal(reply.headers.get('location'), 'http://localhost:3000/app/slack?connected=1')
  const after = await connectionOf(tenant)
  assert.deepEqual(
    [after.state, after.workspace, after.connectedBy, after.installUrl],
    ['CONNECTED', slack.team, tenant.admin.name, null],
  )
  const rows = await tenant.inside((ctx) =>
    ctx.run<{ row: string }>('select w::text as row from slack_workspace w where tenant_id = $1', [
      tenant.id,
    ]),
  )
  assert.doesNotMatch(JSON.stringify([rows, after]), new RegExp(botToken))
})

test('A state counts once, in the browser that began, while the session lives; else it is UNAUTHORIZED and Slack is not asked', async () => {
  const tenant = await createTenant(server)
  const url = await installUrlOf(tenant)
  const state = new URL(url, 'http://localhost').searchParams.get('state') ?? ''
  const asked = slack.callsOf('oauth.v2.access').length
  const finish = (given: string, cookie?: string) =>
    server.call('GET', `${callback}?state=${encodeURIComponent(given)}&code=c`, {
      headers: cookie ? { cookie } : {},
    })
  const begin = async (at = url): Promise<string> => {
    const begun = await server.call('GET', at)
    assert.equal(begun.status, 302, begun.text)
    assert.match(begun.headers.get('location') ?? '', /\/oauth\/v2\/authorize\?client_id=client-of-the-tests/)
    assert.match(begun.headers.get('set-cookie') ?? '', /HttpOnly; SameSite=Lax/)
    return (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
  }
  const cookie = await begin()
  for (const reply of [
    await finish(state),
    await finish(state, 'wk_slack=another'),
    await finish(`${state}x`, cookie),
    await server.call('GET', '/api/slack/install?state=invented'),
  ])
    assert.equal(reply.json.code, 'UNAUTHORIZED')
  assert.equal(slack.callsOf('oauth.v2.access').length, asked)
  await server.call('POST', '/api/auth/logout', { token: tenant.admin.token, body: {} })
  assert.equal((await finish(state, cookie)).json.code, 'UNAUTHORIZED')
  const other = await createTenant(server)
  slack.team = { id: unique('T'), name: 'Other' }
  const again = await installUrlOf(other)
  const its = await begin(again)
  const its_state = new URL(again, 'http://localhost').searchParams.get('state') ?? ''
  assert.equal((await finish(its_state, its)).status, 302)
  assert.equal((await finish(its_state, its)).json.code, 'UNAUTHORIZED')
  const late = await installUrlOf(await createTenant(server))
  server.clock.advance(10 * 60_000)
  assert.equal((await server.call('GET', late)).json.code, 'UNAUTHORIZED')
})

test('A refusal, a failure of Slack, an organisation-wide install and a workspace of another tenant come back as errors', async () => {
  const first = await createTenant(server)
  const team = await connectSlack(server, slack, first)
  const tenant = await createTenant(server)
  const back = async (query?: string): Promise<string | undefined> =>
    (await goThrough(server, await installUrlOf(tenant), callback, query)).headers
      .get('location')
      ?.split('?')[1]
  assert.equal(await back('error=access_denied'), 'error=denied')
  slack.fail('oauth.v2.access', { error: 'invalid_code' }, 1)
  assert.equal(await back(), 'error=failed')
  slack.enterprise = true
  assert.equal(await back(), 'error=org')
  slack.enterprise = false
  slack.team = { id: team.teamId, name: 'Taken' }
  assert.equal(await back(), 'error=taken')
  assert.equal((await connectionOf(tenant)).state, 'NONE')
  assert.equal((await connectionOf(first)).state, 'CONNECTED')
  assert.equal(slack.callsOf('auth.revoke').length, 0, 'Slack gives both the same token')
})

test('A person links their account at the own workspace only; a link is told by email, shown to administrators and ended by the person', async () => {
  const tenant = await createTenant(server)
  const team = await connectSlack(server, slack, tenant)
  const me = async () =>
    (await server.call<Me>('GET', '/api/auth/me', { token: tenant.manager.token })).json.data.slack
  assert.equal((await me())?.linked, false)
  slack.person = { userId: unique('U'), teamId: 'T0ANOTHER' }
  const foreign = await goThrough(server, (await me())?.linkUrl ?? '', '/api/slack/user/callback')
  assert.match(foreign.headers.get('location') ?? '', /error=workspace$/)
  const userId = await team.link(tenant.manager)
  await team.settle(1)
  assert.ok(server.mails.some(({ to, subject }) => to === tenant.manager.email && /Slack/.test(subject)))
  assert.equal((await me())?.linked, true)
  const shown = (await team.connection()).people
  assert.deepEqual(
    shown.map(({ user, slackUserId }) => [user.id, slackUserId]),
    [[tenant.manager.id, userId]],
  )
  const reply = await server.call<Me>('PATCH', '/api/auth/me', {
    token: tenant.manager.token,
    body: { slack: null },
  })
  assert.equal(reply.json.data.slack?.linked, false)
  assert.deepEqual((await team.connection()).people, [])
  const without = await createTenant(server)
  const other = await server.call<Me>('GET', '/api/auth/me', { token: without.manager.token })
  assert.equal(other.json.data.slack, null)
})

test('Without the settings of an app every line is SERVICE_UNAVAILABLE, and the administrator is told so', async () => {
  const bare = await startTestServer({ env: { SLACK_CLIENT_ID: '' }, worker: false })
  const tenant = await createTenant(bare)
  const { token } = tenant.admin
  const shown = await bare.call<SlackConnection>('GET', '/api/admin/slack', { token })
  assert.deepEqual([shown.json.data.configured, shown.json.data.installUrl], [false, null])
  const put = await bare.call('PUT', '/api/admin/slack', { token, body: { routes: [] } })
  assert.equal(put.json.code, 'SERVICE_UNAVAILABLE')
  const removed = await bare.call('DELETE', '/api/admin/slack', { token })
  assert.equal(removed.json.code, 'SERVICE_UNAVAILABLE')
  for (const line of ['events', 'commands', 'interactions', 'options']) {
    const signed = await slack.send(bare, `/api/slack/${line}`, '{}')
    assert.equal(signed.json.code, 'SERVICE_UNAVAILABLE')
    assert.equal((await bare.call('POST', `/api/slack/${line}`, { body: {} })).json.code, 'UNAUTHORIZED')
  }
  assert.equal(
    (await bare.call('PUT', '/api/admin/slack', { token: tenant.manager.token, body: { routes: [] } })).json
      .code,
    'FORBIDDEN',
  )
})
