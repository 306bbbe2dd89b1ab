import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createPlace } from '#test/world.ts'
import { adoptZone } from './follow-zone.ts'
import { daily, openScheduleTests } from './testing/open-tests.ts'

const { server, createTenant, create, make, patch, remove, list, tasksOf, dueRows, at, multiply, start } =
  await openScheduleTests()

test('A dry run shows the next five times and stores nothing, also for a change', async () => {
  await start()
  const tenant = await createTenant()
  const shown = await create(tenant, { ...daily, rrule: 'FREQ=MONTHLY;BYDAY=1MO', dryRun: true })
  assert.equal(shown.status, 200, shown.text)
  assert.equal(shown.json.data.id, undefined)
  assert.deepEqual(shown.json.data.next.slice(0, 2), ['2026-12-07T06:00:00.000Z', '2027-01-04T06:00:00.000Z'])
  assert.equal((await list(tenant)).length, 0)
  const id = await make(tenant)
  const changed = await patch(tenant, id, { rrule: 'FREQ=WEEKLY', dryRun: true })
  assert.deepEqual(changed.json.data.next.slice(0, 2), [
    '2026-11-23T06:00:00.000Z',
    '2026-11-30T06:00:00.000Z',
  ])
  const [kept] = await list(tenant)
  assert.deepEqual([kept?.rrule, kept?.version], ['FREQ=DAILY', 1])
  assert.equal((await dueRows(tenant)).length, 1)
  assert.equal(
    (await create(tenant, { ...daily, rrule: 'FREQ=MINUTELY', dryRun: true })).json.code,
    'VALIDATION_ERROR',
  )
})

test('A change moves the next run, a pause cancels it, and runs missed during a pause are skipped', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant)
  const moved = await patch(
    tenant,
    id,
    { startsAt: '2026-11-23T09:00', timeZone: 'Asia/Tokyo' },
    { 'if-match': '"1"' },
  )
  assert.equal(moved.status, 200, moved.text)
  assert.equal(moved.json.data.next[0], '2026-11-23T00:00:00.000Z')
  assert.deepEqual(
    (await dueRows(tenant)).map(({ due_at }) => due_at.toISOString()),
    ['2026-11-23T00:00:00.000Z'],
  )
  assert.equal(
    (await patch(tenant, id, { name: 'X' }, { 'if-match': '"1"' })).json.code,
    'PRECONDITION_FAILED',
  )
  assert.deepEqual((await patch(tenant, id, { enabled: false })).json.data.next, [])
  assert.equal((await dueRows(tenant)).length, 0)
  await at('2026-11-26T12:00:00Z')
  assert.equal((await patch(tenant, id, { enabled: true })).json.data.next[0], '2026-11-27T00:00:00.000Z')
  await server.drain()
  assert.equal((await tasksOf(tenant)).length, 0)
  await at('2026-11-27T00:00:01Z')
  assert.deepEqual(
    (await tasksOf(tenant)).map(({ noteCount }) => noteCount),
    [0],
  )
  assert.equal((await patch(tenant, id, { timeZone: null })).json.data.timeZone, 'Europe/Berlin')
})

test('The zone defaults to the building’s and is refused if amenities have different ones', async () => {
  await start()
  const tenant = await createTenant()
  const token = tenant.admin.token
  const [one, other] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const zone = { token, body: { timeZone: 'Asia/Tokyo' } }
  assert.equal((await server.call('PATCH', `/api/admin/buildings/${one.buildingId}`, zone)).status, 200)
  const inTokyo = await create(tenant, {
    ...daily,
    template: { title: 'A', amenityIds: [one.amenityId] },
    dryRun: true,
  })
  assert.deepEqual(
    [inTokyo.json.data.timeZone, inTokyo.json.data.next[0]],
    ['Asia/Tokyo', '2026-11-22T22:00:00.000Z'],
  )
  const both = { title: 'A', amenityIds: [one.amenityId, other.amenityId] }
  const refused = await create(tenant, { ...daily, template: both })
  assert.deepEqual(
    [refused.json.code, refused.json.details?.[0]?.path],
    ['VALIDATION_ERROR', 'body.template.amenityIds'],
  )
  assert.equal((await create(tenant, { ...daily, template: both, timeZone: 'Europe/Berlin' })).status, 201)
  assert.equal((await create(tenant, { ...daily, timeZone: 'Mars/Olympus' })).json.code, 'VALIDATION_ERROR')
})

