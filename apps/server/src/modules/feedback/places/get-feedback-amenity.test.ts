import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AmenityInformation } from '#contracts/feedback.ts'
import { confirmTask, openTask } from '#server/modules/tasks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { visitorStateOf } from '../intake/state.ts'

const server = await startTestServer({ worker: false })

const information = (code: string, query = '') =>
  server.call<AmenityInformation>('GET', `/api/feedback/amenity/${code}${query}`)

const problem = (
  tenant: TestTenant,
  place: { amenityId: string; buildingId: string },
  category: string,
  done = false,
) =>
  tenant.inside(async (ctx) => {
    const { taskId } = await openTask(ctx, {
      priority: 'MEDIUM',
      source: 'FEEDBACK',
      buildingId: place.buildingId,
      amenityId: place.amenityId,
      category,
      skill: null,
      createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
      report: { feedbackId: (await addFeedback(ctx, place)).id },
    })
    if (done) {
      await ctx.run(
        "update task set status = 'DONE', completed_at = created_at + interval '30 minutes' where tenant_id = $1 and id = $2",
        [ctx.tenantId, taskId],
      )
      await confirmTask(ctx, taskId)
    }
    return taskId
  })

const addFeedback = async (
  ctx: Parameters<Parameters<TestTenant['inside']>[0]>[0],
  place: { amenityId: string; buildingId: string },
) => {
  const id = newId(ctx.now.getTime())
  await ctx.run(
    "insert into feedback (tenant_id, id, amenity_id, building_id, source, created_at) values ($1, $2, $3, $4, 'x', $5)",
    [ctx.tenantId, id, place.amenityId, place.buildingId, ctx.now],
  )
  return { id }
}

test('A code returns its amenity, building, branding, languages and the issues of its type', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant, { name: 'Washroom North' })
  const { status, json } = await information(place.qrCode.toLowerCase())
  assert.equal(status, 200)
  const { data } = json
  assert.deepEqual(data.amenity, {
    id: place.amenityId,
    name: 'Washroom North',
    type: 'WASHROOM',
    state: 'OPERATIONAL',
  })
  assert.deepEqual(data.building, { name: 'Main building', timeZone: 'Europe/Berlin' })
  assert.equal(data.location, null)
  assert.equal(data.language, 'en')
  assert.equal(data.languages[0], 'en')
  assert.equal(data.issues[0]?.name, 'No paper')
  assert.equal(data.issues.at(-1)?.code, 'OTHER')
  assert.deepEqual(data.known, [])
  assert.deepEqual(data.alternatives, [])
  assert.equal(data.emergencyPhone, '112')
  assert.equal(data.usualMinutes, null)
})

test('Issues are named in the requested language if it is offered, otherwise in the first one', async () => {
  const place = await createPlace(server, await createTenant(server))
  const named = async (query: string) => (await information(place.qrCode, query)).json.data
  const german = await named('?language=de-AT')
  assert.equal(german.language, 'de')
  assert.notEqual(german.issues[0]?.name, 'No paper')
  assert.equal((await named('?language=sw')).language, 'en')
  assert.equal((await information(place.qrCode, '?language=<script>')).json.code, 'VALIDATION_ERROR')
})

test('Safety issues are marked', async () => {
  const place = await createPlace(server, await createTenant(server), { type: 'ELEVATOR', name: 'Lift' })
  const { issues } = (await information(place.qrCode)).json.data
  assert.deepEqual(
    issues.filter(({ safety }) => safety).map(({ code }) => code),
    ['PERSON_TRAPPED'],
  )
})

test('Reported issues are shown with their age, the number of reporters and whether somebody works on them', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const taskId = await problem(tenant, place, 'NO_PAPER')
  await problem(tenant, place, 'LEAK', true)
  const known = async () => (await information(place.qrCode)).json.data.known
  const [first] = await known()
  assert.deepEqual((await known()).length, 1)
  assert.equal(first?.code, 'NO_PAPER')
  assert.equal(first?.name, 'No paper')
  assert.equal(first?.reports, 1)
  assert.equal(first?.state, 'REPORTED')
  await tenant.inside((ctx) =>
    ctx.run("update task set status = 'IN_PROGRESS', reporter_count = 3 where tenant_id = $1 and id = $2", [
      ctx.tenantId,
      taskId,
    ]),
  )
  assert.deepEqual(
    (await known()).map(({ state, reports }) => ({ state, reports })),
    [{ state: 'IN_PROGRESS', reports: 3 }],
  )
})

