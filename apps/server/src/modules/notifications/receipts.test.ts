import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { mailChannel } from '#server/platform/mail/define.ts'
import { besideHolder, dueWork } from '#test/crossing.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

test('A receipt that arrives when the email is due waits for it, and the two do not deadlock', async () => {
  const tenant = await createTenant(server)
  const now = server.clock.now()
  const [message, delivery] = [newId(now.getTime()), newId(now.getTime())]
  await tenant.inside(async (ctx) => {
    await ctx.run(
      `insert into outbox (tenant_id, id, channel, destination, kind, subject, due_at, pushed_at, created_at)
       values ($1, $2, $3, $4, 'task-news', '{}', $5, $5, $5)`,
      [tenant.id, message, mailChannel, tenant.technician.id, now],
    )
    await ctx.run(
      'insert into push_delivery (tenant_id, id, message_id, subscription_id) values ($1, $2, $3, $4)',
      [tenant.id, delivery, message, newId(now.getTime())],
    )
    await ctx.schedule(mailChannel, tenant.technician.id, now)
  })
  const token = server.built.platform.keys.seal('push-receipt', tenant.id, delivery)
  const confirmed = await besideHolder(
    tenant,
    ['select 1 from outbox where tenant_id = $1 and id = $2 for update', message],
    dueWork(mailChannel, tenant.technician.id),
    () => server.call('POST', `/m/${token}`),
  )
  assert.equal(confirmed.status, 204, confirmed.text)
  const left = await tenant.inside((ctx) =>
    ctx.run('select state from outbox where tenant_id = $1 and id = $2', [tenant.id, message]),
  )
  assert.deepEqual(left, [{ state: 'SENT' }])
})