test('A schedule without its own zone follows a corrected zone of its building or the organisation, others keep theirs', async () => {
  await start()
  const tenant = await createTenant()
  const place = await createPlace(server, tenant)
  const there = { template: { title: 'A', amenityIds: [place.amenityId] } }
  const ids = {
    follows: await make(tenant, there),
    given: await make(tenant, { ...there, timeZone: 'Europe/Paris' }),
    chosen: await make(tenant, { ...there, timeZone: 'Europe/Berlin' }),
    kept: await make(tenant, there),
    nowhere: await make(tenant),
  }
  await patch(tenant, ids.given, { timeZone: null })
  await patch(tenant, ids.kept, { timeZone: 'Europe/Berlin' })
  const zones = async () => {
    await server.drain()
    const all = new Map((await list(tenant)).map((one) => [one.id, `${one.timeZone} ${one.next[0]}`]))
    return Object.values(ids).map((id) => all.get(id))
  }
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const reply = await server.call(method, `/api/admin/${path}`, { token: tenant.admin.token, body })
    assert.equal(reply.status, 200, reply.text)
  }
  const berlin = 'Europe/Berlin 2026-11-23T06:00:00.000Z'
  const tokyo = 'Asia/Tokyo 2026-11-22T22:00:00.000Z'
  const london = 'Europe/London 2026-11-23T07:00:00.000Z'
  assert.deepEqual(await zones(), [berlin, berlin, berlin, berlin, berlin])
  const follows = new Map((await list(tenant)).map((one) => [one.id, one.followsZone]))
  assert.deepEqual(
    Object.values(ids).map((id) => follows.get(id)),
    [true, true, false, false, true],
  )
  await send('PATCH', `buildings/${place.buildingId}`, { timeZone: 'Asia/Tokyo' })
  assert.deepEqual(await zones(), [tokyo, tokyo, berlin, berlin, berlin])
  const due = (await dueRows(tenant)).find(({ key }) => key === ids.follows)
  assert.equal(due?.due_at.toISOString(), '2026-11-22T22:00:00.000Z')
  await send('PATCH', 'settings', { profile: { timeZone: 'Europe/London' } })
  assert.deepEqual(await zones(), [tokyo, tokyo, berlin, berlin, london])
  await send('POST', 'buildings/import', { csv: 'building,time zone\nMain building,Europe/London\n' })
  assert.deepEqual(await zones(), [london, london, berlin, berlin, london])
})

test('A run that was due in the old zone happens, and one that would have passed in the corrected zone happens at the old time', async () => {
  await start()
  const tenant = await createTenant()
  const place = await createPlace(server, tenant)
  const template = { title: 'A', amenityIds: [place.amenityId] }
  const move = (timeZone: string) =>
    server.call('PATCH', `/api/admin/buildings/${place.buildingId}`, { key: tenant.key, body: { timeZone } })
  const once = await make(tenant, { template, rrule: null })
  const each = await make(tenant, { template })
  const nextOf = async (id: string) => (await list(tenant)).find((one) => one.id === id)?.next[0]
  await at('2026-11-22T23:00:00Z')
  assert.equal((await move('Asia/Tokyo')).status, 200)
  await server.drain()
  assert.deepEqual(
    [await nextOf(once), await nextOf(each)],
    ['2026-11-23T06:00:00.000Z', '2026-11-23T22:00:00.000Z'],
  )
  await at('2026-11-23T06:00:01Z')
  assert.equal((await tasksOf(tenant)).length, 1)
  server.clock.set(new Date('2026-11-23T22:00:00.100Z'))
  assert.equal((await move('Europe/Berlin')).status, 200)
  // Also if the zone is corrected before the worker gets to the due run.
  await tenant.inside((ctx) => adoptZone(ctx, each, ctx.now))
  await server.drain()
  assert.equal((await tasksOf(tenant)).length, 2)
  assert.equal(await nextOf(each), '2026-11-24T06:00:00.000Z')
})

