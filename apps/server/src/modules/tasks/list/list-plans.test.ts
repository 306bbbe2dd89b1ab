/** @external the planner is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import type { StaffContext, TenantContext } from '#server/platform/context.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { readClockwork } from '../sla/read-clocks.ts'
import { countTasks } from './count-tasks.ts'
import { readFilter } from './filters.ts'
import { countStatement, idsStatement, type OrderName, pageStatement, rowsText } from './list-sql.ts'

const server = await startTestServer({ worker: false })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)

await tenant.inside((ctx) =>
  ctx.run(
    `insert into task (tenant_id, id, number, title, status, source, building_id, amenity_id, assignee_kind, assignee_id, category, due_at, created_at, updated_at)
     select $1, gen_random_uuid(), n, 'Task ' || n, case when n % 20 = 0 then 'OPEN' else 'DONE' end, 'MANUAL', $2, $3,
            case when n % 2 = 0 then 'USER' end, case when n % 2 = 0 then $4::uuid end, 'LEAK', $5::timestamptz + n * interval '1 hour',
            $5::timestamptz + n * interval '1 minute', $5::timestamptz + n * interval '1 minute'
     from generate_series(1, 5000) n`,
    [tenant.id, place.buildingId, place.amenityId, tenant.technician.id, new Date('2026-01-01')],
  ),
)
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
await owner.query('analyze task')
await owner.end()

type Query = Parameters<typeof readFilter>[1]

const contextOf = (inside: TenantContext, by: 'manager' | 'technician'): StaffContext => {
  const { id, name, email } = tenant[by]
  const roles = by === 'manager' ? (['MANAGER'] as const) : (['TECHNICIAN'] as const)
  return {
    ...inside,
    actor: {
      kind: 'USER',
      id,
      name,
      email,
      roles,
      sessionId: id,
      buildingIds: [],
      operatorId: null,
      companyId: null,
    },
    tenant: { id: tenant.id, name: 'Tenant', plan: 'ENTERPRISE', timeZone: 'UTC' },
    ifMatch: undefined,
    readOnly: false,
  }
}

/** The plan of PostgreSQL for a page or count, under row security. */
const planOf = (
  what: 'page' | 'count',
  by: 'manager' | 'technician',
  query: Query,
  order: OrderName = 'createdAt',
  offset = 0,
): Promise<string> =>
  tenant.inside(async (inside) => {
    const ctx = contextOf(inside, by)
    const { id } = tenant[by]
    const filter = await readFilter(ctx, query)
    const page = { order, descending: true, limit: 20, offset, clocks: true }
    const { text, values } =
      what === 'page'
        ? offset === 0
          ? pageStatement(tenant.id, id, filter, { ...page, total: undefined }, ctx.now)
          : idsStatement(tenant.id, filter, { ...page, total: 5000 }, ctx.now)
        : countStatement(tenant.id, filter, ctx.now, false)
    // Makes the plan show whether an index could be used at all.
    await ctx.run('set local enable_seqscan = off', [])
    await ctx.run('set local enable_bitmapscan = off', [])
    const rows = await ctx.run<{ 'QUERY PLAN': string }>(`explain ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })

test('No page of the list scans the table of tasks', async () => {
  const queries: Query[] = [
    {},
    { status: ['OPEN'] },
    { status: ['OPEN', 'IN_PROGRESS'] },
    { building: [place.buildingId] },
    { assignee: [tenant.technician.id] },
    { assignee: ['none'] },
    { amenity: [place.amenityId], status: ['DONE'] },
    { category: ['LEAK'], priority: ['URGENT'] },
    { overdue: true },
  ]
  for (const query of queries) {
    for (const by of ['manager', 'technician'] as const) {
      for (const offset of [0, 2000]) {
        const plan = await planOf('page', by, query, 'createdAt', offset)
        assert.doesNotMatch(plan, /Seq Scan on task /, `${by} ${JSON.stringify(query)}\n${plan}`)
      }
    }
  }
})

test('A page from a single index range is read without sorting', async () => {
  const cases: [Query, OrderName][] = [
    [{}, 'createdAt'],
    [{ status: ['DONE'] }, 'createdAt'],
    [{ status: ['DONE'] }, 'updatedAt'],
    [{ status: ['DONE'] }, 'priority'],
    [{ status: ['DONE'] }, 'dueAt'],
    [{ status: ['DONE'] }, 'number'],
    [{ assignee: ['none'], status: ['DONE'] }, 'createdAt'],
    [{ assignee: [tenant.technician.id], status: ['DONE'] }, 'createdAt'],
  ]
  for (const [query, order] of cases) {
    const plan = await planOf('page', 'manager', query, order)
    const [, page] = /CTE page\n(.*?)\n {2}CTE shown/s.exec(plan) ?? []
    assert.match(page ?? '', /Index (?:Only )?Scan/, plan)
    assert.doesNotMatch(page ?? '', /Sort/, `${order} ${JSON.stringify(query)}\n${plan}`)
  }
})

test('Done tasks are read in order `clock` from an index, since they have no deadline', async () => {
  const plan = await planOf('page', 'manager', { status: ['DONE'] }, 'clock')
  const [, page] = /CTE page\n(.*?)\n {2}CTE shown/s.exec(plan) ?? []
  const [, below] = /Limit(.*)/s.exec(page ?? '') ?? []
  assert.match(below ?? '', /Index Scan Backward using task_by_number/, plan)
  assert.doesNotMatch(below ?? '', /Sort/, plan)
})

test('Counts that no tally covers are read from an index', async () => {
  for (const query of [{ overdue: true }, { amenity: [place.amenityId], priority: ['URGENT' as const] }]) {
    assert.doesNotMatch(await planOf('count', 'manager', query), /Seq Scan on task /)
  }
})

test('Overdue tasks are counted with the index of due times only', async () => {
  const plan = await planOf('count', 'manager', { overdue: true })
  assert.match(plan, /Index Only Scan using task_by_due/, plan)
})

test('Tasks of a type are counted without reading a task', async () => {
  const counts = await tenant.inside(async (inside) => {
    const ctx = contextOf(inside, 'manager')
    return countTasks(ctx, await readFilter(ctx, { type: ['WASHROOM'], status: ['DONE'] }), false)
  })
  // This file's rows were inserted without tallies: counting rows would give 4750.
  assert.deepEqual(counts, [])
})

test('A search reads the word table and never the texts', async () => {
  const plan = await planOf('page', 'manager', { q: '#7' })
  assert.doesNotMatch(plan, /Seq Scan on task /)
})

test('The statement that reads one task is planned once, not each time', async () => {
  await tenant.inside(async (ctx) => {
    const [task] = await ctx.run<{ id: string }>('select id from task where tenant_id = $1 limit 1', [
      tenant.id,
    ])
    assert.ok(task)
    const isPlannedOnce = async (part: string): Promise<boolean> => {
      const [row] = await ctx.run<{ n: number }>(
        'select coalesce(max(generic_plans), 0) as n from pg_prepared_statements where strpos(statement, $1) > 0',
        [part],
      )
      return (row?.n ?? 0) > 0
    }
    // Statements of lists start the same way on this connection.
    const ofClock = 'unnest((select $2::uuid[])) as a (id)'
    // PostgreSQL compares five custom plans with the generic one, and again when statistics arrive.
    for (let reading = 0; reading < 40; reading++) {
      await ctx.run(rowsText, [tenant.id, null, [task.id]])
      await readClockwork(ctx, [task.id])
      if ((await isPlannedOnce(rowsText)) && (await isPlannedOnce(ofClock))) return
    }
    assert.fail('Each reading is planned for itself')
  })
})
