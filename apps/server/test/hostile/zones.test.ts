/** Time zones: every endpoint accepts the same names, and zones stored by an older version break nothing. */
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import pg from 'pg'
import type { Overview } from '#contracts/dashboard.ts'
import { handlers } from '../../build.ts'
import { rounds } from '../rounds.ts'
import { startTestServer } from '../server.ts'
import { bodyFor, callRightly, createEverything, type Everything } from './everything.ts'
import { leavesOf, nameOf, type Schema, withValue } from './leaves.ts'

const server = await startTestServer({ own: true })
const specs = handlers.map(({ spec }) => spec)

let world: Everything
before(async () => {
  world = await createEverything(server)
})

const none = [
  'BST',
  'IST',
  'CST',
  'AST',
  'SystemV/EST5',
  '+05',
  '+0530',
  '-03',
  'US/Pacific-New',
  'Europe/Atlantis',
]
const refusal = 'must be a time zone such as Europe/London'

const isZone = (name: string): boolean => /(^|\.)(tz|[a-z]*zone)$/i.test(name)

/** Time zone fields of bodies and queries. */
const doors = specs.flatMap((spec) =>
  (['body', 'query'] as const).flatMap((part) => {
    const schema = spec[part] as Schema | undefined
    return leavesOf(schema ?? {})
      .filter((leaf) => leaf.path.length > 0 && isZone(nameOf(leaf)))
      .map((leaf) => ({ spec, part, leaf, schema: schema ?? {} }))
  }),
)
/** Validated with the whole draft, so the typed value is kept. */
const isCell = ({ spec }: (typeof doors)[number]): boolean => spec.name === 'saveWizardState'

test('Every field named after a time zone is validated as one, by the same function', () => {
  assert.deepEqual(
    doors.filter((door) => !isCell(door) && door.leaf.schema['x-format'] !== 'time-zone'),
    [],
  )
  const names = new Set(doors.map(({ spec }) => spec.name))
  for (const name of [
    ...['register', 'updateMe', 'updateSettings', 'createBuilding', 'updateBuilding', 'saveWizardState'],
    ...['createSchedule', 'updateSchedule', 'createMailing', 'updateMailing'],
  ])
    assert.ok(names.has(name), name)
})

test('Every endpoint refuses a value that is not an IANA zone, at the field and with the same message', async () => {
  for (const { spec, leaf, schema } of doors.filter((door) => !isCell(door)))
    for (const value of none) {
      const body = withValue(schema, bodyFor(spec, world) ?? {}, leaf.path, value)
      const reply = await callRightly(server, spec, world, { body })
      assert.equal(reply.status, 400, `${spec.name} ${value}: ${reply.text}`)
      const [fault] = reply.json.details ?? []
      assert.deepEqual(fault, { path: `body.${nameOf(leaf)}`, message: refusal }, spec.name)
    }
})

test('The setup wizard refuses an invalid time zone at its cell, with the same message', async () => {
  const { token } = world.tenant.admin
  for (const value of none) {
    const body = { step: 'BUILDING', data: { name: 'Annex', timeZone: value } }
    const reply = await server.call<{ steps: { name: string; faults: unknown[] }[] }>(
      'PUT',
      '/api/wizard/state',
      {
        token,
        body,
      },
    )
    assert.equal(reply.status, 200, reply.text)
    const step = reply.json.data.steps.find(({ name }) => name === 'BUILDING')
    assert.match(JSON.stringify(step?.faults), new RegExp(`timeZone.*${refusal}`), value)
  }
  const body = { step: 'BUILDING', data: { name: 'Marked annex', timeZone: 'US/Eastern' } }
  const reply = await server.call<{ steps: { name: string; faults: unknown[] }[] }>(
    'PUT',
    '/api/wizard/state',
    {
      token,
      body,
    },
  )
  assert.deepEqual(reply.json.data.steps.find(({ name }) => name === 'BUILDING')?.faults, [])
})

