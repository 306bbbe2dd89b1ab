import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import sharp from 'sharp'
import type { AmenityFigures, BuildingFigures } from '#contracts/figures.ts'
import { shortContent, stageScout } from '#server/modules/scout/testing/scout-stage.ts'
import { walkRound } from '#server/modules/scout/testing/walk-round.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { readCsv } from './testing/read-csv.ts'
import { shareOf } from './wilson.ts'

const server = await startTestServer()

const read = async <T>(tenant: TestTenant, path: string) => {
  const reply = await server.call<T>('GET', `/api/dashboard/${path}`, { token: tenant.manager.token })
  assert.equal(reply.status, 200, reply.text)
  return reply
}

const exported = async (tenant: TestTenant, query = '') => {
  const { bytes, headers } = await read(tenant, `export?what=inspections${query}`)
  const file = readCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  return { ...file, name: headers.get('content-disposition') ?? '' }
}

const textOf = async (pdf: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const text = [...document.pages()].map((page) => page.getText()).join('\n')
    document.destroy()
    return text.replace(/[\s\u00A0\u202F]+/g, ' ')
  } finally {
    library.destroy()
  }
}

/** A supervisor who passes one place, and a mystery visitor who fails another. */
const twoRounds = async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const good = await stageScout(server, tenant, { alias: 'Ada Prüf' })
  const bad = await stageScout(server, tenant, {
    kind: 'MYSTERY',
    name: 'Zebulon Quist',
    alias: 'Mystery visitor 7',
  })
  await walkRound(server, good)
  await walkRound(server, bad, { answers: { paper: false, soap: true } })
  return { tenant, good, bad }
}

test('The export of inspections has one row a stop of submitted rounds, with the alias and the day at noon of a mystery visitor', async () => {
  const { tenant, good, bad } = await twoRounds()
  await stageScout(server, tenant)
  const { header, rows, name } = await exported(tenant)
  assert.deepEqual(header.slice(0, 4).concat(header.slice(-4)), [
    'ID',
    'Round',
    'Inspected',
    'Time zone',
    'Score',
    'Passed',
    'Failed critical questions',
    'Findings',
  ])
  assert.match(name, /wellkept-inspections-[\d-]+\.csv/)
  const columns = 'id,round,scout,state,presence,score,passed,criticalFailed,findings,template,version'
  assert.deepEqual((await exported(tenant, `&columns=${columns}`)).rows, [
    [
      ...[bad.stopId, '2', 'Mystery visitor 7', 'COMPLETED', 'UNPROVEN', '50', 'false'],
      ...['Toilet paper in each cubicle, and a reserve', '1', 'Short', '1'],
    ],
    [...[good.stopId, '1', 'Ada Prüf', 'COMPLETED', 'UNPROVEN', '100', 'true', '', '1', 'Short', '1']],
  ])
  assert.equal(rows.length, 2, 'the third round is not submitted')
  const times = (await exported(tenant, '&columns=scout,at&sort=round')).rows
  assert.match(times[1]?.[1] ?? '', /^\d{4}-\d\d-\d\d 12:00:00$/)
  const german = await exported(tenant, '&columns=criticalFailed&language=de&sort=score')
  assert.deepEqual(
    [german.header, german.rows[0]],
    [['Nicht bestandene kritische Fragen'], ['Toilettenpapier in jeder Kabine, mit Reserve']],
  )
  const one = await exported(tenant, `&columns=id&building=${good.place.buildingId}`)
  assert.deepEqual(one.rows, [[good.stopId]])
  const stranger = await createTenant(server, { plan: 'BUSINESS' })
  assert.deepEqual((await exported(stranger)).rows, [])
})

test('A skipped stop is in the export with its reason, and in no figure', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const { scout, round, place } = await stageScout(server, tenant)
  await scout.call('POST', `/rounds/${round.id}/start`, {})
  await scout.call('POST', `/rounds/${round.id}/submit`, { skipMissing: { reason: 'CLOSED', note: '=1+1' } })
  await server.drain()
  const { rows } = await exported(tenant, '&columns=state,skipped,score,passed')
  assert.deepEqual(rows, [['SKIPPED', 'CLOSED: =1+1', '', '']])
  const { inspections } = (await read<BuildingFigures>(tenant, `buildings/${place.buildingId}`)).json.data
  assert.deepEqual([inspections.count, inspections.last], [0, null])
})

