/**
 * The ledger: ten thousand changes while workers, the application and PostgreSQL are killed a hundred times. Each
 * acknowledged change exists once, and so does everything that follows from it.
 * @alone
 */
import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { limits } from '#contracts/kit/vocabulary.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { subscribers } from '../../build.ts'
import { countOf, keepChanging } from './changes.ts'
import { openMailbox } from './mailbox.ts'
import { openReceiver } from './receiver.ts'
import {
  call,
  databaseUrlOf,
  type Launched,
  launch,
  makeDataFolder,
  prepareTenant,
  until,
} from './service.ts'
import { inDatabase } from './visitors.ts'

const kills = Number(process.env.LEDGER_KILLS ?? 100)
const changes = Number(process.env.LEDGER_CHANGES ?? 10_000)
const workersAtOnce = 3
/** of every ten kills; the rest are workers */
const applications = 2
const databases = 1

const folder = makeDataFolder()
const cluster = await startEmbedded({
  dataDir: folder.path,
  log: () => {},
  settings: { max_connections: '150' },
})
const mailbox = await openMailbox(200)
const receiver = await openReceiver(20)
/** Events sent to the receiver. */
const outward = ['feedback.created', 'task.created', 'task.note_added', 'task.status_changed']

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

const port = await freePort()
const environment = {
  DATABASE_URL: cluster.url,
  SECRET: 'test-secret-of-sufficient-length-0123456789',
  DEFAULT_PLAN: 'ENTERPRISE',
  TRUST_PROXY: '127.0.0.1/32',
  MAIL_URL: mailbox.url,
  WEBHOOK_ALLOW_PRIVATE: 'true',
  LOG_LEVEL: 'silent',
  RATE_LIMITS: JSON.stringify(
    Object.fromEntries(Object.keys(limits).map((name) => [name, { limit: 1_000_000, windowSeconds: 60 }])),
  ),
}

/** A process that is restarted whenever it ends, as by a supervisor. */
const keepRunning = (env: Record<string, string>) => {
  const own = makeDataFolder()
  let isOver = false
  let current: Launched
  const running = (async () => {
    while (!isOver) {
      current = launch({ ...environment, DATA_DIR: own.path, ...env })
      await current.ended
      await delay(100)
    }
  })()
  return {
    kill: () => current.kill('SIGKILL'),
    end: async (): Promise<void> => {
      isOver = true
      current.kill('SIGKILL')
      await running
      own.remove()
    },
  }
}

const application = keepRunning({ ROLE: 'http', PORT: String(port) })
const workers = Array.from({ length: workersAtOnce }, () => keepRunning({ ROLE: 'worker' }))
after(async () => {
  await Promise.all([application, ...workers].map(({ end }) => end()))
  await mailbox.close()
  await receiver.close()
  await cluster.stop()
  folder.remove()
})

const url = `http://127.0.0.1:${port}`
const isReady = async (): Promise<boolean> =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )

/** As the superuser, who sees all rows. */
const read = async <R extends object>(text: string, values: unknown[] = []): Promise<R> => {
  const [row] = await inDatabase<R>(databaseUrlOf(folder.path, 'superuser'), text, values)
  assert.ok(row)
  return row
}
const numbers = async (text: string, values: unknown[] = []): Promise<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(await read<Record<string, string>>(text, values)).map(([name, n]) => [name, Number(n)]),
  )

/**
 * Which subscribers handled which events, from their marks; a subscriber with `interestedTenants` that finds none
 * has no marks.
 */
const readHearings = async (): Promise<{ name: string; type: string }[]> => {
  const { ids } = await read<{ ids: string[] }>('select array_agg(id) as ids from tenant')
  const found: { name: string; type: string }[] = []
  for (const one of subscribers) {
    if (one.kind !== 'transaction') continue
    const isHearing =
      one.interestedTenants === undefined ||
      (await inDatabase(databaseUrlOf(folder.path, 'superuser'), one.interestedTenants, [ids])).length > 0
    if (isHearing) found.push(...one.on.map((type) => ({ name: one.name, type })))
  }
  return found
}

const zeros = (found: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.keys(found).map((name) => [name, 0]))

