/** The cost of expiring SLA clocks: ten due ones among all open ones, with few and with many open. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Prepared } from '#test/faults/service.ts'
import type { Line, Rounds } from './report.ts'
import { median, newTenant, type Stage, withService } from './stage.ts'

const sizes = [1000, 100_000]
const due = 10

const tasks = `insert into task (tenant_id, id, number, title, status, priority, source, created_at, updated_at)
  select $1, gen_random_uuid(), g, 'Task ' || g, 'OPEN', 'URGENT', 'MANUAL', now(), now() from generate_series(1, $2::int) g`
const clocks = `insert into sla_clock (tenant_id, task_id, started_at, reopen_count, respond_by, respond_risk_at, resolve_by, resolve_risk_at, responded_at, next_at)
  select tenant_id, id, created_at, 0, null, null, created_at + interval '10 days', created_at + interval '7 days', created_at, created_at + interval '7 days'
  from task where tenant_id = $1`
const work = `insert into due_work (tenant_id, kind, key, due_at)
  select tenant_id, 'sla.moment', task_id::text, next_at from sla_clock where tenant_id = $1`
/** Makes ten late now. */
const ripe = `with ten as (
    select task_id from sla_clock where tenant_id = $1 and told = '{}' limit ${due}
  ), late as (
    update sla_clock c set resolve_by = now() + interval '1 day', resolve_risk_at = now(), next_at = now()
    from ten where c.tenant_id = $1 and c.task_id = ten.task_id returning c.task_id
  )
  update due_work w set due_at = now() from late where w.tenant_id = $1 and w.kind = 'sla.moment' and w.key = late.task_id::text`
const atRiskText = `select count(*) as n from task_history where tenant_id = $1 and action = 'SLA_AT_RISK'`
const reads = `select sum(n_tup_returned)::bigint as n from (
    select idx_tup_fetch + seq_tup_read as n_tup_returned from pg_stat_user_tables
    where relname in ('task', 'sla_clock', 'due_work')) s`

interface Measured {
  readonly ms: number
  readonly rows: number
}

const fill = async (stage: Stage, { tenantId }: Prepared, count: number): Promise<void> => {
  await stage.sql(tasks, [tenantId, count])
  await stage.sql(clocks, [tenantId])
  await stage.sql(work, [tenantId])
  await stage.sql('vacuum (analyze) task, sla_clock, due_work')
}

const rowsRead = async (stage: Stage): Promise<number> => {
  // PostgreSQL updates its statistics with a delay.
  await delay(1500)
  await stage.sql('select pg_stat_clear_snapshot()')
  const [row] = await stage.sql<{ n: string }>(reads)
  return Number(row?.n)
}

const countOf = async (stage: Stage, tenantId: string): Promise<number> =>
  Number((await stage.sql<{ n: string }>(atRiskText, [tenantId]))[0]?.n)

/** Time until events of all ten are emitted; the worker polls each second. */
const measure = async (stage: Stage, { tenantId }: Prepared): Promise<Measured> => {
  const before = await countOf(stage, tenantId)
  await stage.sql(ripe, [tenantId])
  const reading = await rowsReadNow(stage)
  const began = performance.now()
  while ((await countOf(stage, tenantId)) < before + due) await delay(5)
  const ms = performance.now() - began
  return { ms, rows: (await rowsRead(stage)) - reading }
}

const rowsReadNow = async (stage: Stage): Promise<number> => {
  await stage.sql('select pg_stat_force_next_flush()')
  await stage.sql('select 1')
  await stage.sql('select pg_stat_clear_snapshot()')
  const [row] = await stage.sql<{ n: string }>(reads)
  return Number(row?.n)
}

export const benchSla = async (stage: Stage, { rounds, note }: Rounds): Promise<Line[]> => {
  const found: { count: number; ms: number; rows: number }[] = []
  for (const count of sizes) {
    const owner = await withService(stage, { ROLE: 'http' }, (service) => newTenant(service, 1))
    note(`${count} open tasks with clocks`)
    await fill(stage, owner, count)
    await withService(stage, { ROLE: 'worker' }, async () => {
      const results: Measured[] = []
      for (let round = 0; round < Math.max(rounds, 3); round++) results.push(await measure(stage, owner))
      found.push({
        count,
        ms: median(results.map(({ ms }) => ms)),
        rows: median(results.map(({ rows }) => rows)),
      })
    })
  }
  const [few] = found
  return found.map(({ count, ms, rows }) => ({
    what: `${due} due of ${count.toLocaleString('en')} open`,
    value: `${Math.round(rows)} rows read, ${Math.round(ms)} ms until all events are emitted, the worker's second included`,
    ratio:
      few && few.count !== count
        ? `rows ${(rows / few.rows).toFixed(2)} × of ${few.count.toLocaleString('en')}, time ${(ms / few.ms).toFixed(2)} ×`
        : '',
    goal: 'about 1 ×: what is due, not what is open',
  }))
}
