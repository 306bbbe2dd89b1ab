/**
 * The cost of work figures: each endpoint over two years with all tasks, and over the last 30 days, before and
 * after PostgreSQL has statistics. The response cache is not used.
 */
import { call, type Prepared, type Service } from '#test/faults/service.ts'
import type { Line, Rounds } from './report.ts'
import { median, newTenant, type Stage, signIn, withService } from './stage.ts'
import { makeTasks } from './task-data.ts'

const sizes = [10_000, 100_000]

/** A tenth is late; a twentieth was reopened and has history. */
const again = `update task set reopen_count = 1 + number % 2 where tenant_id = $1 and number % 20 = 0 and status <> 'OPEN'`
const history = `insert into task_history (tenant_id, id, task_id, at, actor_kind, actor_id, actor_name, action, changes)
  select $1, gen_random_uuid(), t.id, t.created_at + v.after * interval '1 minute', 'SYSTEM', '', 'Wellkept', v.action, v.changes::jsonb
  from task t cross join (values (10, 'STATUS_CHANGED', '{"status": ["OPEN", "IN_PROGRESS"]}'), (20, 'STATUS_CHANGED', '{"status": ["IN_PROGRESS", "DONE"]}'),
    (40, 'REOPENED', '{"status": ["DONE", "OPEN"]}'), (300, 'STATUS_CHANGED', '{"status": ["OPEN", "DONE"]}')) v (after, action, changes)
  where t.tenant_id = $1 and t.reopen_count > 0`
const clocks = `insert into sla_clock (tenant_id, task_id, started_at, reopen_count, respond_by, respond_risk_at, resolve_by, resolve_risk_at,
    responded_at, resolved_at, breached)
  select tenant_id, id, created_at, reopen_count, created_at + interval '4 hours', created_at + interval '3 hours',
    created_at + (1 + number % 10) * interval '1 day', created_at + interval '18 hours', started_at, completed_at, number % 10 = 0
  from task where tenant_id = $1 and source <> 'SCHEDULE'`

const day = (ago: number): string => new Date(Date.now() - ago * 24 * 3600_000).toISOString().slice(0, 10)
const periods = { 'two years': `from=${day(730)}`, '30 days': '' } as const

const endpoints = {
  'tasks/trends': '',
  'tasks/resolution': 'group=type',
  sla: 'group=policy',
  'sla/breaches': 'open=true',
  'team-performance': '',
} as const

/** Milliseconds per call, one after the other. */
const measure = async (service: Service, token: string, path: string, rounds: number): Promise<number> => {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const began = performance.now()
    const answer = await call(service, 'GET', path, { token })
    times.push(performance.now() - began)
    if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}`)
  }
  return median(times)
}

const fill = async (stage: Stage, tenant: Prepared, count: number): Promise<void> => {
  await makeTasks(stage, tenant, count)
  for (const text of [again, history, clocks]) await stage.sql(text, [tenant.tenantId])
}

interface Found {
  readonly what: string
  readonly count: number
  readonly fresh: number
  readonly known: number
}

const ofTenant = async (stage: Stage, tenant: Prepared, count: number, rounds: number): Promise<Found[]> => {
  const paths = Object.entries(endpoints).flatMap(([path, query]) =>
    Object.entries(periods).map(([name, period]) => ({
      what: `${path}, ${name}`,
      path: `/api/dashboard/${path}?${[query, period].filter(Boolean).join('&')}`,
    })),
  )
  const times = (): Promise<number[]> =>
    withService(stage, { ROLE: 'http' }, async (service) => {
      const token = await signIn(service, tenant)
      const found: number[] = []
      for (const { path } of paths) found.push(await measure(service, token, path, rounds))
      return found
    })
  const fresh = await times()
  await stage.sql('vacuum (analyze)')
  const known = await times()
  return paths.map(({ what }, index) => ({ what, count, fresh: fresh[index] ?? 0, known: known[index] ?? 0 }))
}

export const benchTaskFigures = async (stage: Stage, { rounds, note }: Rounds): Promise<Line[]> => {
  const found: Found[] = []
  for (const count of sizes) {
    const tenant = await withService(stage, { ROLE: 'http' }, (service) => newTenant(service, 1))
    note(`figures of ${count} tasks`)
    await fill(stage, tenant, count)
    found.push(...(await ofTenant(stage, tenant, count, Math.max(3, rounds))))
  }
  return found.map(({ what, count, fresh, known }) => {
    const small = found.find((other) => other.what === what && other.count === sizes[0])
    return {
      what: `${count.toLocaleString('en')} tasks: ${what}`,
      value: `${Math.round(known)} ms; ${Math.round(fresh)} ms before the tables were analysed`,
      ratio: small && small.count !== count ? `${(known / small.known).toFixed(1)} × of 10,000` : '',
      goal: count === 100_000 ? '≤ 1,000 ms' : '',
    }
  })
}
