import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Amenity } from '#contracts/places/amenities.ts'
import type { Building, BuildingWithLocations, ImportReport } from '#contracts/places/buildings.ts'
import { growsWithSize } from '#test/growth.ts'
import { startTestServer } from '#test/server.ts'
import { createLevels, createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { readCsv } from './import/csv-table.ts'

const server = await startTestServer()

const send = (tenant: TestTenant, csv: string, more: Record<string, unknown> = {}) =>
  server.call<ImportReport>('POST', '/api/admin/buildings/import', {
    token: tenant.admin.token,
    body: { csv, ...more },
  })
const taken = async (tenant: TestTenant, csv: string): Promise<ImportReport> => {
  const { status, text, json } = await send(tenant, csv)
  assert.equal(status, 200, text)
  assert.equal(json.data.errors, 0, text)
  return json.data
}
const get = async <T>(tenant: TestTenant, path: string): Promise<T> =>
  (await server.call<T>('GET', `/api/admin/${path}`, { token: tenant.admin.token })).json.data
const refusal = async (csv: string): Promise<string> => {
  const { json, status } = await send(await createTenant(server), csv)
  assert.equal(`${status} ${json.code} ${json.details?.[0]?.path}`, '400 VALIDATION_ERROR body.csv')
  return json.details?.[0]?.message ?? ''
}
const namesOf = async (tenant: TestTenant): Promise<string[]> =>
  (await get<Building[]>(tenant, 'buildings?sort=name&pageSize=100')).map(({ name }) => name)

test('A first line such as sep=; names the delimiter and is no row', async () => {
  const tenant = await createTenant(server)
  const file =
    '\ufeffsep=;\r\nbuilding;floor;room;amenity;amenity id;type;accessible;latitude;longitude\r\nRathaus;EG;0.12;WC Damen;A-1;WASHROOM;ja;52,5186;13,4081\r\n'
  const report = await taken(tenant, file)
  assert.deepEqual(
    report.lines.map(({ line, status }) => [line, status]),
    [[2, 'CREATED']],
  )
  const [building] = await get<Building[]>(tenant, 'buildings')
  assert.deepEqual([building?.name, building?.latitude], ['Rathaus', 52.5186])
  for (const first of ['SEP=|\n', '"sep=|"\n', 'sep=|;\r']) {
    const other = await createTenant(server)
    await taken(other, `${first}building|amenity\nKantine, Hof;1|Lift`)
    assert.deepEqual(await namesOf(other), ['Kantine, Hof;1'], first)
  }
  const tabs = await createTenant(server)
  await taken(tabs, 'sep=\t\nbuilding\tamenity\nOld, Mill\tLift')
  assert.deepEqual(await namesOf(tabs), ['Old, Mill'])
})

test('Empty cells to the right of the heading are dropped; a filled one is a fault of its line', async () => {
  const tenant = await createTenant(server)
  const csv =
    'building,floor,amenity,type\nBroad Street,Ground,Toilets,WASHROOM,,,\nQueen Street,Ground,Toilets,WASHROOM,\nBack Lane,Ground,Toilets,WASHROOM, ,\t\n'
  assert.deepEqual(
    (await taken(tenant, csv)).lines.map(({ status }) => status),
    ['CREATED', 'CREATED', 'CREATED'],
  )
  const report = (await send(tenant, `${csv}Mill,Ground,Toilets,WASHROOM,,x,\n`)).json.data
  assert.deepEqual(report.lines[3]?.faults, [
    { column: 'building', value: null, message: 'the line has 6 cells, the heading 4' },
  ])
  const breaks = await createTenant(server)
  await taken(breaks, 'building,address\nMill,"Quay 1\nHamburg",,,\n')
  assert.equal((await get<Building[]>(breaks, 'buildings'))[0]?.address, 'Quay 1\nHamburg')
})

test('A heading cell with a line break is read as with a space', async () => {
  const files = [
    '"building\n(name)";"amenity";"type"\nRathaus;WC;WASHROOM\n',
    '"building\r\nid","building","my\r\ncolumn","amenity"\r\n1,Rathaus,x,WC\r\n',
    'amenity\t"Building\n\nname"\nWC\tRathaus',
  ]
  for (const file of files) {
    const tenant = await createTenant(server)
    const report = await taken(tenant, file)
    assert.deepEqual(await namesOf(tenant), ['Rathaus'], file)
    assert.deepEqual(report.unknownColumns, file.includes('my') ? ['my column'] : [])
  }
})

test('Names that differ only by invisible characters or Unicode composition are the same building, location and amenity', async () => {
  const tenant = await createTenant(server)
  const rows = [
    ['Café', 'WC'],
    ['Cafe\u0301', 'WC 2'],
    ['Office\u200b', 'WC'],
    ['Office', 'WC 2'],
    ['Office\u00a0', 'WC 3'],
    ['STRASSE 1', 'WC'],
    ['Straße 1', 'WC 2'],
    ['İstanbul', 'WC'],
    ['istanbul', 'WC 2'],
  ]
  const csv = `building,amenity\n${rows.map((row) => row.join(',')).join('\n')}\n`
  await taken(tenant, csv)
  assert.deepEqual((await namesOf(tenant)).toSorted(), [
    'Café',
    'Office',
    'STRASSE 1',
    'Straße 1',
    'istanbul',
    'İstanbul',
  ])
  const again =
    'building,floor,amenity\nOf\u00adfice,Ground,Lift\nOffice,Gr\u2060ound,Li\u200cft\nOFFICE,Ground,Lif\ufe0ft\n'
  assert.deepEqual(
    (await taken(tenant, again)).lines.map(({ status }) => status),
    ['CREATED', 'SKIPPED', 'SKIPPED'],
  )
  assert.deepEqual(
    (await taken(tenant, 'Ra\u0308ume,Building,Amenity\n,office,WC\n')).lines.map(({ status }) => status),
    ['UNCHANGED'],
  )
})

test('A spreadsheet file is refused with advice what to do', async () => {
  assert.match(await refusal('PK\u0003\u0004\u0014[Content_Types].xml'), /save it as CSV UTF-8/)
  assert.match(await refusal('\ufeffPK\u0003\u0004,building\nA'), /save it as CSV UTF-8/)
})

test('A heading of more than 200 columns is refused before the table is parsed', async () => {
  for (const sign of [',', ';', '\t'])
    assert.equal(
      await refusal(`building${sign.repeat(300_000)}\n${'x,'.repeat(100_000)}`),
      'The first line has more than 200 columns',
    )
  assert.equal(
    await refusal(`sep=|\nbuilding${'|'.repeat(300_000)}`),
    'The first line has more than 200 columns',
  )
  const most = `building,amenity${',x'.repeat(198)}\nMill,Lift\n`
  assert.equal((await taken(await createTenant(server), most)).created, 1)
})

test('The time to parse a table is proportional to its length, whatever its quotes', async () => {
  const shapes: Record<string, (size: number) => string> = {
    plain: (size) => 'Mill,Lift\n'.repeat(size),
    cells: (size) => `Mill${',x'.repeat(size * 5)}`,
    quotes: (size) => '"Mill "old"",5" pipe\n'.repeat(size),
    breaks: (size) => `Mill,"${'\n'.repeat(size * 10)}"`,
    unclosed: (size) => 'Mill,"Lift\nMill,Lift\n'.repeat(size),
    blanks: (size) => `Mill,"Lift"${' '.repeat(size * 10)}x`,
    empty: (size) => `Mill,Lift${', '.repeat(size * 5)}`,
  }
  for (const [name, shape] of Object.entries(shapes)) {
    const read = (size: number): void => {
      try {
        readCsv(`building,amenity\n${shape(size)}`)
      } catch (error) {
        assert.match(String(error), /Too many quotes/)
      }
    }
    assert.ok(await growsWithSize(read, 200), name)
  }
})

const exported = async (tenant: TestTenant, query = ''): Promise<string> => {
  const reply = await server.call('GET', `/api/dashboard/export?what=amenities${query}`, {
    token: tenant.admin.token,
  })
  assert.equal(reply.status, 200, reply.text)
  return new TextDecoder().decode(reply.bytes)
}

/**
 * Amenities at six levels of locations and without one, in a building with an external id, and with names that a
 * spreadsheet would evaluate as formulas.
 */
const stage = async (): Promise<TestTenant> => {
  const tenant = await createTenant(server, { plan: 'ENTERPRISE' })
  const place = await createPlace(server, tenant)
  const locationId = (await createLevels(server, tenant, place.buildingId)).at(-1)
  await server.call('PATCH', `/api/admin/amenities/${place.amenityId}`, {
    token: tenant.admin.token,
    body: { locationId },
  })
  await taken(
    tenant,
    'building,building id,floor,area,amenity,amenity id,type\nMill,M-1,"Level, 1","East; wing",-Lift,L-1,ELEVATOR\n=Annex,,,,"The ""Old"" @Room;=1",,MEETING_ROOM\n',
  )
  return tenant
}

test('An export of amenities can be imported again: nothing changes, and a changed name updates its line only', async () => {
  const tenant = await stage()
  const before = await get<Amenity[]>(tenant, 'amenities?sort=name')
  for (const language of ['en', 'de']) {
    const report = await taken(tenant, await exported(tenant, `&language=${language}`))
    assert.deepEqual(
      report.lines.map(({ status }) => status),
      ['UNCHANGED', 'UNCHANGED', 'UNCHANGED'],
      language,
    )
    assert.deepEqual(report.unknownColumns, [])
    assert.deepEqual(await get(tenant, 'amenities?sort=name'), before)
  }
  const renamed = await taken(tenant, (await exported(tenant)).replace("'-Lift", "'-Lift B"))
  assert.deepEqual([renamed.updated, renamed.unchanged], [1, 2])
  const [lift] = await get<Amenity[]>(tenant, 'amenities?q=Lift')
  assert.deepEqual([lift?.name, lift?.location?.path], ['-Lift B', 'Level, 1, East; wing'])
  assert.equal((await get<Building[]>(tenant, 'buildings')).length, 3)
})

test('An export creates the same places in another organisation, and a line without an id creates a new amenity', async () => {
  const [tenant, other] = [await stage(), await createTenant(server, { plan: 'ENTERPRISE' })]
  const file = await exported(tenant)
  assert.equal((await taken(other, file)).created, 3)
  assert.deepEqual(await namesOf(other), await namesOf(tenant))
  assert.equal((await taken(other, file)).unchanged, 3)
  const [mill] = await get<Building[]>(other, 'buildings?q=Mill')
  const { locations } = await get<BuildingWithLocations>(other, `buildings/${mill?.id}`)
  const added = await taken(other, 'Name,Building,Id,Location\nLift B,Mill,,Level\n')
  assert.equal(added.created, 1)
  assert.ok(locations.length > 0)
})

test('An archived amenity is skipped when its export is imported', async () => {
  const tenant = await stage()
  const file = (await exported(tenant)).replaceAll(',false,', ',true,')
  assert.deepEqual(
    (await taken(tenant, file)).lines.map(({ status, message }) => [status, message]),
    Array(3).fill(['SKIPPED', 'the amenity is archived']),
  )
})
