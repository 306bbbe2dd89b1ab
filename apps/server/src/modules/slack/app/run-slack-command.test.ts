import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { startFakeSlack } from '#test/fake-slack.ts'
import { startTestServer } from '#test/server.ts'
import { connectSlack, unique } from '#test/slack-team.ts'
import { createPlace, createTenant } from '#test/world.ts'

const slack = await startFakeSlack()
const server = await startTestServer({ env: slack.env, worker: false })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant, { name: 'Washroom East' })
const team = await connectSlack(server, slack, tenant)
const technician = await team.link(tenant.technician)
const { token } = tenant.admin

const createTask = async (title: string): Promise<Task> => {
  const body = { title, amenityId: place.amenityId }
  return (await server.call<Task>('POST', '/api/tasks', { token, body })).json.data
}
const readTask = async (id: string) =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token })).json.data
const say = async (text: string, user = technician, triggerId = unique('t')): Promise<string> => {
  const reply = await team.command(user, text, triggerId)
  assert.equal(reply.status, 200, reply.text)
  const { response_type: type, text: said, blocks } = JSON.parse(reply.text)
  assert.equal(type, 'ephemeral')
  assert.ok(Array.isArray(blocks))
  return `${said} ${JSON.stringify(blocks)}`
}

test('Tasks are listed, taken and finished by number, each command once, in the audit log as done in Slack', async () => {
  const task = await createTask('Lamp of the command')
  assert.match(await say('list open'), /Lamp of the command/)
  assert.match(await say('list mine'), /No tasks/)
  assert.match(await say(`take ${task.number}`), /is yours/)
  assert.equal((await readTask(task.id)).assignee?.id, tenant.technician.id)
  assert.match(await say('list'), /Lamp of the command/)
  const trigger = unique('t')
  for (const _ of [1, 2])
    assert.match(await say(`done #${task.number} new bulb`, technician, trigger), /is done/)
  const { status, noteCount } = await readTask(task.id)
  assert.deepEqual([status, noteCount], ['DONE', 1])
  const log = await server.call<{ action: string; source: string; actor: { id: string } }[]>(
    'GET',
    `/api/admin/audit-log?target=${task.id}`,
    { token },
  )
  assert.deepEqual(
    log.json.data
      .filter(({ source }) => source === 'Slack')
      .map(({ action, actor }) => [action, actor.id])
      .sort(),
    [
      ['tasks.claimTask', tenant.technician.id],
      ['tasks.setTaskStatus', tenant.technician.id],
    ],
  )
  assert.match(await say('take 99999'), /no task 99999/)
})

test('The state of a place is told to everybody by words or code, other commands to linked people only', async () => {
  assert.match(await say('status east washroom', 'U0STRANGER'), /Washroom East.*In order/)
  assert.match(await say(`status ${place.qrCode}`, 'U0STRANGER'), /Washroom East/)
  assert.match(await say('status nothing of the kind', 'U0STRANGER'), /No place/)
  assert.match(await say('list', 'U0STRANGER'), /\/app\/profile#slack/)
  assert.match(await say('help', 'U0STRANGER'), /facility take/)
  assert.match(await say('on-call'), /Nobody is on call/)
})

test('A disabled member, a read-only organisation and one without Slack get a text, and nothing is done', async () => {
  const own = await createTenant(server)
  const its = await connectSlack(server, slack, own)
  const person = await own.person(['TECHNICIAN'])
  const userId = await its.link(person)
  const task = await server.call<Task>('POST', '/api/tasks', {
    token: own.admin.token,
    body: { title: 'Untouched lamp' },
  })
  const take = async () => (await its.command(userId, `take ${task.json.data.number}`)).text
  const isFree = async () =>
    (await server.call<Task>('GET', `/api/tasks/${task.json.data.id}`, { token: own.admin.token })).json.data
      .assignee === null
  const set = async (text: string) => {
    await own.inside((ctx) => ctx.run(text, [own.id]))
    server.built.platform.tenantChanged(own.id)
  }
  await set("update tenant set state = 'SUSPENDED' where id = $1")
  assert.match(await take(), /Nothing can be changed/)
  await set("update tenant set state = 'ACTIVE' where id = $1")
  await server.call('PATCH', `/api/admin/users/${person.id}`, {
    token: own.admin.token,
    body: { active: false },
  })
  assert.match(await take(), /switched off/)
  assert.ok(await isFree())
  assert.match(
    (
      await slack.send(
        server,
        '/api/slack/commands',
        `team_id=T0NOBODY&user_id=U1&text=list&trigger_id=1`,
        true,
      )
    ).text,
    /not connected/,
  )
})
