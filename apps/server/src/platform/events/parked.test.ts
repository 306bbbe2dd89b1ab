/**
 * Events that a subscriber cannot handle: parked after the last try, listed, and handled once when retried.
 * @external parking is done by SQL of the queue, on the server's own clock
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { SystemHealth, SystemJob } from '#contracts/system.ts'
import { startTestServer, systemSecret } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { subscribers } from '../../../build.ts'
import { printParked, printRetried } from './print-parked.ts'
import type { Subscriber } from './subscriber.ts'

const server = await startTestServer({ own: true })
const { platform } = server.built
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
server.beforeEnd.push(() => owner.end())

const system = async <T>(path: string) => {
  const reply = await server.call<T>('GET', `/api/system/${path}`, { secret: systemSecret })
  assert.equal(reply.status, 200, reply.text)
  return reply
}
const parkedInHealth = async (): Promise<readonly [string, number | null]> => {
  const { queue } = (await system<SystemHealth>('health')).json.data.parts
  return [queue.state, queue.parked]
}
const jobOf = async (name: string): Promise<SystemJob | undefined> =>
  (await system<SystemJob[]>('jobs?kind=SUBSCRIBER&pageSize=100')).json.data.find((job) => job.name === name)
const metric = async (line: string): Promise<number | undefined> => {
  const { text } = await system('metrics')
  const found = text.split('\n').find((row) => row.startsWith(`${line} `))
  return found === undefined ? undefined : Number(found.slice(line.length))
}
const words = async (tell: (print: (text: string) => void) => Promise<void>): Promise<string> => {
  const lines: string[] = []
  await tell((line) => lines.push(line))
  return lines.join('\n')
}

const named = (name: string) => {
  const found = subscribers.find((one) => one.name === name) as { handle: unknown } | undefined
  assert.ok(found, name)
  return found
}

/** Replaces a subscriber's handler while `work` runs. */
const broken = async (
  name: string,
  handle: (usual: (...given: never[]) => Promise<void>) => unknown,
  work: () => Promise<void>,
): Promise<void> => {
  const found = named(name)
  const usual = found.handle
  found.handle = handle(usual as () => Promise<void>)
  try {
    await work()
  } finally {
    found.handle = usual
  }
}

const jobsIn = async (queue: string, states: readonly string[]): Promise<number> =>
  Number(
    (
      await owner.query('select count(*) as n from pgboss.job where name = $1 and state::text = any($2)', [
        queue,
        states,
      ])
    ).rows[0]?.n,
  )

/** Skips the pauses between the tries and runs the last ones. */
const failToTheEnd = async (queue: string): Promise<void> => {
  for (let look = 0; look < 1500; look++) {
    await owner.query(
      `update pgboss.job set start_after = now() - interval '1 second', retry_count = greatest(retry_count, retry_limit - 1)
       where name = $1 and state = 'retry'`,
      [queue],
    )
    if ((await jobsIn(queue, ['created', 'retry', 'active'])) === 0) return
    await delay(20)
  }
  assert.fail(`${queue} is not done`)
}

const submit = async (qrCode: string): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode, issues: ['NO_PAPER'] },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}

/** During maintenance no job is created, so afterwards one job has all events. */
const submitTogether = async (
  qrCodes: readonly string[],
  before: (ids: readonly string[]) => void,
): Promise<void> => {
  const maintain = (on: boolean) =>
    server.call('PUT', '/api/system/maintenance', { secret: systemSecret, body: { on } })
  await maintain(true)
  before(await Promise.all(qrCodes.map(submit)))
  await maintain(false)
}

type Heard = { payload: { feedbackId?: string } }
const refusing =
  (id: () => string) =>
  (usual: (...given: never[]) => Promise<void>) =>
  async (...given: never[]): Promise<void> => {
    const events = (given as unknown as [unknown, readonly Heard[]])[1]
    if (events.some(({ payload }) => payload.feedbackId === id())) throw new TypeError('orchid-lantern')
    await usual(...given)
  }

