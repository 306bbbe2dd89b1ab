/** Generated from the contracts: whatever reads or hears submissions is asked before and after a test feedback. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contracts/all.ts'
import { getFeedbackAmenity } from '#contracts/feedback.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { giveTestFeedback } from '#server/modules/feedback/public.ts'
import {
  createEverything,
  credentialsOf,
  type Everything,
  pathFor,
  rowsOf,
} from '#test/hostile/everything.ts'
import { startTestServer } from '#test/server.ts'

const server = await startTestServer({ own: true })

const reading = endpoints.filter(
  (spec) =>
    spec.method === 'GET' &&
    spec.access.kind !== 'system' &&
    !('stream' in spec) &&
    // A packed drawing of figures that are asked for themselves; no two of it are alike byte by byte.
    spec.name !== 'getReport' &&
    // Counts who asks, so that its second answer changes others; asked by itself.
    spec !== getFeedbackAmenity,
)
/** What of two answers to the same question differs by itself: times of the answer, and addresses that end. */
const steady = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/D:\d{14}Z|\d\d:\d\d|[0-9a-f]{32}/g, 'TIME')
    .replaceAll(/"(url|logoUrl|thumbnailUrl)":"[^"]*"/g, '"$1":""')

const ask = async (spec: Endpoint, world: Everything): Promise<string> => {
  const reply = await server.call(spec.method, pathFor(spec, world), credentialsOf(spec, world))
  return `${reply.status} ${steady(reply.text)}`
}

const askAll = async (world: Everything): Promise<Map<string, string>> => {
  const answers = new Map<string, string>()
  for (const spec of reading) answers.set(spec.name, await ask(spec, world))
  return answers
}

test('The test feedback is in no figure, list, export, report or page, opens no task, meets no rule and is told to nobody', async (t) => {
  const world = await createEverything(server)
  await server.drain()
  // What counts minutes counts the same in each round: every question is asked at the same moment.
  server.clock.advance(300_000)
  server.clock.stand(t)
  // The first answers make what is remembered; between the second and the third lies the test alone.
  await askAll(world)
  const [before, rowsBefore] = [await askAll(world), await rowsOf(server, world.tenant.id)]
  const address = await world.tenant.inside((ctx) =>
    giveTestFeedback(ctx, { amenityId: world.records.amenityId, rating: 1, issues: ['NO_PAPER'] }),
  )
  await server.drain()
  const [after, rowsAfter] = [await askAll(world), await rowsOf(server, world.tenant.id)]
  for (const [name, answer] of before) {
    const later = after.get(name) ?? ''
    const at = [...answer].findIndex((sign, index) => later[index] !== sign)
    assert.ok(
      at < 0 && later.length === answer.length,
      `${name}: ${answer.slice(at - 90, at + 90)} | ${later.slice(at - 90, at + 90)}`,
    )
  }
  assert.ok(before.size > 50, `${before.size}`)
  const tableOf = (row: string): string => row.slice(0, row.indexOf(' '))
  const fresh = rowsAfter.filter((row) => !rowsBefore.includes(row)).map(tableOf)
  // How often the tenant was written to is counted; that is no record of anything.
  assert.deepEqual(
    fresh.filter((table) => table !== 'list_revision'),
    ['test_feedback'],
  )
  const seen = await server.call<{ known: unknown[] }>('GET', pathFor(getFeedbackAmenity, world))
  assert.deepEqual(seen.json.data.known, [])
  const tracking = await server.call('GET', `/api/feedback/track/${address.split('/').at(-1)}`)
  assert.equal(tracking.status, 200)
})

test('A dry run of a rule counts submissions, and not the test', async () => {
  const world = await createEverything(server)
  const fired = async () => {
    const reply = await server.call<{ wouldHaveFired: number }>('POST', '/api/admin/alert-rules', {
      token: world.tenant.admin.token,
      body: {
        name: 'Poor',
        trigger: { kind: 'RATING', maxRating: 3 },
        action: { kind: 'TASK' },
        dryRun: true,
      },
    })
    return reply.json.data.wouldHaveFired
  }
  const before = await fired()
  assert.equal(before, 1, 'the submission of the world is counted')
  await world.tenant.inside((ctx) =>
    giveTestFeedback(ctx, { amenityId: world.records.amenityId, rating: 1, issues: [] }),
  )
  assert.equal(await fired(), before)
})

test('An amenity that only had a test is deleted, not archived, and the test goes with it', async () => {
  const { tenant } = await createEverything(server)
  const { token } = tenant.admin
  const make = async (path: string, body: unknown) =>
    (await server.call<{ id: string }>('POST', path, { token, body })).json.data.id
  const buildingId = await make('/api/admin/buildings', { name: 'Shed' })
  const amenityId = await make('/api/admin/amenities', { name: 'Tap', buildingId })
  const address = await tenant.inside((ctx) => giveTestFeedback(ctx, { amenityId, rating: 2, issues: [] }))
  assert.equal((await server.call('DELETE', `/api/admin/amenities/${amenityId}`, { token })).status, 200)
  const gone = await server.call('GET', `/api/feedback/track/${address.split('/').at(-1)}`)
  assert.equal(gone.json.code, 'NOT_FOUND')
  const archived = await server.call('GET', '/api/admin/amenities?archived=true', { token })
  assert.equal(archived.json.total, 0)
})
