import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { WizardTemplate } from '#contracts/wizard.ts'
import { startTestServer } from '#test/server.ts'
import { openStage } from './testing/wizard-stage.ts'

const server = await startTestServer({ worker: false })

test('A run is NOT_STARTED, IN_PROGRESS after its first step, DISMISSED, and continues where it was', async () => {
  const stage = await openStage(server)
  const before = await stage.state()
  assert.deepEqual(
    [before.run, before.step, before.progress, before.version],
    ['NOT_STARTED', 'BUILDING', { done: 0, of: 5 }, 1],
  )
  assert.deepEqual(
    before.steps.map(({ name, state, data, faults }) => [name, state, data, faults]),
    ['BUILDING', 'FLOORS', 'AMENITIES', 'TEAM', 'ALERTS'].map((name) => [name, 'PENDING', {}, []]),
  )
  const begun = await stage.save('BUILDING', { name: 'Harbour house', address: 'Quay 1' })
  assert.deepEqual([begun.run, begun.step, begun.progress.done], ['IN_PROGRESS', 'FLOORS', 1])
  assert.equal(begun.updatedBy?.name, stage.tenant.admin.name)
  const skipped = (await stage.put({ step: 'FLOORS', skip: true })).json.data
  assert.deepEqual([skipped.step, skipped.steps[1]?.state], ['AMENITIES', 'SKIPPED'])
  assert.equal((await stage.put({ dismiss: true })).json.data.run, 'DISMISSED')
  const again = await stage.save('TEAM', { text: '' })
  assert.equal(again.run, 'IN_PROGRESS')
  assert.deepEqual(again.steps[0]?.data, { name: 'Harbour house', address: 'Quay 1' })
})

test('A dismissed run keeps everything that was typed except email addresses', async () => {
  const stage = await openStage(server)
  await stage.save('BUILDING', { name: 'Harbour house' })
  await stage.save('TEAM', { text: 'olga@example.com\tOlga\tTechnician' })
  assert.equal((await stage.put({ dismiss: true })).status, 200)
  const [row] = await stage.tenant.inside(({ run, tenantId }) =>
    run<{ steps: unknown }>('select steps from wizard_run where tenant_id = $1', [tenantId]),
  )
  assert.deepEqual(row?.steps, { BUILDING: { state: 'SAVED', data: { name: 'Harbour house' } } })
})

test('A template proposes floors, amenities and rules for PENDING steps, and leaves what was typed', async () => {
  const stage = await openStage(server)
  await stage.save('FLOORS', { text: 'Cellar\nHall' })
  const { steps } = (await stage.put({ template: 'office' })).json.data
  const [, floors, amenities, , alerts] = steps
  assert.deepEqual(floors?.data.rows, [{ name: 'Cellar' }, { name: 'Hall' }])
  assert.equal(amenities?.state, 'PENDING')
  assert.deepEqual(
    amenities?.data.rows?.map(({ name }) => name),
    [
      ...['Entrance, Cellar', 'Lift, Cellar', 'Washroom 1, Cellar', 'Washroom 2, Cellar'],
      ...['Meeting room 1, Cellar', 'Meeting room 2, Cellar', 'Coffee point, Cellar'],
      ...['Washroom 1, Hall', 'Washroom 2, Hall', 'Meeting room 1, Hall', 'Meeting room 2, Hall'],
      'Coffee point, Hall',
    ],
  )
  assert.deepEqual(alerts?.data.rules, ['MEETING_TECHNOLOGY', 'LEAK_URGENT', 'USED_OFTEN'])
  const none = (await stage.put({ template: null })).json.data
  assert.deepEqual([none.template, none.steps[2]?.data], [null, {}])
})

test('Typed data is stored as typed, also with faults', async () => {
  const stage = await openStage(server)
  const long = 'x'.repeat(140)
  const data = { name: `  ${long} `, address: 'Straße 1', timeZone: 'Mars/Olympus' }
  await stage.save('BUILDING', data)
  const text = 'Room\tFloor\tKind\n  Loo 1 \tCellar\tSpaceport\n\tHall\tWashroom\n'
  await stage.save('FLOORS', { text: 'Hall, Attic' })
  await stage.save('AMENITIES', { text })
  const { steps } = await stage.state()
  assert.deepEqual(steps[0]?.data, data)
  assert.deepEqual(
    steps[0]?.faults.map(({ row, column }) => [row, column]),
    [
      [1, 'name'],
      [1, 'timeZone'],
    ],
  )
  assert.equal(steps[2]?.data.text, text)
  assert.deepEqual(steps[2]?.data.rows, [
    { name: 'Loo 1', floor: 'Cellar', type: 'Spaceport' },
    { floor: 'Hall', type: 'Washroom' },
  ])
  assert.deepEqual(
    steps[2]?.faults.map(({ row, column }) => [row, column]),
    [
      [1, 'floor'],
      [1, 'type'],
      [2, 'name'],
    ],
  )
  await stage.put({ step: 'AMENITIES', skip: true })
  assert.equal((await stage.step('AMENITIES')).data.text, text)
})

