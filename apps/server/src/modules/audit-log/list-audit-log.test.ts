import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { AuditEntry } from '#contracts/audit-log.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '../../../test/server.ts'
import { createPlace, createTenant, type TestTenant } from '../../../test/world.ts'

const server = await startTestServer({ worker: false })

const list = async (tenant: TestTenant, search = '') => {
  const reply = await server.call<AuditEntry[]>('GET', `/api/admin/audit-log${search}`, {
    token: tenant.admin.token,
  })
  assert.equal(reply.status, 200, `${search}: ${reply.text}`)
  return { entries: reply.json.data, total: reply.json.total }
}

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('The log has who changed what, when and from where, newest first, with the values of created and deleted records', async () => {
  const tenant = await createTenant(server)
  const building = await server.call<{ id: string }>('POST', '/api/admin/buildings', {
    token: tenant.admin.token,
    body: { name: 'North wing', address: 'Long street 1' },
    headers: { 'user-agent': firefox },
  })
  const { id } = building.json.data
  await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { privacy: { retentionDays: 30, photos: false }, visitorLanguages: ['en'] },
  })
  await server.call('DELETE', `/api/admin/buildings/${id}`, { token: tenant.admin.token })
  const { entries, total } = await list(tenant)
  assert.equal(total, 3)
  const [removed, settings, created] = entries
  assert.deepEqual(
    entries.map(({ seq }) => seq),
    [3, 2, 1],
  )
  assert.ok(created && settings && removed)
  assert.deepEqual(
    { ...created, id: '', at: '', hash: '' },
    {
      id: '',
      seq: 1,
      at: '',
      actor: { id: tenant.admin.id, name: tenant.admin.name, kind: 'USER' },
      action: 'admin.createBuilding',
      actionText: 'Created a building',
      target: id,
      targetName: 'North wing',
      told: [],
      changes: [
        { field: 'name', from: null, to: 'North wing', made: true },
        { field: 'address', from: null, to: 'Long street 1', made: true },
        { field: 'timeZone', from: null, to: 'Europe/Berlin', made: true },
      ],
      fields: ['name', 'address'],
      source: 'Firefox, Linux',
      requestId: building.headers.get('x-request-id'),
      hash: '',
    },
  )
  assert.deepEqual(settings.fields, ['visitorLanguages', 'privacy.retentionDays', 'privacy.photos'])
  assert.equal(removed.target, id)
  assert.equal(removed.targetName, 'North wing', 'what is gone still has its name')
  assert.equal(removed.source, 'node')
  assert.deepEqual(
    removed.changes.map(({ field, from, to, gone }) => [field, from, to, gone]),
    created.changes.map(({ field, to }) => [field, to, null, true]),
  )
  assert.ok(!/127\.0\.0\.1|::1/.test(JSON.stringify(entries)))
})

test('Only administrators of the tenant read the log, and it shows nothing of other tenants', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  await createPlace(server, theirs)
  assert.deepEqual(await list(mine), { entries: [], total: 0 })
  assert.equal((await list(mine, `?actor=${theirs.admin.id}`)).total, 0)
  assert.equal((await list(theirs)).total, 2)
  for (const token of [mine.manager.token, mine.technician.token]) {
    const reply = await server.call('GET', '/api/admin/audit-log', { token })
    assert.equal(reply.json.code, 'FORBIDDEN')
  }
})

test('Reading and refused changes write no entry, and a repeated request no second one', async () => {
  const tenant = await createTenant(server)
  const post = (body: unknown, key?: string) =>
    server.call('POST', '/api/admin/buildings', {
      token: tenant.admin.token,
      body,
      ...(key ? { headers: { 'idempotency-key': key } } : {}),
    })
  assert.equal((await post({ name: '' })).status, 400)
  assert.equal((await server.call('GET', '/api/admin/buildings', { token: tenant.admin.token })).status, 200)
  assert.equal((await list(tenant)).total, 0)
  assert.equal((await post({ name: 'Once' }, 'once')).status, 201)
  const again = await post({ name: 'Once' }, 'once')
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await list(tenant)).total, 1)
})

