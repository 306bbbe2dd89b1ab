/**
 * A job whose work another worker has locked.
 * @external the queue defers a job by SQL, on the server's own clock
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { sessionEnded } from '#server/modules/auth/mails/session-ended.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { ask } from '../mail/define.ts'

const server = await startTestServer({ own: true })
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
server.beforeEnd.push(() => owner.end())

test('An email that another worker is sending is deferred, and the deferral does not count as an attempt', async () => {
  const tenant = await createTenant(server)
  const { id: userId, email } = tenant.admin
  const sent = () => server.mails.filter(({ to }) => to === email).length
  const before = sent()
  await tenant.inside(async (ctx) => {
    await ask(ctx, sessionEnded, { userId, at: ctx.now.toISOString() })
    await ctx.run(
      `insert into mail_sent (tenant_id, event_id, state, at)
       select $1, id, 'SENDING', $2 from event where tenant_id = $1 and type = 'internal.mail_requested'`,
      [tenant.id, ctx.now],
    )
  })
  const look = async (tries: number): Promise<{ left: number; waits: number }> => {
    for (let looks = 0; looks < 500; looks++) {
      const { rows } = await owner.query(
        `select retry_limit - retry_count as left, extract(epoch from start_after - now())::float8 as waits from pgboss.job
         where name = 'event.mails' and data ->> 'tenantId' = $1 and state = 'retry' and retry_count >= $2
           and start_after > now()`,
        [tenant.id, tries],
      )
      if (rows[0]) return rows[0] as { left: number; waits: number }
      await delay(20)
    }
    return assert.fail('it does not wait')
  }
  await server.drain()
  const first = await look(0)
  assert.equal(first.left, 20)
  assert.ok(first.waits > 5 && first.waits <= 20.1, `${first.waits} s`)
  // Workers that died have used up all tries but the last.
  const atOnce = "update pgboss.job set start_after = now() where name = 'event.mails' and state = 'retry'"
  await owner.query(atOnce.replace(' where', ', retry_count = retry_limit - 1 where'))
  assert.equal((await look(12)).left, 1)
  server.clock.advance(21_000)
  await owner.query(atOnce)
  for (let looks = 0; sent() === before; looks++) {
    assert.ok(looks < 500, 'it is not sent')
    await delay(20)
  }
  await server.drain()
  assert.equal(sent(), before + 1)
})
