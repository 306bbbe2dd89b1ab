/** @external jobs are tried again by statements of the queue, on the server's own clock */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { SystemJob } from '#contracts/system.ts'
import { sessionEnded } from '#server/modules/auth/mails/session-ended.ts'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { subscribers } from '../../../build.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { ask } from './define.ts'
import { mailFailed } from './message.ts'

const server = await startTestServer({ own: true })
const { platform } = server.built
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
server.beforeEnd.push(() => owner.end())

const hour = 3600

const overText = "update pgboss.job set start_after = now() where name = 'event.mails' and state = 'retry'"

/** Returns the pause after so many tries, and ends it. */
const skipPause = async (tenantId: string, tries: number): Promise<number | undefined> => {
  for (let look = 0; look < 1000; look++) {
    const { rows } = await owner.query<{ state: string; pause: number }>(
      `select state::text, extract(epoch from start_after - now())::float8 as pause from pgboss.job
       where name = 'event.mails' and data ->> 'tenantId' = $1 and (state = 'failed' or state = 'retry' and retry_count >= $2)`,
      [tenantId, tries],
    )
    const [job] = rows
    if (job?.state === 'failed') return undefined
    if (job && job.pause > 0) {
      await owner.query(overText)
      return job.pause
    }
    await delay(10)
  }
  return assert.fail(`no pause after ${tries} tries`)
}

const askFor = async (email: string): Promise<string> => {
  const tenant = await createTenant(server)
  const { id: userId } = await tenant.person(['ADMIN'], { email })
  await server.drain()
  await tenant.inside((ctx) => ask(ctx, sessionEnded, { userId, at: ctx.now.toISOString() }))
  return tenant.id
}

test('An email outlasts hours of a server being down and is then sent; after days it becomes a dead letter and is reported', async () => {
  const { mail } = platform
  const { send } = mail
  Object.assign(mail, {
    send: async () => {
      throw mailFailed(new Error('down'))
    },
  })
  try {
    const email = 'outlasts@example.com'
    const patient = await askFor(email)
    let waited = 0
    for (let tries = 0; waited < 2 * hour; tries++) waited += (await skipPause(patient, tries)) ?? Infinity
    assert.ok(waited < 6 * hour, `${waited} s`)
    Object.assign(mail, { send })
    for (let look = 0; !server.mails.some(({ to }) => to === email); look++) {
      assert.ok(look < 500, 'it is not sent')
      await owner.query(overText)
      await delay(20)
    }
    Object.assign(mail, {
      send: async () => {
        throw mailFailed(new Error('down'))
      },
    })
    const given = await askFor('given-up@example.com')
    const pauses: number[] = []
    for (let pause = await skipPause(given, 0); pause !== undefined; ) {
      pauses.push(pause)
      pause = await skipPause(given, pauses.length)
    }
    const days = pauses.reduce((sum, pause) => sum + pause) / 24 / hour
    assert.ok(days > 3.5 && days < 6, `${days} days`)
    assert.ok(Math.max(...pauses) <= 24 * hour)
  } finally {
    Object.assign(mail, { send })
  }
  const jobs = await server.call<SystemJob[]>('GET', '/api/system/jobs?kind=SUBSCRIBER&pageSize=100', {
    secret: systemSecret,
  })
  assert.equal(jobs.json.data.find(({ name }) => name === 'mails')?.parked, 1)
})

test('The queue of an earlier version, with its waiting emails, is retried for as long', async () => {
  await server.drain()
  await owner.query(
    `update pgboss.queue set retry_limit = 12, retry_delay = 1, retry_delay_max = 3600 where name = 'event.mails'`,
  )
  await owner.query(
    `insert into pgboss.job (name, data, start_after, retry_limit) values ('event.mails', '{}', now() + interval '1 day', 12)`,
  )
  await prepareDatabase(server.database.url, subscribers, platform.cronJobs)
  const { rows } = await owner.query(
    `select q.retry_limit as queue, j.retry_limit as job, j.retry_delay_max as longest from pgboss.queue q
     join pgboss.job j on j.name = q.name and j.state = 'created' where q.name = 'event.mails'`,
  )
  await owner.query("delete from pgboss.job where name = 'event.mails' and state = 'created'")
  assert.deepEqual(rows, [{ queue: 19, job: 19, longest: 24 * hour }])
})
