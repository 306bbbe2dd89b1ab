import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertRule } from '#contracts/alerts/rules.ts'
import type { Tracking } from '#contracts/feedback.ts'
import type { Building } from '#contracts/places/buildings.ts'
import type { ServiceHours } from '#contracts/settings.ts'
import { startTestServer } from '#test/server.ts'
import { openStage, pastedRooms, type Stage } from './testing/wizard-stage.ts'

const server = await startTestServer()

const fill = async (stage: Stage): Promise<void> => {
  await stage.put({ template: 'office' })
  await stage.save('BUILDING', { name: 'Harbour house', timeZone: 'Europe/Berlin' })
  await stage.save('FLOORS', { text: 'Ground\nFirst' })
  await stage.save('AMENITIES', { text: 'WC 1,Ground,WC\nWC 2,First,WC\nLift,,Aufzug' })
  await stage.save('TEAM', { text: 'ana@example.org, bo@example.org' })
  await stage.save('ALERTS', { rules: ['LEAK_URGENT', 'USED_OFTEN'] })
}

const tables = ['building', 'location', 'amenity', 'qr_code', 'app_user', 'alert_rule', 'test_feedback']
const countAll = async (stage: Stage): Promise<number[]> => {
  const counts: number[] = []
  for (const table of tables) counts.push(await stage.count(table))
  return counts
}

test('Preview counts what would be created against the limits of the plan, and creates nothing', async () => {
  const stage = await openStage(server, 'TRIAL')
  const empty = await stage.preview()
  assert.deepEqual([empty.ready, empty.faults.length, empty.buildings], [false, 1, 0])
  await fill(stage)
  const before = await countAll(stage)
  const preview = await stage.preview()
  assert.deepEqual(
    [
      preview.buildings,
      preview.locations,
      preview.amenities,
      preview.qrCodes,
      preview.users,
      preview.alertRules,
    ],
    [1, 2, 3, 3, 2, 2],
  )
  assert.deepEqual(preview.limits, [
    { name: 'buildings', used: 0, adds: 1, allowed: 3, fits: true },
    { name: 'qrCodes', used: 0, adds: 3, allowed: 50, fits: true },
    { name: 'members', used: 3, adds: 2, allowed: 10, fits: true },
  ])
  assert.deepEqual([preview.ready, preview.sheetUrl, preview.testTrackingUrl], [true, null, null])
  assert.deepEqual(await countAll(stage), before)
})

test('Apply creates building, locations, amenities with linked codes, emailed invitations, rules, a sticker sheet and a test feedback', async () => {
  const stage = await openStage(server)
  await fill(stage)
  const reply = await stage.apply()
  assert.equal(reply.status, 201, reply.text)
  const made = reply.json.data
  assert.deepEqual(
    [made.buildings, made.locations, made.amenities, made.qrCodes, made.users, made.alertRules],
    [1, 2, 3, 3, 2, 2],
  )
  const { token } = stage.tenant.admin
  const [buildingId] = made.ids.buildings
  const codes = await server.call<{ code: string; state: string }[]>(
    'GET',
    `/api/admin/qr-codes?building=${buildingId}`,
    { token },
  )
  assert.deepEqual(
    codes.json.data.map(({ state }) => state),
    ['LINKED', 'LINKED', 'LINKED'],
  )
  assert.deepEqual(codes.json.data.map(({ code }) => code).sort(), made.ids.qrCodes.toSorted())
  const { pathname, search } = new URL(made.sheetUrl ?? '')
  const sheet = await fetch(server.base + pathname + search, {
    headers: { authorization: `Bearer ${token}` },
  })
  assert.equal(sheet.headers.get('content-type'), 'application/pdf')
  assert.match(Buffer.from(await sheet.arrayBuffer()).toString('latin1', 0, 5), /%PDF-/)
  await server.drain()
  assert.deepEqual(
    server.mails
      .map(({ to }) => to)
      .filter((to) => /^(ana|bo)@example\.org$/.test(to))
      .sort(),
    ['ana@example.org', 'bo@example.org'],
  )
  const rules = await server.call<AlertRule[]>('GET', '/api/admin/alert-rules', { token })
  const fresh = rules.json.data.filter(({ id }) => made.ids.alertRules.includes(id))
  assert.deepEqual(
    fresh.map(({ name, scope }) => [name, scope.buildingIds]),
    [
      ['Water damage at once · Harbour house', [buildingId]],
      ['Clean after 30 visits · Harbour house', [buildingId]],
    ],
  )
  const state = await stage.state()
  assert.deepEqual([state.run, state.step, state.result?.ids], ['APPLIED', null, made.ids])
  assert.deepEqual(state.steps[3]?.data, {}, 'addresses are kept with the members alone')
})

