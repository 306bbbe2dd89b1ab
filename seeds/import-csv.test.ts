import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test } from 'node:test'
import type { Amenity, AmenityWithItems } from '#contracts/places/amenities.ts'
import type { Building } from '#contracts/places/buildings.ts'
import { cpuTimeOf } from '#test/cpu-time.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { importPlaces, importTable, readTable } from './import-csv.ts'

const server = await startTestServer({ worker: false })
const { platform } = server.built
const sample = path.resolve(import.meta.dirname, 'sample-restrooms.csv')
const text = await readFile(sample, 'utf8')

const importFile = async (slug: string | undefined, file: string) =>
  importTable(server.built, slug, await readTable(file))

const get = async <T>(tenant: TestTenant, target: string): Promise<T> =>
  (await server.call<T>('GET', `/api/admin/${target}`, { token: tenant.admin.token })).json.data
const buildings = (tenant: TestTenant) => get<Building[]>(tenant, 'buildings?pageSize=100')
const amenitiesOf = (tenant: TestTenant, building: Building | undefined) =>
  get<Amenity[]>(tenant, `amenities?buildingId=${building?.id}&sort=name`)

test('The import reports a result for every line of a list of restrooms', async () => {
  const tenant = await createTenant(server)
  const report = await importPlaces(platform, tenant.id, text)
  assert.deepEqual([report.created, report.updated, report.unchanged, report.errors], [9, 0, 0, 3])
  assert.deepEqual(
    report.lines
      .filter(({ status }) => status !== 'CREATED')
      .map(({ line, status, column }) => [line, status, column]),
    [
      [10, 'ERROR', 'Status'],
      [11, 'ERROR', 'Latitude'],
      [12, 'ERROR', 'Facility Name'],
    ],
  )
  assert.ok(
    report.lines.every(
      ({ status, buildingId, amenityId }) => status === 'ERROR' || (buildingId && amenityId),
    ),
  )
})

test('Each site becomes a building, each restroom a WASHROOM with a code and status items', async () => {
  const tenant = await createTenant(server)
  await importPlaces(platform, tenant.id, text)
  const sites = await buildings(tenant)
  assert.equal(sites.length, 8)
  const parks = sites.filter(({ name }) => name === 'Lime Tree Park')
  assert.deepEqual(parks.map(({ latitude, longitude }) => [latitude, longitude]).sort(), [
    [53.551086, 9.993682],
    [53.600006, 10.000007],
  ])
  const [first, second] = await amenitiesOf(
    tenant,
    parks.find(({ latitude }) => latitude === 53.551086),
  )
  assert.deepEqual([first?.name, second?.name, first?.type], ['Washroom', 'Washroom 2', 'WASHROOM'])
  assert.match(first?.qrCode ?? '', /^[0-9A-Z]{20}$/)
  assert.ok(sites.some(({ name }) => name === 'Captain O’Connor Playground'))
  assert.ok(sites.some(({ name }) => name === 'Café Größe'))
})

test('State, opening hours, accessibility and notes follow the file', async () => {
  const tenant = await createTenant(server)
  await importPlaces(platform, tenant.id, text)
  const sites = await buildings(tenant)
  const one = async (name: string): Promise<AmenityWithItems> => {
    const [amenity] = await amenitiesOf(
      tenant,
      sites.find((site) => site.name === name),
    )
    return get<AmenityWithItems>(tenant, `amenities/${amenity?.id}`)
  }
  const library = await one('Harbour Library, Reading Room')
  assert.equal(library.openingHours, 'Monday\t10 am - 6 pm\nTuesday\t1 pm - 8 pm\nSunday\tCLOSED')
  assert.equal(library.accessible, false)
  assert.match(
    library.notes ?? '',
    /Changing Stations: Yes\nAdditional Notes: Yes, a key is needed to enter\nWebsite: https:\/\/library\.example\/harbour/,
  )
  for (const [name, state] of [
    ['Old Pump House', 'OUT_OF_ORDER'],
    ['New Bridge Kiosk', 'MAINTENANCE'],
    ['Fish Market Hall', 'OUT_OF_ORDER'],
    ['Café Größe', 'OPERATIONAL'],
  ]) {
    const amenity = await one(name ?? '')
    assert.equal(amenity.state, state)
    assert.deepEqual(
      amenity.statusItems.map((item) => item.state),
      [state, 'OPERATIONAL', 'OPERATIONAL'],
    )
  }
  assert.equal((await one('New Bridge Kiosk')).openingHours, 'Future')
  assert.equal((await one('Old Pump House')).accessible, null)
  assert.match((await one('Fish Market Hall')).notes ?? '', /Accessibility: Partially Accessible/)
})

