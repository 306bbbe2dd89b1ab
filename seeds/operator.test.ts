import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { exportsOn } from '#test/exports.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { seedDemo } from './demo.ts'
import { exportFile } from './export-file.ts'
import { importPlaces } from './import-csv.ts'
import { listTenants } from './tenants.ts'

const server = await startTestServer({ worker: false })
const { platform } = server.built
const { owner } = exportsOn(server)
const csv = 'building,floor,amenity\nNorth,Level 1,Room\nNorth,Level 1,Hall'

const logOf = async (tenant: TestTenant, search = '') =>
  (
    await server.call<AuditEntry[]>('GET', `/api/admin/audit-log?sort=at&pageSize=100${search}`, {
      token: tenant.admin.token,
    })
  ).json.data

test('An import by the operator is in the tenant’s audit log, one entry for each place, found by its id', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const report = await importPlaces(platform, tenant.id, csv)
  const log = await logOf(tenant)
  assert.deepEqual(
    log.map(({ actor, action, targetName }) => [actor.kind, actor.id, actor.name, action, targetName]),
    ['North', 'Level 1', 'Room', 'Hall'].map((name) => [
      'SYSTEM',
      'operator',
      'Operator (command line)',
      'operator.importPlaces',
      name,
    ]),
  )
  assert.equal(new Set(log.map(({ requestId }) => requestId)).size, 1)
  for (const id of [report.lines[1]?.amenityId, report.lines[0]?.buildingId])
    assert.equal((await logOf(tenant, `&target=${id}`)).length, 1)
  assert.equal((await logOf(tenant, '&action=operator.*')).length, 4)
  assert.deepEqual(await logOf(other), [])
  assert.deepEqual((await verifyChain(platform, tenant.id)).breaks, [])
})

test('A second import of the same file changes nothing and adds no entry; one that changes a place adds its entry', async () => {
  const tenant = await createTenant(server)
  await importPlaces(platform, tenant.id, csv)
  await importPlaces(platform, tenant.id, csv)
  assert.equal((await logOf(tenant)).length, 4)
  await importPlaces(
    platform,
    tenant.id,
    'building,floor,amenity,type\nNorth,Level 1,Room,WASHROOM\nNorth,Level 1,Hall,',
  )
  assert.deepEqual(
    (await logOf(tenant)).slice(4).map(({ targetName }) => targetName),
    ['Room'],
  )
})

test('If the audit entry cannot be written nothing is imported, and a refused import adds no entry', async () => {
  const tenant = await createTenant(server)
  await owner(
    `create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`,
  )
  await owner(
    `create trigger refuse before insert on audit_entry for each row when (new.tenant_id = '${tenant.id}') execute function refuse()`,
  )
  await assert.rejects(importPlaces(platform, tenant.id, csv))
  await owner('drop trigger refuse on audit_entry')
  const places = await server.call<unknown[]>('GET', '/api/admin/buildings', { token: tenant.admin.token })
  assert.deepEqual(places.json.data, [])

  const small = await createTenant(server, { plan: 'TRIAL' })
  const many = ['building', 'A', 'B', 'C', 'D'].join('\n')
  await assert.rejects(importPlaces(platform, small.id, many), /Nothing was imported/)
  assert.deepEqual(await logOf(small), [])
})

test('An export by the operator is logged before its first byte; one of an unknown tenant is not logged', async () => {
  const tenant = await createTenant(server)
  const file = path.join(server.dataDir, 'out.zip')
  await exportFile(server.built, tenant.id, file)
  await assert.rejects(exportFile(server.built, tenant.id, path.join(server.dataDir, 'no/where.zip')))
  await assert.rejects(exportFile(server.built, 'nobody', file))
  assert.deepEqual(
    (await logOf(tenant)).map(({ action, actor, target }) => [action, actor.name, target]),
    Array.from({ length: 2 }, () => ['operator.exportEverything', 'Operator (command line)', null]),
  )
})

test('Creating the demo and resetting its passwords is in the demo’s audit log', async () => {
  await seedDemo(server.built)
  await writeFile(path.join(server.dataDir, 'demo-password'), '')
  await seedDemo(server.built)
  await seedDemo(server.built)
  const demo = (await listTenants(platform)).find(({ slug }) => slug === 'demo')
  const entries = await owner<{ action: string; actor_kind: string }>(
    'select action, actor_kind from audit_entry where tenant_id = $1 order by seq',
    [demo?.id],
  )
  assert.deepEqual(entries, [
    { action: 'operator.makeDemo', actor_kind: 'SYSTEM' },
    { action: 'operator.resetDemo', actor_kind: 'SYSTEM' },
  ])
})

/** Each command and its audit action; undefined if it neither changes nor exports a tenant's data. */
const commands: Record<string, string | undefined> = {
  start: undefined,
  migrate: undefined,
  seed: 'operator.makeDemo',
  import: 'operator.importPlaces',
  export: 'operator.exportEverything',
  'erase-person': 'operator.erasePerson',
  plan: 'operator.setPlan',
  'super-admin': undefined,
  // Super admins are of no tenant.
  add: undefined,
  remove: undefined,
  // Erasing is in the audit log of the platform, since nothing of the tenant is left.
  'erase-tenant': undefined,
  // A backup is of all tenants; a restore leaves the log as it was then.
  backup: undefined,
  restore: undefined,
  // Follows events and stores nothing.
  listen: undefined,
  // Calls the API as a person, whose changes the service itself records.
  mcp: undefined,
  'slack-manifest': undefined,
  openapi: undefined,
  check: undefined,
  distribute: undefined,
  audit: undefined,
  verify: undefined,
  // Retried work was started by somebody else.
  jobs: undefined,
  parked: undefined,
  retry: undefined,
  // The encrypted data belongs to the service.
  'secret-lost': undefined,
}

test('Each command either adds an audit entry or changes nothing of a tenant', async () => {
  const files = ['cli.ts', 'backup-commands.ts'].map((name) =>
    readFile(path.resolve(import.meta.dirname, '../apps/server', name), 'utf8'),
  )
  const named = [...(await Promise.all(files)).join('\n').matchAll(/\.command\('([a-z-]+)/g)].map(
    ([, name]) => name ?? '',
  )
  assert.deepEqual(named.sort(), Object.keys(commands).sort())
})

test('docs/command-line.md names each command', async () => {
  const page = await readFile(path.resolve(import.meta.dirname, '../docs/command-line.md'), 'utf8')
  const missing = Object.keys(commands).filter((name) => !new RegExp(`\`[^\`]*\\b${name}\\b`).test(page))
  assert.deepEqual(missing, [])
})