test('A leak in a building created with the template’s rules opens an urgent task and notifies technicians and managers', async () => {
  const stage = await openStage(server)
  const { tenant } = stage
  await stage.put({ template: 'office' })
  await stage.save('BUILDING', { name: 'Harbour house' })
  await stage.save('AMENITIES', { text: 'WC,,WC' })
  await stage.save('ALERTS', { rules: ['LEAK_URGENT'] })
  const { first } = (await stage.apply()).json.data
  await server.drain()
  const before = server.mails.length
  const reply = await server.call('POST', '/api/feedback', {
    body: { qrCode: first?.code, issues: ['LEAK'] },
  })
  assert.equal(reply.status, 201, reply.text)
  await server.drain()
  const tasks = await tenant.inside((ctx) =>
    ctx.db.selectFrom('task').select(['category', 'priority']).execute(),
  )
  assert.deepEqual(tasks, [{ category: 'LEAK', priority: 'URGENT' }])
  const recipients = server.mails.slice(before).map(({ to }) => to)
  for (const { email } of [tenant.technician, tenant.manager]) assert.ok(recipients.includes(email), email)
})

test('A building gets the hours that were typed, otherwise those of the organisation, and none while a day cannot be read', async () => {
  const stage = await openStage(server)
  const { token } = stage.tenant.admin
  const hours = { MONDAY: '7-12, 13:00–18:30', SATURDAY: '22-24' }
  await stage.save('BUILDING', { name: 'Harbour house', hours: { ...hours, SUNDAY: '18-8' } })
  assert.deepEqual(
    (await stage.step('BUILDING')).faults.map(({ row, column }) => [row, column]),
    [[1, 'SUNDAY']],
  )
  assert.equal((await stage.preview()).ready, false)
  assert.equal((await stage.apply()).json.code, 'VALIDATION_ERROR')
  await stage.save('BUILDING', { name: 'Harbour house', hours })
  assert.deepEqual((await stage.step('BUILDING')).data.hours, hours, 'kept as they were typed')
  const hoursOf = async (id: string | undefined): Promise<ServiceHours | null> =>
    (await server.call<Building>('GET', `/api/admin/buildings/${id}`, { token })).json.data.serviceHours
  assert.deepEqual(await hoursOf((await stage.apply()).json.data.ids.buildings[0]), {
    MONDAY: [
      { from: '07:00', to: '12:00' },
      { from: '13:00', to: '18:30' },
    ],
    TUESDAY: [],
    WEDNESDAY: [],
    THURSDAY: [],
    FRIDAY: [],
    SATURDAY: [{ from: '22:00', to: '24:00' }],
    SUNDAY: [],
  })
  await stage.save('BUILDING', { name: 'Annex' })
  assert.equal(await hoursOf((await stage.apply()).json.data.ids.buildings[0]), null)
})

test('The example building is marked as one, created only after confirmation, and then a building like others with its own name', async () => {
  const stage = await openStage(server)
  await stage.save('BUILDING', { name: 'Example house', example: true })
  assert.equal((await stage.preview()).example, true)
  const unnoticed = await stage.apply()
  assert.deepEqual(
    [unnoticed.json.code, unnoticed.json.details?.[0]?.path],
    ['VALIDATION_ERROR', 'steps.BUILDING.1.name'],
  )
  assert.equal(await stage.count('building'), 0)
  assert.equal((await stage.apply({ example: true })).status, 201)
  await stage.save('BUILDING', { name: 'Harbour house' })
  assert.equal((await stage.preview()).example, false)
  assert.equal((await stage.apply()).status, 201)
  assert.equal(await stage.count('building'), 2)
  await stage.put({ step: 'BUILDING', skip: true })
  await stage.save('TEAM', { text: 'dee@example.org' })
  assert.equal((await stage.preview()).example, false)
})