test('A second run changes nothing', async () => {
  const tenant = await createTenant(server)
  const first = await importPlaces(platform, tenant.id, text)
  const before = await buildings(tenant)
  const second = await importPlaces(platform, tenant.id, text)
  assert.deepEqual([second.created, second.updated, second.unchanged, second.errors], [0, 0, 9, 3])
  assert.deepEqual(
    second.lines.map(({ amenityId }) => amenityId),
    first.lines.map(({ amenityId }) => amenityId),
  )
  assert.deepEqual(await buildings(tenant), before)
  const events = await tenant.inside((ctx) => ctx.db.selectFrom('event').select('type').execute())
  assert.deepEqual(new Set(events.map(({ type }) => type)), new Set(['amenity.created']))
})

test('A run after the file has changed updates what changed, and leaves the state to the team', async () => {
  const tenant = await createTenant(server)
  await importPlaces(platform, tenant.id, text)
  const later = text
    .replace('6am-1am', '7am-11pm')
    .replace('Old Pump House,Park,City Parks,Not Operational', 'Old Pump House,Park,City Parks,Operational')
  const report = await importPlaces(platform, tenant.id, later)
  assert.deepEqual(
    report.lines.filter(({ status }) => status === 'UPDATED').map(({ line }) => line),
    [8],
  )
  const [pumpHouse] = await amenitiesOf(
    tenant,
    (await buildings(tenant)).find(({ name }) => name === 'Old Pump House'),
  )
  assert.equal(pumpHouse?.state, 'OUT_OF_ORDER')
})

test('Two simultaneous runs create nothing twice', async () => {
  const tenant = await createTenant(server)
  const reports = await Promise.all([1, 2, 3].map(() => importPlaces(platform, tenant.id, text)))
  assert.deepEqual(reports.map(({ created }) => created).sort(), [0, 0, 9])
  assert.equal((await buildings(tenant)).length, 8)
})

test('If the plan is too small the import says so and saves nothing', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  await assert.rejects(
    importPlaces(platform, tenant.id, text),
    /Nothing was imported\. The plan allows 3 buildings/,
  )
  assert.equal((await buildings(tenant)).length, 0)
})

test('A thousand lines are imported in less than five seconds, and again in less', async () => {
  const tenant = await createTenant(server)
  const [heading] = text.split('\n')
  const many = [
    heading,
    ...Array.from(
      { length: 1047 },
      (_, index) =>
        `Site ${index},Park,Parks,Operational,Year Round,"8am-4pm,\nlater in summer",,,,,,${40 + index / 10_000},-73.9,POINT`,
    ),
  ].join('\n')
  for (const expected of [1047, 0]) {
    const ms = await cpuTimeOf(async () => {
      const report = await importPlaces(platform, tenant.id, many)
      assert.equal(report.created, expected)
    })
    assert.ok(ms < 5000, `${ms} ms`)
  }
})

test('With several tenants one must be named; an unreadable file is reported', async () => {
  const [{ id }] = [await createTenant(server)]
  await assert.rejects(importFile(undefined, sample), /several tenants; say which with --tenant/)
  await assert.rejects(importFile('nobody', sample), /no tenant "nobody"/)
  await assert.rejects(importFile(`tenant-${id}`, '/nowhere.csv'), /cannot be read/)
  const latin1 = path.join(server.dataDir, 'latin1.csv')
  await writeFile(latin1, Buffer.from('building\nCaf\xe9', 'latin1'))
  await assert.rejects(importFile(`tenant-${id}`, latin1), /not UTF-8/)
  const empty = path.join(server.dataDir, 'empty.csv')
  await writeFile(empty, '')
  await assert.rejects(importFile(`tenant-${id}`, empty), /must name the columns/)
  assert.equal((await importFile(`tenant-${id}`, sample)).created, 9)
})
