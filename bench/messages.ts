/** From a report to its email: transactions and jobs of one, and how long 3,000 take for 20 technicians. */
import { setTimeout as delay } from 'node:timers/promises'
import { call, type Prepared, type Service } from '#test/faults/service.ts'
import type { Line, Rounds } from './report.ts'
import { median, newTenant, type Stage, until, withService } from './stage.ts'

const reports = 3000
const connections = 32
const technicians = 20
const single = 5

/** People whose only work is to be told of new tasks. */
const hire = (stage: Stage, { tenantId, userId }: Prepared): Promise<unknown> =>
  stage.sql(
    `insert into app_user (tenant_id, id, email, name, roles, state, language, created_at)
     select tenant_id, gen_random_uuid(), 'technician-' || n || '-' || email, 'Technician ' || n, '{TECHNICIAN}', state, language, created_at
     from app_user, generate_series(1, ${technicians}) n where tenant_id = $1 and id = $2`,
    [tenantId, userId],
  )

const workText = `select (select count(*) from event where dispatched_at is null)
  + (select count(*) from pgboss.job where name like 'event.%' and state in ('created', 'active', 'retry'))
  + (select count(*) from due_work where due_at <= now() and parked_at is null) as n`
const mailText = `select count(*) as n from outbox where channel = 'mails' and state = 'WAITING'`

/** Emails wait two minutes for others; the measurement does not. */
const endWaiting = async (stage: Stage): Promise<void> => {
  await stage.sql("update outbox set due_at = now() where state = 'WAITING' and claimed_until is null")
  await stage.sql("update due_work set due_at = now() where kind = 'mails'")
}

const report = async (service: Service, qrCode: string | undefined, index: number, issue: string) => {
  const headers = { 'x-forwarded-for': `10.9.${(index >> 8) & 255}.${index & 255}` }
  const body = { qrCode, rating: 1, issues: [issue] }
  const { status } = await call(service, 'POST', '/api/feedback', { body, headers })
  if (status !== 201) throw new Error(`A report was answered ${status}`)
}

const idText =
  "select pg_snapshot_xmax(pg_current_snapshot())::text as id, (select count(*) from pgboss.job where name like 'event.%')::int as jobs"

const readIds = async (stage: Stage): Promise<{ id: number; jobs: number }> => {
  const [row] = await stage.sql<{ id: string; jobs: number }>(idText)
  return { id: Number(row?.id), jobs: row?.jobs ?? 0 }
}

/** Transaction ids, without those that an idle service uses meanwhile. */
const countOne = async (stage: Stage, service: Service, tenant: Prepared, index: number) => {
  const before = await readIds(stage)
  await delay(2000)
  const idle = await readIds(stage)
  const began = performance.now()
  await report(service, tenant.places[index]?.qrCode, index, 'NO_PAPER')
  await until(stage, workText, (n) => n === 0, 20)
  // Two statements of the measurement itself.
  await endWaiting(stage)
  await until(stage, mailText, (n) => n === 0, 20)
  const after = await readIds(stage)
  const idlePerMs = (idle.id - before.id) / 2000
  return {
    ids: after.id - idle.id - 2 - idlePerMs * (performance.now() - began),
    jobs: after.jobs - idle.jobs,
  }
}

export const benchMessages = async (stage: Stage, { note }: Rounds): Promise<Line[]> =>
  withService(stage, { ROLE: 'all' }, async (service) => {
    const [one, many] = [await newTenant(service, single), await newTenant(service, 60)]
    await until(stage, workText, (n) => n === 0, 200)
    note('one report to its email')
    const counts = []
    for (let index = 0; index < single; index++) counts.push(await countOne(stage, service, one, index))
    await hire(stage, many)
    note('3,000 reports to their emails')
    const codes = many.places.map(({ qrCode }) => qrCode)
    const issues = ['NO_PAPER', 'NO_SOAP', 'LEAK', 'NOT_CLEAN']
    const began = performance.now()
    let next = 0
    const sender = async (): Promise<void> => {
      for (let index = next++; index < reports; index = next++)
        await report(service, codes[index % codes.length], 1000 + index, issues[index % issues.length] ?? '')
    }
    await Promise.all(Array.from({ length: connections }, sender))
    const sentMs = performance.now() - began
    await until(stage, workText, (n) => n === 0, 200)
    const workMs = performance.now() - began
    await endWaiting(stage)
    await until(stage, mailText, (n) => n === 0, 200)
    const allMs = performance.now() - began
    const [mails] = await stage.sql<{ messages: number; mails: number }>(
      `select count(*)::int as messages, count(distinct sending_id)::int as mails from outbox
       where channel = 'mails' and state = 'SENT' and tenant_id = $1`,
      [many.tenantId],
    )
    return [
      {
        what: 'From a report to the email about its task, nothing else to do',
        value: `${Math.round(median(counts.map(({ ids }) => ids)))} transaction ids with savepoints, ${median(counts.map(({ jobs }) => jobs))} jobs of events`,
        ratio: '',
        goal: '6 transactions',
      },
      {
        what: `${reports} reports of one tenant with ${technicians} technicians, until nothing waits`,
        value: `sent in ${(sentMs / 1000).toFixed(1)} s, all events handled after ${(workMs / 1000).toFixed(1)} s; then ${mails?.messages} messages as ${mails?.mails} emails in ${((allMs - workMs) / 1000).toFixed(1)} s`,
        ratio: `${(allMs / sentMs).toFixed(1)} × the sending`,
        goal: '',
      },
    ]
  })
