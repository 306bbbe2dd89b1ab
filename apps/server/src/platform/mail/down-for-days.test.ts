import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SystemJob } from '#contracts/system.ts'
import { sessionEnded } from '#server/modules/auth/mails/session-ended.ts'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { printRetried } from '../events/print-parked.ts'
import { ask } from './define.ts'
import { mailFailed } from './message.ts'

const server = await startTestServer({ own: true })
const { platform } = server.built

const hour = 3600

const askFor = async (email: string): Promise<string> => {
  const tenant = await createTenant(server)
  const { id: userId } = await tenant.person(['ADMIN'], { email })
  await server.drain()
  await tenant.inside((ctx) => ask(ctx, sessionEnded, { userId, at: ctx.now.toISOString() }))
  await server.drain()
  return tenant.id
}

/** Skips the pause after a failed attempt. @returns its seconds; undefined once the email is given up */
const skipPause = async (tenantId: string): Promise<number | undefined> => {
  const { rows } = await platform.databases.worker.query<{ due_at: Date }>(
    "select due_at from due_work where tenant_id = $1 and kind = 'mails' and parked_at is null",
    [tenantId],
  )
  const [row] = rows
  if (!row) return undefined
  const pause = (row.due_at.getTime() - server.clock.now().getTime()) / 1000
  server.clock.set(row.due_at)
  await server.drain()
  return pause
}

const jobOf = async (): Promise<SystemJob | undefined> => {
  const jobs = await server.call<SystemJob[]>('GET', '/api/system/jobs?kind=DUE_WORK&pageSize=100', {
    secret: systemSecret,
  })
  return jobs.json.data.find(({ name }) => name === 'mails')
}

test('An email outlasts hours of a server being down and is then sent; after days it becomes a dead letter, is reported, and is sent once when it is retried', async () => {
  const { mail } = platform
  const { send } = mail
  const breakDown = () =>
    Object.assign(mail, {
      send: async () => {
        throw mailFailed(new Error('down'))
      },
    })
  const sentTo = (email: string): number => server.mails.filter(({ to }) => to === email).length
  breakDown()
  try {
    const patient = await askFor('outlasts@example.com')
    let waited = 0
    while (waited < 2 * hour) waited += (await skipPause(patient)) ?? Infinity
    assert.ok(waited < 6 * hour, `${waited} s`)
    Object.assign(mail, { send })
    await skipPause(patient)
    assert.equal(sentTo('outlasts@example.com'), 1)
    breakDown()
    const given = await askFor('given-up@example.com')
    const pauses: number[] = []
    for (let pause = await skipPause(given); pause !== undefined; ) {
      pauses.push(pause)
      pause = await skipPause(given)
    }
    const days = pauses.reduce((sum, pause) => sum + pause) / 24 / hour
    assert.ok(days > 3.5 && days < 6, `${days} days`)
    assert.ok(Math.max(...pauses) <= 24 * hour)
  } finally {
    Object.assign(mail, { send })
  }
  assert.equal((await jobOf())?.parked, 1)
  // A moment after the last failure, since what is tried at once fails without asking the server.
  server.clock.advance(2000)
  await printRetried(platform, 'mails', () => {})
  await server.drain()
  assert.deepEqual([(await jobOf())?.parked, sentTo('given-up@example.com')], [0, 1])
})