test('Floors and amenities come from a spreadsheet, from CSV with commas or semicolons and quotes, or as rows', async () => {
  const stage = await openStage(server)
  const floors = async (text: string) => (await stage.save('FLOORS', { text })).steps[1]?.data.rows
  const wanted = [{ name: 'Ground' }, { name: 'First' }]
  for (const text of ['Ground\nFirst', 'Ground\r\nFirst\r\n\r\n', '\ufeffGround,First', 'Ground;First'])
    assert.deepEqual(await floors(text), wanted, JSON.stringify(text))
  assert.deepEqual(await floors('Etage;m²\nGround;120\nFirst;90'), wanted)
  assert.deepEqual(await floors('"East, Ground"\n"West ""B"""'), [
    { name: 'East, Ground' },
    { name: 'West "B"' },
  ])
  const rooms = async (text: string) => (await stage.save('AMENITIES', { text })).steps[2]?.data.rows
  const room = [{ name: 'Men, left', floor: 'Ground', type: 'WC' }]
  assert.deepEqual(await rooms('Men, left\tGround\tWC'), room)
  assert.deepEqual(await rooms('"Men, left",Ground,WC'), room)
  assert.deepEqual(await rooms('Art;Name;Etage\nWC;Men, left;Ground'), room)
  assert.deepEqual(await rooms('"Men, left;Ground\nNext;First'), [
    { name: '"Men, left', floor: 'Ground' },
    { name: 'Next', floor: 'First' },
  ])
  const { faults } = await stage.step('AMENITIES')
  assert.match(
    faults.find(({ row, column }) => row === 1 && column === 'name')?.message ?? '',
    /quotation mark/,
  )
})

test('Amenity types are recognised by code and by name in every language, and without one by the room’s name', async () => {
  const stage = await openStage(server)
  await stage.save('BUILDING', { name: 'House' })
  const state = await stage.save('AMENITIES', {
    rows: [
      { name: 'A', type: 'washroom' },
      { name: 'B', type: 'Aufzug' },
      { name: 'C', type: 'Meeting room' },
      { name: 'D', type: 'お手洗い' },
      { name: 'Parking 3' },
      { name: 'Store' },
    ],
  })
  assert.deepEqual(state.steps[2]?.faults, [])
  const applied = await stage.apply()
  assert.equal(applied.status, 201, applied.text)
  const rows = await stage.tenant.inside(({ run }) =>
    run<{ type: string }>('select type from amenity where tenant_id = $1 order by name', [stage.tenant.id]),
  )
  assert.deepEqual(
    rows.map(({ type }) => type),
    ['WASHROOM', 'ELEVATOR', 'MEETING_ROOM', 'WASHROOM', 'PARKING', 'OTHER'],
  )
})

test('People are read as addresses, optionally with names and roles; each fault names its cell', async () => {
  const stage = await openStage(server)
  const text = [
    'Ana Lopez <Ana@Example.org>; bo@example.org',
    'cy@example.org\tCy Young\tManager',
    'not an address',
    'bo@example.org',
    `${stage.tenant.manager.email},Old hand`,
  ].join('\n')
  const { data, faults } = (await stage.save('TEAM', { text })).steps[3] ?? {}
  assert.deepEqual(data?.rows?.slice(0, 3), [
    { email: 'Ana@Example.org', name: 'Ana Lopez' },
    { email: 'bo@example.org' },
    { email: 'cy@example.org', name: 'Cy Young', role: 'Manager' },
  ])
  assert.deepEqual(
    faults?.map(({ row, column, message }) => [row, column, message]),
    [
      [4, 'email', 'This is not an email address.'],
      [5, 'email', 'This is the same as in row 2.'],
      [6, 'email', 'This person is already in the team.'],
    ],
  )
})

