import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { openTaskLinks } from '../testing/task-links.ts'

const server = await startTestServer()
const { read, send, mailed, withTask, taskOf } = openTaskLinks(server)

test('For ten minutes the operator takes back that a task is done, and goes on with the same link', async () => {
  const tenant = await createTenant(server)
  const { token, task, email } = await withTask(tenant)
  await send(token, { act: 'finish', formId: 'a' })
  server.clock.advance(9 * 60_000)
  assert.match((await read(token)).html, /name="act" value="undo"/)
  const undone = await send(token, { act: 'undo', formId: 'b' })
  assert.deepEqual([undone.status, undone.location], [303, `/o/${token}?lang=en&done=undo`])
  await server.drain()
  assert.equal((await taskOf(tenant, task.id)).status, 'IN_PROGRESS')
  assert.equal((await read(token)).status, 200)
  assert.equal((await mailed(email)).length, 1)
  assert.equal((await send(token, { act: 'finish', formId: 'c' })).status, 303)
  await server.drain()
  server.clock.advance(11 * 60_000)
  assert.doesNotMatch((await read(token)).html, /<form/)
  assert.equal((await send(token, { act: 'undo', formId: 'd' })).status, 303)
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ status: string }>('select status from task where tenant_id = $1 and id = $2', [
      tenant.id,
      task.id,
    ]),
  )
  assert.equal(row?.status, 'DONE')
})
