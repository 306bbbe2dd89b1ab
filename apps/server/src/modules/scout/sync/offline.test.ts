import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, test } from 'node:test'
import sharp from 'sharp'
import type { Inspection, RoundDetail } from '#contracts/scout/rounds.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { activeScout, stageScout, washroomContent } from '../testing/scout-stage.ts'

const server = await startTestServer()
const tenant = await createTenant(server)

interface Bootstrap {
  cursor: string
  sites: { id: string; amenities: number; accessNote: string | null; hazardNote: string | null }[]
  amenities: { id: string; codeHash: string | null }[]
  templates: { id: string; version: number }[]
  rounds: (RoundDetail & { inspections: Inspection[] })[]
  findings: { id: string }[]
  categories: { type: string; code: string; name: string }[]
}

interface Changes {
  changes: { kind: string; id: string; deleted: boolean; record: { state?: string; name?: string } | null }[]
  cursor: string
  more: boolean
  reset: boolean
}

const hashOf = (bytes: Uint8Array | string): string => createHash('sha256').update(bytes).digest('hex')

describe('Everything for working offline', () => {
  test('A scout reads what staff wrote on access and hazards of a building, and a change resets the phone', async () => {
    const { scout, place } = await stageScout(server, tenant)
    const before = await scout.call<Bootstrap>('GET', '/bootstrap')
    const notes = { accessNote: 'The key is at the gate.', hazardNote: 'Low beams in the cellar' }
    const written = await server.call('PATCH', `/api/admin/buildings/${place.buildingId}`, {
      token: tenant.admin.token,
      body: notes,
    })
    assert.equal(written.status, 200, written.text)
    const site = await scout.call<typeof notes>('GET', `/sites/${place.buildingId}`)
    assert.deepEqual([site.json.data.accessNote, site.json.data.hazardNote], Object.values(notes))
    const { sites } = (await scout.call<Bootstrap>('GET', '/bootstrap')).json.data
    assert.deepEqual([sites[0]?.accessNote, sites[0]?.hazardNote], Object.values(notes))
    const changes = await scout.call<Changes>('GET', `/sync/changes?cursor=${before.json.data.cursor}`)
    assert.equal(changes.json.data.reset, true)
  })

  test('One answer has places, checklists, rounds with stops and answers, and categories; unchanged it is 304', async () => {
    const { scout, place, round, stopId, templateId } = await stageScout(server, tenant)
    await scout.call('POST', `/rounds/${round.id}/start`, {})
    await scout.call('POST', `/rounds/${round.id}/inspections`, { stopId })
    const first = await scout.call<Bootstrap>('GET', '/bootstrap')
    assert.equal(first.status, 200, first.text)
    const { sites, amenities, templates, rounds, categories } = first.json.data
    assert.deepEqual(
      sites.map(({ id, amenities: n }) => [id, n]),
      [[place.buildingId, 1]],
    )
    assert.deepEqual(
      amenities.map(({ id, codeHash }) => [id, codeHash]),
      [[place.amenityId, hashOf(place.qrCode)]],
      'the phone knows the sticker, but not what stands on it',
    )
    assert.deepEqual(
      templates.map(({ id, version }) => [id, version]),
      [[templateId, 1]],
    )
    assert.deepEqual(
      rounds.map(({ id, stops, inspections }) => [id, stops[0]?.id, inspections[0]?.id]),
      [[round.id, stopId, stopId]],
    )
    assert.ok(categories.some(({ type, code, name }) => type === 'WASHROOM' && code === 'NO_SOAP' && name))
    const etag = first.headers.get('etag') ?? ''
    server.clock.advance(1000)
    const again = await server.call('GET', '/api/scout/bootstrap', {
      token: scout.accessToken,
      headers: { 'if-none-match': etag },
    })
    assert.equal(again.status, 304, 'only time and cursor differ')
  })

  test('Changes since the cursor are whole records; a lost round is told as deleted, another scope resets', async () => {
    const { scout, place, round } = await stageScout(server, tenant)
    const other = await activeScout(server, tenant, { buildingIds: [place.buildingId] })
    const { cursor } = (await other.call<Bootstrap>('GET', '/bootstrap')).json.data
    server.clock.advance(61_000)
    await scout.call('POST', `/rounds/${round.id}/decline`, { reason: 'Ill' })
    const since = async (from: string) =>
      (await other.call<Changes>('GET', `/sync/changes?cursor=${encodeURIComponent(from)}`)).json.data
    const open = await since(cursor)
    assert.deepEqual(
      open.changes.filter(({ kind }) => kind === 'ROUND').map(({ id, deleted }) => [id, deleted]),
      [[round.id, false]],
      JSON.stringify(open),
    )
    server.clock.advance(61_000)
    await other.call('POST', `/rounds/${round.id}/decline`, { reason: 'Ill too' })
    const lost = await since(open.cursor)
    assert.deepEqual(
      lost.changes.filter(({ kind }) => kind === 'ROUND').map(({ id, deleted }) => [id, deleted]),
      [[round.id, true]],
    )
    const patched = await server.call('PATCH', `/api/admin/amenities/${place.amenityId}`, {
      token: tenant.admin.token,
      body: { name: 'Washroom renamed' },
    })
    assert.equal(patched.status, 200, patched.text)
    await server.drain()
    const renamed = await since(lost.cursor)
    assert.deepEqual(
      renamed.changes.filter(({ kind }) => kind === 'AMENITY').map(({ record }) => record?.name),
      ['Washroom renamed'],
      JSON.stringify(renamed),
    )
    await server.call('PATCH', `/api/admin/buildings/${place.buildingId}`, {
      token: tenant.admin.token,
      body: { name: 'Another name' },
    })
    assert.equal((await since(renamed.cursor)).reset, true)
  })
})

