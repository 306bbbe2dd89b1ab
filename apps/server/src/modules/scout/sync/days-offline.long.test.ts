/** Three days without a signal, phones that are killed while they send, and what a phone loads for 2,000 amenities. */
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import sharp from 'sharp'
import type { Inspection, RoundDetail } from '#contracts/scout/rounds.ts'
import type { TemplateContent } from '#contracts/scout/templates.ts'
import { newId } from '#server/platform/ids.ts'
import { crowding } from '#test/crowding.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import {
  activate,
  activeScout,
  type ScoutTokens,
  shortContent,
  storeRound,
  storeScout,
  storeTemplate,
} from '../testing/scout-stage.ts'

const server = await startTestServer({ env: { CHECK_REPLIES: '0' } })

const hourMs = 3_600_000
const stops = 20
const questions = 15
const photosOfStop = 3

const [section] = shortContent.sections
const [question] = section?.questions ?? []
assert.ok(section && question)
const content: TemplateContent = {
  ...shortContent,
  sections: [
    {
      ...section,
      questions: Array.from({ length: questions }, (_, index) => ({ ...question, id: `q${index}` })),
    },
  ],
}

const addAmenities = async (tenant: TestTenant, buildingId: string, count: number): Promise<string[]> => {
  const rows = await tenant.inside(async (ctx) => {
    const added = await ctx.run<{ id: string }>(
      `insert into amenity (tenant_id, id, building_id, name, type, created_at)
       select $1, row.id, $2, 'Washroom ' || row.n, 'WASHROOM', $4
       from unnest($3::uuid[]) with ordinality as row (id, n) returning id`,
      [ctx.tenantId, buildingId, Array.from({ length: count }, () => newId(Date.now())), ctx.now],
    )
    await ctx.run(
      `insert into qr_code (tenant_id, code, amenity_id, created_at)
       select $1, upper(substr(md5(id::text || 'code'), 1, 20)), id, $3 from unnest($2::uuid[]) as id`,
      [ctx.tenantId, added.map(({ id }) => id), ctx.now],
    )
    return added
  })
  return rows.map(({ id }) => id)
}

