/** The import of buildings. @service-heap */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Amenity } from '#contracts/places/amenities.ts'
import type { Building, BuildingWithLocations, ImportReport } from '#contracts/places/buildings.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { longestTurn } from '#test/longest-turn.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { importPlaces } from './import/import-places.ts'

const server = await startTestServer()

const send = (tenant: TestTenant, csv: string, more: Record<string, unknown> = {}) =>
  server.call<ImportReport>('POST', '/api/admin/buildings/import', {
    token: tenant.admin.token,
    body: { csv, ...more },
  })
const get = async <T>(tenant: TestTenant, path: string) =>
  (await server.call<T>('GET', `/api/admin/${path}`, { token: tenant.admin.token })).json
const statuses = (report: ImportReport) => report.lines.map(({ status }) => status)

const csv = `building,building id,address,time zone,floor,area,room,amenity,amenity id,type,accessible,opening hours
Tower,B-1,"Quay 1
Hamburg",Europe/Lisbon,Ground,,,Washroom A,A-1,WASHROOM,yes,8-18
Tower,B-1,,,Ground,East,E.01,Meeting,A-2,meeting room,no,
Annex,,,,,,,,,,,
`

test('Buildings, locations and amenities are created from a table, with a report for each line', async () => {
  const tenant = await createTenant(server)
  const reply = await send(tenant, csv)
  assert.equal(reply.status, 200)
  const report = reply.json.data
  assert.deepEqual(
    [report.dryRun, report.created, report.updated, report.unchanged, report.errors],
    [false, 3, 0, 0, 0],
  )
  assert.deepEqual(
    report.lines.map(({ line, status, message, column }) => [line, status, message, column]),
    [2, 3, 4].map((line) => [line, 'CREATED', null, null]),
  )
  const tower = (await get<BuildingWithLocations>(tenant, `buildings/${report.lines[0]?.buildingId}`)).data
  assert.deepEqual(
    [tower.name, tower.externalId, tower.address, tower.timeZone],
    ['Tower', 'B-1', 'Quay 1\nHamburg', 'Europe/Lisbon'],
  )
  const names = (nodes: BuildingWithLocations['locations']): unknown[] =>
    nodes.map(({ kind, name, children }) => [kind, name, names(children)])
  assert.deepEqual(names(tower.locations), [['FLOOR', 'Ground', [['AREA', 'East', [['ROOM', 'E.01', []]]]]]])
  const amenities = (await get<Amenity[]>(tenant, 'amenities?sort=name')).data
  assert.deepEqual(
    amenities.map(({ name, type, accessible, openingHours, location, externalId }) => [
      name,
      type,
      accessible,
      openingHours,
      location?.path,
      externalId,
    ]),
    [
      ['Meeting', 'MEETING_ROOM', false, null, 'Ground, East, E.01', 'A-2'],
      ['Washroom A', 'WASHROOM', true, '8-18', 'Ground', 'A-1'],
    ],
  )
  assert.ok(amenities.every(({ qrCode }) => qrCode?.length === 20))
})

test('A dry run reports the same and stores nothing', async () => {
  const tenant = await createTenant(server)
  const report = (await send(tenant, csv, { dryRun: true })).json.data
  assert.deepEqual(
    [report.dryRun, report.created, report.lines.some(({ buildingId }) => buildingId)],
    [true, 3, false],
  )
  assert.equal((await get(tenant, 'buildings')).total, 0)
})

test('A second run changes nothing; a changed cell updates its line only, and an empty cell leaves the value', async () => {
  const tenant = await createTenant(server)
  await send(tenant, csv)
  assert.deepEqual(statuses((await send(tenant, csv)).json.data), ['UNCHANGED', 'UNCHANGED', 'UNCHANGED'])
  const changed = csv.replace('Washroom A', 'Washroom West').replace('yes,8-18', ',')
  assert.deepEqual(statuses((await send(tenant, changed)).json.data), ['UPDATED', 'UNCHANGED', 'UNCHANGED'])
  const [amenity] = (await get<Amenity[]>(tenant, 'amenities?q=West')).data
  assert.deepEqual([amenity?.accessible, amenity?.openingHours, amenity?.version], [true, '8-18', 2])
  assert.deepEqual(statuses((await send(tenant, changed)).json.data), ['UNCHANGED', 'UNCHANGED', 'UNCHANGED'])
})