test('An alias of a zone is stored as its canonical name by every endpoint', async () => {
  const { tenant } = await createEverything(server)
  const { token } = tenant.admin
  const kept = async (method: string, target: string, body: object): Promise<Record<string, unknown>> => {
    const reply = await server.call<Record<string, unknown>>(method, target, { token, body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json.data
  }
  const building = await kept('POST', '/api/admin/buildings', { name: 'Delhi', timeZone: 'Asia/Calcutta' })
  assert.equal(building.timeZone, 'Asia/Kolkata')
  const again = await kept('PATCH', `/api/admin/buildings/${building.id}`, { timeZone: 'Asia/Calcutta' })
  assert.equal(again.version, building.version, 'the same zone is no change')
  const me = (await kept('PATCH', '/api/auth/me', { timeZone: 'US/Eastern' })) as {
    user: { timeZone: string }
  }
  assert.equal(me.user.timeZone, 'America/New_York')
  const settings = await kept('PATCH', '/api/admin/settings', { profile: { timeZone: 'europe/kiev' } })
  assert.equal((settings.profile as { timeZone: string }).timeZone, 'Europe/Kyiv')
})

/** For all tables with a time zone. */
const storeZones = async (zone: string, tenantId: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where c.table_schema = 'public' and c.column_name = 'time_zone' and t.table_type = 'BASE TABLE' order by 1`,
    )
    for (const { name } of rows)
      await client.query(
        `update ${name} set time_zone = $2 where ${name === 'tenant' ? 'id' : 'tenant_id'} = $1`,
        [tenantId, zone],
      )
    return rows.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

const faultsOf = async (tenantId: string): Promise<unknown[]> => {
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  try {
    const { rows } = await client.query(
      'select kind, fault from due_work where tenant_id = $1 and fault is not null',
      [tenantId],
    )
    const parked = await client.query("select data from pgboss.job where name = 'parked'")
    return [...rows, ...parked.rows]
  } finally {
    await client.end()
  }
}

const reads = specs.filter(
  ({ method, access, stream }) => method === 'GET' && access.kind !== 'system' && stream === undefined,
)

for (const zone of ['BST', '+0530', 'SystemV/EST5'].slice(0, rounds(1, 3)))
  test(`A stored ${zone} is read as UTC: no response and no job fails, and the stored value appears only in the attention list`, async () => {
    const stored = await createEverything(server)
    const { tenant } = stored
    await server.drain()
    const before = new Map<string, number>()
    for (const spec of reads) before.set(spec.name, (await callRightly(server, spec, stored)).status)
    assert.deepEqual(await storeZones(zone, tenant.id), [
      'app_user',
      'building',
      'feedback_rollup',
      'mailing',
      'schedule',
      'tenant',
    ])
    server.clock.advance(60_000)
    for (const spec of reads) {
      const reply = await callRightly(server, spec, stored)
      assert.equal(reply.status, before.get(spec.name), `${spec.name}: ${reply.text.slice(0, 300)}`)
      assert.doesNotMatch(
        reply.text,
        new RegExp(`"[a-zA-Z]*[zZ]one":"${zone.replace('+', '\\+')}"`),
        spec.name,
      )
    }
    for (const days of [1, 7, 30]) {
      server.clock.advance(days * 86_400_000)
      await server.drain()
    }
    assert.deepEqual(await faultsOf(tenant.id), [])
  })

test('An invalid stored zone is in the attention list with its record, until one is chosen', async () => {
  const stored = await createEverything(server)
  const { tenant, records } = stored
  const { token } = tenant.admin
  const calls = async (query = '', as = token) => {
    const reply = await server.call<Overview>('GET', `/api/dashboard/overview${query}`, { token: as })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data.attention
      .filter(({ reason }) => reason.includes('not a time zone'))
      .map(({ kind, id, reason }) => [kind, id, reason])
  }
  assert.deepEqual(await calls(), [])
  await storeZones('US/Eastern', tenant.id)
  assert.deepEqual(await calls(), [], 'another name of a zone is one')
  await storeZones('BST', tenant.id)
  const reason = '“BST” is not a time zone, so its times are in UTC'
  assert.deepEqual((await calls()).sort(), [
    ['BUILDING', records.buildingId, reason],
    ['MAILING', records.mailingId, reason],
    ['ORGANISATION', tenant.id, reason],
    ['SCHEDULE', records.scheduleId, reason],
  ])
  assert.deepEqual(await calls(`?buildingId=${records.buildingId}`), [
    ['BUILDING', records.buildingId, reason],
  ])
  assert.deepEqual(
    (await calls('', tenant.manager.token)).map(([kind]) => kind).sort(),
    ['BUILDING', 'ORGANISATION'],
    'who sees no schedules and mailings is not told of theirs',
  )
  const change = async (target: string, body: object): Promise<void> => {
    const reply = await server.call('PATCH', target, { token, body })
    assert.equal(reply.status, 200, reply.text)
  }
  await change(`/api/admin/buildings/${records.buildingId}`, { name: 'Renamed' })
  await change(`/api/admin/schedules/${records.scheduleId}`, { name: 'Renamed' })
  await change('/api/admin/settings', { profile: { name: 'Renamed' } })
  assert.equal((await calls()).length, 4, 'a change of something else chooses none')
  await change(`/api/admin/buildings/${records.buildingId}`, { timeZone: 'Europe/London' })
  await change('/api/admin/settings', { profile: { timeZone: 'UTC' } })
  await server.drain()
  assert.deepEqual(await calls(), [])
  const schedules = await server.call<{ timeZone: string }[]>('GET', '/api/admin/schedules', { token })
  assert.deepEqual(
    schedules.json.data.map(({ timeZone }) => timeZone),
    ['Europe/London'],
    'it follows its building',
  )
})