test('72 hours without a signal with 300 answers and 60 photos, killed ten times, two clocks wrong by a day: nothing lost, nothing doubled', async () => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const amenityIds = await addAmenities(tenant, buildingId, stops)
  const scoutId = await storeScout(tenant, { buildingIds: [buildingId], blind: false })
  const templateId = await storeTemplate(tenant, content)
  const scout = await activate(server, tenant, scoutId)
  const round = await storeRound(tenant, { buildingId, amenityIds, templateId, scoutId, dueInHours: 96 })
  const began = server.clock.now().getTime()

  /** A phone that is so many hours wrong. */
  const openPhone = (wrongHours: number) => {
    const clock = (at: number) => new Date(at + wrongHours * hourMs).toISOString()
    const operation = (kind: string, at: number, fields: object) => ({
      clientId: crypto.randomUUID(),
      at: clock(at),
      kind,
      ...fields,
    })
    return { clock, operation }
  }
  const phones = [openPhone(24), openPhone(-24)]
  const phoneOf = (stop: number) => {
    const phone = phones[stop < stops / 2 ? 0 : 1]
    assert.ok(phone)
    return phone
  }

  const photos = await Promise.all(
    Array.from({ length: stops * photosOfStop }, async (_, index) => {
      const background = { r: index, g: 2 * index, b: 255 - index }
      const bytes = await sharp({ create: { width: 32, height: 32, channels: 3, background } })
        .png()
        .toBuffer()
      return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
    }),
  )

  let token = scout.accessToken
  const call = async <T>(path: string, body: object) => {
    const reply = await server.call<T>('POST', `/api/scout${path}`, { token, body })
    assert.ok(reply.status < 300, `${path}: ${reply.text}`)
    return reply.json.data
  }
  const ask = ({ bytes, sha256 }: (typeof photos)[number]) =>
    call<{ id: string; url: string; stored: boolean }>('/media/upload-url', {
      contentType: 'image/png',
      size: bytes.length,
      sha256,
    })

  // After 72 hours there is a signal again.
  server.clock.advance(72 * hourMs)
  const { json } = await server.call<ScoutTokens>('POST', '/api/scout/auth/refresh', {
    body: { refreshToken: scout.refreshToken },
  })
  token = json.data.accessToken

  const value = (stop: number, index: number): boolean => (stop * 7 + index * 3) % 5 !== 0
  const mediaIds: string[] = []
  for (const photo of photos) mediaIds.push((await ask(photo)).id)

  const operationsOf = (stop: number): object[] => {
    const { operation } = phoneOf(stop)
    const inspectionId = round.stopIds[stop] ?? ''
    const at = (minute: number) => began + (stop * 3 + minute / 60) * hourMs
    return [
      operation('inspection.begin', at(1), { roundId: round.id, stopId: inspectionId }),
      ...Array.from({ length: questions }, (_, index) =>
        operation('inspection.answers', at(2 + index), {
          inspectionId,
          answers: [{ questionId: `q${index}`, value: value(stop, index), base: 0 }],
        }),
      ),
      ...mediaIds
        .slice(stop * photosOfStop, (stop + 1) * photosOfStop)
        .map((mediaId, index) =>
          operation('media.confirm', at(20), { mediaId, inspectionId, questionId: `q${index}` }),
        ),
      operation('finding.create', at(25), {
        amenityId: amenityIds[stop],
        category: 'LEAK',
        severity: 'MINOR',
        inspectionId,
      }),
      operation('inspection.complete', at(30), { inspectionId }),
    ]
  }
  const half = Array.from({ length: stops / 2 }, (_, index) => index)
  const [first, second] = phones
  assert.ok(first && second)
  const outboxes = [
    {
      phone: first,
      operations: [
        first.operation('round.start', began, { roundId: round.id }),
        ...half.flatMap((stop) => operationsOf(stop)),
      ],
    },
    {
      phone: second,
      operations: [
        ...half.flatMap((stop) => operationsOf(stop + stops / 2)),
        second.operation('round.submit', began + 71 * hourMs, { roundId: round.id }),
      ],
    },
  ]

  let kills = 0
  const results: { result: string; clientId: string }[] = []
  for (const { phone, operations } of outboxes) {
    for (let from = 0; from < operations.length; from += 50) {
      const batch = operations.slice(from, from + 50)
      const path = `/sync/push?sentAt=${encodeURIComponent(phone.clock(server.clock.now().getTime()))}`
      if (kills < 10) {
        kills += 1
        // Killed while it sends: the service may have done all, some or nothing of it.
        await fetch(`${server.base}/api/scout${path}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
          body: JSON.stringify({ operations: batch }),
          signal: AbortSignal.timeout(kills % 2 === 0 ? 5 * kills : 60_000),
        }).catch(() => undefined)
      }
      results.push(...(await call<{ results: typeof results }>(path, { operations: batch })).results)
    }
  }
  assert.equal(kills, 10)
  const refused = results.filter(({ result }) => result !== 'APPLIED' && result !== 'DUPLICATE')
  assert.deepEqual(refused, [])

  // The bytes of the photos come last, and some break off.
  for (const [index, photo] of photos.entries()) {
    const { id, url } = await ask(photo)
    assert.equal(id, mediaIds[index], 'the same bytes are the same photo')
    const put = (body: Uint8Array<ArrayBuffer>) =>
      server.call('PUT', new URL(url).pathname, { body, headers: { 'content-type': 'image/png' } })
    if (index % 6 === 0) await put(Uint8Array.from(photo.bytes.subarray(0, 20)))
    const { url: again } = await ask(photo)
    const stored = await server.call('PUT', new URL(again).pathname, {
      body: Uint8Array.from(photo.bytes),
      headers: { 'content-type': 'image/png' },
    })
    assert.equal(stored.status, 200, stored.text)
  }

  const walked = await server.call<RoundDetail>('GET', `/api/scout/rounds/${round.id}`, { token })
  assert.deepEqual([walked.json.data.state, walked.json.data.doneCount], ['SUBMITTED', stops])
  let [answers, images] = [0, 0]
  for (const [stop, id] of round.stopIds.entries()) {
    const reply = await server.call<Inspection>('GET', `/api/scout/inspections/${id}`, { token })
    const inspection = reply.json.data
    assert.equal(inspection.state, 'COMPLETED')
    const startedAfter = Date.parse(inspection.startedAt) - began
    assert.ok(Math.abs(startedAfter - (stop * 3 * hourMs + 60_000)) < hourMs, `${startedAfter} ms`)
    for (const given of inspection.answers) {
      assert.equal(given.value, value(stop, Number(given.questionId.slice(1))))
      answers += 1
      images += given.photos.length
    }
  }
  assert.deepEqual([answers, images], [stops * questions, stops * photosOfStop])
  const [rows] = await tenant.inside((ctx) =>
    ctx.run<{ findings: number; tasks: number; media: number }>(
      `select (select count(*)::int from finding where tenant_id = $1) as findings,
         (select count(*)::int from task where tenant_id = $1 and source = 'SCOUT') as tasks,
         (select count(*)::int from scout_media where tenant_id = $1) as media`,
      [ctx.tenantId],
    ),
  )
  assert.deepEqual(rows, { findings: stops, tasks: stops, media: stops * photosOfStop })
})

test('Everything for working offline with 2,000 amenities takes at most 120 KB compressed and 800 ms', async (t) => {
  const tenant = await createTenant(server)
  const { buildingId } = await createPlace(server, tenant)
  const amenityIds = await addAmenities(tenant, buildingId, 1999)
  const scout = await activeScout(server, tenant, { buildingIds: [buildingId] })
  const templateId = await storeTemplate(tenant, content)
  const amenitiesOfRound = amenityIds.slice(0, 10)
  for (let index = 0; index < 5; index++)
    await storeRound(tenant, { buildingId, amenityIds: amenitiesOfRound, templateId, scoutId: scout.id })
  const times: number[] = []
  let bytes = 0
  for (let index = 0; index < 7; index++) {
    const start = performance.now()
    const reply = await scout.call<{ amenities: unknown[] }>('GET', '/bootstrap')
    times.push(performance.now() - start)
    assert.equal(reply.json.data.amenities.length, 2000)
    bytes = gzipSync(reply.text).length
  }
  const median = times.toSorted((one, other) => one - other)[3] ?? 0
  t.diagnostic(`bootstrap of 2,000 amenities: ${bytes} bytes gzip, median ${median.toFixed(0)} ms`)
  assert.ok(bytes <= 120_000, `${bytes} bytes`)
  assert.ok(median <= 800 * crowding(), `${median} ms`)
})