test('Applying again, also at the same time, gives the same answer and creates everything once', async () => {
  const stage = await openStage(server)
  await fill(stage)
  const replies = await Promise.all(Array.from({ length: 4 }, () => stage.apply()))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [201, 201, 201, 201],
  )
  for (const { json } of replies) assert.deepEqual(json.data, replies[0]?.json.data)
  const later = await stage.apply({ version: 2 })
  assert.deepEqual(later.json.data, replies[0]?.json.data)
  assert.deepEqual(await countAll(stage), [1, 2, 3, 3, 5, 8, 1])
})

test('All or nothing: with a fault in one cell, or over a limit of the plan, nothing is created', async () => {
  const stage = await openStage(server, 'TRIAL')
  await fill(stage)
  await stage.save('AMENITIES', { text: 'WC 1,Ground,WC\nWC 2,Roof,WC' })
  const before = await countAll(stage)
  const refused = await stage.apply()
  assert.equal(refused.json.code, 'VALIDATION_ERROR')
  assert.deepEqual(
    (refused.json as unknown as { details: { path: string }[] }).details.map(({ path }) => path),
    ['steps.AMENITIES.2.floor'],
  )
  await stage.put({ step: 'FLOORS', skip: true })
  await stage.save('AMENITIES', { text: pastedRooms(51) })
  const { limits, ready } = await stage.preview()
  assert.deepEqual([limits[1]?.fits, ready], [false, false])
  assert.equal((await stage.apply()).json.code, 'PLAN_LIMIT_REACHED')
  assert.deepEqual(await countAll(stage), before)
  const people = Array.from({ length: 8 }, (_, index) => `p${index}@example.org`).join('\n')
  await stage.save('AMENITIES', { text: pastedRooms(2) })
  await stage.save('TEAM', { text: people })
  assert.equal((await stage.apply()).json.code, 'PLAN_LIMIT_REACHED')
  assert.deepEqual(await countAll(stage), before)
  assert.equal((await stage.state()).run, 'IN_PROGRESS')
})

test('Over a limit, the first rows that fit are created; the skipped ones stay in the draft', async () => {
  const stage = await openStage(server, 'TRIAL')
  await stage.save('BUILDING', { name: 'Harbour house' })
  const pasted = await stage.save('AMENITIES', { text: pastedRooms(60) })
  const marked = (pasted.steps[2]?.data.rows ?? []).map((row, index) =>
    index < 50 ? row : { ...row, floor: 'Attic', skip: true as const },
  )
  const team = ['p1', 'p2'].map((name) => ({ email: `${name}@example.org` }))
  await stage.save('AMENITIES', { rows: marked })
  await stage.save('TEAM', { rows: [{ ...team[0] }, { ...team[1], skip: true }] })
  const { amenities, locations, ready } = await stage.preview()
  assert.deepEqual([amenities, locations, ready], [50, 10, true])
  const applied = await stage.apply()
  assert.deepEqual([applied.status, applied.json.data.users, await stage.count('amenity')], [201, 1, 50])
  assert.deepEqual((await stage.step('AMENITIES')).data.rows, marked)
  assert.deepEqual((await stage.step('TEAM')).data.rows, [{ email: 'p2@example.org', skip: true }])
})

test('A fault in a later row has its number in the whole list; a skipped row has none', async () => {
  const stage = await openStage(server)
  const { steps } = await stage.save('AMENITIES', {
    rows: [{ name: 'WC 1' }, { name: 'WC 1', type: 'Spaceport', skip: true }, { name: 'WC 1' }],
  })
  assert.deepEqual(
    steps[2]?.faults.map(({ row, column }) => [row, column]),
    [[3, 'name']],
  )
})

test('The limit applies also while others create amenities at the same time', async () => {
  const stage = await openStage(server, 'TRIAL')
  const { token } = stage.tenant.admin
  const house = await server.call<{ id: string }>('POST', '/api/admin/buildings', {
    token,
    body: { name: 'Old' },
  })
  await stage.save('BUILDING', { name: 'New' })
  await stage.save('AMENITIES', { text: pastedRooms(26) })
  const bulk = (n: number) =>
    server.call('POST', '/api/admin/amenities/bulk', {
      token,
      body: {
        create: {
          buildingId: house.json.data.id,
          floors: [`F${n}`],
          types: [{ type: 'WASHROOM', count: 25 }],
        },
      },
    })
  const replies = await Promise.all([stage.apply(), bulk(1), bulk(2)])
  assert.ok(replies.some(({ json }) => json.code === 'PLAN_LIMIT_REACHED'))
  assert.ok((await stage.count('amenity')) <= 50)
})

