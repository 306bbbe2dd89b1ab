import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Note, Task } from '#contracts/tasks/records.ts'
import { signingSecret, startFakeSlack } from '#test/fake-slack.ts'
import { startTestServer } from '#test/server.ts'
import { connectSlack, unique } from '#test/slack-team.ts'
import { createPlace, createTenant } from '#test/world.ts'

const slack = await startFakeSlack()
const server = await startTestServer({ env: slack.env })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)
const team = await connectSlack(server, slack, tenant)
await team.route()
const manager = await team.link(tenant.manager)
const { token } = tenant.admin

const createTask = async (title: string): Promise<Task> => {
  const reply = await server.call<Task>('POST', '/api/tasks', {
    token,
    body: { title, amenityId: place.amenityId },
  })
  return reply.json.data
}
/** A task that has its message. */
const shownTask = async (title: string) => {
  const task = await createTask(title)
  await team.settle()
  const message = slack.messages.find(({ text }) => text.includes(title))
  assert.ok(message)
  return { task, message }
}
const notesOf = async (taskId: string): Promise<Note[]> =>
  (await server.call<Note[]>('GET', `/api/tasks/${taskId}/notes`, { token })).json.data
const reply = (ts: string, text: string, more: object = {}) => ({
  type: 'message',
  user: manager,
  channel: 'C0FACILITY',
  ts: unique('17'),
  thread_ts: ts,
  text,
  ...more,
})

test('Only what Slack signed within five minutes is read; a signature of the former secret counts too', async () => {
  const body = JSON.stringify({ type: 'url_verification', challenge: 'abc' })
  const send = (more: object, text = body) => slack.send(server, '/api/slack/events', text, false, more)
  assert.equal((await send({})).text, '{"challenge":"abc"}')
  assert.equal((await send({ secret: 'an-older-signing-secret' })).status, 200)
  const now = Math.floor(server.clock.now().getTime() / 1000)
  assert.equal((await send({ at: now - 290 })).status, 200)
  for (const wrong of [
    { at: now - 310 },
    { at: now + 310 },
    { secret: `${signingSecret}x` },
    { signature: 'v0=00' },
    { signature: 'none' },
    { headers: { 'x-slack-request-timestamp': 'soon' } },
  ])
    assert.equal((await send(wrong)).json.code, 'UNAUTHORIZED', JSON.stringify(wrong))
  assert.equal((await send({}, '{')).json.code, 'VALIDATION_ERROR')
  const stranger = JSON.stringify({
    type: 'event_callback',
    team_id: 'T0NOBODY',
    event_id: 'E1',
    event: { type: 'message' },
  })
  assert.deepEqual([(await send({}, stranger)).status, (await send({}, stranger)).text], [200, ''])
})

test('An answer in the thread is a note of the task, once; a note of the task is an answer in the thread, without an echo', async () => {
  const { task, message } = await shownTask('Lamp of the thread')
  const event = reply(message.ts, 'Is &lt;it&gt; the <https://example.com|fuse>?')
  const id = unique('Ev')
  for (const _ of [1, 2, 3]) assert.equal((await team.event(event, id)).status, 200)
  await team.settle()
  const notes = await notesOf(task.id)
  assert.deepEqual(
    notes.map(({ text, public: open, source, author }) => [text, open, source, author.id]),
    [['Is <it> the fuse (https://example.com)?', false, 'SLACK', tenant.manager.id]],
  )
  const answers = () => slack.messages.filter(({ threadTs }) => threadTs === message.ts)
  assert.equal(answers().length, 0, 'what came from Slack is not sent back')
  await server.call('POST', `/api/tasks/${task.id}/notes`, { token, body: { text: 'Yes, <b>the fuse</b>' } })
  await team.settle()
  assert.equal(answers().length, 1)
  assert.match(answers()[0]?.text ?? '', new RegExp(`${tenant.admin.name}.*\\nYes, &lt;b&gt;the fuse`, 's'))
})