test('Messages are in the language of the reader', async () => {
  const stage = await openStage(server)
  await stage.save('AMENITIES', { rows: [{ name: 'A', type: 'Loo' }] })
  await stage.tenant.inside(({ run }) =>
    run("update app_user set language = 'de' where tenant_id = $1", [stage.tenant.id]),
  )
  const [fault] = (await stage.step('AMENITIES')).faults
  assert.match(fault?.message ?? '', /ist keine Art von Einrichtung/)
  const reply = await server.call<WizardTemplate[]>('GET', '/api/wizard/templates', {
    token: stage.tenant.admin.token,
  })
  assert.deepEqual(
    reply.json.data.map(({ name }) => name),
    ['Büro', 'Klinik', 'Hotel', 'Schule', 'Einkaufszentrum', 'Fitnessstudio', 'Coworking'],
  )
})

test('Of two administrators at the same time the second gets PRECONDITION_FAILED by If-Match, and loses nothing', async () => {
  const stage = await openStage(server)
  const replies = await Promise.all(
    ['One', 'Two'].map((name) => stage.put({ step: 'BUILDING', data: { name } }, { 'if-match': '"1"' })),
  )
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412])
  const winner = replies.find(({ status }) => status === 200)
  assert.equal(winner?.headers.get('etag'), '"2"')
  assert.equal((await stage.state()).steps[0]?.data.name, winner?.json.data.steps[0]?.data.name)
  assert.equal((await stage.put({ step: 'BUILDING', skip: true }, { 'if-match': '"2"' })).status, 200)
})

test('Input with nothing, or with two contradicting fields, is refused', async () => {
  const stage = await openStage(server)
  const bodies: unknown[] = [
    {},
    { data: { name: 'A' } },
    { skip: true },
    { step: 'BUILDING' },
    { step: 'BUILDING', data: {}, skip: true },
    { dismiss: true, step: 'BUILDING', skip: true },
    { step: 'ROOF', skip: true },
    { template: 'castle' },
    { step: 'BUILDING', data: { name: 4 } },
    { step: 'BUILDING', data: { name: 'a\u0000' } },
    { step: 'AMENITIES', data: { rows: Array.from({ length: 2001 }, () => ({ name: 'A' })) } },
  ]
  for (const body of bodies)
    assert.equal((await stage.put(body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body).slice(0, 80))
  assert.equal((await stage.state()).run, 'NOT_STARTED')
  const other = await server.call('GET', '/api/wizard/state', { token: stage.tenant.manager.token })
  assert.equal(other.json.code, 'FORBIDDEN')
})

test('Control characters and bidi overrides never get into names', async () => {
  const stage = await openStage(server)
  await stage.save('BUILDING', { name: 'Ha\u202elle\u0007 A' })
  await stage.save('FLOORS', { rows: [{ name: '=cmd|/c calc' }, { name: '\u200b' }] })
  assert.deepEqual(
    (await stage.step('FLOORS')).faults.map(({ row, column }) => [row, column]),
    [[2, 'name']],
  )
  await stage.save('FLOORS', { rows: [{ name: '=cmd|/c calc' }] })
  const applied = await stage.apply()
  assert.equal(applied.status, 201, applied.text)
  const rows = await stage.tenant.inside(({ run }) =>
    run<{ name: string }>('select name from building where tenant_id = $1', [stage.tenant.id]),
  )
  assert.deepEqual(rows, [{ name: 'Ha lle A' }])
})

test('There are seven templates with amenities, issue choices and rules, and each fits the trial plan', async () => {
  const stage = await openStage(server, 'TRIAL')
  const { token } = stage.tenant.admin
  const all = await server.call<WizardTemplate[]>('GET', '/api/wizard/templates', { token })
  assert.equal(all.json.total, 7)
  for (const template of all.json.data) {
    assert.ok(
      template.amenities.every(
        ({ issues, count }) => count > 0 && issues.some(({ code }) => code !== 'OTHER'),
      ),
    )
    assert.ok(template.rules.length > 0 && template.floors.length > 0)
    const state = (await stage.put({ template: template.code })).json.data
    const rows = state.steps[2]?.data.rows?.length ?? 0
    assert.ok(rows > 0 && rows <= 50, `${template.code}: ${rows}`)
  }
  const page = await server.call<WizardTemplate[]>(
    'GET',
    '/api/wizard/templates?page=2&pageSize=5&sort=-name',
    { token },
  )
  assert.deepEqual(
    page.json.data.map(({ code }) => code),
    ['coworking', 'clinic'],
  )
})
