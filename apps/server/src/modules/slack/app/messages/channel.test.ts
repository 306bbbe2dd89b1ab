import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { stageScout } from '#server/modules/scout/testing/scout-stage.ts'
import { type FakeSlack, startFakeSlack } from '#test/fake-slack.ts'
import { startTestServer } from '#test/server.ts'
import { connectSlack, type SlackTeam } from '#test/slack-team.ts'
import { createTenant } from '#test/world.ts'

const slack: FakeSlack = await startFakeSlack()
const server = await startTestServer({ env: slack.env })

const connected = async (body?: object): Promise<SlackTeam> => {
  const team = await connectSlack(server, slack, await createTenant(server))
  await team.route(body)
  return team
}
const createTask = async ({ tenant }: SlackTeam, title: string, more: object = {}): Promise<Task> => {
  const reply = await server.call<Task>('POST', '/api/tasks', {
    token: tenant.admin.token,
    body: { title, ...more },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
const messagesOf = (title: string) => slack.messages.filter(({ text }) => text.includes(title))

test('A message that Slack does not take is sent later: after Retry-After for 429, else after a pause', async () => {
  const team = await connected()
  slack.fail('chat.postMessage', { status: 429, retryAfter: 20 }, 1)
  await createTask(team, 'Limited lamp')
  await team.settle(10)
  assert.equal(messagesOf('Limited lamp').length, 0)
  await team.settle(15)
  assert.equal(messagesOf('Limited lamp').length, 1)
  slack.fail('chat.postMessage', { status: 500 }, 1)
  await createTask(team, 'Failing lamp')
  await team.settle(3)
  assert.equal(messagesOf('Failing lamp').length, 0)
  await team.settle(8)
  assert.equal(messagesOf('Failing lamp').length, 1)
})

test('A message is edited at most once in two seconds, however often its task changes', async (t) => {
  server.clock.stand(t)
  const team = await connected()
  const task = await createTask(team, 'Busy lamp')
  await team.settle()
  const [message] = messagesOf('Busy lamp')
  const { token } = team.tenant.admin
  for (const priority of ['LOW', 'HIGH', 'MEDIUM', 'LOW', 'HIGH', 'URGENT'])
    await server.call('PATCH', `/api/tasks/${task.id}`, { token, body: { priority } })
  await team.settle()
  // The first change is shown immediately, all others together.
  assert.ok((message?.edits ?? 0) <= 2, `${message?.edits} edits`)
  assert.match(message?.blocks ?? '', /Urgent/)
})

test('A refused token breaks the connection: nothing is queued, and the administrators get one email', async () => {
  const team = await connected()
  slack.fail('chat.postMessage', { error: 'token_revoked' })
  await createTask(team, 'Revoked lamp')
  await team.settle()
  const shown = await team.connection()
  assert.deepEqual([shown.state, shown.fault?.code], ['BROKEN', 'token_revoked'])
  await createTask(team, 'Another revoked lamp')
  await team.settle()
  slack.heal()
  await team.settle()
  assert.equal(messagesOf('revoked lamp').length, 0)
  const told = server.mails.filter(
    ({ to, subject }) => to === team.tenant.admin.email && /Slack/.test(subject),
  )
  assert.equal(told.length, 1)
})

test('A channel that takes nothing shows its fault, and other channels go on', async () => {
  const team = await connected({
    routes: [
      { name: 'Gone', channelId: 'C0NIGHT', events: ['task.created'] },
      { name: 'All', channelId: 'C0FACILITY', events: ['task.created'] },
    ],
  })
  slack.fail('chat.postMessage', { error: 'is_archived' }, 1)
  await createTask(team, 'Archived lamp')
  await team.settle()
  const { state, routes } = await team.connection()
  assert.equal(state, 'CONNECTED')
  assert.equal(routes.filter(({ fault }) => fault === 'is_archived').length, 1)
  assert.equal(messagesOf('Archived lamp').length, 1)
})

test('More than twenty new tasks that wait for a channel are one message', async (t) => {
  server.clock.stand(t)
  const team = await connected()
  for (let n = 1; n <= 30; n++) await createTask(team, `Crowd ${n}`)
  await team.settle(15)
  const gathered = slack.messages.flatMap(({ text }) => /^(\d+) new tasks$/.exec(text)?.[1] ?? [])
  assert.equal(gathered.length, 1)
  // The first few may have been sent before the others were there.
  assert.equal(messagesOf('Crowd').length + Number(gathered[0]), 30)
})

test('A route takes tasks of its buildings, issues and priorities only; a deleted task loses its words and buttons', async () => {
  const team = await connected({
    routes: [{ name: 'Urgent', channelId: 'C0NIGHT', events: ['task.created'], minPriority: 'HIGH' }],
  })
  await createTask(team, 'Calm lamp', { priority: 'LOW' })
  const task = await createTask(team, 'Urgent lamp', { priority: 'URGENT' })
  await team.settle()
  assert.equal(messagesOf('Calm lamp').length, 0)
  const [message] = messagesOf('Urgent lamp')
  assert.ok(message)
  await server.call('DELETE', `/api/tasks/${task.id}`, { token: team.tenant.admin.token })
  await team.settle()
  assert.doesNotMatch(message.text + message.blocks, /lamp|task\.take/)
})

test('A note waits for the thread of its task, and is told there once', async () => {
  const team = await connected()
  slack.fail('chat.postMessage', { status: 500 }, 1)
  const task = await createTask(team, 'Late lamp')
  await team.settle(2)
  const { token } = team.tenant.admin
  await server.call('POST', `/api/tasks/${task.id}/notes`, { token, body: { text: 'On my way' } })
  await team.settle(20)
  const [card] = messagesOf('Late lamp')
  const notes = messagesOf('On my way')
  assert.deepEqual(
    notes.map(({ threadTs }) => threadTs),
    [card?.ts],
  )
})

test('What the previous version has queued is sent once, a line in the thread of its task', async () => {
  const team = await connected({
    routes: [{ name: 'Urgent', channelId: 'C0NIGHT', events: ['task.created'], minPriority: 'URGENT' }],
  })
  const task = await createTask(team, 'Former lamp', { priority: 'LOW' })
  await team.settle()
  await team.tenant.inside(async (ctx) => {
    await ctx.run(
      `insert into slack_message (tenant_id, id, channel_id, kind, task_id, content, due_at, created_at)
       select $1, gen_random_uuid(), 'C0NIGHT', kind, $2, case when kind = 'REPLY' then '{"kind": "atRisk"}'::jsonb end, $3, $3
       from unnest(array['REPLY', 'TASK']) as kind returning 1`,
      [ctx.tenantId, task.id, ctx.now],
    )
    await ctx.schedule('slack.send', ctx.tenantId, ctx.now)
  })
  await team.settle(8)
  const [card, ...others] = messagesOf('Former lamp')
  assert.ok(card)
  assert.deepEqual(others, [])
  const line = slack.messages.filter(({ threadTs }) => threadTs === card.ts)
  assert.deepEqual(
    line.map(({ text }) => text),
    ['The time to resolve is running out'],
  )
})

test('Findings and rounds of scouts are told where a route chooses them', async () => {
  const tenant = await createTenant(server)
  const team = await connectSlack(server, slack, tenant)
  await team.route({
    routes: [
      { name: 'Rounds', channelId: 'C0NIGHT', events: ['scout.finding_created', 'scout.round_submitted'] },
      { name: 'Others', channelId: 'C0FACILITY', events: ['sla.breached'] },
    ],
  })
  const { scout, round, stopId, place } = await stageScout(server, tenant)
  const ok = async (method: 'POST' | 'PATCH', path: string, body: object) => {
    const reply = await scout.call(method, path, body)
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
  }
  const report = (severity: string, category: string) =>
    ok('POST', '/findings', {
      amenityId: place.amenityId,
      category,
      severity,
      text: 'As seen',
      inspectionId: stopId,
    })
  await ok('POST', `/rounds/${round.id}/start`, {})
  await ok('POST', `/rounds/${round.id}/inspections`, { stopId, noCodeReason: 'Torn off' })
  const answers = ['paper', 'soap'].map((questionId) => ({ questionId, value: true, base: 0 }))
  await ok('PATCH', `/inspections/${stopId}/answers`, { answers })
  const before = slack.messages.length
  await report('MINOR', 'NO_SOAP')
  await report('OBSERVATION', 'NO_PAPER')
  await ok('POST', `/inspections/${stopId}/complete`, {})
  await ok('POST', `/rounds/${round.id}/submit`, {})
  await team.settle(8)
  const told = slack.messages.slice(before)
  assert.ok(told.every(({ channel }) => channel === 'C0NIGHT'))
  const found = told.filter(({ text }) => / found: /.test(text))
  assert.deepEqual(found.map(({ threadTs }) => threadTs !== undefined).sort(), [false, true])
  assert.equal(told.filter(({ text }) => /submitted the round .* of 100 points/.test(text)).length, 1)
})
