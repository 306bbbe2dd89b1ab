import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Building, ImportReport } from '#contracts/places/buildings.ts'
import type { Schedule } from '#contracts/schedules.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer()

const send = (tenant: TestTenant, csv: string) =>
  server.call<ImportReport>('POST', '/api/admin/buildings/import', {
    token: tenant.admin.token,
    body: { csv, dryRun: true },
  })

const message = 'must be a time zone such as Europe/London'

/** file and the content of the cell */
const files: readonly (readonly [csv: string, value: string])[] = [
  // From files of real users.
  ['building,time zone,amenity,type\nLondon office,BST,WC 1,WASHROOM\n', 'BST'],
  ['building,time zone\nDelhi office,+0530\n', '+0530'],
  ['building;Time Zone\nMumbai office;IST\n', 'IST'],
  ['building\ttimezone\tfloor\nChicago office\tcst\t1\n', 'cst'],
  ['building,time zone\nKarachi office,"+05"\n', '+05'],
  ['building,time zone\nLima office,UTC-5\n', 'UTC-5'],
  ['building,time zone\nBoston office,SystemV/EST5EDT\n', 'SystemV/EST5EDT'],
]

test('An abbreviation or an offset instead of a time zone is refused at its cell', async () => {
  const tenant = await createTenant(server)
  for (const [csv, value] of files) {
    const reply = await send(tenant, csv)
    assert.equal(reply.status, 200, reply.text)
    const [line] = reply.json.data.lines
    assert.equal(line?.status, 'ERROR', csv)
    assert.deepEqual(
      line?.faults?.map((fault) => [fault.column.toLowerCase().replace(' ', ''), fault.value, fault.message]),
      [['timezone', value, message]],
    )
  }
})

test('Two names of one time zone are the same: for lines of a file, a second run and a schedule', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.admin
  const csv = `building,time zone,amenity,type
Tower,US/Eastern,Lift 1,ELEVATOR
Tower,America/New_York,Lift 2,ELEVATOR
Annex,america/new_york,Lift 3,ELEVATOR
`
  const keep = (text: string) =>
    server.call<ImportReport>('POST', '/api/admin/buildings/import', { token, body: { csv: text } })
  const report = (await keep(csv)).json.data
  assert.deepEqual(
    report.lines.map(({ status }) => status),
    ['CREATED', 'CREATED', 'CREATED'],
  )
  const zones = async (): Promise<string[]> => {
    const { json } = await server.call<Building[]>('GET', '/api/admin/buildings', { token })
    return json.data.map(({ timeZone }) => timeZone)
  }
  assert.deepEqual(await zones(), ['America/New_York', 'America/New_York'])
  // As an older version stored it.
  await tenant.inside((ctx) =>
    ctx.run("update building set time_zone = 'US/Eastern' where tenant_id = $1 and name = 'Tower'", [
      ctx.tenantId,
    ]),
  )
  assert.deepEqual(await zones(), ['America/New_York', 'America/New_York'])
  assert.equal((await keep(csv)).json.data.unchanged, 3)
  const schedule = await server.call<Schedule>('POST', '/api/admin/schedules', {
    token,
    body: {
      name: 'Clean the lifts',
      rrule: 'FREQ=DAILY',
      startsAt: '2030-01-07T07:00',
      template: { title: 'Clean', amenityIds: report.lines.map(({ amenityId }) => amenityId) },
    },
  })
  assert.equal(schedule.status, 201, schedule.text)
  assert.equal(schedule.json.data.timeZone, 'America/New_York')
})
