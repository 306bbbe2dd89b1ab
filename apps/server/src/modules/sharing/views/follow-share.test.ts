import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { followShare } from '../public.ts'
import { openStage, visitorOf } from '../testing/stage.ts'

const server = await startTestServer({ worker: false })
const beside = await startTestServer({ worker: false, beside: server })
const { created, visit } = openStage(server)

const follow = (token: string, viewSession: string | undefined, on = server): Promise<Readable> =>
  followShare(visitorOf(on), on.built.gate, { token, viewSession })

/** Events received, without keep-alive comments. */
const listen = (stream: Readable) => {
  const received: string[] = []
  let waiting: (() => void) | undefined
  stream.on('data', (bytes: Buffer) => {
    received.push(...(bytes.toString().match(/^event: .*$/gm) ?? []))
    waiting?.()
  })
  // A stream that does not end fails its test instead of blocking it.
  const ended = Promise.race([
    once(stream, 'end').then(() => performance.now()),
    setTimeout(20_000, Number.POSITIVE_INFINITY, { ref: false }),
  ])
  return {
    received,
    ended,
    count: async (many: number): Promise<void> => {
      while (received.length < many) await new Promise<void>((resolve) => (waiting = resolve))
    },
  }
}

const change = (tenant: TestTenant, method: string, path: string, body?: unknown) =>
  server.call(method, path, { token: tenant.admin.token, body })
const makeTask = (tenant: TestTenant, amenityId: string) =>
  change(tenant, 'POST', '/api/tasks', { title: 'Lamp', amenityId })

test('A link is notified that something in its scope changed, not what, and of nothing outside', async () => {
  const tenant = await createTenant(server)
  const [mine, other] = [
    await createPlace(server, tenant),
    await createPlace(server, tenant, { type: 'KITCHEN', name: 'Kitchen' }),
  ]
  const scopes = [
    { buildingIds: [mine.buildingId] },
    { types: ['WASHROOM'] },
    { buildingIds: [mine.buildingId], types: ['KITCHEN'] },
  ]
  const streams = []
  for (const scope of scopes) {
    const link = await created(tenant, { kind: 'SCREEN', scope })
    const { viewSession } = await visit(link.token)
    streams.push(await follow(link.token, viewSession?.value))
  }
  const [byBuilding, byType, byBoth] = streams.map(listen)
  const texts: string[] = []
  streams[0]?.on('data', (bytes: Buffer) => texts.push(bytes.toString()))
  await makeTask(tenant, other.amenityId)
  await makeTask(tenant, mine.amenityId)
  await byBuilding?.count(1)
  await byType?.count(1)
  assert.deepEqual(
    [byBuilding?.received, byType?.received, byBoth?.received],
    [['event: changed'], ['event: changed'], []],
  )
  assert.match(texts.join(''), /^(retry: \d+\n\n|:\n\n|event: changed\ndata: \{\}\n\n)+$/)
  for (const stream of streams) stream.destroy()
})

test('An amenity that is created while a page is open is in its scope at once, and one that leaves it no more', async () => {
  const tenant = await createTenant(server)
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const location = async (body: object): Promise<string> => {
    const made = await server.call<{ id: string }>('POST', '/api/admin/locations', {
      token: tenant.admin.token,
      body: { buildingId, ...body },
    })
    assert.equal(made.status, 201, made.text)
    return made.json.data.id
  }
  const floor = await location({ kind: 'FLOOR', name: 'Second floor' })
  const room = await location({ kind: 'ROOM', name: 'Corridor', parentId: floor })
  const open = async (scope: object) => {
    const link = await created(tenant, { kind: 'SCREEN', scope })
    const { viewSession } = await visit(link.token)
    const stream = await follow(link.token, viewSession?.value)
    return { stream, ...listen(stream) }
  }
  const kitchens = await open({ types: ['KITCHEN'] })
  const floors = await open({ locationIds: [floor] })
  // Opened last and without a scope: when it has an event, the others have it too or never will.
  const all = await open({})
  const receivedAfter = async (changes: number): Promise<number[]> => {
    await all.count(changes)
    return [kitchens.received.length, floors.received.length]
  }
  const made = await server.call<{ id: string }>('POST', '/api/admin/amenities', {
    token: tenant.admin.token,
    body: { buildingId, locationId: room, name: 'New kitchen', type: 'KITCHEN' },
  })
  const { id } = made.json.data
  assert.deepEqual(await receivedAfter(1), [1, 1], 'It came')
  await makeTask(tenant, id)
  assert.deepEqual(await receivedAfter(2), [2, 2], 'It has a task')
  await change(tenant, 'PATCH', `/api/admin/amenities/${id}`, { type: 'WASHROOM', locationId: null })
  assert.deepEqual(await receivedAfter(3), [3, 3], 'It left')
  await makeTask(tenant, id)
  await makeTask(tenant, amenityId)
  assert.deepEqual(await receivedAfter(5), [3, 3], 'What lies outside is not told')
  for (const { stream } of [kitchens, floors, all]) stream.destroy()
})

