import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import type { MailMessage } from '#server/platform/mail/transport.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson } from '#test/world.ts'

const server = await startTestServer()

const gathered = async (work: () => Promise<unknown>): Promise<MailMessage[]> => {
  const before = server.mails.length
  await work()
  await server.drain()
  server.clock.advance(120_001)
  await server.drain()
  return server.mails.slice(before)
}

const taskOf = async (manager: TestPerson, person: TestPerson): Promise<string> => {
  const reply = await server.call<Task>('POST', '/api/tasks', {
    token: manager.token,
    body: { title: 'Fix the tap', assignee: { userId: person.id } },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}

const assign = async (by: TestPerson, id: string, person: TestPerson): Promise<void> => {
  const reply = await server.call('POST', `/api/tasks/${id}/assign`, {
    token: by.token,
    body: { userId: person.id },
  })
  assert.equal(reply.status, 200, reply.text)
}

const subjects = (mails: readonly MailMessage[], to: TestPerson): string[] =>
  mails.filter((mail) => mail.to === to.email).map(({ subject }) => subject)

test('Whoever loses a task hears who has it now, and nothing if they have it back by then', async () => {
  const tenant = await createTenant(server)
  const { manager, technician: ana } = tenant
  const ben = await tenant.person(['TECHNICIAN'])
  const id = await taskOf(manager, ana)
  await gathered(async () => {})
  const lost = await gathered(() => assign(manager, id, ben))
  assert.deepEqual(subjects(lost, ana), ['No longer yours: Fix the tap'])
  const name = await tenant.inside(async (ctx) => {
    const [row] = await ctx.run<{ name: string }>(
      'select name from app_user where tenant_id = $1 and id = $2',
      [tenant.id, ben.id],
    )
    return row?.name ?? '?'
  })
  assert.ok(lost.some(({ to, text }) => to === ana.email && text.includes(name)))
  const back = await gathered(async () => {
    await assign(manager, id, ana)
    await server.drain()
    await assign(manager, id, ben)
  })
  assert.deepEqual(subjects(back, ben), [], 'it was withdrawn for a moment only')
})

test('Whoever gives a task away hears nothing of it', async () => {
  const { manager, technician } = await createTenant(server)
  const id = await taskOf(manager, manager)
  const mails = await gathered(() => assign(manager, id, technician))
  assert.deepEqual(subjects(mails, manager), [])
})

test('A note by whoever had the task before is told to its assignee, a manager’s note is not', async () => {
  const tenant = await createTenant(server)
  const { manager, technician: ana } = tenant
  const ben = await tenant.person(['TECHNICIAN'])
  const id = await taskOf(manager, ana)
  await assign(manager, id, ben)
  await gathered(async () => {})
  const noted = (by: TestPerson) =>
    gathered(async () => {
      const operation = {
        clientId: by.id,
        at: '2026-01-01T00:00:00Z',
        taskId: id,
        kind: 'note',
        text: 'Done',
      }
      const reply = await server.call('POST', '/api/tasks/bulk', {
        token: by.token,
        body: { operations: [operation] },
      })
      assert.equal(reply.status, 200, reply.text)
    })
  assert.deepEqual(subjects(await noted(ana), ben), ['News about your task: Fix the tap'])
  assert.deepEqual(subjects(await noted(manager), ben), [])
})
