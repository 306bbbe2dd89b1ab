/** @external the journey of a submission */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import type { Upload } from '#contracts/records.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)

let visitors = 0
/** A new address for each call, so that nothing counts as a burst. */
const stranger = (): string => `10.${(++visitors >> 16) & 255}.${(visitors >> 8) & 255}.${visitors & 255}`

const send = (body: object, more: { from?: string; headers?: Record<string, string> } = {}) =>
  server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, ...body },
    from: stranger(),
    ...more,
  })

interface FeedbackRow {
  id: string
  rating: number | null
  comment: string | null
  issues: { code: string; detail: string | null }[]
  state: string
  state_reason: string | null
  counted: boolean
  source: string
  language: string | null
}

const rows = (ids?: readonly string[]): Promise<FeedbackRow[]> =>
  tenant.inside((ctx) =>
    ctx.run<FeedbackRow>(
      'select * from feedback where tenant_id = $1 and ($2::uuid[] is null or id = any($2)) order by id',
      [ctx.tenantId, ids ?? null],
    ),
  )

const row = async (id: string): Promise<FeedbackRow> => {
  const [found] = await rows([id])
  assert.ok(found)
  return found
}

const eventsOf = (
  ids: readonly string[],
): Promise<{ payload: { feedbackId: string; quarantined: boolean; issues: string[] } }[]> =>
  tenant.inside((ctx) =>
    ctx.run(
      "select payload from event where tenant_id = $1 and type = 'feedback.created' and payload ->> 'feedbackId' = any($2)",
      [ctx.tenantId, ids],
    ),
  )

test('200 submissions at once give 200 rows and 200 events', async () => {
  const replies = await Promise.all(
    Array.from({ length: 200 }, (_, index) => send({ rating: (index % 5) + 1, comment: `Number ${index}` })),
  )
  assert.ok(replies.every(({ status }) => status === 201))
  const ids = replies.map(({ json }) => json.data.id)
  assert.equal(new Set(ids).size, 200)
  assert.equal((await rows(ids)).length, 200)
  assert.equal((await eventsOf(ids)).length, 200)
})

test('The receipt has the tracking page and the time', async () => {
  const { json } = await send({ rating: 5 })
  assert.equal(json.data.trackingUrl, `http://localhost:3000/t/${json.data.trackingToken}`)
  assert.match(json.data.createdAt, /Z$/)
})

test('A submissionId sent 20 times at once is one submission, and every answer is the same', async () => {
  const submissionId = randomUUID()
  const from = stranger()
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      send({ rating: 4, submissionId: index % 2 ? submissionId.toUpperCase() : submissionId }, { from }),
    ),
  )
  assert.ok(replies.every(({ status }) => status === 201))
  const [first] = replies
  assert.ok(first)
  assert.ok(replies.every(({ text }) => text === first.text))
  const found = await tenant.inside((ctx) =>
    ctx.run<FeedbackRow>('select * from feedback where tenant_id = $1 and submission_id = $2', [
      ctx.tenantId,
      submissionId,
    ]),
  )
  assert.equal(found.length, 1)
  assert.equal(found[0]?.state, 'VISIBLE', 'what a phone tries again is no burst')
  assert.equal((await eventsOf([first.json.data.id])).length, 1)
})

test('Many submissionIds at once, each twice and in any order, are one submission each', async () => {
  const ids = Array.from({ length: 40 }, () => randomUUID())
  const replies = await Promise.all(
    [...ids, ...ids.toReversed()].map((submissionId) => send({ rating: 1, submissionId })),
  )
  assert.ok(replies.every(({ status }) => status === 201))
  assert.equal(new Set(replies.map(({ json }) => json.data.id)).size, 40)
})

test('The same Idempotency-Key at once is one submission: the others get its answer or CONFLICT', async () => {
  const from = stranger()
  const headers = { 'idempotency-key': 'phone-1' }
  const replies = await Promise.all(Array.from({ length: 10 }, () => send({ rating: 2 }, { from, headers })))
  assert.ok(replies.every(({ status }) => status === 201 || status === 409))
  const ids = new Set(replies.filter(({ status }) => status === 201).map(({ json }) => json.data.id))
  assert.equal(ids.size, 1)
  const again = await send({ rating: 2 }, { from, headers })
  assert.ok(ids.has(again.json.data.id))
  assert.equal((await send({ rating: 3 }, { from, headers })).json.code, 'IDEMPOTENCY_KEY_REUSED')
  const elsewhere = await send({ rating: 2 }, { headers })
  assert.ok(!ids.has(elsewhere.json.data.id), 'another visitor with this key is another visitor')
})