test('Bots, edits, other threads and unlinked people write no note, and the last are told once a day', async () => {
  const { task, message } = await shownTask('Tap of the strangers')
  await team.event(reply(message.ts, 'from a bot', { bot_id: 'B1' }))
  await team.event(reply(message.ts, 'edited', { subtype: 'message_changed' }))
  await team.event(reply('1.1', 'elsewhere'))
  for (const text of ['from a stranger', 'and again'])
    await team.event(reply(message.ts, text, { user: 'U0STRANGER' }))
  await team.settle()
  assert.deepEqual(await notesOf(task.id), [])
  const told = slack.callsOf('chat.postEphemeral').filter(({ args }) => args.user === 'U0STRANGER')
  assert.equal(told.length, 1)
})

test('The home shows own tasks when it is opened, and again after a change', async () => {
  const task = await createTask('Window of the home')
  await server.call('POST', `/api/tasks/${task.id}/assign`, { token, body: { userId: tenant.manager.id } })
  await team.event({ type: 'app_home_opened', user: manager, tab: 'home' })
  await team.settle()
  const homes = () =>
    slack.callsOf('views.publish').map(({ args }) => `${args.user_id} ${JSON.stringify(args.view)}`)
  assert.match(homes().at(-1) ?? '', new RegExp(`^${manager} .*Window of the home`))
  const before = homes().length
  await server.call('PATCH', `/api/tasks/${task.id}/status`, { token, body: { status: 'DONE' } })
  await team.settle(8)
  assert.ok(homes().length > before)
  assert.doesNotMatch(homes().at(-1) ?? '', /Window of the home/)
})

test('A link to a task of the own tenant gets a preview, one of another tenant or in a shared channel gets none', async () => {
  const other = await createTenant(server)
  const foreign = await server.call<Task>('POST', '/api/tasks', {
    token: other.admin.token,
    body: { title: 'Foreign task' },
  })
  const task = await createTask('Door of the link')
  const url = (id: string) => `http://localhost:3000/app/tasks/${id}`
  const shared = (more: object = {}) => ({
    type: 'event_callback',
    team_id: team.teamId,
    event_id: unique('Ev'),
    event: {
      type: 'link_shared',
      channel: 'C1',
      message_ts: '1.2',
      links: [{ url: url(task.id) }, { url: url(foreign.json.data.id) }, { url: 'https://example.com/' }],
    },
    ...more,
  })
  await slack.send(server, '/api/slack/events', JSON.stringify(shared({ is_ext_shared_channel: true })))
  await team.settle(2)
  assert.equal(slack.callsOf('chat.unfurl').length, 0)
  await slack.send(server, '/api/slack/events', JSON.stringify(shared()))
  await team.settle(2)
  const [unfurled] = slack.callsOf('chat.unfurl')
  assert.deepEqual(Object.keys(JSON.parse(String(unfurled?.args.unfurls))), [url(task.id)])
})

test('Revoked tokens of the bot break the connection with one email; a new installation goes on; an uninstalled app is REMOVED', async () => {
  const own = await createTenant(server)
  const its = await connectSlack(server, slack, own)
  await its.route()
  await its.event({ type: 'tokens_revoked', tokens: { bot: ['USOMEBODY'] } })
  await its.settle(1)
  assert.equal((await its.connection()).state, 'CONNECTED')
  for (const _ of [1, 2]) await its.event({ type: 'tokens_revoked', tokens: { bot: ['UBOT'] } })
  await its.settle(1)
  const broken = await its.connection()
  assert.deepEqual([broken.state, broken.fault?.code], ['BROKEN', 'tokens_revoked'])
  const today = await server.call<{ attention: { kind: string; name: string }[] }>(
    'GET',
    '/api/dashboard/overview',
    { token: own.admin.token },
  )
  assert.ok(today.json.data.attention.some(({ kind, name }) => kind === 'SLACK' && name === 'Quay House'))
  const told = server.mails.filter(({ to, subject }) => to === own.admin.email && /Slack/.test(subject))
  assert.equal(told.length, 1)
  const back = await server.call('GET', (broken.installUrl ?? '').replace('http://localhost:3000', ''))
  assert.equal(back.status, 302)
  await its.event({ type: 'app_uninstalled' })
  await its.settle(1)
  const removed = await its.connection()
  assert.deepEqual(
    [removed.state, removed.workspace, removed.routes, removed.people],
    ['REMOVED', null, [], []],
  )
})
