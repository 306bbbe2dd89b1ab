/** The cost of 200 routing rules, 20 companies and 100 operators for each new task. */
import { call, type Prepared } from '#test/faults/service.ts'
import { cpuSeconds, databaseCpuSeconds } from './processes.ts'
import type { Line, Rounds } from './report.ts'
import { median, type Stage, until, withService } from './stage.ts'

const tasks = 500
const rules = 200

const empty = (stage: Stage) =>
  stage.sql(
    'truncate feedback, event, pgboss.job, event_handled, task, due_work, routing_rule, company, operator cascade',
  )

/** Only the last rule matches this building, so every task is checked against all. */
const fill = async (stage: Stage, { tenantId }: Prepared): Promise<void> => {
  await stage.sql(
    `insert into company (tenant_id, id, name, kind, coverage, created_at, updated_at)
     select $1, gen_random_uuid(), 'Company ' || n, 'PROVIDER', '[{"types": ["OUTDOOR"]}]', now(), now() from generate_series(1, 20) n`,
    [tenantId],
  )
  await stage.sql(
    `insert into operator (tenant_id, id, name, skills, shifts, created_at, updated_at)
     select $1, gen_random_uuid(), 'Operator ' || n, '{CLEANING}',
       jsonb_build_object('weekly', (select jsonb_agg(jsonb_build_object('day', d, 'from', '00:00', 'to', '00:00')) from generate_series(1, 7) d), 'exceptions', '[]'::jsonb),
       now(), now() from generate_series(1, 100) n`,
    [tenantId],
  )
  await stage.sql(
    `insert into routing_rule (tenant_id, id, name, position, conditions, action, created_at)
     select $1, gen_random_uuid(), 'Rule ' || n, n,
       case when n < $2 then jsonb_build_object('buildingIds', jsonb_build_array(gen_random_uuid()), 'onShift', true) else '{}' end,
       '{"assign": {"onCall": true}}', now() from generate_series(1, $2::int) n`,
    [tenantId, rules],
  )
}

const waiting = `select (select count(*) from event where dispatched_at is null)
  + (select count(*) from pgboss.job where name like 'event.%' and state in ('created', 'active', 'retry')) as n`

interface Run {
  readonly ms: number
  readonly cpu: number
}

/** Tasks are created while no worker runs; then the worker gets them all at once. */
const run = async (stage: Stage, tenant: Prepared, withRules: boolean): Promise<Run> => {
  await empty(stage)
  if (withRules) await fill(stage, tenant)
  await withService(stage, { ROLE: 'http' }, async (service) => {
    for (let index = 0; index < tasks; index++) {
      const body = {
        title: `Task ${index}`,
        amenityId: tenant.places[index % tenant.places.length]?.amenityId,
        category: 'NOT_CLEAN',
      }
      const { status } = await call(service, 'POST', '/api/tasks', { body, token: tenant.token })
      if (status !== 201) throw new Error(`A task was answered ${status}`)
    }
  })
  return withService(stage, { ROLE: 'worker' }, async (service) => {
    const cpu = () => cpuSeconds(service.pid) + databaseCpuSeconds(stage.databasePid())
    const before = cpu()
    const ms = await until(stage, waiting, (n) => n === 0, 50)
    return { ms, cpu: cpu() - before }
  })
}

export const benchRouting = async (
  stage: Stage,
  tenant: Prepared,
  { rounds, note }: Rounds,
): Promise<Line[]> => {
  const [bare, routed]: [Run[], Run[]] = [[], []]
  for (let round = 1; round <= rounds; round++) {
    note(`routing, round ${round} of ${rounds}`)
    bare.push(await run(stage, tenant, false))
    routed.push(await run(stage, tenant, true))
  }
  const each = (runs: readonly Run[], what: (run: Run) => number): number => median(runs.map(what)) / tasks
  const [without, withRules] = [each(bare, ({ cpu }) => cpu), each(routed, ({ cpu }) => cpu)]
  return [
    {
      what: `${tasks} new tasks of one tenant: ${rules} rules of which the last matches, 20 companies, 100 operators on duty, against none`,
      value: `${each(routed, ({ ms }) => ms).toFixed(2)} ms a task (${each(bare, ({ ms }) => ms).toFixed(2)} without); ${(withRules * 1000).toFixed(2)} ms of CPU of worker and database (${(without * 1000).toFixed(2)})`,
      ratio: `${(withRules / without).toFixed(2)} × the CPU`,
      goal: '',
    },
  ]
}
