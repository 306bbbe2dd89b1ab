/** @external the planner is the server's */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Task, TaskSummary } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant, type TestTenant } from '#test/world.ts'
import { listOf, makeTask, move } from '../testing/test-tasks.ts'

const server = await startTestServer({ worker: false, own: true })
const hour = 3_600_000
const day = 24 * hour

const iso = (at: number): string => new Date(at).toISOString()
const titles = (tasks: readonly Task[]): string[] => tasks.map(({ title }) => title)

/** Tasks with each kind of deadline around now, some of them done. */
const many = async (tenant: TestTenant): Promise<Task[]> => {
  const { manager } = tenant
  const now = server.clock.now().getTime()
  for (let n = 0; n < 24; n++) {
    const task = await makeTask(server, manager, {
      title: `Task ${n}`,
      priority: ['LOW', 'MEDIUM', 'HIGH', 'URGENT'][n % 4],
      dueAt: n % 3 === 0 ? iso(now + (n - 12) * 8 * hour) : null,
    })
    if (n % 5 === 1) await move(server, manager, task.id, { status: n % 2 ? 'DONE' : 'IN_PROGRESS' })
  }
  return (await listOf(server, manager, '?pageSize=100')).json.data
}

const endOf = ({ dueAt, sla }: Task): string | null => dueAt ?? sla?.resolveBy ?? null

test('A time span shows the tasks that are due in it, by due time or SLA clock, in the order of their deadlines', async () => {
  for (const plan of ['PRO', 'STARTER'] as const) {
    const tenant = await createTenant(server, { plan })
    const all = await many(tenant)
    const now = server.clock.now().getTime()
    for (const [from, before] of [
      [now - 2 * day, now + 2 * day],
      [now, now + 7 * day],
      [now - 90 * day, now - day],
    ] as const) {
      for (const status of ['', '&status=OPEN', '&status=OPEN,IN_PROGRESS']) {
        const asked = all.filter(
          (task) => status === '' || status.slice('&status='.length).split(',').includes(task.status),
        )
        const inside = asked
          .filter((task) => {
            const end = Date.parse(endOf(task) ?? '')
            return end >= from && end < before
          })
          .sort((a, b) => Date.parse(endOf(a) ?? '') - Date.parse(endOf(b) ?? '') || (a.id < b.id ? -1 : 1))
        const query = `?pageSize=100&endsFrom=${iso(from)}&endsBefore=${iso(before)}${status}`
        const found = await listOf(server, tenant.manager, query)
        assert.equal(found.status, 200, found.text)
        assert.deepEqual(titles(found.json.data), titles(inside), `${plan} ${query}`)
        assert.equal(found.json.total, inside.length)
        const none = asked.filter((task) => endOf(task) === null)
        const besides = await listOf(server, tenant.manager, `${query}&undated=true`)
        assert.deepEqual(titles(besides.json.data).slice(0, inside.length), titles(inside))
        assert.deepEqual(titles(besides.json.data).slice(inside.length).sort(), titles(none).sort())
        assert.equal(besides.json.total, inside.length + none.length)
        const paged: string[] = []
        for (let page = 1; page <= Math.ceil(besides.json.total / 4); page++)
          paged.push(
            ...titles(
              (
                await listOf(
                  server,
                  tenant.manager,
                  `${query}&undated=true&page=${page}`.replace('=100', '=4'),
                )
              ).json.data,
            ),
          )
        assert.deepEqual(paged, titles(besides.json.data))
      }
    }
  }
})

test('A time span that is invalid, too long, or combined with an order is refused', async () => {
  const { manager } = await createTenant(server)
  const [from, before] = ['2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z']
  for (const query of [
    `?endsFrom=${from}`,
    `?endsBefore=${before}`,
    '?undated=true',
    `?endsFrom=${before}&endsBefore=${from}`,
    `?endsFrom=${from}&endsBefore=${from}`,
    `?endsFrom=${from}&endsBefore=2026-07-01T00:00:00Z`,
    `?endsFrom=${from}&endsBefore=${before}&sort=dueAt`,
    `?endsFrom=yesterday&endsBefore=${before}`,
    '?doneSince=yesterday',
    '?updatedSince=yesterday',
  ]) {
    const reply = await listOf(server, manager, query)
    assert.equal(reply.status, 400, query)
    assert.equal(reply.json.code, 'VALIDATION_ERROR')
  }
})

