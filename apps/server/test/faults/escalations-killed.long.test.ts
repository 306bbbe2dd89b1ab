/**
 * A hundred `kill -9` of workers while clocks run out: each escalation happens once.
 * @alone
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '../server.ts'
import { createTenant } from '../world.ts'
import { type Launched, launch, makeDataFolder, until } from './service.ts'

const kills = 100
const tasks = 300
/** percent of a minute to finish */
const levels = [50, 75, 100]
const workersAtOnce = 3

const server = await startTestServer({ worker: false, own: true })
const folders = Array.from({ length: workersAtOnce }, makeDataFolder)
after(() => {
  for (const folder of folders) folder.remove()
})

const startWorker = (place: number): Launched =>
  launch({
    ROLE: 'worker',
    DATABASE_URL: server.database.url,
    DATA_DIR: folders[place]?.path ?? '',
    SECRET: 'test-secret-of-sufficient-length-0123456789',
    LOG_LEVEL: 'silent',
  })

const counted = async (tenantId: string, text: string): Promise<number> => {
  const { rows } = await server.built.platform.databases.worker.query<{ n: number }>(text, [tenantId])
  return rows[0]?.n ?? 0
}

test('After a hundred kills of workers while SLA clocks run out, no escalation and no breach is doubled or missing', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const send = async <T>(path: string, body: unknown): Promise<T> => {
    const reply = await server.call<T>('POST', `/api${path}`, { token: tenant.admin.token, body })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data
  }
  await tenant.inside((ctx) => ctx.run('delete from escalation_rule where tenant_id = $1', [tenant.id]))
  await send('/admin/sla-policies', {
    name: 'A minute',
    targets: { URGENT: { respondMinutes: 1, resolveMinutes: 1, clock: 'ALWAYS' } },
  })
  for (const atPercent of levels)
    await send('/admin/escalation-rules', {
      name: `At ${atPercent} %`,
      level: { atPercent },
      then: { notify: ['ADMIN'] },
    })

  const workers = Array.from({ length: workersAtOnce }, (_, place) => startWorker(place))
  let killed = 0
  let isOver = false
  const killing = (async () => {
    for (let turn = 0; killed < kills; turn++) {
      // Long enough to start something, and random.
      await delay(700 + Math.random() * 700)
      const place = turn % workersAtOnce
      const worker = workers[place]
      if (!worker) continue
      worker.kill('SIGKILL')
      await worker.ended
      killed++
      workers[place] = startWorker(place)
    }
    isOver = true
  })()
  for (let made = 0; made < tasks; made++) {
    await send<Task>('/tasks', { title: `Task ${made}`, priority: 'URGENT' })
    await delay(150)
  }
  await killing
  assert.ok(isOver)
  const waiting = `select (select count(*) from due_work where tenant_id = $1)
    + (select count(*) from event where tenant_id = $1 and dispatched_at is null) as n`
  const isDone = async (): Promise<boolean> => (await counted(tenant.id, waiting)) === 0
  const settled = await until(isDone, 90_000)
  for (const worker of workers) worker.kill('SIGKILL')
  await Promise.all(workers.map(({ ended }) => ended))
  assert.ok(settled !== undefined, 'something is still waiting')

  const inside = <R>(text: string): Promise<R[]> => tenant.inside((ctx) => ctx.run<R>(text, [tenant.id]))
  const once = await inside<{ done: number; level: number; lines: number; breaches: number; n: number }>(
    `select d.n as done, t.escalation_level as level, h.lines, h.breaches, count(*) as n from task t
     cross join lateral (select count(*) as n from escalation_done where tenant_id = $1 and task_id = t.id) d
     cross join lateral (select count(*) filter (where action = 'ESCALATED') as lines, count(*) filter (where action = 'SLA_BREACHED') as breaches
       from task_history where tenant_id = $1 and task_id = t.id) h
     where t.tenant_id = $1 group by 1, 2, 3, 4`,
  )
  assert.deepEqual(once, [{ done: 3, level: 3, lines: 3, breaches: 2, n: tasks }])
  const [counts] = await inside<{ mails: number; escalations: number; breaches: number }>(
    `select (select count(*) from outbox where tenant_id = $1 and kind = 'escalated') as mails,
       count(*) filter (where type = 'task.escalated') as escalations,
       count(*) filter (where type = 'sla.breached') as breaches from event where tenant_id = $1`,
  )
  const wanted = tasks * levels.length
  assert.deepEqual(counts, { mails: wanted, escalations: wanted, breaches: tasks * 2 })
  const [late] = await inside<{ most: number }>(
    `select max(abs(extract(epoch from h.at - t.created_at) - case h.changes #>> '{rule,1,ruleName}'
        when 'At 50 %' then 30 when 'At 75 %' then 45 else 60 end)) as most
     from task_history h join task t on t.tenant_id = $1 and t.id = h.task_id where h.tenant_id = $1 and h.action = 'ESCALATED'`,
  )
  assert.equal(Number(late?.most), 0, 'each is noted at the time at which it was due')
  console.log(`${killed} kills, ${wanted} escalations and ${tasks * 2} breaches: doubled 0, missing 0`)
})