test('Ten thousand changes and a hundred kills of workers, application and PostgreSQL: no event is lost or invented, no effect is doubled, and an email is sent at most twice, with one id', async (context) => {
  assert.ok((await until(isReady, 60_000)) !== undefined, 'the service does not start')
  const tenant = await prepareTenant({ url }, 12)
  const dispatched = async (): Promise<boolean> =>
    (await numbers('select count(*) as n from event where dispatched_at is null')).n === 0
  assert.ok((await until(dispatched, 60_000)) !== undefined, 'no worker starts')
  const webhook = await call({ url }, 'POST', '/api/admin/webhooks', {
    token: tenant.token,
    body: { url: receiver.url, events: outward },
  })
  assert.equal(webhook.status, 201, JSON.stringify(webhook.json))
  const began = performance.now()
  const { acknowledged, end } = keepChanging({
    url,
    token: tenant.token,
    qrCodes: tenant.places.map(({ qrCode }) => qrCode),
    people: 15,
    pauseMs: 150,
  })
  const killed = { workers: 0, application: 0, database: 0 }
  const sum = (): number => killed.workers + killed.application + killed.database
  while (sum() < kills || countOf(acknowledged) < changes) {
    // Long enough to start something, and random.
    await delay(1500 + Math.random() * 2500)
    // Keeps kills and changes in step, however slow the machine is.
    if (sum() / kills > countOf(acknowledged) / changes) continue
    const turn = sum() % 10
    if (turn < databases) {
      const pid = cluster.pid()
      if (pid === undefined) continue
      process.kill(pid, 'SIGKILL')
      killed.database++
    } else if (turn < databases + applications) {
      application.kill()
      killed.application++
    } else workers[killed.workers++ % workersAtOnce]?.kill()
  }
  await end()
  const tookMs = performance.now() - began
  assert.deepEqual(acknowledged.unexpected.slice(0, 5), [])

  const left = `select (select count(*) from event where dispatched_at is null) as events,
    (select count(*) from due_work where due_at <= now()) as due,
    (select count(*) from webhook_delivery where state = 'PENDING') as deliveries,
    (select count(*) from pgboss.job where name like 'event.%' and state < 'completed') as jobs`
  const isSettled = async (): Promise<boolean> => {
    // Skips the pauses of retries, which are longer than a test can wait.
    await read(`with sooner as (update pgboss.job set start_after = now() where name like 'event.%' and state = 'retry' and start_after > now())
      select 1 as done`)
    return Object.values(await numbers(left)).every((n) => n === 0)
  }
  const settledAfter = await until(isSettled, 400_000)
  assert.ok(settledAfter !== undefined, `still waiting: ${JSON.stringify(await numbers(left))}`)

  const { feedback, reports, tasks, notes, begun } = acknowledged
  const ids = [feedback, tasks, notes, begun].map((set) => [...set])
  const lost = await numbers(
    `select (select count(*) from unnest($1::uuid[]) as id where not exists (select from feedback f where f.id = id.id)) as feedback,
       (select count(*) from unnest($2::uuid[]) as id where not exists (select from task t where t.id = id.id)) as tasks,
       (select count(*) from unnest($3::uuid[]) as id where not exists (select from task_note n where n.id = id.id)) as notes,
       (select count(*) from unnest($4::uuid[]) as id where not exists (select from task t where t.id = id.id and t.status = 'IN_PROGRESS')) as begun`,
    ids,
  )
  assert.deepEqual(lost, zeros(lost), 'lost')
  // Every request was repeated until it was answered, so unacknowledged records were invented or duplicated.
  const there = await numbers(
    `select (select count(*) from feedback) as feedback, (select count(*) from task where source = 'MANUAL') as tasks,
       (select count(*) from task_note) as notes, (select count(*) from task_history where action = 'STATUS_CHANGED') as begun`,
  )
  assert.deepEqual(there, {
    feedback: feedback.size,
    tasks: tasks.size,
    notes: notes.size,
    begun: begun.size,
  })

  const events = await numbers(
    `select (select count(*) from feedback f where (select count(*) from event e where e.tenant_id = f.tenant_id and e.type = 'feedback.created' and e.payload ->> 'feedbackId' = f.id::text) <> 1) as feedback,
       (select count(*) from task t where (select count(*) from event e where e.tenant_id = t.tenant_id and e.type = 'task.created' and e.payload ->> 'taskId' = t.id::text) <> 1) as tasks,
       (select count(*) from task_note n where (select count(*) from event e where e.tenant_id = n.tenant_id and e.type = 'task.note_added' and e.payload ->> 'noteId' = n.id::text) <> 1) as notes,
       (select count(*) from event e where e.type = 'task.status_changed') - (select count(*) from task_history where action = 'STATUS_CHANGED') as begun,
       (select count(*) from event e where e.type = 'feedback.created') - (select count(*) from feedback) as feedback_made_up,
       (select count(*) from event e where e.type = 'task.created') - (select count(*) from task) as tasks_made_up`,
  )
  assert.deepEqual(events, zeros(events), 'events without their change, or more than one')

  const hearings = await readHearings()
  const hearing = [hearings.map(({ name }) => name), hearings.map(({ type }) => type)]
  const handled = await numbers(
    `with wanted as (select e.tenant_id, e.id, h.name from event e join unnest($1::text[], $2::text[]) as h (name, type) on h.type = e.type
       where h.name <> 'webhooks' or e.at > (select min(created_at) from webhook))
     select (select count(*) from wanted) as wanted,
       (select count(*) from wanted w where not exists (select from event_handled d where d.tenant_id = w.tenant_id and d.event_id = w.id and d.subscriber = w.name)) as lost,
       (select count(*) from event_handled d where not exists (select from wanted w where w.tenant_id = d.tenant_id and w.id = d.event_id and w.name = d.subscriber)) as made_up`,
    hearing,
  )
  assert.deepEqual({ lost: handled.lost, made_up: handled.made_up }, { lost: 0, made_up: 0 })
  const parked = await inDatabase<{ what: string }>(
    databaseUrlOf(folder.path, 'superuser'),
    `select concat_ws(' ', source_name, data, source_output) as what from pgboss.job where name = 'parked'
     union all select concat_ws(' ', kind, key, fault) from due_work where parked_at is not null`,
  )
  assert.deepEqual(
    parked.map(({ what }) => what),
    [],
    'parked',
  )

  const effects = await numbers(
    `select (select count(*) from unnest($1::uuid[]) as id where (select count(*) from task_feedback l where l.feedback_id = id.id) <> 1) as reports,
       (select count(*) from task t where t.source = 'FEEDBACK' and t.reporter_count <> (select count(*) from task_feedback l where l.tenant_id = t.tenant_id and l.task_id = t.id)) as counts,
       (select count(*) - count(distinct (amenity_id, category)) from task where source = 'FEEDBACK') as tasks,
       (select count(*) from (select 1 from outbox group by tenant_id, kind, subject having count(*) > 1) as twice) as mails`,
    [[...reports]],
  )
  assert.deepEqual(effects, zeros(effects), 'missing or doubled')

  const mailed = await inDatabase<{ id: string; task: string | null; state: string }>(
    databaseUrlOf(folder.path, 'superuser'),
    `select coalesce(sending_id, id) as id, state,
       case when subject #>> '{items,0,template}' = 'urgent-task' then subject #>> '{items,0,taskId}' end as task
     from outbox`,
  )
  assert.equal(mailed.filter(({ state }) => state !== 'SENT').length, 0, 'mails that never left')
  const copies = new Map<string, number>()
  for (const { messageId } of mailbox.received) {
    const id = messageId.split('@')[0] ?? ''
    copies.set(id, (copies.get(id) ?? 0) + 1)
  }
  const asked = new Set(mailed.map(({ id }) => id))
  assert.equal([...copies.keys()].filter((id) => !asked.has(id)).length, 0, 'mails that nobody asked for')
  const urgent = mailed.filter(({ task }) => task !== null)
  assert.ok(urgent.length >= acknowledged.urgent.size)
  assert.equal(urgent.filter(({ id }) => !copies.has(id)).length, 0, 'mails that did not arrive')
  const doubled = mailbox.received.length - copies.size
  assert.ok(doubled <= sum(), `${doubled} mails more than were asked for`)

  const sent = await inDatabase<{ id: string; state: string | null }>(
    databaseUrlOf(folder.path, 'superuser'),
    `select e.id, d.state from event e left join webhook_delivery d on d.tenant_id = e.tenant_id and d.event_id = e.id
     where e.type = any($1) and e.at > (select min(created_at) from webhook)`,
    [outward],
  )
  assert.equal(sent.filter(({ state }) => state !== 'DELIVERED').length, 0, 'events that were not delivered')
  const sentIds = new Set(sent.map(({ id }) => id))
  assert.equal(sentIds.size, sent.length, 'deliveries that are there twice')
  assert.equal(sent.filter(({ id }) => !receiver.received.has(id)).length, 0, 'deliveries that never came')
  assert.equal(
    [...receiver.received.keys()].filter((id) => !sentIds.has(id)).length,
    0,
    'deliveries that nobody made',
  )
  const calls = [...receiver.received.values()].reduce((all, one) => all + one, 0)
  const repeated = calls - receiver.received.size
  // Five deliveries of a webhook are in flight.
  assert.ok(repeated <= 5 * sum(), `${repeated} calls more than deliveries`)
  context.diagnostic(
    `webhook: ${sent.length} events, lost 0, made up 0, ${calls} calls, ${repeated} of them again under the same id, most for one ${Math.max(...receiver.received.values())}`,
  )
  context.diagnostic(
    `${JSON.stringify(killed)} killed in ${Math.round(tookMs / 1000)} s; ${countOf(acknowledged)} changes acknowledged (${feedback.size} of visitors), ${acknowledged.repeated} requests repeated; settled ${Math.round(settledAfter / 1000)} s after the last kill`,
  )
  context.diagnostic(
    `${handled.wanted} hearings: lost 0, made up 0, parked 0; effects missing or doubled 0; ${asked.size} mails asked for, ${mailbox.received.length} came, ${doubled} twice, most copies of one ${Math.max(0, ...copies.values())}`,
  )
})