test('Entries are filtered by actor, action, target and time, in any combination, with exact totals', async () => {
  const tenant = await createTenant(server, { timeZone: 'Europe/Berlin' })
  const actors = [tenant.admin.id, tenant.manager.id, newId(Date.now())]
  const actions = ['admin.createBuilding', 'admin.updateBuilding', 'auth.logout', 'tasks.createTask']
  const targets = [null, 'TARGET', 'OTHER']
  const end = Date.UTC(2026, 10, 21, 12)
  // Every 40 hours over seven months, some at the same instant.
  const made = Array.from({ length: 130 }, (_, index) => ({
    at: new Date(end - Math.floor(index / 2) * 80 * 3600_000),
    actor: actors[index % 3] ?? '',
    action: actions[(index * 7) % 4] ?? '',
    target: targets[(index * 5) % 3] ?? null,
  }))
  for (const { at, actor, action, target } of made)
    await tenant.inside(async (ctx) =>
      recordAudit(
        { ...ctx, now: at },
        { action, target, fields: [], actor: { kind: 'USER', id: actor, name: 'Somebody' } },
      ),
    )
  const instants = [
    undefined,
    '2026-11-21',
    '2026-11-01',
    '2026-10-25',
    '2026-08-01T00:00:00Z',
    '2026-07-31T22:00:00Z',
    '2026-05-03',
    '2020-01-01',
  ] as const
  const midnight: Record<string, [number, number]> = {
    // In Berlin, 25 October has 25 hours.
    '2026-11-21': [Date.UTC(2026, 10, 20, 23), Date.UTC(2026, 10, 21, 23)],
    '2026-11-01': [Date.UTC(2026, 9, 31, 23), Date.UTC(2026, 10, 1, 23)],
    '2026-10-25': [Date.UTC(2026, 9, 24, 22), Date.UTC(2026, 9, 25, 23)],
    '2026-05-03': [Date.UTC(2026, 4, 2, 22), Date.UTC(2026, 4, 3, 22)],
    '2020-01-01': [Date.UTC(2019, 11, 31, 23), Date.UTC(2020, 0, 1, 23)],
  }
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        actor: fc.subarray(actors),
        action: fc.constantFrom(undefined, ...actions, 'admin.*', 'a*', 'admin.updateB*', 'tasks.nothing'),
        target: fc.constantFrom(undefined, 'TARGET', 'NOWHERE'),
        from: fc.constantFrom(...instants),
        to: fc.constantFrom(...instants),
        sort: fc.constantFrom(undefined, 'at', '-at'),
      }),
      async (wanted) => {
        const from = wanted.from && (midnight[wanted.from]?.[0] ?? Date.parse(wanted.from))
        const until = wanted.to && (midnight[wanted.to]?.[1] ?? Date.parse(wanted.to) + 1)
        if (from && until && from >= until) return
        const expected = made.filter(
          ({ at, actor, action, target }) =>
            (wanted.actor.length === 0 || wanted.actor.includes(actor)) &&
            (wanted.action === undefined ||
              (wanted.action.endsWith('*')
                ? action.startsWith(wanted.action.slice(0, -1))
                : action === wanted.action)) &&
            (wanted.target === undefined || target === wanted.target) &&
            (!from || at.getTime() >= from) &&
            (!until || at.getTime() < until),
        )
        const query = new URLSearchParams(
          Object.entries({ ...wanted, actor: wanted.actor.join(','), pageSize: '7' }).flatMap(
            ([name, value]) => (value ? [[name, value]] : []),
          ),
        )
        const seen: AuditEntry[] = []
        const pages = Math.ceil(expected.length / 7)
        for (let page = 1; page <= pages + 1; page++) {
          const { entries, total } = await list(tenant, `?${query}&page=${page}`)
          assert.equal(total, expected.length)
          seen.push(...entries)
        }
        assert.equal(new Set(seen.map(({ id }) => id)).size, expected.length)
        assert.equal(seen.length, expected.length)
        const way = wanted.sort === 'at' ? 1 : -1
        for (const [index, entry] of seen.entries()) {
          const next = seen[index + 1]
          if (next)
            assert.ok(way * (Date.parse(next.at) - Date.parse(entry.at) || (next.id < entry.id ? -1 : 1)) > 0)
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('A day with two midnights starts at the first of them, and ends where the next day starts', async () => {
  // In the Azores one o’clock on 25 October 2026 is midnight again, at 01:00 UTC.
  const tenant = await createTenant(server, { timeZone: 'Atlantic/Azores' })
  const made = ['2026-10-24T23:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']
  for (const at of made)
    await tenant.inside(async (ctx) =>
      recordAudit(
        { ...ctx, now: new Date(at) },
        {
          action: 'admin.createBuilding',
          target: null,
          fields: [],
          actor: { kind: 'USER', id: tenant.admin.id, name: 'Somebody' },
        },
      ),
    )
  const times = async (search: string) => {
    const { entries } = await list(tenant, `${search}&sort=at`)
    return entries.map(({ at }) => at)
  }
  assert.deepEqual(await times('?to=2026-10-24'), made.slice(0, 1))
  assert.deepEqual(await times('?from=2026-10-25&to=2026-10-25'), made.slice(1))
})

test('A filter without a meaning is refused', async () => {
  const tenant = await createTenant(server)
  for (const search of [
    'from=yesterday',
    'from=2026-02-30',
    'to=2026-13-01',
    'to=1969-01-01',
    'from=2026-11-20T25:00:00Z',
    'from=2026-11-21&to=2026-11-20',
    'from=2026-11-20T08:00:01Z&to=2026-11-20T08:00:00Z',
    'actor=admin',
    'action=*',
    'action=admin.%25',
    "action=admin.x'--",
    'sort=hash',
  ]) {
    const reply = await server.call('GET', `/api/admin/audit-log?${search}`, { token: tenant.admin.token })
    assert.equal(reply.json.code, 'VALIDATION_ERROR', `${search}: ${reply.text}`)
  }
  await createPlace(server, tenant)
  for (const search of [
    'from=2026-11-20T08:00:00%2B01:00',
    'from=9999-12-31',
    'from=9999-12-30&to=9999-12-31',
    'target=%27%20or%20true--',
  ])
    assert.equal((await list(tenant, `?${search}`)).total, search.startsWith('from=2026') ? 2 : 0, search)
})
