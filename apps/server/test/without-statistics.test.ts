/** Requests read as little before PostgreSQL has statistics of a tenant's rows as afterwards. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import pg from 'pg'
import { endpoints } from '#contracts/all.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { rollUp } from '#server/modules/feedback/rollup/roll-up.ts'
import { activeScout } from '#server/modules/scout/testing/scout-stage.ts'
import { systemClock } from '#server/platform/clock.ts'
import { type Crowded, fillWithCrowd } from './crowd.ts'
import { startFakeStripe } from './fake-stripe.ts'
import { fillArena, openArena } from './fill-arena.ts'
import { credentialFor } from './matrix-calls.ts'
import { type Reply, startTestServer } from './server.ts'
import { noteStatements, readingsOf } from './statement-plans.ts'
import { signInSuperAdmin } from './super-admin.ts'
import { createTenant, insideTenant } from './world.ts'

const stripe = await startFakeStripe(systemClock)
const server = await startTestServer({ env: stripe.env })
const owner = new pg.Client({ connectionString: server.database.url })
await owner.connect()
server.beforeEnd.push(() => owner.end())

await owner.query(`do $$ declare t text; begin
  for t in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' loop
    execute format('alter table %I set (autovacuum_enabled = off)', t);
  end loop; end $$`)
await fillWithCrowd(server, await createTenant(server))
await owner.query('analyze')
const tenant = await createTenant(server)
const place = await fillWithCrowd(server, tenant)
const scout = await activeScout(server, tenant, { buildingIds: [place.buildingId] })
const root = await signInSuperAdmin(server)
const arena = await openArena(server, tenant, await fillArena(tenant, 'Crowd'))

const tokenOf = ({ access, name }: Endpoint, staffToken: string): string => {
  if (access.kind === 'scout') return scout.accessToken
  if (access.kind !== 'arena') return staffToken
  return name === 'getKioskBoard' ? arena.kiosk : arena.player
}

/** Path parameter by prefix; endpoints of other paths are not called. */
const named = ({ path }: Endpoint, of: Crowded): string | undefined => {
  if (path.includes(':qrCode') || path.includes(':code')) return of.qrCode
  if (path.startsWith('/api/tasks/')) return of.taskId
  if (path.startsWith('/api/dashboard/feedback/')) return of.feedbackId
  if (path.startsWith('/api/dashboard/amenities/')) return of.amenityId
  if (path.startsWith('/api/dashboard/buildings/')) return of.buildingId
  if (path.startsWith('/api/scout/amenities/')) return of.amenityId
  if (path.startsWith('/api/scout/sites/')) return of.buildingId
  if (path.startsWith('/api/admin/amenities/')) return of.amenityId
  if (path.startsWith('/api/admin/buildings/')) return of.buildingId
  if (path.startsWith('/api/admin/users/')) return of.userId
  if (path.includes(':trackingToken'))
    return server.built.platform.keys.seal('tracking', tenant.id, of.feedbackId)
  return undefined
}

const values: Record<string, string> = {
  building: place.buildingId,
  buildingId: place.buildingId,
  amenity: place.amenityId,
  amenityId: place.amenityId,
  location: place.locationId,
  locationId: place.locationId,
  assignee: place.userId,
  assigneeId: place.userId,
  type: 'WASHROOM',
  category: 'LEAK',
  q: 'lamp',
  page: '90',
  pageSize: '100',
  from: '2025-01-01',
}

interface Schema {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly 'x-format'?: string
}

const valuesOf = (name: string, schema: Schema): string[] => {
  if (name === 'from' && schema['x-format'] === 'instant') return ['2025-01-01T00:00:00Z']
  if (values[name] !== undefined) return [values[name]]
  const choices = schema.enum ?? schema.items?.enum
  if (choices) return [...choices]
  return schema.type === 'boolean' ? ['true', 'false'] : []
}

/** Parameters that need others. */
const together: Readonly<Record<string, string>> = {
  undated: '&endsFrom=2026-11-01T00:00:00Z&endsBefore=2026-12-01T00:00:00Z',
}

/** Without a query, and with each parameter alone. */
const questionsOf = ({ query }: Endpoint): string[] => [
  '',
  ...Object.entries((query?.properties ?? {}) as Record<string, Schema>).flatMap(([name, schema]) =>
    valuesOf(name, schema).map(
      (value) => `?${new URLSearchParams({ [name]: value })}${together[name] ?? ''}`,
    ),
  ),
]

/** Some actions of people, and their jobs. */
const work = async (): Promise<void> => {
  const { token } = tenant.admin
  const send = async (method: string, path: string, body: unknown, by?: string) => {
    const reply = await server.call<{ id: string }>(method, path, { body, token: by })
    assert.ok(reply.status < 300, `${method} ${path}: ${reply.text}`)
    return reply.json.data
  }
  const task = await send('POST', '/api/tasks', { title: 'A lamp', amenityId: place.amenityId }, token)
  await send('POST', `/api/tasks/${task.id}/notes`, { text: 'On my way', public: true }, token)
  await send('PATCH', `/api/tasks/${place.taskId}/status`, { status: 'DONE' }, token)
  await send('POST', `/api/tasks/${task.id}/merge`, { taskIds: [place.taskId] }, token)
  const report = { issues: ['LEAK'], rating: 1, submissionId: task.id }
  await send('POST', '/api/feedback', { qrCode: place.qrCode, ...report })
  await send('POST', `/api/status/${place.qrCode}/report`, { itemId: place.statusItemId, issue: 'LEAK' })
  await server.drain()
  for (let more = true; more; ) more = await insideTenant(server, tenant.id, rollUp)
}

const read = async (): Promise<void> => {
  for (const spec of endpoints.filter(({ method, file }) => method === 'GET' && !file)) {
    const id = /:\w+/.test(spec.path) ? named(spec, place) : ''
    if (id === undefined || spec.query?.required?.length) continue
    for (const question of questionsOf(spec)) {
      for (const person of question === '' ? [tenant.admin, tenant.technician] : [tenant.admin]) {
        const reply: Reply = await server.call(
          'GET',
          spec.path.replace(/:\w+/, id) + question,
          credentialFor(spec, tokenOf(spec, person.token), root),
        )
        assert.ok(reply.status === 200 || person !== tenant.admin, `${spec.path}${question}: ${reply.text}`)
      }
    }
  }
}

/** Each of 5,000 submissions and 1,000 amenities may be read a few times, but not once for each of the others. */
const rowsAtMost = 250_000

const notes = noteStatements()
await work()
await read()
notes.end()
const noted = notes.take()

const nothingKnown = `set allow_system_table_mods = on;
  delete from pg_statistic where starelid in (select oid from pg_class where relnamespace = 'public'::regnamespace);
  update pg_class set relpages = 0, relallvisible = 0, reltuples = $TUPLES where relnamespace = 'public'::regnamespace and relkind in ('r', 'i')`

const knowledge = {
  'The statistics that were gathered before the tenant came': '',
  'No statistics at all': nothingKnown.replace('$TUPLES', '-1'),
  'Statistics of empty tables': nothingKnown.replace('$TUPLES', '0'),
}

for (const [title, how] of Object.entries(knowledge))
  test(`${title}: no request reads the tenant's rows once for each row`, async () => {
    await owner.query(how)
    const readings = await readingsOf(server, tenant.id, noted)
    assert.ok(readings.length > 200)
    assert.deepEqual(
      readings.filter(({ rows }) => !(rows <= rowsAtMost)),
      [],
    )
  })
