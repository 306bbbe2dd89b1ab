import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { joinOpenProblem, openTask, raisePriority, releaseTasksOf, reopenTask } from '../public.ts'
import { listOf, makeTask, move } from '../testing/test-tasks.ts'
import { type Dimension, facets } from './tally.ts'

const server = await startTestServer({ worker: false })

const columns: Readonly<Record<Dimension, string>> = {
  status: 'status',
  building: 'building_id',
  assignee: 'assignee_id',
  priority: 'priority',
  source: 'source',
  amenity: 'amenity_id',
  category: 'category',
}

/** Compares every facet with a plain count over the rows. */
const assertTalliesTrue = (tenant: TestTenant): Promise<void> =>
  tenant.inside(async (ctx) => {
    for (const [facet, fields] of Object.entries(facets)) {
      const key = fields.map((field) => `coalesce(${columns[field]}::text, '-')`).join(` || '|' || `)
      const plain = await ctx.run<{ key: string; n: number }>(
        `select ${key} as key, count(*) as n from task where tenant_id = $1 and merged_into is null group by 1 order by 1`,
        [tenant.id],
      )
      const tallied = await ctx.run<{ key: string; n: number }>(
        'select key, n from task_tally where tenant_id = $1 and facet = $2 and n <> 0 order by 1',
        [tenant.id, facet],
      )
      assert.deepEqual(tallied, plain, facet)
    }
  })

/** Pseudo-random numbers; the seed is in the title. */
const sequence = (seed: number): (() => number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('After 300 random operations, some at once, every tally equals a plain count (seed 20261120)', async () => {
  const tenant = await createTenant(server)
  const other = await tenant.person(['TECHNICIAN'])
  const places = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const random = sequence(20_261_120)
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)]
    if (item === undefined) throw new Error('The list is empty')
    return item
  }
  const ids: string[] = []
  for (let index = 0; index < 4; index++) ids.push((await makeTask(server, tenant.manager)).id)
  const { manager, admin, technician } = tenant
  const reportOf = () => ({ reportId: crypto.randomUUID(), itemId: crypto.randomUUID() })
  const operations: (() => Promise<unknown>)[] = [
    async () =>
      ids.push(
        (
          await makeTask(server, manager, {
            amenityId: pick(places).amenityId,
            category: pick(['LEAK', 'OTHER']),
            priority: pick(['LOW', 'URGENT']),
          })
        ).id,
      ),
    () => move(server, manager, pick(ids), { status: pick(['OPEN', 'IN_PROGRESS', 'DONE']) }),
    () => move(server, technician, pick(ids), { status: pick(['OPEN', 'IN_PROGRESS', 'DONE']) }),
    () =>
      server.call('POST', `/api/tasks/${pick(ids)}/assign`, {
        token: manager.token,
        body: { userId: pick([technician.id, other.id, null]) },
      }),
    () => server.call('POST', `/api/tasks/${pick(ids)}/claim`, { token: technician.token }),
    () =>
      server.call('PATCH', `/api/tasks/${pick(ids)}`, {
        token: manager.token,
        body: { priority: pick(['LOW', 'MEDIUM', 'HIGH', 'URGENT']) },
      }),
    () => server.call('DELETE', `/api/tasks/${pick(ids)}`, { token: admin.token }),
    () =>
      server.call('POST', `/api/tasks/${pick(ids)}/merge`, {
        token: manager.token,
        body: { taskIds: [pick(ids)] },
      }),
    () =>
      server.call('POST', '/api/tasks/bulk', {
        token: manager.token,
        body: {
          ids: [pick(ids), pick(ids), pick(ids)],
          status: pick(['OPEN', 'DONE']),
          priority: pick(['LOW', 'HIGH']),
          assign: { userId: pick([other.id, null]) },
        },
      }),
    () =>
      tenant.inside(async (ctx) => {
        const place = pick(places)
        const problem = {
          amenityId: place.amenityId,
          category: pick(['NO_PAPER', 'NO_SOAP']),
          report: reportOf(),
        }
        const joined = await joinOpenProblem(ctx, problem)
        if (joined) return
        const opened = await openTask(ctx, {
          ...problem,
          priority: 'MEDIUM',
          source: 'STATUS_REPORT',
          buildingId: place.buildingId,
          skill: 'CLEANING',
          createdBy: { kind: 'VISITOR', id: null, name: 'Visitor' },
        })
        ids.push(opened.taskId)
      }),
    () => tenant.inside((ctx) => raisePriority(ctx, pick(ids))).catch(() => {}),
    () => tenant.inside((ctx) => reopenTask(ctx, pick(ids))).catch(() => {}),
    () =>
      tenant.inside((ctx) =>
        releaseTasksOf(ctx, { kind: 'USER', id: pick([technician.id, other.id]) }, { code: 'MEMBER_LEFT' }),
      ),
  ]
  for (let done = 0; done < 300; done += 6) {
    await Promise.all(Array.from({ length: 6 }, () => pick(operations)()))
    if (done % 60 === 0) await assertTalliesTrue(tenant)
    // The second URL is new, so its answer does not come from the cache.
    const [remembered, read] = [
      await listOf(server, manager),
      await listOf(server, manager, `?asked=${done}`),
    ]
    assert.deepEqual(remembered.json, read.json)
  }
  await assertTalliesTrue(tenant)

  for (const query of [
    '',
    '?status=OPEN',
    '?assignee=none',
    `?building=${places[0]?.buildingId}&priority=HIGH,LOW`,
    '?source=MANUAL&status=DONE',
  ]) {
    const list = await listOf(server, manager, `${query}${query ? '&' : '?'}pageSize=100`)
    assert.equal(list.json.total, list.json.data.length, query)
    const summary = await server.call<TaskSummary>('GET', `/api/tasks/summary${query}`, {
      token: manager.token,
    })
    assert.equal(summary.json.data.total, list.json.data.length, query)
    for (const priority of ['LOW', 'MEDIUM', 'HIGH', 'URGENT'] as const) {
      assert.equal(
        summary.json.data.byPriority[priority],
        list.json.data.filter((task) => task.priority === priority).length,
        `${query} ${priority}`,
      )
    }
  }
})

test('A failed operation leaves the tallies unchanged', async () => {
  const tenant = await createTenant(server)
  const tasks = [await makeTask(server, tenant.manager), await makeTask(server, tenant.manager)]
  await server.call('POST', `/api/tasks/${tasks[0]?.id}/merge`, {
    token: tenant.manager.token,
    body: { taskIds: [tasks[1]?.id] },
  })
  await server.call('POST', '/api/tasks/bulk', {
    token: tenant.manager.token,
    body: { ids: tasks.map(({ id }) => id), status: 'DONE', priority: 'URGENT' },
  })
  await assertTalliesTrue(tenant)
})
