/**
 * Generated from the contracts: every endpoint and subscriber that reads submissions is compared before and after a
 * test feedback.
 */
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
    // A compressed PDF of figures that other endpoints return; no two are equal.
    spec.name !== 'getReport' &&
    // Counts its callers, so that one call changes the answers of others; called separately.
    spec !== getFeedbackAmenity,
)
/** The answer without what always differs: times, and addresses that expire. */
const steady = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME')
    .replaceAll(/D:\d{14}Z|\d\d:\d\d|[0-9a-f]{32}/g, 'TIME')
    // Refused examples of the other endpoints are counted there as guesses.
    .replaceAll(/"guesses":\{[^}]*\}/g, '')
    .replaceAll(/"(url|logoUrl|thumbnailUrl|linkUrl|installUrl|cursor)":"[^"]*"/g, '"$1":""')

const ask = async (spec: Endpoint, world: Everything): Promise<string> => {
  const reply = await server.call(spec.method, pathFor(spec, world), credentialsOf(spec, world))
  return `${reply.status} ${steady(reply.text)}`
}

const askAll = async (world: Everything): Promise<Map<string, string>> => {
  const answers = new Map<string, string>()
  for (const spec of reading) answers.set(spec.name, await ask(spec, world))
  return answers
}

test('A test feedback is in no figure, list, export, report or page, opens no task, matches no rule and notifies nobody', async (t) => {
  const world = await createEverything(server)
  await server.drain()
  // All questions are asked at the same time, so that counts of minutes are equal.
  server.clock.advance(300_000)
  server.clock.stand(t)
  // The first answers fill the caches; only the test lies between the second and the third.
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
  // The change counter of a tenant is no record.
  assert.deepEqual(
    fresh.filter((table) => table !== 'list_revision'),
    ['test_feedback'],
  )
  const seen = await server.call<{ known: unknown[] }>('GET', pathFor(getFeedbackAmenity, world))
  assert.deepEqual(seen.json.data.known, [])
  const tracking = await server.call('GET', `/api/feedback/track/${address.split('/').at(-1)}`)
  assert.equal(tracking.status, 200)
})

test('The preview of a rule counts submissions but not the test', async () => {
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

test('An amenity that had only a test feedback is deleted, not archived, and the test with it', async () => {
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