test('The answer stored for an Idempotency-Key does not contain the tracking token in clear', async () => {
  const headers = { 'idempotency-key': 'phone-sealed' }
  const from = stranger()
  const { json } = await send({ rating: 2 }, { from, headers })
  const { trackingToken } = json.data
  const rows = await tenant.inside(({ run }) =>
    run<{ body: string }>("select body from idempotency where tenant_id = $1 and key = 'phone-sealed'", [
      tenant.id,
    ]),
  )
  assert.equal(rows.length, 1)
  assert.ok(!rows[0]?.body.includes(trackingToken) && !rows[0]?.body.includes('{'))
  assert.equal((await send({ rating: 2 }, { from, headers })).json.data.trackingToken, trackingToken)
})

test('A rating or an issue is enough; without either it is VALIDATION_ERROR', async () => {
  assert.equal((await send({ rating: 1 })).status, 201)
  assert.equal((await send({ issues: ['NO_PAPER'] })).status, 201)
  for (const body of [{}, { comment: 'only words' }, { issues: [] }, { rating: null }]) {
    const reply = await send(body)
    assert.equal(reply.json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  }
})

test('A rating is a whole number from 1 to 5, and nothing is coerced', async () => {
  assert.equal((await send(undefined as never, {})).json.code, 'VALIDATION_ERROR')
  // As raw JSON, because JSON.stringify loses -0 and 4.0. There is an issue, so the rating is optional.
  const written = (rating: string) =>
    server.call<FeedbackReceipt>('POST', '/api/feedback', {
      from: stranger(),
      headers: { 'content-type': 'application/json' },
      body: `{"qrCode":"${place.qrCode}","issues":["NO_PAPER"],"rating":${rating}}`,
    })
  const none = ['0', '-0', '6', '-1', '4.5', '"4"', 'true', 'null', '[4]', '{}', '1e300', '9007199254740993']
  for (const rating of none) assert.equal((await written(rating)).json.code, 'VALIDATION_ERROR', rating)
  for (const rating of ['4', '4.0', '0.4e1']) {
    const { json, text } = await written(rating)
    assert.ok(json.success, text)
    assert.equal((await row(json.data.id)).rating, 4)
  }
})

test('A comment has at most 2,000 code points, however many bytes they take', async () => {
  const family = '👨‍👩‍👧‍👦'
  const long = `${family.repeat(285)}aaaaa`
  assert.equal([...long].length, 2000)
  const reply = await send({ rating: 3, comment: long })
  assert.equal(reply.status, 201)
  assert.equal((await row(reply.json.data.id)).comment, long)
  assert.equal((await send({ rating: 3, comment: `${long}a` })).json.code, 'VALIDATION_ERROR')
})

test('NUL, lone surrogates and control characters are VALIDATION_ERROR in every field', async () => {
  for (const bad of ['a\u0000b', 'a\ud800b', 'a\u0007b']) {
    assert.equal((await send({ rating: 3, comment: bad })).json.code, 'VALIDATION_ERROR', JSON.stringify(bad))
    assert.equal((await send({ issues: [bad] })).json.code, 'VALIDATION_ERROR')
    assert.equal((await send({ issues: [{ code: 'OTHER', detail: bad }] })).json.code, 'VALIDATION_ERROR')
  }
  assert.equal((await send({ rating: 3, comment: 'a\r\nb\tc' })).status, 201)
})

test('A comment of spaces and invisible characters counts as none', async () => {
  const { json } = await send({ rating: 3, comment: ' \u200b\n\u2060 ' })
  assert.equal((await row(json.data.id)).comment, null)
})

test('Phone numbers and email addresses are masked before anything is stored', async () => {
  const { json } = await send({
    rating: 2,
    comment: 'Call +49 170 1234567 or jo@example.com',
    issues: [{ code: 'NO_PAPER', detail: 'mail jo@example.com' }],
  })
  const stored = await row(json.data.id)
  assert.equal(stored.comment, 'Call [phone] or [e-mail]')
  assert.equal(stored.issues[0]?.detail, 'mail [e-mail]')
})

test('Issue codes are case-insensitive; an unknown label is OTHER with the label as detail', async () => {
  const { json } = await send({
    issues: ['no_paper', { code: 'LEAK', detail: 'under the basin' }, 'Bad music', 'NO_PAPER'],
  })
  assert.deepEqual((await row(json.data.id)).issues, [
    { code: 'NO_PAPER', detail: null },
    { code: 'LEAK', detail: 'under the basin' },
    { code: 'OTHER', detail: 'Bad music' },
  ])
  const [event] = await eventsOf([json.data.id])
  assert.deepEqual(event?.payload.issues, ['NO_PAPER', 'LEAK', 'OTHER'])
  assert.equal(
    (await send({ issues: Array.from({ length: 11 }, (_, index) => `i${index}`) })).json.code,
    'VALIDATION_ERROR',
  )
  assert.equal((await send({ issues: ['x'.repeat(61)] })).json.code, 'VALIDATION_ERROR')
})

test('Fields that the server sets are ignored in the input', async () => {
  const { json } = await send({
    rating: 3,
    id: newId(1),
    tenantId: newId(1),
    createdAt: '2001-01-01T00:00:00.000Z',
    state: 'HIDDEN',
    source: 'me',
    counted: false,
  })
  const stored = await row(json.data.id)
  assert.equal(stored.state, 'VISIBLE')
  assert.equal(stored.counted, true)
  assert.notEqual(stored.source, 'me')
})

test('Case, spaces and hyphens of a code do not matter; an unknown one is NOT_FOUND, one without an amenity QR_NOT_CONFIGURED', async () => {
  const spelled = place.qrCode.toLowerCase().replace(/(.{5})/g, '$1- ')
  assert.equal((await send({ rating: 5, qrCode: spelled })).status, 201)
  assert.equal((await send({ rating: 5, qrCode: 'ZZZZZZZZZZZZZZZZZZZZ' })).json.code, 'NOT_FOUND')
  assert.equal((await send({ rating: 5, qrCode: '../../etc' })).json.code, 'NOT_FOUND')
  const free = newId(1).replaceAll('-', '').slice(-12).toUpperCase()
  await tenant.inside(async (ctx) => {
    await ctx.run('insert into qr_directory (code, tenant_id) values ($1, $2)', [free, ctx.tenantId])
    await ctx.run('insert into qr_code (tenant_id, code, created_at) values ($2, $1, $3)', [
      free,
      ctx.tenantId,
      ctx.now,
    ])
  })
  assert.equal((await send({ rating: 5, qrCode: free })).json.code, 'QR_NOT_CONFIGURED')
})

test('With a photo or an Idempotency-Key, a submission for an amenity that was deleted after the lookup is QR_NOT_CONFIGURED and leaves no row', async () => {
  const { qrCode, amenityId } = await createPlace(server, tenant)
  const ticket = await server.call<Upload>('POST', '/api/feedback/upload-url', {
    body: { qrCode, contentType: 'image/jpeg', size: 100 },
  })
  assert.equal(ticket.status, 201, ticket.text)
  // Directly in the database, so that the cache does not notice.
  await tenant.inside(async (ctx) => {
    await ctx.run('update qr_code set amenity_id = null where tenant_id = $1 and amenity_id = $2', [
      tenant.id,
      amenityId,
    ])
    await ctx.run('delete from amenity where tenant_id = $1 and id = $2', [tenant.id, amenityId])
  })
  const photo = { qrCode, rating: 1, imageKeys: [ticket.json.data.key] }
  const headers = { 'idempotency-key': newId(1) }
  for (const call of [{ body: photo }, { body: { qrCode, rating: 1 }, headers }])
    assert.equal((await server.call('POST', '/api/feedback', call)).json.code, 'QR_NOT_CONFIGURED')
  const left = await tenant.inside((ctx) =>
    ctx.db.selectFrom('feedback').select('id').where('amenity_id', '=', amenityId).execute(),
  )
  assert.deepEqual(left, [])
})

test('The fourth submission in an hour from one source about one amenity gets the normal answer, is quarantined and not counted', async () => {
  const from = stranger()
  const replies = []
  for (let index = 0; index < 5; index++) replies.push(await send({ rating: 1 }, { from }))
  assert.ok(replies.every(({ status, json }) => status === 201 && json.data.trackingToken))
  const stored = await rows(replies.map(({ json }) => json.data.id))
  assert.deepEqual(
    stored.map(({ state, counted }) => [state, counted]),
    [
      ['VISIBLE', true],
      ['VISIBLE', true],
      ['VISIBLE', true],
      ['QUARANTINED', false],
      ['QUARANTINED', false],
    ],
  )
  assert.equal(stored[3]?.state_reason, 'BURST')
  const quarantined = (await eventsOf([stored[3]?.id ?? ''])).map(({ payload }) => payload.quarantined)
  assert.deepEqual(quarantined, [true])
  server.clock.advance(3600_000 + 1000)
  const later = await send({ rating: 1 }, { from })
  assert.equal((await row(later.json.data.id)).state, 'VISIBLE')
})

test('A burst over two instances counts once, however it is spread', async () => {
  const first = await startTestServer({ own: true })
  const instances = [first, await startTestServer({ beside: first })]
  const here = await createTenant(first)
  const { qrCode } = await createPlace(first, here)
  for (const spread of [
    [3, 3],
    [2, 2],
    [4, 1],
  ]) {
    const from = stranger()
    for (const [index, times] of spread.entries())
      for (let time = 0; time < times; time++)
        await instances[index]?.call('POST', '/api/feedback', { body: { qrCode, rating: 1 }, from })
    await first.drain()
    const counted = await here.inside((ctx) =>
      ctx.run<{ n: number }>(
        'select count(*) filter (where counted) as n from feedback where tenant_id = $1',
        [ctx.tenantId],
      ),
    )
    assert.deepEqual(counted, [{ n: 1 }], spread.join(' + '))
    await here.inside((ctx) => ctx.run('delete from feedback where tenant_id = $1', [ctx.tenantId]))
  }
})

test('A comment with two links is advertising and goes to quarantine', async () => {
  const { json } = await send({ rating: 5, comment: 'see http://a.example and www.b.example' })
  assert.equal((await row(json.data.id)).state_reason, 'LINKS')
})

test('With moderation before publication, words wait hidden and the rating counts at once', async () => {
  const other = await createTenant(server)
  const room = await createPlace(server, other)
  await other.inside((ctx) =>
    ctx.run(`update tenant set settings = '{"privacy":{"moderation":"BEFORE"}}' where id = $1`, [
      ctx.tenantId,
    ]),
  )
  const { json } = await send({ qrCode: room.qrCode, rating: 4, comment: 'Nice' })
  const silent = await send({ qrCode: room.qrCode, rating: 4 })
  const stored = await other.inside((ctx) =>
    ctx.run<FeedbackRow>('select * from feedback where tenant_id = $1 order by id', [ctx.tenantId]),
  )
  assert.deepEqual(
    stored.map(({ id, state, state_reason, counted }) => ({ id, state, state_reason, counted })),
    [
      { id: json.data.id, state: 'HIDDEN', state_reason: 'MODERATION', counted: true },
      { id: silent.json.data.id, state: 'VISIBLE', state_reason: null, counted: true },
    ],
  )
})

test('The address and browser of a visitor are stored nowhere', async () => {
  const from = '203.0.113.77'
  await send({ rating: 3 }, { from, headers: { 'user-agent': 'SecretBrowser/1' } })
  const dump = await tenant.inside((ctx) =>
    ctx.run<{ text: string }>(
      'select f::text as text from feedback f where tenant_id = $1 union all select e::text from event e where tenant_id = $1 union all select i::text from idempotency i where tenant_id = $1',
      [ctx.tenantId],
    ),
  )
  assert.ok(dump.every(({ text }) => !text.includes(from) && !text.includes('SecretBrowser')))
})
