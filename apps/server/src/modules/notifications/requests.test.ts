import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { askAbout } from './requests.ts'

const server = await startTestServer()

test('An email that waits for the morning does not delay one that is due in two minutes', async () => {
  const tenant = await createTenant(server)
  const { id: userId, email } = tenant.technician
  const task = async (title: string): Promise<string> =>
    (
      await server.call<Task>('POST', '/api/tasks', {
        token: tenant.manager.token,
        body: { title, assignee: { userId: tenant.admin.id } },
      })
    ).json.data.id
  const ids = [await task('Soon'), await task('In the morning')]
  await server.drain()
  const [soon, morning] = [120_000, 8 * 3600_000].map((ms) => new Date(server.clock.now().getTime() + ms))
  assert.ok(soon && morning)
  const about = (dueAt: Date, taskId = '') =>
    tenant.inside((ctx) => askAbout(ctx, [{ userId, items: [{ template: 'urgent-task', taskId }] }], dueAt))
  await about(morning, ids[1])
  await about(soon, ids[0])
  server.clock.advance(120_001)
  await server.drain()
  const subjects = () => server.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  assert.deepEqual(subjects(), ['Urgent: Soon'])
  server.clock.set(morning)
  await server.drain()
  assert.deepEqual(subjects(), ['Urgent: Soon', 'Urgent: In the morning'])
})