test('With one error nothing is stored, and the report names line and column', async () => {
  const tenant = await createTenant(server)
  const faulty = `${csv}Tower,B-1,,,Roof,,,Terrace,,GARDEN,,\n,,,,Roof,,,,,,,\nTower,B-1,,Europe/Atlantis,,,,,,,,\nTower,B-1,,,,,,,,WASHROOM,,\nTower,B-1,,,,,,Lift,,ELEVATOR,perhaps,`
  const report = (await send(tenant, faulty)).json.data
  assert.deepEqual([report.created, report.errors], [3, 5])
  assert.deepEqual(
    report.lines.slice(3).map(({ line, status, column }) => [line, status, column]),
    [
      [5, 'ERROR', 'type'],
      [6, 'ERROR', 'building'],
      [7, 'ERROR', 'time zone'],
      [8, 'ERROR', 'amenity'],
      [9, 'ERROR', 'accessible'],
    ],
  )
  assert.equal((await get(tenant, 'buildings')).total, 0)
})

test('All faults of a line are reported at once, each with column and value, also contradictions with an earlier line', async () => {
  const tenant = await createTenant(server)
  const long = 'x'.repeat(130)
  const table = `building,address,time zone,latitude,amenity,type,accessible,notes
Tower,Quay 1,,,Washroom,WASHROOM,yes,
Tower,Quay 2,Europe/Atlantis,91,Lift,GARDEN,per\u001b[31mhaps,
,,,north,${long},,,`
  const [, second, third] = (await send(tenant, table, { dryRun: true })).json.data.lines
  assert.deepEqual(
    second?.faults?.map(({ column, value }) => [column, value]),
    [
      ['time zone', 'Europe/Atlantis'],
      ['latitude', '91'],
      ['type', 'GARDEN'],
      ['accessible', 'per[31mhaps'],
      ['address', 'Quay 2'],
    ],
  )
  assert.equal(second?.column, 'time zone')
  assert.match(
    second?.message ?? '',
    /^"Europe\/Atlantis" must be a time zone .*; latitude: "91" must be .*; address: "Quay 2" is not what line 2 says/,
  )
  assert.deepEqual(
    third?.faults?.map(({ column, value }) => [column, value]),
    [
      ['building', null],
      ['latitude', 'north'],
      ['amenity', `${'x'.repeat(80)}…`],
    ],
  )
})

test('A quote that is never closed loses its own line only: the report says so and the following lines are read', async () => {
  const tenant = await createTenant(server)
  const outcome = async (rows: readonly string[]) =>
    (
      await send(tenant, ['building,address,amenity', ...rows].join('\n'), { dryRun: true })
    ).json.data.lines.map(({ line, status, faults }) => [line, status, ...(faults?.[0] ? [faults[0]] : [])])
  const fault = (column: string, value: string, more = '') => ({
    column,
    value,
    message: `has a quote that is never closed; this line is left out${more}, and reading goes on at the next one`,
  })
  const good = ['Annex,Quay 2,Lift', '"Mill, old","Quay 3\nback",Hall']
  const isGood = (line: number) => [
    [line, 'CREATED'],
    [line + 1, 'CREATED'],
  ]
  // Without a quote after it, with quotes after it, and on the last line.
  assert.deepEqual(await outcome(['Tower,"Quay 1,Washroom', good[0] ?? '']), [
    [2, 'ERROR', fault('address', 'Quay 1,Washroom')],
    [3, 'CREATED'],
  ])
  assert.deepEqual(await outcome(['Tower,"Quay 1,Washroom', ...good]), [
    [2, 'ERROR', fault('address', 'Quay 1,Washroom')],
    ...isGood(3),
  ])
  assert.deepEqual(await outcome([...good, 'Tower,Quay 1,"Washroom']), [
    ...isGood(2),
    [4, 'ERROR', fault('amenity', 'Washroom')],
  ])
  // Two unclosed quotes in a row are reported as one, and one may be closed by a quote of another line.
  assert.deepEqual(await outcome(['Tower,"Quay 1,A', '"Tower,Quay 1,B', ...good, 'Tower,"Quay 4,C']), [
    [2, 'ERROR', fault('address', 'Quay 1,A', ', with 1 more of text after it that is not whole')],
    ...isGood(3),
    [5, 'ERROR', fault('address', 'Quay 4,C')],
  ])
  assert.deepEqual(await outcome(['Tower,"Quay 1,A', good[0] ?? '', 'Tower,Quay 4,Pipe 5"', good[0] ?? '']), [
    [2, 'ERROR', fault('address', 'Quay 1,A')],
    [3, 'CREATED'],
    [4, 'CREATED'],
    [5, 'SKIPPED'],
  ])
  // A cell of several lines does not count as lines of the table.
  assert.deepEqual(await outcome(['Tower,"Monday 8-18', 'Tuesday 9-17', 'Sunday closed,Hall', ...good]), [
    [2, 'ERROR', fault('address', 'Monday 8-18', ', with 2 more of text after it that are not whole')],
    ...isGood(3),
  ])
  // Quotes inside the text are not affected.
  assert.deepEqual(await outcome(['"The "Old" Mill",5" pipe,Hall']), [[2, 'CREATED']])
})

