/** `npx wellkept` beside the service. */
import assert from 'node:assert/strict'
import { readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import { openCommands } from './commands.ts'
import { call, databaseUrlOf } from './service.ts'
import { inDatabase } from './visitors.ts'

const { files, folder, get, run, service, tenant } = await openCommands()

const invitedAndRemoved = async (): Promise<string> => {
  const token = tenant.token
  const body = { email: 'leaver@example.com', name: 'Lea Ver', roles: ['TECHNICIAN'] }
  const { json } = await call<{ id: string }>(service(), 'POST', '/api/admin/users', { token, body })
  const removed = await call(service(), 'DELETE', `/api/admin/users/${json.data.id}`, { token })
  assert.ok(removed.status < 300, JSON.stringify(removed.json))
  return json.data.id
}

test('Each command works beside the running service, prints only its result, and its changes apply immediately', async () => {
  writeFileSync(path.join(files, 'places.csv'), 'building,amenity,type\nNew house,Lift,ELEVATOR\n')
  const leaver = await invitedAndRemoved()
  const places = '/api/admin/amenities?sort=name'
  assert.equal((await get<unknown[]>(places)).length, 1)

  const expected: [[string, ...string[]], RegExp][] = [
    [
      ['check'],
      /^ok {2}settings[\s\S]*\nok {2}email is written to \/.+ and not sent[\s\S]*\nok {2}disk: \d+ MB free in \/.+\nok {2}time zones\n$/,
    ],
    [['migrate', '--dry-run'], /^The database is up to date\n$/],
    [['audit', 'verify'], /^[^{]*$/],
    [['jobs', 'parked'], /^Nothing is parked\n$/],
    [['export', tenant.tenantId], /^\d+ records and 0 photos in .*\.zip\n$/],
    [['import', 'places.csv'], /^1 created, 0 updated, 0 unchanged, 0 with errors\n$/],
    [
      ['erase-person', tenant.tenantId, leaver],
      /^The name was erased, also in \d+ entries of the audit log\n$/,
    ],
    [['plan', tenant.tenantId, 'ENTERPRISE'], /^Organisation \d+ is on ENTERPRISE already\n$/],
    [['openapi'], /^\{\n {2}"openapi": "3\.1/],
  ]
  await Promise.all(
    expected.map(async ([args, output]) => {
      const { code, stdout, stderr } = await run(args)
      assert.equal(code, 0, `${args[0]}: ${stdout.slice(-500)}${stderr}`)
      assert.match(stdout, output)
      assert.equal(stderr, '', args[0])
      if (args[0] === 'import') {
        const [lift] = await get<{ name: string; qrCode: string }[]>(places)
        assert.equal(lift?.name, 'Lift')
        assert.equal((await call(service(), 'GET', `/api/feedback/amenity/${lift?.qrCode}`)).status, 200)
      }
    }),
  )

  assert.equal(readdirSync(files).filter((name) => name.endsWith('.zip')).length, 1)
  const log = await get<AuditEntry[]>('/api/admin/audit-log?pageSize=100&action=operator.*')
  assert.deepEqual([...new Set(log.map(({ action }) => action))].sort(), [
    'operator.erasePerson',
    'operator.exportEverything',
    'operator.importPlaces',
  ])
  assert.ok(service().isRunning())
})

test('`wellkept check` lists invalid stored time zones and their records', async () => {
  await inDatabase(
    databaseUrlOf(folder.path, 'superuser'),
    "update building set time_zone = 'BST' where tenant_id = $1 and name <> 'New house'",
    [tenant.tenantId],
  )
  const { code, stdout } = await run(['check'])
  assert.equal(code, 1)
  assert.match(stdout, /\nBAD time zone: "BST" of 1 building in \S+ is read as UTC\n$/)
})
