import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertRuleCreated } from '#contracts/alerts/rules.ts'
import type { FeedbackItem } from '#contracts/dashboard.ts'
import type { AmenityFigures, Trend } from '#contracts/figures.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import type { Amenity } from '#contracts/places/amenities.ts'
import type { QrCodeRecord } from '#contracts/places/qr-codes.ts'
import type { SlaBreach } from '#contracts/task-figures.ts'
import type { Task, TaskSummary } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ own: true })

const floors = [1, 2, 3, 4, 5, 6]
const said = floors.map((floor) => `Washroom East · Level ${floor} · Quay House`)

const post = async <T>(tenant: TestTenant, path: string, body: object): Promise<T> => {
  const reply = await server.call<T>('POST', `/api/admin${path}`, { token: tenant.admin.token, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

/** Six washrooms with the same name in one building, one on each floor. */
const openHouse = async () => {
  const tenant = await createTenant(server)
  const { id: buildingId } = await post<{ id: string }>(tenant, '/buildings', { name: 'Quay House' })
  const rooms: Amenity[] = []
  for (const floor of floors) {
    const { id: locationId } = await post<{ id: string }>(tenant, '/locations', {
      buildingId,
      name: `Level ${floor}`,
      kind: 'FLOOR',
    })
    rooms.push(
      await post<Amenity>(tenant, '/amenities', {
        buildingId,
        locationId,
        name: 'Washroom East',
        type: 'WASHROOM',
      }),
    )
  }
  const get = async <T>(path: string, token = tenant.admin.token): Promise<T> => {
    const reply = await server.call<T>('GET', path, { token })
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data
  }
  const text = async (path: string): Promise<string> =>
    (await server.call('GET', path, { token: tenant.admin.token })).text
  return { tenant, buildingId, rooms, get, text }
}

const report = async ({ qrCode }: Amenity): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode, issues: ['NO_SOAP'], rating: 1 },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}

test('Six washrooms with the same name are distinguishable where one is chosen, searched or linked to a code', async () => {
  const { get, text, buildingId, rooms } = await openHouse()
  const codes = await get<QrCodeRecord[]>('/api/admin/qr-codes')
  assert.deepEqual(
    codes.map(({ amenity }) => sayPlace(amenity?.name, amenity?.location, amenity?.building.name)).toSorted(),
    said,
  )
  const found = await get<TaskSummary>('/api/tasks/summary?amenityQ=washroom')
  assert.deepEqual(
    found.amenities.map(({ name, location, building }) => sayPlace(name, location, building.name)).toSorted(),
    said,
  )
  for (const q of ['washroom level 3', 'Level 3 quay', said[2] ?? '']) {
    const asked = encodeURIComponent(q)
    const ids = [
      (await get<Amenity[]>(`/api/admin/amenities?q=${asked}`)).map(({ id }) => id),
      (await get<QrCodeRecord[]>(`/api/admin/qr-codes?q=${asked}`)).map(({ amenity }) => amenity?.id),
      (await get<TaskSummary>(`/api/tasks/summary?amenityQ=${asked}`)).amenities.map(({ id }) => id),
    ]
    assert.deepEqual(ids, [[rooms[2]?.id], [rooms[2]?.id], [rooms[2]?.id]], q)
  }
  const one = rooms[2]
  assert.ok(one)
  const { amenity } = await get<AmenityFigures>(`/api/dashboard/amenities/${one.id}`)
  assert.equal(sayPlace(amenity.name, amenity.location, amenity.building.name), said[2])
  const sheet = await text(`/api/admin/qr-codes/sheet?building=${buildingId}&format=svg`)
  for (const floor of floors) assert.match(sheet.replaceAll(/\s/g, ' '), new RegExp(`Level ${floor}`))
})

test('A code of an amenity in an area is listed and printed with its floor too', async () => {
  const { tenant, get, text, buildingId } = await openHouse()
  const floor = await post<{ id: string }>(tenant, '/locations', {
    buildingId,
    name: 'Level 7',
    kind: 'FLOOR',
  })
  const area = await post<{ id: string }>(tenant, '/locations', {
    buildingId,
    parentId: floor.id,
    name: 'North wing',
    kind: 'AREA',
  })
  const { qrCode } = await post<Amenity>(tenant, '/amenities', {
    buildingId,
    locationId: area.id,
    name: 'Washroom East',
    type: 'WASHROOM',
  })
  const [code] = await get<QrCodeRecord[]>(`/api/admin/qr-codes?q=${qrCode}`)
  assert.equal(code?.amenity?.location, 'Level 7, North wing')
  const sheet = await text(`/api/admin/qr-codes/sheet?codes=${qrCode}&format=svg`)
  assert.match(sheet.replaceAll(/\s/g, ' '), /Level 7, North wing/)
})

test('Reports in washrooms with the same name are distinguishable in lists, titles, charts, files and emails', async () => {
  const { tenant, rooms, get, text } = await openHouse()
  const before = server.mails.length
  for (const room of rooms) await report(room)
  await server.drain()
  server.clock.advance(120_001)
  await server.drain()

  const tasks = await get<Task[]>('/api/tasks', tenant.manager.token)
  assert.deepEqual(
    tasks.map(({ title }) => title).toSorted(),
    floors.map((floor) => `No soap, Washroom East · Level ${floor}`),
  )
  assert.deepEqual(
    tasks
      .map(({ amenity, location, building }) => sayPlace(amenity?.name, location, building?.name))
      .toSorted(),
    said,
  )
  const feedback = await get<FeedbackItem[]>('/api/dashboard/feedback/recent')
  assert.deepEqual(
    feedback
      .map(({ amenity, location, building }) => sayPlace(amenity.name, location, building.name))
      .toSorted(),
    said,
  )
  const trends = await get<Trend[]>('/api/dashboard/feedback/trends?group=amenity&by=month')
  assert.deepEqual(trends.map(({ place }) => place).toSorted(), said)

  for (const what of ['feedback', 'tasks', 'amenities']) {
    const file = await text(`/api/dashboard/export?what=${what}&columns=location`)
    assert.deepEqual(
      file.trim().split(/\r\n/).slice(1).toSorted(),
      floors.map((floor) => `Level ${floor}`),
      what,
    )
  }

  const mails = server.mails.slice(before).map(({ subject, text: body }) => `${subject}\n${body}`)
  assert.ok(mails.length > 0)
  for (const place of said)
    assert.ok(
      mails.some((mail) => mail.includes(place)),
      place,
    )

  const { key } = await createKey(server, tenant, 'read')
  // None was started in time, so all are late, also where a weekend lies between.
  server.clock.advance(4 * 24 * 3600_000)
  const late = (await server.call<SlaBreach[]>('GET', '/api/dashboard/sla/breaches', { key })).json.data
  assert.deepEqual(
    late
      .map(({ amenity, location, building }) => sayPlace(amenity?.name, location, building?.name))
      .toSorted(),
    said,
  )
})

test('A title from before titles had the floor is presented with it', async () => {
  const { tenant, rooms, get } = await openHouse()
  const [first] = rooms
  assert.ok(first)
  await report(first)
  await server.drain()
  await tenant.inside((ctx) =>
    ctx.run("update task set title = 'No soap, Washroom East' where tenant_id = $1", [ctx.tenantId]),
  )
  const [task] = await get<Task[]>('/api/tasks', tenant.manager.token)
  assert.equal(task?.title, 'No soap, Washroom East · Level 1')
})

test('The preview of a rule names the places where it would have fired', async () => {
  const { tenant, rooms } = await openHouse()
  for (const room of rooms) await report(room)
  await server.drain()
  const reply = await server.call<AlertRuleCreated>('POST', '/api/admin/alert-rules', {
    token: tenant.admin.token,
    body: {
      name: 'Soap',
      trigger: { kind: 'ISSUE', categories: ['NO_SOAP'] },
      action: { kind: 'NOTICE', notify: ['MANAGER'] },
      dryRun: true,
    },
  })
  const { matches = [] } = reply.json.data
  assert.deepEqual(
    matches
      .map(({ amenity, location, building }) => sayPlace(amenity.name, location, building.name))
      .toSorted(),
    said,
    reply.text,
  )
})