test('Changes to tasks of a deleted amenity notify open pages of its former place', async () => {
  const tenant = await createTenant(server)
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const { json } = await server.call<{ id: string }>('POST', '/api/admin/locations', {
    token: tenant.admin.token,
    body: { buildingId, kind: 'FLOOR', name: 'Second floor' },
  })
  const locationId = json.data.id
  await change(tenant, 'PATCH', `/api/admin/amenities/${amenityId}`, { locationId })
  const task = (await makeTask(tenant, amenityId)).json.data as { id: string }
  const open = async (scope: object) => {
    const link = await created(tenant, { kind: 'SCREEN', scope })
    const { viewSession } = await visit(link.token)
    const stream = await follow(link.token, viewSession?.value)
    return { stream, ...listen(stream) }
  }
  const floors = await open({ locationIds: [locationId] })
  // Opened last and without a scope: when it has an event, the other has it too or never will.
  const all = await open({})
  for (const [changes, method, path, body] of [
    [1, 'DELETE', `/api/admin/amenities/${amenityId}`, undefined],
    [2, 'PATCH', `/api/tasks/${task.id}/status`, { status: 'IN_PROGRESS' }],
  ] as const) {
    assert.equal((await change(tenant, method, path, body)).status, 200)
    await all.count(changes)
    assert.equal(floors.received.length, changes, path)
  }
  for (const { stream } of [floors, all]) stream.destroy()
})

test('A location that is created or moved below the scope of an open page is in it at once, and one that leaves it no more', {
  timeout: 30_000,
}, async () => {
  const tenant = await createTenant(server)
  const { buildingId, amenityId } = await createPlace(server, tenant)
  const made = async (path: string, body: object): Promise<string> => {
    const reply = await change(tenant, 'POST', path, { buildingId, ...body })
    assert.equal(reply.status, 201, reply.text)
    return (reply.json.data as { id: string }).id
  }
  const location = (body: object) => made('/api/admin/locations', body)
  const first = await location({ kind: 'FLOOR', name: 'First floor' })
  const second = await location({ kind: 'FLOOR', name: 'Second floor' })
  const link = await created(tenant, { kind: 'SCREEN', scope: { locationIds: [second] } })
  const { viewSession } = await visit(link.token)
  const here = await follow(link.token, viewSession?.value)
  const there = await follow(link.token, viewSession?.value, beside)
  const walls = [listen(here), listen(there)]
  const receivedCounts = () => walls.map((wall) => wall.received.length)
  const eachHears = async (what: () => Promise<unknown>): Promise<void> => {
    const before = receivedCounts()
    await what()
    await Promise.all(walls.map((wall, index) => wall.count((before[index] ?? 0) + 1)))
  }
  const wing = await location({ name: 'New wing', parentId: second })
  const corner = await location({ name: 'Corner', parentId: wing })
  let inCorner = ''
  await eachHears(async () => {
    inCorner = await made('/api/admin/amenities', { locationId: corner, name: 'Sink', type: 'KITCHEN' })
  })
  await eachHears(() => makeTask(tenant, inCorner))
  const room = await location({ name: 'Old room', parentId: first })
  await change(tenant, 'PATCH', `/api/admin/amenities/${amenityId}`, { locationId: room })
  await makeTask(tenant, amenityId)
  await eachHears(() => change(tenant, 'PATCH', `/api/admin/locations/${room}`, { parentId: second }))
  await eachHears(() => makeTask(tenant, amenityId))
  await eachHears(() => change(tenant, 'PATCH', `/api/admin/locations/${room}`, { parentId: first }))
  const settled = receivedCounts()
  await makeTask(tenant, amenityId)
  await eachHears(() => makeTask(tenant, inCorner))
  assert.deepEqual(
    receivedCounts(),
    settled.map((count) => count + 1),
    'What has left is not told',
  )
  for (const stream of [here, there]) stream.destroy()
})

test('Following needs an open view', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant, { password: 'a-lamp-under-the-stairs' })
  await assert.rejects(follow(link.token, undefined), { code: 'UNAUTHORIZED' })
  const open = await created(tenant)
  await assert.rejects(follow(open.token, undefined), { code: 'UNAUTHORIZED' })
  await assert.rejects(follow('A'.repeat(43), undefined), { code: 'NOT_FOUND' })
})

test('A stream ends with its link, also on another instance than the one that revoked it; both refuse it at once', async (context) => {
  const ends: readonly [string, (tenant: TestTenant, id: string) => Promise<unknown>][] = [
    ['revoked', (tenant, id) => change(tenant, 'DELETE', `/api/sharing/links/${id}`)],
    ['new address', (tenant, id) => change(tenant, 'POST', `/api/sharing/links/${id}/rotate`)],
    [
      'new password',
      (tenant, id) => change(tenant, 'PATCH', `/api/sharing/links/${id}`, { password: 'a-cat-on-the-roof' }),
    ],
  ]
  for (const [name, end] of ends) {
    const tenant = await createTenant(server)
    const link = await created(tenant)
    const { viewSession } = await visit(link.token)
    const here = listen(await follow(link.token, viewSession?.value))
    const there = listen(await follow(link.token, viewSession?.value, beside))
    const began = performance.now()
    await end(tenant, link.id)
    const answered = performance.now()
    for (const on of [server, beside]) {
      const after = await openStage(on)
        .visit(link.token, viewSession?.value)
        .then(({ page }) => page.state)
        .catch(({ code }: { code: string }) => code)
      assert.notEqual(after, 'OPEN', name)
    }
    const refused = performance.now()
    const [first, other] = [await here.ended, await there.ended]
    context.diagnostic(
      `${name}: answered ${Math.round(answered - began)} ms, refused on both instances ${Math.round(refused - answered)} ms later, ` +
        `streams over ${Math.round(first - answered)} and ${Math.round(other - answered)} ms after the answer`,
    )
    assert.ok(other - answered < 5000, name)
  }
})

test('A stream ends with its view', async () => {
  const tenant = await createTenant(server)
  const link = await created(tenant)
  const { viewSession } = await visit(link.token)
  const stream = listen(await follow(link.token, viewSession?.value))
  server.clock.advance(8 * 3600_000)
  assert.ok((await stream.ended) < Number.POSITIVE_INFINITY)
  server.clock.set(new Date())
})
