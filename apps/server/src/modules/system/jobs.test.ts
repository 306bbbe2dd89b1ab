/**
 * Cron jobs and jobs run by hand: one run at a time over all instances, which all report the same.
 * @external the queue is in PostgreSQL
 */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SystemJob } from '#contracts/system.ts'
import type { CronJob } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer, systemSecret, type TestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { cronJobs, subscribers } from '../../../build.ts'

const lines: string[] = []
const server = await startTestServer({ onLog: (line) => void lines.push(line) })
const http = await startTestServer({ beside: server, worker: false })

interface Outcome {
  name: string
  result: string
  milliseconds: number
  message: string
}

const run = (name: string, at: TestServer = server) =>
  at.call<Outcome>('POST', `/api/system/jobs/${name}/run`, { secret: systemSecret })
const list = async (at: TestServer = server, search = ''): Promise<SystemJob[]> => {
  const reply = await at.call<SystemJob[]>('GET', `/api/system/jobs?pageSize=100${search}`, {
    secret: systemSecret,
  })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}
const jobNamed = async (name: string, at: TestServer = server): Promise<SystemJob> => {
  const found = (await list(at, '&kind=SCHEDULE')).find((job) => job.name === name)
  assert.ok(found, name)
  return found
}

/** Replaces a job on both instances while `work` runs. */
const replacing = async (name: string, by: CronJob['run'], work: () => Promise<void>): Promise<void> => {
  const cronJob = cronJobs.find((one) => one.name === name) as { run: CronJob['run'] } | undefined
  assert.ok(cronJob)
  const before = cronJob.run
  cronJob.run = by
  try {
    await work()
  } finally {
    cronJob.run = before
  }
}

test('Every cron job of the product is listed once, with its next run in UTC, and nothing that does not exist', async () => {
  const asked = server.clock.now().getTime()
  const jobs = await list(server, '&kind=SCHEDULE')
  assert.deepEqual(
    jobs.map(({ name }) => name),
    cronJobs.map(({ name }) => name).sort(),
  )
  for (const { nextRunAt } of jobs) assert.ok(nextRunAt !== null && Date.parse(nextRunAt) > asked)
  const nightly = jobs.find(({ name }) => name === 'audit-retention')
  assert.match(nightly?.nextRunAt ?? '', /T03:37:00\.000Z$/)
  const byTime = await list(server, '&kind=SCHEDULE&sort=-nextRunAt')
  const times = byTime.map(({ nextRunAt }) => nextRunAt)
  assert.deepEqual(times, [...times].sort().reverse())
})

test('Every subscriber and every scheduled job is listed once, without the fields of cron jobs', async () => {
  const all = await list()
  const without = all.filter(({ kind }) => kind !== 'SCHEDULE')
  assert.equal(all.length, without.length + cronJobs.length)
  assert.deepEqual(
    without.filter(({ kind }) => kind === 'SUBSCRIBER').map(({ name }) => name),
    subscribers.map(({ name }) => name).sort(),
  )
  assert.ok(
    without.some(
      ({ kind, name, running }) => kind === 'DUE_WORK' && name === 'sla.moment' && running === null,
    ),
  )
  for (const { cron, lastRun, nextRunAt } of without)
    assert.deepEqual([cron, lastRun, nextRunAt], [null, null, null])
  for (const sort of ['nextRunAt', '-nextRunAt']) {
    const times = (await list(server, `&sort=${sort}`)).map(({ nextRunAt }) => nextRunAt)
    assert.ok(
      times.slice(0, cronJobs.length).every((at) => at !== null),
      sort,
    )
  }
  const names = all.map(({ name }) => name)
  assert.deepEqual(names, [...names].sort())
  assert.deepEqual(
    (await list(server, '&sort=-name')).map(({ name }) => name),
    names.toReversed(),
  )
})

test('Each job can be run now, and its run is reported on every instance, also if it ran on one without a worker', async () => {
  await createTenant(server)
  for (const [at, { name }] of cronJobs.entries()) {
    const reply = await run(name, at % 2 === 0 ? server : http)
    assert.deepEqual(
      [reply.status, reply.json.data?.result, reply.json.data?.message],
      [200, 'OK', ''],
      reply.text,
    )
  }
  const [here, there] = [await list(server, '&kind=SCHEDULE'), await list(http, '&kind=SCHEDULE')]
  for (const [at, { name, lastRun }] of here.entries()) {
    assert.equal(lastRun?.result, 'OK', name)
    assert.ok(Math.abs(Date.parse(lastRun.startedAt) - server.clock.now().getTime()) < 600_000, name)
    assert.deepEqual(there[at]?.lastRun, lastRun)
  }
})