test('Figures of an amenity and a building have inspections with average, share passed, the last one and the days', async () => {
  const { tenant, good, bad } = await twoRounds()
  const amenity = (await read<AmenityFigures>(tenant, `amenities/${bad.place.amenityId}`)).json.data
  const { trend, last, ...figures } = amenity.inspections
  assert.deepEqual(figures, { count: 1, average: 50, passed: 0, ...shareOf(0, 1) })
  assert.deepEqual([last?.score, last?.passed], [50, false])
  assert.match(last?.at ?? '', /T1[01]:00:00\.000Z$/)
  assert.equal(trend.length, 30)
  assert.deepEqual(
    trend.filter(({ count }) => count > 0).map(({ count, average }) => [count, average]),
    [[1, 50]],
  )
  const building = (await read<BuildingFigures>(tenant, `buildings/${good.place.buildingId}`)).json.data
  assert.deepEqual([building.inspections.count, building.inspections.passed], [1, 1])
  const early = await read<BuildingFigures>(
    tenant,
    `buildings/${good.place.buildingId}?from=2026-01-01&to=2026-01-31`,
  )
  assert.equal(early.json.data.inspections.count, 0)
})

test('An inspection counts once its round is submitted, and no more while the round is returned', async () => {
  const { tenant, good } = await twoRounds()
  const count = async () =>
    (await read<BuildingFigures>(tenant, `buildings/${good.place.buildingId}`)).json.data.inspections.count
  assert.equal(await count(), 1)
  const returned = await server.call('POST', `/api/admin/rounds/${good.round.id}/review`, {
    token: tenant.admin.token,
    body: { decision: 'RETURN', reason: 'Once more' },
  })
  assert.equal(returned.status, 200, returned.text)
  assert.equal(await count(), 0)
})

test('The report has inspections where there are any, by amenity, the lowest first', async () => {
  const { tenant, good } = await twoRounds()
  const report = async (query: string) => textOf((await read(tenant, `report?language=en&${query}`)).bytes)
  const text = await report('contents=INSPECTIONS')
  assert.match(text, /Inspections 2 Mean score 75\.0 Passed 1 Share passed 50% 9% – 91%/)
  assert.ok(text.indexOf(' 50.0 ') < text.indexOf(' 100.0 '), text)
  assert.doesNotMatch(text, /quist|zebulon/i)
  assert.match(await report(`building=${good.place.buildingId}`), /SLA .*Inspections/)
  const none = await createTenant(server, { plan: 'BUSINESS' })
  assert.doesNotMatch(await textOf((await read(none, 'report?language=en')).bytes), /Inspections/)
})

test('The PDF of one round has answers, photos and findings, signed by scout or alias with time and reviewer', async () => {
  const tenant = await createTenant(server, { plan: 'BUSINESS' })
  const stage = await stageScout(server, tenant, {
    kind: 'MYSTERY',
    name: 'Zebulon Quist',
    alias: 'Mystery visitor 7',
    content: shortContent,
  })
  const { scout, round, stopId } = stage
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#d07a34' } })
    .jpeg()
    .toBuffer()
  const report = async (query = '') =>
    server.call('GET', `/api/dashboard/report?roundId=${round.id}${query}`, {
      token: tenant.manager.token,
    })
  assert.equal((await report()).json.code, 'VALIDATION_ERROR', 'it is not submitted')
  await scout.call('POST', `/rounds/${round.id}/start`, {})
  await scout.call('POST', `/rounds/${round.id}/inspections`, { stopId })
  const sha256 = createHash('sha256').update(photo).digest('hex')
  const ticket = await scout.call<{ id: string; url: string }>('POST', '/media/upload-url', {
    contentType: 'image/jpeg',
    size: photo.length,
    sha256,
  })
  const { id, url } = ticket.json.data
  const put = await server.call('PUT', new URL(url).pathname, {
    body: photo,
    headers: { 'content-type': 'image/jpeg' },
  })
  assert.ok(put.status < 300, put.text)
  await scout.call('POST', `/media/${id}/confirm`, { inspectionId: stopId, questionId: 'paper' })
  await walkRound(server, stage, { begun: true, answers: { paper: false, soap: true } })
  await server.call('POST', `/api/admin/rounds/${round.id}/review`, {
    token: tenant.admin.token,
    body: { decision: 'ACCEPT' },
  })
  const reply = await report()
  assert.equal(reply.status, 200, reply.text)
  assert.match(reply.headers.get('content-disposition') ?? '', /wellkept-round-1\.pdf/)
  const text = await textOf(reply.bytes)
  assert.match(text, /Round 1: Morning round/)
  assert.match(text, /Toilet paper in each cubicle, and a reserve: No \(Failed\)/)
  assert.match(text, /Soap at each basin: Yes/)
  assert.match(text, /Empty since the morning/)
  assert.match(text, /Walked and submitted by Mystery visitor 7, .* 12:00\. Reviewed by .+, /)
  const german = await report('&language=de')
  assert.match(await textOf(german.bytes), /Rundgang 1: Morning round/)
  const raw = Buffer.from(reply.bytes).toString('latin1')
  assert.match(raw, /\/Subtype \/Image/)
  assert.doesNotMatch(`${text} ${raw}`, /quist|zebulon/i)
  const stranger = await createTenant(server, { plan: 'BUSINESS' })
  const foreign = await server.call('GET', `/api/dashboard/report?roundId=${round.id}`, {
    token: stranger.manager.token,
  })
  assert.equal(foreign.status, 404)
})