test('What staff wrote at a part that does not work is shown with its expected end, and not once it works', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const until = '2030-01-02T03:04:05.000Z'
  const items = await server.call<{ items: { id: string }[] }>('GET', `/api/status/${place.qrCode}`)
  const say = (body: object) =>
    server.call('POST', `/api/admin/status-items/${items.json.data.items[0]?.id}/state`, {
      token: tenant.admin.token,
      body,
    })
  const notices = async () => (await information(place.qrCode)).json.data.notices
  assert.deepEqual(await notices(), [])
  const note = 'The pump is ordered'
  const said = await say({ state: 'OUT_OF_ORDER', note, expectedEnd: until })
  assert.equal(said.status, 200, said.text)
  assert.deepEqual(await notices(), [{ name: 'General', state: 'OUT_OF_ORDER', note, expectedEnd: until }])
  await say({ state: 'OPERATIONAL' })
  assert.deepEqual(await notices(), [])
})

test('A reported status item is known too, and only once if it has a task', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  await tenant.inside((ctx) =>
    ctx.run(
      "update status_item set report = 'CONFIRMED', reports = 2 where tenant_id = $1 and id = (select id from status_item where tenant_id = $1 and amenity_id = $2 order by position limit 1)",
      [ctx.tenantId, place.amenityId],
    ),
  )
  const { known } = (await information(place.qrCode)).json.data
  assert.deepEqual(
    known.map(({ code, name, state, reports }) => ({ code, name, state, reports })),
    [{ code: 'OTHER', name: 'General', state: 'CONFIRMED', reports: 2 }],
  )
})

test('A reported status item is shown by its last issue since it was working', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const hoursAgo = (hours: number) => new Date(server.clock.now().getTime() - hours * 3_600_000)
  const named = (issue: string, at: Date) =>
    tenant.inside((ctx) =>
      ctx.run(
        `insert into status_report (tenant_id, id, item_id, amenity_id, issue, source, created_at)
         select $1, $3, id, $2, $4, 'x', $5 from status_item where tenant_id = $1 and amenity_id = $2 order by position limit 1 returning 1`,
        [ctx.tenantId, place.amenityId, newId(at.getTime()), issue, at],
      ),
    )
  await tenant.inside((ctx) =>
    ctx.run(
      "update status_item set report = 'REPORTED', reports = 1, reported_since = $3 where tenant_id = $1 and amenity_id = $2",
      [ctx.tenantId, place.amenityId, hoursAgo(1)],
    ),
  )
  const codes = async () => new Set((await information(place.qrCode)).json.data.known.map(({ code }) => code))
  await named('LEAK', hoursAgo(800))
  assert.deepEqual(await codes(), new Set(['OTHER']))
  await named('NO_PAPER', hoursAgo(0.5))
  assert.ok((await codes()).has('NO_PAPER'))
})

test('The nearest working amenity of the same type comes first: same floor, then the nearest floor', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant, { name: 'Here' })
  const call = <T>(method: string, path: string, body: object) =>
    server.call<T>(method, path, { token: tenant.admin.token, body })
  const floors: string[] = []
  await tenant.inside(async (ctx) => {
    for (const position of [0, 1, 2]) {
      const id = newId(ctx.now.getTime())
      floors.push(id)
      await ctx.run(
        "insert into location (tenant_id, id, building_id, kind, name, position, created_at) values ($1, $2, $3, 'FLOOR', $4, $5, $6)",
        [ctx.tenantId, id, place.buildingId, `Level ${position}`, position, ctx.now],
      )
    }
    await ctx.run('update amenity set location_id = $3 where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      place.amenityId,
      floors[0],
    ])
  })
  const add = async (name: string, floor: number, more: object = {}) => {
    const reply = await call<{ id: string }>('POST', '/api/admin/amenities', {
      name,
      buildingId: place.buildingId,
      type: 'WASHROOM',
      locationId: floors[floor],
      ...more,
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id
  }
  await add('Two up', 2)
  await add('One up', 1)
  await add('Same floor', 0)
  const broken = await add('Broken', 0)
  await add('A kitchen', 0, { type: 'KITCHEN' })
  await tenant.inside((ctx) =>
    ctx.run("update amenity set state = 'OUT_OF_ORDER' where tenant_id = $1 and id = $2", [
      ctx.tenantId,
      broken,
    ]),
  )
  const { alternatives, location } = (await information(place.qrCode)).json.data
  assert.equal(location, 'Level 0')
  assert.deepEqual(alternatives, [
    { name: 'Same floor', location: 'Level 0', state: 'OPERATIONAL' },
    { name: 'One up', location: 'Level 1', state: 'OPERATIONAL' },
    { name: 'Two up', location: 'Level 2', state: 'OPERATIONAL' },
  ])
})

