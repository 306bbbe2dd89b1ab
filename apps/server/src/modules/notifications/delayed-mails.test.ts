import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dueAfterBoth } from '#test/crossing.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { holdMails } from './delayed-mails.ts'
import { gather } from './requests.ts'

const server = await startTestServer({ worker: false })

test('An email that waits for the morning does not delay one that is due in two minutes', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant(server)
  const userId = tenant.manager.id
  const [soon, morning] = [120_000, 8 * 3600_000].map((ms) => new Date(server.clock.now().getTime() + ms))
  assert.ok(soon && morning)
  const waiting = [{ userId, payload: gather(userId, []) }]
  const due = await dueAfterBoth(
    tenant,
    ['mail.release', userId],
    (ctx) => holdMails(ctx, waiting, soon),
    (ctx) => holdMails(ctx, waiting, morning),
  )
  assert.deepEqual(due, soon)
})