describe('Photos', () => {
  test('Known by their hash: the same bytes get the same id, other bytes are refused, a confirmed one counts before its bytes are there', async () => {
    const { scout, round, stopId } = await stageScout(server, tenant, { content: washroomContent })
    await scout.call('POST', `/rounds/${round.id}/start`, {})
    await scout.call('POST', `/rounds/${round.id}/inspections`, { stopId, noCodeReason: 'No sticker' })
    const bytes = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#0a7' } })
      .jpeg()
      .toBuffer()
    const ask = () =>
      scout.call<{ id: string; url: string; stored: boolean }>('POST', '/media/upload-url', {
        contentType: 'image/jpeg',
        size: bytes.length,
        sha256: hashOf(bytes),
      })
    const first = await ask()
    assert.equal(first.status, 201, first.text)
    const { id } = first.json.data
    assert.equal((await ask()).json.data.id, id)
    const owner = { inspectionId: stopId, questionId: 'floor' }
    const waiting = await scout.call<{ state: string }>('POST', `/media/${id}/confirm`, owner)
    assert.equal(waiting.json.data.state, 'WAITING', waiting.text)
    const put = (url: string, body: Uint8Array<ArrayBuffer>) =>
      server.call('PUT', new URL(url).pathname, { body, headers: { 'content-type': 'image/jpeg' } })
    const other = Uint8Array.from(bytes)
    other[other.length - 1] = 0
    assert.equal((await put(first.json.data.url, other)).json.code, 'VALIDATION_ERROR')
    const resumed = await ask()
    assert.deepEqual([resumed.json.data.id, resumed.json.data.stored], [id, false])
    assert.equal((await put(resumed.json.data.url, Uint8Array.from(bytes))).status, 200)
    assert.equal((await ask()).json.data.stored, true)
    const stored = await scout.call<{ state: string; image: { url: string } | null }>(
      'POST',
      `/media/${id}/confirm`,
      owner,
    )
    assert.deepEqual([stored.json.data.state, stored.json.data.image !== null], ['STORED', true])
    const elsewhere = await scout.call('POST', `/media/${id}/confirm`, { ...owner, questionId: 'walls' })
    assert.equal(elsewhere.status, 400, 'it is used already')
    const { json } = await scout.call<Inspection>('GET', `/inspections/${stopId}`)
    assert.deepEqual(
      json.data.answers.map(({ questionId, photos }) => [questionId, photos.length]),
      [['floor', 1]],
    )
    const foreign = await stageScout(server, tenant)
    assert.equal((await foreign.scout.call('POST', `/media/${id}/confirm`, owner)).status, 404)
  })
})

describe('Own week', () => {
  test('Rounds in time, inspections and findings of an ISO week', async () => {
    const { scout, place, round } = await stageScout(server, tenant)
    await scout.call('POST', `/rounds/${round.id}/start`, {})
    await scout.call('POST', `/rounds/${round.id}/submit`, { skipMissing: { reason: 'CLOSED' } })
    await scout.call('POST', '/findings', { amenityId: place.amenityId, category: 'LEAK', severity: 'MINOR' })
    const due = (await scout.call<RoundDetail>('GET', `/rounds/${round.id}`)).json.data.dueBy
    const day = Temporal.Instant.from(due).toZonedDateTimeISO('Europe/Berlin')
    const week = `${day.yearOfWeek}-W${String(day.weekOfYear).padStart(2, '0')}`
    const summary = await scout.call<Record<string, Record<string, number>>>('GET', `/summary?week=${week}`)
    assert.deepEqual(summary.json.data.rounds, { due: 1, onTime: 1, late: 0, missed: 0 }, summary.text)
    assert.equal((await scout.call('GET', '/summary?week=2025-W53')).status, 400)
    assert.equal((await scout.call('GET', '/summary')).status, 200)
  })
})
