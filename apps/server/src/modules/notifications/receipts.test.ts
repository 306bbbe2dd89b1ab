import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { unconfirmed } from '#server/platform/push/deliver.ts'
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
      "insert into push_message (tenant_id, id, user_id, state, at) values ($1, $2, $3, 'UNCONFIRMED', $4)",
      [tenant.id, message, tenant.technician.id, now],
    )
    await ctx.run(
      'insert into push_delivery (tenant_id, id, message_id, subscription_id) values ($1, $2, $3, $4)',
      [tenant.id, delivery, message, newId(now.getTime())],
    )
    await ctx.schedule(unconfirmed, message, new Date(now.getTime() + 600_000))
  })
  const token = server.built.platform.keys.seal('push-receipt', tenant.id, delivery)
  const confirmed = await besideHolder(
    tenant,
    dueWork(unconfirmed, message),
    ['select 1 from push_message where tenant_id = $1 and id = $2 for update nowait', message],
    () => server.call('POST', `/m/${token}`),
  )
  assert.equal(confirmed.status, 204, confirmed.text)
  const left = await tenant.inside((ctx) =>
    ctx.run(
      `select m.state, (select count(*)::int from due_work where tenant_id = $1 and kind = $3 and key = m.id::text) as due
       from push_message m where m.tenant_id = $1 and m.id = $2`,
      [tenant.id, message, unconfirmed],
    ),
  )
  assert.deepEqual(left, [{ state: 'RECEIVED', due: 0 }])
})