test('An event that a subscriber cannot handle blocks no other, becomes a dead letter after its last attempt, and is handled once when it is retried', async () => {
  const tenant = await createTenant(server)
  const places = await Promise.all(['A', 'B', 'C'].map((name) => createPlace(server, tenant, { name })))
  const tasks = async (): Promise<string[]> =>
    (
      await server.call<{ amenity: { name: string } }[]>('GET', '/api/tasks', { token: tenant.admin.token })
    ).json.data
      .map(({ amenity }) => amenity.name)
      .sort()
  await server.drain()
  assert.deepEqual(await parkedInHealth(), ['OK', 0])
  let bad = ''
  await broken(
    'alerts',
    refusing(() => bad),
    async () => {
      await submitTogether(
        places.map(({ qrCode }) => qrCode),
        (ids) => {
          bad = ids[1] ?? ''
        },
      )
      await server.drain()
      assert.deepEqual(await tasks(), ['A', 'C'])
      const waiting = await jobOf('alerts')
      assert.deepEqual([waiting?.backlog, waiting?.parked], [1, 0])
      await failToTheEnd('event.alerts')
    },
  )
  assert.deepEqual(await parkedInHealth(), ['DEGRADED', 1])
  const parked = await jobOf('alerts')
  assert.deepEqual([parked?.backlog, parked?.oldestSeconds, parked?.parked], [0, 0, 1])
  assert.equal(await metric('wellkept_events_parked{subscriber="alerts"}'), 1)
  assert.equal(await metric('wellkept_events_parked{subscriber="notifications"}'), 0)
  assert.match(
    await words((print) => printParked(platform, undefined, print)),
    /^alerts: 1 since .*: TypeError$/,
  )
  assert.match(
    await words((print) => printParked(platform, 'alerts', print)),
    new RegExp(`^\\S+ tenant ${tenant.id} feedback.created [0-9a-f-]{36}: TypeError$`),
  )
  const kept = await owner.query('select * from pgboss.job')
  assert.doesNotMatch(JSON.stringify(kept.rows), /orchid-lantern/)

  await assert.rejects(
    printRetried(platform, 'mails', assert.fail),
    /^Error: Nothing is parked for mails; parked: alerts$/,
  )
  assert.match(
    await words((print) => printRetried(platform, 'alerts', print)),
    /retries 1 jobs of events and 0 scheduled jobs$/,
  )
  await server.drain()
  assert.deepEqual(await tasks(), ['A', 'B', 'C'])
  assert.deepEqual(await parkedInHealth(), ['OK', 0])
  assert.match(
    await words((print) => printRetried(platform, 'all', print)),
    /retries 0 jobs of events and 0 scheduled jobs$/,
  )
  const handled = await tenant.inside(({ run }) =>
    run(
      `select from event_handled h join event e on e.tenant_id = $1 and e.id = h.event_id
       where h.tenant_id = $1 and h.subscriber = 'alerts' and e.payload ->> 'feedbackId' = $2`,
      [tenant.id, bad],
    ),
  )
  assert.equal(handled.length, 1)
})

test('If another worker has taken over a job of several events, its failed events are left to that worker', async () => {
  const tenant = await createTenant(server)
  const places = await Promise.all(['A', 'B'].map((name) => createPlace(server, tenant, { name })))
  await server.drain()
  const failures = () => metric('wellkept_job_duration_seconds_count{job="event.alerts",result="FAILED"}')
  const before = (await failures()) ?? 0
  let bad = ''
  let lapsed = 0
  await broken(
    'alerts',
    (usual) => {
      const refuse = refusing(() => bad)(usual)
      return async (...given: never[]): Promise<void> => {
        const { rowCount } = await owner.query(
          `update pgboss.job set state = 'retry', retry_count = retry_count + 1, start_after = now() + interval '1 hour'
           where name = 'event.alerts' and state = 'active' and jsonb_array_length(data -> 'events') = 2`,
        )
        lapsed += rowCount ?? 0
        await refuse(...given)
      }
    },
    async () => {
      await submitTogether(
        places.map(({ qrCode }) => qrCode),
        (ids) => {
          bad = ids[1] ?? ''
        },
      )
      // drain() does not wait for jobs of other workers, so this polls.
      for (let look = 0; ((await failures()) ?? 0) === before; look++) {
        assert.ok(look < 1000, 'it did not fail')
        await delay(20)
      }
    },
  )
  assert.equal(lapsed, 1)
  const { rows } = await owner.query(
    `select state, jsonb_array_length(data -> 'events') as events from pgboss.job
     where name = 'event.alerts' and state < 'completed' and data #>> '{events,0,type}' = 'feedback.created'`,
  )
  assert.deepEqual(rows, [{ state: 'retry', events: 2 }])
  await failToTheEnd('event.alerts')
  assert.deepEqual(await parkedInHealth(), ['OK', 0])
})

