import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { startTestServer } from '#test/server.ts'

const look = 'queues-with-jobs'

test('An idle service polls all its queues in one statement a second, and single queues rarely', async (t) => {
  await startTestServer({ own: true })
  const asked: string[] = []
  const looks = Promise.withResolvers<void>()
  const query = pg.Client.prototype.query
  t.after(() => {
    pg.Client.prototype.query = query
  })
  const count = function (this: pg.Client, ...values: unknown[]): unknown {
    const [first] = values as [string | { name?: string; text: string }]
    asked.push(typeof first === 'string' ? first : (first.name ?? first.text))
    if (asked.filter((name) => name === look).length === 6) looks.resolve()
    return Reflect.apply(query, this, values)
  }
  pg.Client.prototype.query = count as typeof query
  await looks.promise
  // Each worker polls once at its start, before the second common poll.
  const idle = asked.slice(asked.indexOf(look, asked.indexOf(look) + 1))
  const fetches = idle.filter((text) => /\bj\.name = '(event|schedule)\./.test(text))
  // A cron job may be due right now. If each worker polled every two seconds there would be about ninety.
  assert.ok(fetches.length < 20, `${fetches.length} in 4 looks`)
})