test('A table that would be parsed again from each line because of its quotes is VALIDATION_ERROR, and is not read', async () => {
  const tenant = await createTenant(server)
  // Each first line's quote runs to the end of the file and is broken, because the second line is complete by itself.
  const csv = `building,amenity\n${'x",y,"\nTower,Lift\n'.repeat(100)}x",y`
  const reply = await send(tenant, csv, { dryRun: true })
  assert.equal(reply.json.code, 'VALIDATION_ERROR')
  assert.match(reply.json.details?.[0]?.message ?? '', /^Too many quotes/)
})

test('A table with too many lines is VALIDATION_ERROR, counting empty ones, and nothing after the limit is read', async () => {
  const tenant = await createTenant(server)
  const most = `building,amenity\nTower,Lift${'\n'.repeat(5000)}`
  assert.equal((await send(tenant, most, { dryRun: true })).json.data.lines.length, 5000)
  const unclosed = `${'x",y,"\nTower,Lift\n'.repeat(1000)}x",y`
  for (const csv of [
    `${most}\n`,
    `building,amenity${'\n'.repeat(500_000)}`,
    // Lines after a quote that is never closed.
    `building,amenity\n"${'\n'.repeat(500_000)}`,
    `building,amenity${'\n'.repeat(5002)}${unclosed}`,
  ]) {
    const reply = await send(tenant, csv, { dryRun: true })
    assert.equal(reply.json.code, 'VALIDATION_ERROR')
    assert.equal(
      reply.json.details?.[0]?.message,
      'At most 5000 lines can be imported at once; this file has more',
      csv.slice(0, 30),
    )
  }
})

test('Without external ids places are found by name, case-insensitively', async () => {
  const tenant = await createTenant(server)
  await createPlace(server, tenant)
  const table = 'Building;Amenity;Type\nMAIN BUILDING;washroom 1;Washroom\nMain building;Washroom 2;\n'
  assert.deepEqual(statuses((await send(tenant, table)).json.data), ['UNCHANGED', 'CREATED'])
  assert.deepEqual(
    (await get<Building[]>(tenant, 'buildings')).data.map(({ name }) => name),
    ['Main building'],
  )
  assert.deepEqual(
    (await get<Amenity[]>(tenant, 'amenities?sort=name')).data.map(({ name, type }) => [name, type]),
    [
      ['Washroom 1', 'WASHROOM'],
      ['Washroom 2', 'OTHER'],
    ],
  )
})

test('A repeated amenity is skipped; two lines that contradict each other about a building are an error', async () => {
  const tenant = await createTenant(server)
  const twice = 'building,amenity\nTower,Lift\nTower,lift\n\nTower,Lift 2\n'
  const report = (await send(tenant, twice)).json.data
  assert.deepEqual(statuses(report), ['CREATED', 'SKIPPED', 'SKIPPED', 'CREATED'])
  assert.match(report.lines[1]?.message ?? '', /line 2/)
  const disagree = (await send(tenant, 'building,address\nTower,Here\nTower,There\n')).json.data
  assert.deepEqual(
    disagree.lines.map(({ status, column }) => [status, column]),
    [
      ['UPDATED', null],
      ['ERROR', 'address'],
    ],
  )
})

test('A file that is no table of places is VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  for (const text of ['', ' ', 'name\nTower', '"building\nTower', `building\n${'Tower\n'.repeat(5001)}`]) {
    const reply = await send(tenant, text)
    assert.equal(reply.json.code, 'VALIDATION_ERROR', text.slice(0, 20))
    assert.equal(reply.json.details?.[0]?.path, 'body.csv')
  }
})

test('All kinds of spreadsheet exports are read: byte order mark, CR LF, tabs, quotes inside quotes', async () => {
  const tenant = await createTenant(server)
  await send(tenant, '\ufeffBuilding\tAmenity\tNotes\r\n"The ""Old"" Mill"\tLift\t"one\ntwo"\r\n')
  const [building] = (await get<Building[]>(tenant, 'buildings')).data
  const [amenity] = (await get<Amenity[]>(tenant, 'amenities')).data
  assert.deepEqual([building?.name, amenity?.notes], ['The "Old" Mill', 'one\ntwo'])
})

test('An import over the plan’s limit is PLAN_LIMIT_REACHED and stores nothing', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  assert.equal((await send(tenant, 'building\nA\nB\nC\nD\n')).json.code, 'PLAN_LIMIT_REACHED')
  const many = `building,amenity\n${Array.from({ length: 51 }, (_, index) => `A,Room ${index}`).join('\n')}`
  assert.equal((await send(tenant, many)).json.code, 'PLAN_LIMIT_REACHED')
  assert.equal((await get(tenant, 'buildings')).total, 0)
  const replies = await Promise.all(
    ['A', 'B', 'C', 'D', 'E', 'F'].map((name) => send(tenant, `building\n${name}\n`)),
  )
  assert.equal(replies.filter(({ status }) => status === 200).length, 3)
})