test('A retried dead letter that fails again becomes a dead letter again', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  await server.drain()
  let bad = ''
  await broken(
    'alerts',
    refusing(() => bad),
    async () => {
      bad = await submit(qrCode)
      await failToTheEnd('event.alerts').catch(() => {})
      await server.drain()
      await failToTheEnd('event.alerts')
      assert.equal((await jobOf('alerts'))?.parked, 1)
      await printRetried(platform, 'alerts', () => {})
      await failToTheEnd('event.alerts')
      assert.equal((await jobOf('alerts'))?.parked, 1)
    },
  )
  await printRetried(platform, 'all', () => {})
  await server.drain()
  assert.equal((await jobOf('alerts'))?.parked, 0)
})

test('A job whose worker died at the last attempt becomes a dead letter', async () => {
  const tenant = await createTenant(server)
  await server.drain()
  await owner.query(
    `insert into pgboss.job (name, data, state, retry_limit, retry_count, heartbeat_seconds, heartbeat_on, started_on, expire_seconds, dead_letter, group_id)
     select name, $1, 'active', retry_limit, retry_limit, heartbeat_seconds, now() - interval '1 minute', now(), expire_seconds, dead_letter, 'x'
     from pgboss.queue where name = 'event.alerts'`,
    [JSON.stringify({ tenantId: tenant.id, events: [] })],
  )
  for (let look = 0; (await jobOf('alerts'))?.parked !== 1; look++) {
    assert.ok(look < 300, 'it is not parked within 30 s')
    await delay(100)
  }
  await printRetried(platform, 'all', () => {})
  await server.drain()
})

test('Dead letters of scheduled jobs are listed by kind and run when they are retried', async () => {
  const tenant = await createTenant(server)
  const now = platform.clock.now()
  await tenant.inside(({ run }) =>
    run(
      `insert into due_work (tenant_id, kind, key, due_at, attempts, parked_at, fault)
       select $1, 'sla.moment', key, $2::timestamptz + interval '1 hour', 12, $2, 'TypeError' from unnest($3::text[]) as key`,
      [tenant.id, now, [tenant.id, tenant.admin.id]],
    ),
  )
  await server.drain()
  assert.deepEqual(await parkedInHealth(), ['DEGRADED', 2])
  assert.equal(await metric('wellkept_due_work_parked{kind="sla.moment"}'), 2)
  assert.match(
    await words((print) => printParked(platform, undefined, print)),
    /^sla\.moment: 2 since .*: TypeError$/,
  )
  assert.match(
    await words((print) => printParked(platform, 'sla.moment', print)),
    new RegExp(`tenant ${tenant.id} sla.moment ${tenant.admin.id}: TypeError`),
  )
  assert.match(
    await words((print) => printRetried(platform, 'sla.moment', print)),
    /retries 0 jobs of events and 2 scheduled jobs$/,
  )
  await server.drain()
  assert.deepEqual(await parkedInHealth(), ['OK', 0])
  const left = await tenant.inside(({ run }) => run('select from due_work where tenant_id = $1', [tenant.id]))
  assert.equal(left.length, 0)
})

test('The role that works for all tenants can change dead letters and nothing else', async () => {
  const tenant = await createTenant(server)
  await tenant.inside((ctx) => ctx.schedule('sla.moment', tenant.id, new Date(ctx.now.getTime() + 3600_000)))
  const { worker } = platform.databases
  const { rowCount } = await worker.query('update due_work set due_at = now() where tenant_id = $1', [
    tenant.id,
  ])
  assert.equal(rowCount, 0)
  await assert.rejects(worker.query("update due_work set key = 'x'"), /permission denied/)
  await assert.rejects(worker.query('delete from due_work'), /permission denied/)
})

test('Queues of an earlier version get a dead letter queue, and so do the jobs that wait in them', async () => {
  const { prepareDatabase } = await import('../db/prepare.ts')
  await server.drain()
  await owner.query(`update pgboss.queue set dead_letter = null, retention_seconds = 1209600`)
  await owner.query(
    `insert into pgboss.job (name, data, start_after) values ('event.alerts', '{}', now() + interval '1 day')`,
  )
  await prepareDatabase(server.database.url, subscribers as readonly Subscriber[], platform.cronJobs)
  const { rows } = await owner.query(
    `select dead_letter, count(*)::int as n from pgboss.queue where name like 'event.%' group by 1`,
  )
  assert.deepEqual(rows, [{ dead_letter: 'parked', n: subscribers.length }])
  const { rows: jobs } = await owner.query(
    `delete from pgboss.job where name = 'event.alerts' and state = 'created' returning dead_letter`,
  )
  assert.deepEqual(jobs, [{ dead_letter: 'parked' }])
})
