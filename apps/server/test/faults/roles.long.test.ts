/**
 * ROLE=http and ROLE=worker as separate processes on one database, and the work of a killed worker.
 * @alone
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { startTestServer } from '../server.ts'
import { createPlace, createTenant } from '../world.ts'
import { openMailbox } from './mailbox.ts'
import { makeDataFolder, type Service, startService, until } from './service.ts'

/** Milliseconds of real time from the kill to the end of the work. */
const replacedWithin = 30_000

/** Only creates tenants; the processes are tested. */
const server = await startTestServer({ worker: false, own: true })
const mailbox = await openMailbox()
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
const folder = makeDataFolder()
const services = new Set<Service>()

const start = async (role: 'http' | 'worker' | 'all'): Promise<Service> => {
  const service = await startService({
    ROLE: role,
    DATABASE_URL: server.database.url,
    DATA_DIR: folder.path,
    SECRET: 'test-secret-of-sufficient-length-0123456789',
    MAIL_URL: mailbox.url,
    TRUST_PROXY: '127.0.0.1/32',
    LOG_LEVEL: 'silent',
  })
  services.add(service)
  return service
}
const end = async (service: Service, signal: NodeJS.Signals): Promise<void> => {
  service.kill(signal)
  await service.ended
  services.delete(service)
}
const endAll = () => Promise.all([...services].map((service) => end(service, 'SIGKILL')))

server.beforeEnd.push(async () => {
  await endAll()
  await owner.end()
})
after(async () => {
  await mailbox.close()
  folder.remove()
})

const readiness = async ({ url }: Service): Promise<number> => (await fetch(`${url}/readyz`)).status

let visitors = 0

const openTenant = async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant, { type: 'ELEVATOR', name: 'Lift' })
  const people = [tenant.admin, tenant.manager, tenant.technician].map(({ email }) => email)
  const inside = async (text: string): Promise<number> => {
    const [row] = await tenant.inside(({ run }) => run<{ n: number }>(text, [tenant.id]))
    return Number(row?.n)
  }
  return {
    /** ids of all emails to members so far */
    mails: () => mailbox.received.filter(({ to }) => people.includes(to)).map(({ messageId }) => messageId),
    asked: () => inside('select count(*) as n from outbox where tenant_id = $1'),
    tasks: () => inside('select count(*) as n from task where tenant_id = $1'),
    begun: () => inside("select count(*) as n from event where tenant_id = $1 and type = 'task.created'"),
    report: async ({ url }: Service): Promise<void> => {
      const response = await fetch(`${url}/api/feedback`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.7.0.${++visitors}` },
        body: JSON.stringify({ qrCode: place.qrCode, issues: ['PERSON_TRAPPED'] }),
      })
      assert.equal(response.status, 201)
    },
  }
}
type Opened = Awaited<ReturnType<typeof openTenant>>

/** One task, and each requested email once. */
const cameOut = (tenant: Opened) => async (): Promise<boolean> => {
  const asked = await tenant.asked()
  return (await tenant.tasks()) === 1 && asked > 0 && new Set(tenant.mails()).size === asked
}
const assertOnce = async (tenant: Opened): Promise<void> => {
  assert.deepEqual([await tenant.tasks(), await tenant.begun()], [1, 1])
  const mails = tenant.mails()
  assert.equal(new Set(mails).size, mails.length)
  assert.equal(mails.length, await tenant.asked())
}

test('ROLE=http and ROLE=worker in separate processes are both ready; a report to the first becomes a task and emails by the second, even if it starts later', async () => {
  const tenant = await openTenant()
  const http = await start('http')
  assert.equal(await readiness(http), 200)
  await tenant.report(http)
  assert.deepEqual([await tenant.tasks(), tenant.mails()], [0, []])
  const worker = await start('worker')
  assert.ok((await until(cameOut(tenant), 30_000)) !== undefined, 'the worker did not do it')
  assert.deepEqual([await readiness(http), await readiness(worker)], [200, 200])
  await assertOnce(tenant)
  const next = await openTenant()
  await next.report(http)
  assert.ok((await until(cameOut(next), 30_000)) !== undefined, 'the worker was not woken')
  await endAll()
})

test('ROLE=all does both, beside instances of any role', async () => {
  const all = await start('all')
  const tenant = await openTenant()
  await tenant.report(all)
  assert.ok((await until(cameOut(tenant), 30_000)) !== undefined)
  const [http, worker] = [await start('http'), await start('worker')]
  for (const service of [all, http, worker]) assert.equal(await readiness(service), 200)
  const next = await openTenant()
  await next.report(http)
  assert.ok((await until(cameOut(next), 30_000)) !== undefined)
  await assertOnce(next)
  await endAll()
})

test('A worker that is killed in a handler is replaced within 30 s, and the effect happens once', async (context) => {
  const [http, first] = [await start('http'), await start('worker')]
  const tenant = await openTenant()
  // The handler gets to the point of writing the task and waits there.
  await owner.query('begin; lock table task in exclusive mode')
  await tenant.report(http)
  const waits = async (): Promise<boolean> =>
    ((await owner.query("select from pg_locks where relation = 'task'::regclass and not granted")).rowCount ??
      0) > 0
  assert.ok((await until(waits, 30_000)) !== undefined, 'nobody came to the task')
  const second = await start('worker')
  const killedAt = performance.now()
  await end(first, 'SIGKILL')
  await owner.query('rollback')
  assert.ok((await until(cameOut(tenant), replacedWithin)) !== undefined, 'nobody took it over')
  const after = performance.now() - killedAt
  context.diagnostic(`replaced after ${Math.round(after)} ms`)
  assert.ok(after < replacedWithin)
  assert.deepEqual([await readiness(http), await readiness(second)], [200, 200])
  await assertOnce(tenant)
  await endAll()
})

test('A worker that is killed between sending an email and recording it is replaced within 30 s: the email is sent at most twice, with one id', async (context) => {
  const [http, first] = [await start('http'), await start('worker')]
  const tenant = await openTenant()
  mailbox.hold(true)
  await tenant.report(http)
  assert.ok((await until(() => tenant.mails().length > 0, 30_000)) !== undefined, 'no mail came')
  await start('worker')
  const killedAt = performance.now()
  await end(first, 'SIGKILL')
  const inHand = tenant.mails()
  mailbox.hold(false)
  const isDone = async (): Promise<boolean> => {
    const mails = tenant.mails()
    return (
      new Set(mails).size === (await tenant.asked()) &&
      inHand.every((id) => mails.lastIndexOf(id) !== mails.indexOf(id))
    )
  }
  assert.ok((await until(isDone, replacedWithin)) !== undefined, 'nobody took it over')
  context.diagnostic(`sent again after ${Math.round(performance.now() - killedAt)} ms`)
  assert.ok(performance.now() - killedAt < replacedWithin)
  assert.equal(tenant.mails().length, (await tenant.asked()) + inHand.length)
  await endAll()
})