test('A draft that another administrator changed after the preview is not applied unseen', async () => {
  const stage = await openStage(server)
  await fill(stage)
  const { version } = await stage.preview()
  await stage.save('BUILDING', { name: 'Another house' })
  assert.equal((await stage.apply({ version })).json.code, 'PRECONDITION_FAILED')
  assert.equal((await stage.apply({ version: version + 1 })).status, 201)
})

test('After a run was applied the next building starts, and the earlier answer stays', async () => {
  const stage = await openStage(server)
  await fill(stage)
  const first = (await stage.apply()).json.data
  assert.equal((await stage.put({ dismiss: true })).json.code, 'VALIDATION_ERROR')
  const next = await stage.save('BUILDING', { name: 'Second house' })
  assert.deepEqual(
    [next.run, next.template, next.step, next.progress.done],
    ['IN_PROGRESS', null, 'FLOORS', 1],
  )
  assert.deepEqual(next.result?.ids, first.ids)
  const second = (await stage.apply()).json.data
  assert.notDeepEqual(second.ids.buildings, first.ids.buildings)
  assert.deepEqual([second.testTrackingUrl, second.sheetUrl, second.first], [null, null, null])
})

test('Floors and rooms without a building are not created; people and rules need none', async () => {
  const stage = await openStage(server)
  await stage.save('AMENITIES', { text: 'WC' })
  assert.equal((await stage.apply()).json.code, 'VALIDATION_ERROR')
  await stage.put({ step: 'BUILDING', skip: true })
  assert.deepEqual((await stage.step('BUILDING')).faults.length, 1)
  assert.equal((await stage.apply()).json.code, 'VALIDATION_ERROR')
  await stage.put({ step: 'AMENITIES', skip: true })
  await stage.save('TEAM', { text: 'dee@example.org' })
  const reply = await stage.apply()
  assert.deepEqual([reply.status, reply.json.data.users, reply.json.data.buildings], [201, 1, 0])
})

test('The page of the test feedback opens, says that it is a test, and takes no follow-up', async () => {
  const stage = await openStage(server)
  await fill(stage)
  const { testTrackingUrl } = (await stage.apply()).json.data
  const { pathname } = new URL(testTrackingUrl ?? '')
  const page = await fetch(server.base + pathname)
  assert.equal(page.status, 200)
  assert.match(await page.text(), /This is a test report/)
  const token = pathname.slice('/t/'.length)
  const tracked = await server.call<Tracking>('GET', `/api/feedback/track/${token}`)
  assert.deepEqual(
    [
      tracked.json.data.test,
      tracked.json.data.state,
      tracked.json.data.amenity.name,
      tracked.json.data.location,
      tracked.json.data.rating,
    ],
    [true, 'RECEIVED', 'WC 1', 'Ground', 2],
  )
  const answer = await server.call('POST', `/api/feedback/track/${token}`, { body: { message: 'Hello' } })
  assert.equal(answer.json.code, 'VALIDATION_ERROR')
})

test('500 amenities are previewed and applied within seconds', async () => {
  const stage = await openStage(server)
  await stage.save('BUILDING', { name: 'Big house' })
  const times: number[] = []
  const timed = async <T>(work: () => Promise<T>): Promise<T> => {
    const began = performance.now()
    const answer = await work()
    times.push(Math.round(performance.now() - began))
    return answer
  }
  await timed(() => stage.save('AMENITIES', { text: pastedRooms(500) }))
  assert.equal((await timed(() => stage.preview())).amenities, 500)
  const reply = await timed(() => stage.apply())
  assert.deepEqual([reply.status, reply.json.data.amenities], [201, 500], reply.text.slice(0, 300))
  console.log(`500 amenities: saved, previewed, applied in ${times.join(', ')} ms`)
  // A query for each amenity takes longer than that on a machine this busy.
  assert.ok(
    times.every((time) => time < 10_000),
    times.join(', '),
  )
  await stage.save('AMENITIES', { text: pastedRooms(501) })
  const { faults } = await stage.step('AMENITIES')
  assert.deepEqual(
    faults.map(({ row, column }) => [row, column]),
    [[501, 'name']],
  )
})
