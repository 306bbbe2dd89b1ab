import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { startFakeSlack } from '#test/fake-slack.ts'
import { startTestServer } from '#test/server.ts'
import { connectSlack } from '#test/slack-team.ts'
import { createPlace, createTenant } from '#test/world.ts'

const slack = await startFakeSlack()
const server = await startTestServer({ env: slack.env })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)
const team = await connectSlack(server, slack, tenant)
await team.route()
const technician = await team.link(tenant.technician)

const createTask = async (title: string): Promise<Task> => {
  const body = { title, amenityId: place.amenityId }
  const reply = await server.call<Task>('POST', '/api/tasks', { token: tenant.admin.token, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
const readTask = async (id: string): Promise<Task> =>
  (await server.call<Task>('GET', `/api/tasks/${id}`, { token: tenant.admin.token })).json.data

test('A new task is one message of its channel, taken by a button and edited in place', async () => {
  const task = await createTask('Mend <the> lamp')
  await team.settle()
  const [message] = slack.messages
  assert.equal(slack.messages.length, 1)
  assert.equal(message?.channel, 'C0FACILITY')
  assert.match(message?.blocks ?? '', /Mend &lt;the&gt; lamp/)
  assert.match(message?.blocks ?? '', /task\.take/)
  const pressed = await team.press(technician, 'task.take', task.id)
  assert.deepEqual([pressed.status, pressed.text], [200, ''])
  assert.equal((await readTask(task.id)).assignee?.id, tenant.technician.id)
  await team.settle()
  assert.equal(slack.messages.length, 1)
  assert.match(message?.blocks ?? '', new RegExp(tenant.technician.name))
  assert.doesNotMatch(message?.blocks ?? '', /task\.take/)
  const done = await team.submit(technician, 'done', task.id, { note: { note: { value: 'A new bulb' } } })
  assert.deepEqual([done.status, done.text], [200, ''])
  await team.settle()
  assert.equal((await readTask(task.id)).status, 'DONE')
  assert.match(message?.blocks ?? '', /~</)
  assert.doesNotMatch(message?.blocks ?? '', /task\.done/)
})