test('Everything that a schedule names must exist', async () => {
  await start()
  const [tenant, stranger] = [await createTenant(), await createTenant()]
  const [own, foreign] = [await createPlace(server, tenant), await createPlace(server, stranger)]
  const other = await createPlace(server, tenant)
  const wrong: [string, object][] = [
    ['NOT_FOUND', { template: { title: 'A', amenityIds: [foreign.amenityId] } }],
    ['NOT_FOUND', { template: { title: 'A', buildingId: foreign.buildingId } }],
    ['NOT_FOUND', { template: { title: 'A', assignee: { userId: stranger.technician.id } } }],
    ['NOT_FOUND', { template: { title: 'A', assignee: { companyId: own.buildingId } } }],
    [
      'VALIDATION_ERROR',
      { template: { title: 'A', amenityIds: [other.amenityId], buildingId: own.buildingId } },
    ],
    ['VALIDATION_ERROR', { template: { title: 'A', category: 'WARP_FAULT' } }],
    ['VALIDATION_ERROR', { template: { title: ' ' } }],
    [
      'VALIDATION_ERROR',
      { template: { title: 'A', assignee: { userId: tenant.technician.id, companyId: own.buildingId } } },
    ],
    ['VALIDATION_ERROR', { startsAt: '2026-11-31T07:00' }],
    ['VALIDATION_ERROR', { startsAt: '2026-11-23T07:00:00+09:00' }],
    ['VALIDATION_ERROR', { startsAt: undefined }],
    ['VALIDATION_ERROR', { rrule: null, startsAt: '2026-11-21T07:00' }],
    ['VALIDATION_ERROR', { rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30' }],
    ['VALIDATION_ERROR', { rrule: `FREQ=DAILY;BYMINUTE=${'0,'.repeat(300)}0` }],
    ['VALIDATION_ERROR', { rrule: 'FREQ=DAILY\r\nDTSTART:20200101T000000' }],
  ]
  for (const [code, body] of wrong)
    assert.equal((await create(tenant, { ...daily, ...body })).json.code, code, JSON.stringify(body))
  assert.equal((await list(tenant)).length, 0)
})

test('Schedules of another tenant are NOT_FOUND, and nobody but an ADMIN sees or changes them', async () => {
  await start()
  const [mine, theirs] = [await createTenant({ plan: 'STARTER' }), await createTenant()]
  const id = await make(theirs)
  await make(mine)
  assert.equal((await patch(mine, id, { name: 'X' })).json.code, 'NOT_FOUND')
  assert.equal((await patch(mine, id, { name: 'X', dryRun: true })).json.code, 'NOT_FOUND')
  assert.equal((await remove(mine, id)).json.code, 'NOT_FOUND')
  assert.equal((await dueRows(theirs)).length, 1)
  for (const { token } of [theirs.manager, theirs.technician]) {
    assert.equal((await server.call('GET', '/api/admin/schedules', { token })).json.code, 'FORBIDDEN')
    assert.equal(
      (await server.call('POST', '/api/admin/schedules', { token, body: daily })).json.code,
      'FORBIDDEN',
    )
  }
})

test('Lists are paged, searched, filtered and sorted by name, age and next time', async () => {
  await start()
  const tenant = await createTenant()
  await make(tenant, { name: 'B', startsAt: '2026-11-25T07:00' })
  server.clock.advance(60_000)
  await make(tenant, { name: 'A 100%', startsAt: '2026-11-24T07:00', enabled: false })
  server.clock.advance(60_000)
  await make(tenant, { name: 'C', startsAt: '2026-11-23T07:00' })
  const names = async (query: string): Promise<string[]> =>
    (await list(tenant, query)).map(({ name }) => name)
  assert.deepEqual(await names(''), ['A 100%', 'B', 'C'])
  assert.deepEqual(await names('?sort=-createdAt'), ['C', 'A 100%', 'B'])
  assert.deepEqual(await names('?sort=nextAt&enabled=true'), ['C', 'B'])
  assert.deepEqual(await names('?q=100%25'), ['A 100%'])
  assert.deepEqual(await names('?page=2&pageSize=2'), ['C'])
})

test('A tenant has at most a thousand schedules; one more is refused', async () => {
  await start()
  const tenant = await createTenant()
  const id = await make(tenant)
  await multiply(tenant, id, 999)
  assert.equal((await create(tenant, daily)).json.code, 'CONFLICT')
  assert.equal((await create(tenant, { ...daily, dryRun: true })).status, 200)
})