test('An import never touches places of another tenant', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  await send(theirs, csv)
  const report = (await send(mine, csv.replace('Washroom A', 'Mine'))).json.data
  assert.equal(report.created, 3)
  assert.ok((await get<Amenity[]>(theirs, 'amenities')).data.every(({ name }) => name !== 'Mine'))
})

test('Five hundred amenities are imported within a minute', async () => {
  const tenant = await createTenant(server)
  const lines = Array.from(
    { length: 500 },
    (_, index) => `Tower ${index % 5},Level ${index % 20},Room ${index},MEETING_ROOM`,
  )
  const started = performance.now()
  assert.equal(
    (await send(tenant, `building,floor,amenity,type\n${lines.join('\n')}`)).json.data.created,
    500,
  )
  assert.ok(performance.now() - started < 60_000)
})

test('Imported locations come after existing ones, in the order of the file', async () => {
  const tenant = await createTenant(server)
  const table = (...lines: string[]) => send(tenant, ['building,floor,room', ...lines].join('\n'))
  const { lines } = (await table('Tower,Ground,2', 'Tower,Ground,1')).json.data
  await table('Tower,Attic,b', 'Tower,Ground,0', 'Tower,Cellar,', 'Tower,Attic,a')
  const { locations } = (await get<BuildingWithLocations>(tenant, `buildings/${lines[0]?.buildingId}`)).data
  assert.deepEqual(
    locations.map(({ name, children }) => [name, children.map((room) => room.name)]),
    [
      ['Ground', ['2', '1', '0']],
      ['Attic', ['b', 'a']],
      ['Cellar', []],
    ],
  )
})

test('An import of 5,000 lines with 15,000 locations lets other requests run between its lines', async () => {
  const tenant = await createTenant(server)
  const lines = Array.from({ length: 5000 }, (_, index) => `Tower,Europe/Lisbon,Floor ${index},Area,Room`)
  const table = `building,time zone,floor,area,room\n${lines.join('\n')}`
  const options = { dryRun: true, keepGood: false, maxLines: 5000 }
  let least = Number.POSITIVE_INFINITY
  // The least of several attempts, because the machine is shared.
  for (let attempt = 0; attempt < 5 && least > 100; attempt++)
    least = Math.min(
      least,
      await longestTurn(() => tenant.inside((ctx) => importPlaces(ctx, table, options))),
    )
  assert.ok(least <= 100, `${least} ms`)
})

test('An unknown column is named, and a table without the required ones lists the columns that it has', async () => {
  const tenant = await createTenant(server)
  const send = (csv: string) =>
    server.call<ImportReport>('POST', '/api/admin/buildings/import', {
      token: tenant.admin.token,
      body: { csv, dryRun: true },
    })
  const report = await send('Building,Flor,Amenity,Color,,Type\nHouse,1,Lift,red,,ELEVATOR\n')
  assert.deepEqual(report.json.data.unknownColumns, ['Flor', 'Color'])
  assert.equal(report.json.data.errors, 0)
  assert.deepEqual((await send('building,amenity\nHouse,Lift\n')).json.data.unknownColumns, [])
  const strange = await send(`House,Lift\u202e,${'x'.repeat(200)}\na,b,c\n`)
  assert.equal(strange.json.code, 'VALIDATION_ERROR')
  assert.match(strange.json.error ?? '', /found: "House", "Lift", "x{80}…"$/)
})

test('SLA clocks of open tasks follow a time zone that an import changes', async (t) => {
  server.clock.stand(t)
  const tenant = await createTenant(server, { timeZone: 'UTC' })
  // Its working hours do not overlap with those in UTC.
  const zone = 'Pacific/Auckland'
  await send(tenant, `building,time zone\nTower,\nAnnex,${zone}\n`)
  const buildings = (await get<Building[]>(tenant, 'buildings?sort=name')).data
  const tasks: string[] = []
  for (const { id: buildingId } of buildings)
    tasks.push((await makeTask(server, tenant.manager, { buildingId })).id)
  const ends = () =>
    Promise.all(
      tasks.map(async (id) => {
        const { token } = tenant.manager
        const { sla } = (await server.call<TaskDetail>('GET', `/api/tasks/${id}`, { token })).json.data
        return [sla?.respondBy, sla?.resolveBy]
      }),
    )
  const [annex, tower] = await ends()
  assert.notDeepEqual(tower, annex)
  assert.equal((await send(tenant, `building,time zone\nTower,${zone}\n`)).json.data.updated, 1)
  await server.drain()
  assert.deepEqual(await ends(), [annex, annex])
})
