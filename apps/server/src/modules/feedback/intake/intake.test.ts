import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import type { Submission } from './intake.ts'
import { visitorStateOf } from './state.ts'

const server = await startTestServer({ worker: false })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)

const send = (body: object) =>
  server.call<FeedbackReceipt>('POST', '/api/feedback', { body: { qrCode: place.qrCode, ...body } })

const rows = (ids?: readonly string[]): Promise<{ comment: string | null }[]> =>
  tenant.inside((ctx) =>
    ctx.run('select comment from feedback where tenant_id = $1 and ($2::uuid[] is null or id = any($2))', [
      ctx.tenantId,
      ids ?? null,
    ]),
  )

const { intake } = visitorStateOf(server.built.platform)

const submission = (more: Partial<Submission>): Submission => {
  const createdAt = server.clock.now()
  return {
    tenantId: tenant.id,
    id: newId(createdAt.getTime()),
    eventId: newId(createdAt.getTime()),
    amenityId: place.amenityId,
    buildingId: place.buildingId,
    rating: 3,
    comment: null,
    issues: [],
    language: null,
    source: 'x',
    submissionId: null,
    state: 'VISIBLE',
    stateReason: null,
    counted: true,
    toReview: false,
    urgent: false,
    trace: null,
    createdAt,
    event: {},
    ...more,
  }
}

test('A row that the database refuses fails alone, and the others of its batch are stored', async () => {
  const good = Array.from({ length: 20 }, () => submission({}))
  const results = await Promise.allSettled(
    [...good.slice(0, 10), submission({ rating: 9 }), ...good.slice(10)].map((one) => intake.submit(one)),
  )
  assert.deepEqual(results.map(({ status }) => status).filter((status) => status === 'rejected').length, 1)
  assert.equal(results[10]?.status, 'rejected')
  assert.equal((await rows(good.map(({ id }) => id))).length, 20)
})

test('Of 64 submissions in a batch, the two already stored get the first answer and the others are written in one statement', async (t) => {
  const [known, other] = [randomUUID(), randomUUID()]
  const first = (await send({ rating: 2, submissionId: known })).json.data
  const second = await intake.submit(submission({ submissionId: other }))
  const batch = Array.from({ length: 64 }, (_, index) =>
    submission({
      submissionId: index === 20 ? known : index === 40 ? other : index % 2 ? randomUUID() : null,
    }),
  )
  const { mock } = t.mock.method(server.built.platform.databases.intake, 'query')
  const stored = await Promise.all(batch.map((one) => intake.submit(one)))
  assert.equal(mock.callCount(), 2)
  assert.deepEqual(
    stored.map(({ id }) => id),
    batch.map(({ id }, index) => (index === 20 ? first.id : index === 40 ? second.id : id)),
  )
  assert.equal(stored[20]?.createdAt.toISOString(), first.createdAt)
  assert.equal((await rows(batch.map(({ id }) => id))).length, 62)
  const events = await tenant.inside((ctx) =>
    ctx.run('select id from event where tenant_id = $1 and id = any($2)', [
      ctx.tenantId,
      batch.map(({ eventId }) => eventId),
    ]),
  )
  assert.equal(events.length, 62)
})

test('Submissions beyond the queue are 503 with Retry-After and not written; those in the queue are written', async () => {
  const submissionId = randomUUID()
  const held = submission({ submissionId })
  const waiting = Array.from({ length: 2000 }, () => submission({}))
  let answers: Promise<{ readonly id: string }[]> | undefined
  let refused: Awaited<ReturnType<typeof send>> | undefined
  await tenant.inside(async (ctx) => {
    // Not committed yet, so the intake waits for its lock.
    await ctx.run(
      `insert into feedback (tenant_id, id, amenity_id, building_id, rating, issues, source, submission_id, state, counted, created_at)
       values ($1, $2, $3, $4, 1, '[]', 'x', $5, 'VISIBLE', true, $6)`,
      [ctx.tenantId, held.id, held.amenityId, held.buildingId, submissionId, held.createdAt],
    )
    const first = intake.submit(submission({ submissionId }))
    await new Promise(setImmediate)
    answers = Promise.all([first, ...waiting.map((one) => intake.submit(one))])
    refused = await send({ rating: 1, comment: 'one too many' })
  })
  assert.equal(refused?.status, 503)
  assert.equal(refused?.json.code, 'SERVICE_UNAVAILABLE')
  assert.match(refused?.headers.get('retry-after') ?? '', /^\d+$/)
  const stored = await answers
  assert.equal(stored?.[0]?.id, held.id)
  assert.equal((await rows(waiting.map(({ id }) => id))).length, 2000)
  assert.ok((await rows()).every(({ comment }) => comment !== 'one too many'))
  assert.equal((await send({ rating: 1 })).status, 201)
})