test('The usual time is the median of the tasks done here, and null below five', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const categories = ['NO_PAPER', 'NO_SOAP', 'LEAK', 'BIN_FULL', 'WET_FLOOR']
  for (const category of categories.slice(0, 4)) await problem(tenant, place, category, true)
  assert.equal((await information(place.qrCode)).json.data.usualMinutes, null)
  await problem(tenant, place, categories[4] ?? '', true)
  assert.equal((await information(place.qrCode)).json.data.usualMinutes, 30)
})

test('The usual time counts tasks that visitors reported, not planned work and tasks of the team or a rule', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  for (const category of ['NO_PAPER', 'NO_SOAP', 'LEAK', 'BIN_FULL', 'WET_FLOOR'])
    await problem(tenant, place, category, true)
  const finish = (taskId: string, taken: string, source: string, reporters: number) =>
    tenant.inside((ctx) =>
      ctx.run(
        `update task set status = 'DONE', source = $4, reporter_count = $5, completed_at = created_at + $3::interval
         where tenant_id = $1 and id = $2`,
        [ctx.tenantId, taskId, taken, source, reporters],
      ),
    )
  for (let day = 0; day < 8; day++) {
    await finish(await problem(tenant, place, `PLANNED_${day}`), '8 hours', 'SCHEDULE', 0)
    await finish(await problem(tenant, place, `CLOSED_${day}`), '9 hours', 'MANUAL', 1)
    await finish(await problem(tenant, place, `USED_${day}`), '10 hours', 'FEEDBACK', 0)
  }
  assert.equal((await information(place.qrCode)).json.data.usualMinutes, 30)
})

test('Scans are counted, also of unlinked stickers, and no read waits for it', async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const free = newId(1).replaceAll('-', '').slice(-12).toUpperCase()
  await tenant.inside(async (ctx) => {
    await ctx.run('insert into qr_directory (code, tenant_id) values ($1, $2)', [free, ctx.tenantId])
    await ctx.run('insert into qr_code (tenant_id, code, created_at) values ($2, $1, $3)', [
      free,
      ctx.tenantId,
      ctx.now,
    ])
  })
  await Promise.all([...Array.from({ length: 7 }, () => information(place.qrCode)), information(free)])
  assert.equal((await information(free)).json.code, 'QR_NOT_CONFIGURED')
  await visitorStateOf(server.built.platform).scans.flush()
  const scans = await tenant.inside((ctx) =>
    ctx.run<{ code: string; scans: number; last_scan_at: Date | null }>(
      'select code, scans, last_scan_at from qr_code where tenant_id = $1',
      [ctx.tenantId],
    ),
  )
  assert.equal(scans.find(({ code }) => code === place.qrCode)?.scans, 7)
  assert.ok(scans.find(({ code }) => code === place.qrCode)?.last_scan_at)
  assert.equal(scans.find(({ code }) => code === free)?.scans, 2)
})

test('An unknown code is NOT_FOUND, and a change by staff shows at once', async () => {
  assert.equal((await information('ZZZZZZZZZZZZZZZZZZZZ')).json.code, 'NOT_FOUND')
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  assert.equal((await information(place.qrCode)).status, 200)
  await tenant.inside((ctx) =>
    ctx.run('update qr_code set retired_at = $2 where tenant_id = $1', [ctx.tenantId, ctx.now]),
  )
  server.built.platform.tenantChanged(tenant.id)
  assert.equal((await information(place.qrCode)).json.code, 'NOT_FOUND')
})