test('A board reads recently finished tasks together with all that are not done', async () => {
  const tenant = await createTenant(server)
  const { manager } = tenant
  const key = (await createKey(server, tenant, 'read', 'write')).key
  const old = await makeTask(server, manager, { title: 'Done long ago' })
  await move(server, manager, old.id, { status: 'DONE' })
  server.clock.advance(10 * day)
  const send = (method: string, path: string, body?: unknown) =>
    server.call<Task & Task[]>(method, `/api/tasks${path}`, { key, body })
  const make = async (title: string): Promise<string> => (await send('POST', '', { title })).json.data.id
  await make('Open')
  await send('PATCH', `/${await make('Begun')}/status`, { status: 'IN_PROGRESS' })
  await send('PATCH', `/${await make('Done now')}/status`, { status: 'DONE' })
  const weekAgo = iso(server.clock.now().getTime() - 7 * day)
  for (const [query, expected] of [
    ['', ['Begun', 'Done now', 'Open']],
    ['&status=DONE', ['Done now']],
    ['&status=OPEN', ['Open']],
    ['&q=done', ['Done now']],
    ['&sort=-priority&priority=MEDIUM', ['Begun', 'Done now', 'Open']],
  ] as const) {
    const found = await send('GET', `?doneSince=${weekAgo}${query}`)
    assert.equal(found.status, 200, found.text)
    assert.deepEqual(titles(found.json.data).sort(), expected, query)
    assert.equal(found.json.total, expected.length, query)
  }
})

test('Another system reads what has changed since its last request, in the order of the changes', async () => {
  const tenant = await createTenant(server)
  const { manager } = tenant
  const key = (await createKey(server, tenant, 'read')).key
  const first = await makeTask(server, manager, { title: 'First' })
  await makeTask(server, manager, { title: 'Untouched' })
  server.clock.advance(1000)
  const since = iso(server.clock.now().getTime())
  server.clock.advance(1000)
  await move(server, manager, first.id, { status: 'IN_PROGRESS' })
  server.clock.advance(1000)
  await makeTask(server, manager, { title: 'New' })
  const changed = (query: string) =>
    server.call<Task[]>('GET', `/api/tasks?sort=updatedAt&updatedSince=${query}`, { key })
  const found = await changed(since)
  assert.deepEqual([titles(found.json.data), found.json.total], [['First', 'New'], 2])
  for (const [query, expected] of [
    ['&status=OPEN', ['New']],
    ['&status=OPEN,IN_PROGRESS,DONE', ['First', 'New']],
    ['&status=DONE', []],
    ['&pageSize=1&page=2', ['New']],
    ['&q=first', ['First']],
  ] as const)
    assert.deepEqual(titles((await changed(since + query)).json.data), expected, query)
  // `since` is inclusive: the last change is returned again, so that no other change at the same time is missed.
  assert.deepEqual(titles((await changed(found.json.data.at(-1)?.updatedAt ?? '')).json.data), ['New'])
  assert.equal((await changed(iso(server.clock.now().getTime() + day))).json.total, 0)
})

test('The summary counts open tasks, own ones and unassigned ones, whatever status and assignee are filtered', async () => {
  const tenant = await createTenant(server)
  const { manager, technician } = tenant
  const give = (id: string, userId: string) =>
    server.call('POST', `/api/tasks/${id}/assign`, { token: manager.token, body: { userId } })
  const made = []
  for (let n = 0; n < 6; n++)
    made.push(await makeTask(server, manager, { priority: n === 5 ? 'HIGH' : 'LOW' }))
  const [one, two, three] = made
  await give(one?.id ?? '', manager.id)
  await give(two?.id ?? '', manager.id)
  await give(three?.id ?? '', technician.id)
  await move(server, manager, two?.id ?? '', { status: 'DONE' })
  const summary = async (by: typeof manager, query = '') =>
    (await server.call<TaskSummary>('GET', `/api/tasks/summary${query}`, { token: by.token })).json.data
  for (const query of ['', '?status=DONE', `?assignee=${technician.id}`, '?assigneeId=me']) {
    const { mine, unassigned } = await summary(manager, query)
    assert.deepEqual({ mine, unassigned }, { mine: 1, unassigned: 3 }, query)
  }
  assert.equal((await summary(manager, '?priority=HIGH')).unassigned, 1)
  const theirs = await summary(technician)
  assert.deepEqual([theirs.mine, theirs.unassigned], [1, 3])
  const { key } = await createKey(server, tenant, 'read')
  const byKey = await server.call<TaskSummary>('GET', '/api/tasks/summary', { key })
  assert.deepEqual([byKey.json.data.mine, byKey.json.data.unassigned], [0, 3])
})