test('report-mailer and status-expiry run the due scheduled jobs of mailings and unconfirmed reports', async () => {
  // Without a worker, which would run it first.
  const idle = await startTestServer({ worker: false })
  const { id: tenantId, inside } = await createTenant(idle)
  const kinds = ['mailing.due', 'status.item_silent']
  const due = async (): Promise<string[]> => {
    const rows = await inside((ctx) =>
      ctx.run<{ kind: string }>(
        'select kind from due_work where tenant_id = $1 and kind = any($2::text[]) order by kind',
        [tenantId, kinds],
      ),
    )
    return rows.map(({ kind }) => kind)
  }
  await inside(async (ctx) => {
    for (const kind of kinds) await ctx.schedule(kind, newId(Date.now()), ctx.now)
  })
  assert.deepEqual(await due(), kinds)
  assert.equal((await run('report-mailer', idle)).json.data.result, 'OK')
  assert.deepEqual(await due(), ['status.item_silent'])
  assert.equal((await run('status-expiry', idle)).json.data.result, 'OK')
  assert.deepEqual(await due(), [])
})

test('A job requested twice at once runs once, on any instance: the others get CONFLICT, the cron run too', async () => {
  let runs = 0
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  const slow = async (): Promise<void> => {
    runs++
    await gate
  }
  await replacing('limits', slow, async () => {
    const asked = Array.from({ length: 10 }, (_, at) => run('limits', at % 2 === 0 ? server : http))
    let refused = 0
    await new Promise<void>((resolve) => {
      for (const reply of asked)
        void reply.then(({ json }) => {
          if (json.code === 'CONFLICT' && ++refused === 9) resolve()
        })
    })
    assert.equal((await jobNamed('limits', http)).running, true)
    await assert.rejects(server.built.worker?.runCronJob('limits') ?? Promise.resolve(), {
      code: 'CONFLICT',
    })
    open()
    const replies = await Promise.all(asked)
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, ...Array(9).fill(409)])
    assert.equal(runs, 1)
  })
  assert.equal((await jobNamed('limits')).running, false)
  assert.equal((await run('limits')).status, 200)
})

test('The lease of a killed process is free when it expires, and not before', async () => {
  const { worker } = server.built.platform.databases
  const hold = (seconds: number) =>
    worker.query(
      `update job_run set runner = gen_random_uuid(), lease_until = clock_timestamp() + make_interval(secs => $1) where name = 'limits'`,
      [seconds],
    )
  await hold(30)
  assert.equal((await run('limits')).json.code, 'CONFLICT')
  await hold(-1)
  assert.equal((await jobNamed('limits')).running, false)
  assert.equal((await run('limits')).status, 200)
})

test('A failed job is FAILED without the text of the error, also in the list, and is logged', async () => {
  const fail = async (): Promise<void> => {
    throw new Error('password orchid-lantern refused by 203.0.113.5')
  }
  await replacing('limits', fail, async () => {
    const reply = await run('limits')
    assert.deepEqual([reply.status, reply.json.data.result], [200, 'FAILED'])
    assert.doesNotMatch(reply.text, /orchid|203\.0/)
    const { lastRun } = await jobNamed('limits', http)
    assert.equal(lastRun?.result, 'FAILED')
    assert.doesNotMatch(lastRun.message, /orchid|203\.0/)
    assert.ok(lines.some((line) => line.includes('A job failed')))
  })
  const one = async (_: unknown, forEachTenant: Parameters<CronJob['run']>[1]): Promise<void> => {
    let first = true
    await forEachTenant(async () => {
      if (first) {
        first = false
        throw new Error('orchid')
      }
    })
  }
  await createTenant(server)
  await replacing('limits', one, async () => {
    const { data } = (await run('limits')).json
    assert.equal(data.result, 'FAILED')
    assert.match(data.message, /^Failed for 1 of \d+ tenants/)
  })
  assert.equal((await run('limits')).json.data.result, 'OK')
})

test('An unknown name is NOT_FOUND', async () => {
  const refusal = '{"success":false,"error":"Not found","code":"NOT_FOUND"}'
  for (const name of ['nothing', '..%2f', 'x'.repeat(200), 'LIMITS'])
    assert.equal((await run(name)).text, refusal, name)
})
