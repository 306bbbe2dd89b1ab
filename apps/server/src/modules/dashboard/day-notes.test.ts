import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Overview, PeriodNotes } from '#contracts/dashboard.ts'
import type { AmenityFigures, FeedbackFigures } from '#contracts/figures.ts'
import type { DayNote, Settings } from '#contracts/settings.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })

const write = (tenant: TestTenant, dayNotes: unknown, token = tenant.admin.token) =>
  server.call<Settings>('PATCH', '/api/admin/settings', { token, body: { dayNotes } })

const read = async <T>(tenant: TestTenant, path: string): Promise<{ data: T; notes: PeriodNotes }> => {
  const reply = await server.call<T>('GET', `/api/dashboard/${path}`, { token: tenant.manager.token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json as unknown as { data: T; notes: PeriodNotes }
}

const march = 'from=2026-03-01&to=2026-03-31'
const texts = (notes: PeriodNotes): string[] => notes.map(({ text }) => text)

test('A day note is shown on the trends of its period, of all buildings or of its own', async () => {
  const tenant = await createTenant(server)
  const [one, two] = [await createPlace(server, tenant), await createPlace(server, tenant)]
  const notes: DayNote[] = [
    { date: '2026-03-09', text: 'New contractor', buildingId: one.buildingId },
    { date: '2026-03-02', text: 'Strike', buildingId: null },
    { date: '2026-04-01', text: 'Later', buildingId: null },
  ]
  const kept = await write(tenant, notes)
  assert.equal(kept.status, 200, kept.text)
  assert.deepEqual(
    kept.json.data.dayNotes.map(({ text }) => text),
    ['Strike', 'New contractor', 'Later'],
    'oldest first',
  )
  const figures = await read<FeedbackFigures>(tenant, `feedback?${march}`)
  assert.deepEqual(
    figures.data.notes.map(({ date, text, building }) => [date, text, building?.id]),
    [
      ['2026-03-02', 'Strike', undefined],
      ['2026-03-09', 'New contractor', one.buildingId],
    ],
  )
  assert.ok(figures.data.notes[1]?.building?.name)
  for (const path of ['feedback/trends', 'tasks/trends']) {
    assert.deepEqual(
      texts((await read(tenant, `${path}?${march}`)).notes),
      ['Strike', 'New contractor'],
      path,
    )
    const other = await read(tenant, `${path}?${march}&buildingId=${two.buildingId}`)
    assert.deepEqual(texts(other.notes), ['Strike'], path)
  }
  assert.deepEqual(texts((await read<Overview>(tenant, `overview?${march}`)).data.notes), [
    'Strike',
    'New contractor',
  ])
  const amenity = await read<AmenityFigures>(tenant, `amenities/${two.amenityId}?${march}`)
  assert.deepEqual(texts(amenity.data.notes), ['Strike'])
  const none = await createTenant(server)
  assert.deepEqual((await read<FeedbackFigures>(none, `feedback?${march}`)).data.notes, [])
})

test('A note needs a day, at most 80 characters, and a building of the tenant; there are at most 200', async () => {
  const tenant = await createTenant(server)
  const foreign = await createPlace(server, await createTenant(server))
  const note = { date: '2026-03-02', text: 'x', buildingId: null }
  for (const strange of [
    [{ ...note, text: 'x'.repeat(81) }],
    [{ ...note, text: '' }],
    [{ ...note, date: '2026-02-30' }],
    Array.from({ length: 201 }, () => note),
  ]) {
    const reply = await write(tenant, strange)
    assert.equal(reply.status, 400, reply.text)
  }
  const strange = await write(tenant, [note, { ...note, buildingId: foreign.buildingId }])
  assert.equal(strange.status, 404, strange.text)
  const most = await write(
    tenant,
    Array.from({ length: 200 }, () => note),
  )
  assert.equal(most.status, 200)
  assert.equal(most.json.data.dayNotes.length, 200)
})

test('Changing other settings keeps the notes; only administrators write them', async () => {
  const tenant = await createTenant(server)
  await write(tenant, [{ date: '2026-03-02', text: 'Strike', buildingId: null }])
  const reply = await server.call<Settings>('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { work: { photoRequiredToFinish: true } },
  })
  assert.deepEqual(
    reply.json.data.dayNotes.map(({ text }) => text),
    ['Strike'],
  )
  assert.equal((await write(tenant, [], tenant.manager.token)).status, 403)
  assert.deepEqual((await write(tenant, [])).json.data.dayNotes, [])
})
