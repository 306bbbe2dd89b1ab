import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { FeedbackDetail, FeedbackItem, Overview } from '#contracts/dashboard.ts'
import type { Moderation } from '#contracts/feedback/moderation.ts'
import type { FeedbackReceipt, Tracking } from '#contracts/feedback.ts'
import type { Upload } from '#contracts/records.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer()
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)
const admin = tenant.admin.token
const manager = tenant.manager.token

let visitors = 0
const send = async (body: object): Promise<FeedbackReceipt> => {
  const from = `10.4.${++visitors >> 8}.${visitors & 255}`
  const reply = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, ...body },
    from,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const moderate = (id: string, body: object, headers: Record<string, string> = {}, token = admin) =>
  server.call<Moderation>('PATCH', `/api/admin/feedback/${id}`, {
    token,
    body: { reason: 'Because', ...body },
    headers,
  })

const detail = async (id: string, token: string): Promise<FeedbackDetail> => {
  const reply = await server.call<FeedbackDetail>('GET', `/api/dashboard/feedback/${id}`, { token })
  assert.equal(reply.status, 200, reply.text)
  return reply.json.data
}

const counted = async (): Promise<number> =>
  (await server.call<Overview>('GET', '/api/dashboard/overview', { token: manager })).json.data.feedback.count

test('A hidden comment is shown to administrators only, found by nobody else, and its rating still counts', async () => {
  const { id } = await send({ rating: 1, comment: 'Abominable words' })
  const before = await counted()
  const reply = await moderate(id, { hidden: true, reason: 'Insulting' })
  assert.equal(reply.status, 200, reply.text)
  assert.deepEqual(
    { hidden: reply.json.data.hidden, reason: reply.json.data.reason, by: reply.json.data.moderatedBy?.id },
    { hidden: true, reason: 'Insulting', by: tenant.admin.id },
  )
  assert.equal((await detail(id, manager)).comment, null)
  assert.equal((await detail(id, admin)).comment, 'Abominable words')
  const search = (token: string) =>
    server.call<FeedbackItem[]>('GET', '/api/dashboard/feedback/recent?q=abominable&state=VISIBLE,HIDDEN', {
      token,
    })
  assert.equal((await search(manager)).json.total, 0)
  assert.equal((await search(admin)).json.total, 1)
  assert.equal(await counted(), before)
  assert.equal((await moderate(id, { hidden: false })).json.data.hidden, false)
  assert.equal((await detail(id, manager)).comment, 'Abominable words')
})

test('A single photo is hidden and shown again; a key of another submission is VALIDATION_ERROR', async () => {
  const bytes = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#555' } })
    .png()
    .toBuffer()
  const upload = async (): Promise<string> => {
    const ticket = await server.call<Upload>('POST', '/api/feedback/upload-url', {
      body: { qrCode: place.qrCode, contentType: 'image/png', size: bytes.length },
    })
    await server.call('PUT', new URL(ticket.json.data.url).pathname, {
      body: bytes,
      headers: { 'content-type': 'image/png' },
    })
    return ticket.json.data.key
  }
  const receipt = await send({ rating: 2, imageKeys: [await upload(), await upload()] })
  const other = await send({ rating: 2, imageKeys: [await upload()] })
  const [first, second] = (await detail(receipt.id, manager)).images
  assert.ok(first && second)
  const reply = await moderate(receipt.id, { hiddenImages: [first.key] })
  assert.deepEqual(reply.json.data.hiddenImages, [first.key])
  assert.deepEqual(
    (await detail(receipt.id, admin)).images.map(({ key }) => key),
    [second.key],
  )
  const tracked = await server.call<Tracking>('GET', `/api/feedback/track/${receipt.trackingToken}`)
  assert.equal(tracked.json.data.images.length, 1)
  assert.equal((await server.call('GET', new URL(first.url).pathname)).json.code, 'NOT_FOUND')
  const foreign = (await detail(other.id, manager)).images[0]?.key
  assert.equal((await moderate(receipt.id, { hiddenImages: [foreign] })).json.code, 'VALIDATION_ERROR')
  assert.deepEqual((await moderate(receipt.id, { hiddenImages: [] })).json.data.hiddenImages, [])
  assert.equal((await detail(receipt.id, manager)).images.length, 2)
})

test('Of a burst only the first submission counts, and those released from it', async () => {
  const other = await createTenant(server)
  const room = await createPlace(server, other)
  const report = async (rating: number, from: string): Promise<string> =>
    (
      await server.call<FeedbackReceipt>('POST', '/api/feedback', {
        body: { qrCode: room.qrCode, rating },
        from,
      })
    ).json.data.id
  const figures = async () => {
    await server.drain()
    const { token } = other.manager
    const { feedback } = (await server.call<Overview>('GET', '/api/dashboard/overview', { token })).json.data
    return [feedback.count, feedback.average]
  }
  await report(5, '10.5.0.1')
  const ids: string[] = []
  for (const rating of [2, 1, 1]) ids.push(await report(rating, '10.5.0.2'))
  // Three submissions are no burst yet.
  assert.deepEqual(await figures(), [4, 9 / 4])
  for (const rating of [1, 1]) ids.push(await report(rating, '10.5.0.2'))
  assert.deepEqual(await figures(), [2, 7 / 2])
  const second = await detail(ids[1] ?? '', other.manager.token)
  assert.deepEqual([second.quarantined, second.quarantineReason, second.state], [true, 'BURST', 'VISIBLE'])
  await moderate(ids[0] ?? '', { hidden: true }, {}, other.admin.token)
  assert.deepEqual(await figures(), [2, 7 / 2])
  await moderate(ids[1] ?? '', { release: true }, {}, other.admin.token)
  assert.deepEqual(await figures(), [3, 8 / 3])
  await report(1, '10.5.0.2')
  assert.deepEqual(await figures(), [3, 8 / 3])
})

test('A submission released from quarantine counts and is handled as if it had just arrived, once', async () => {
  const { id } = await send({ rating: 1, comment: 'http://a.example http://b.example', issues: ['LEAK'] })
  const before = await counted()
  const quarantined = await detail(id, manager)
  assert.equal(quarantined.quarantined, true)
  assert.equal(quarantined.quarantineReason, 'LINKS')
  const replies = await Promise.all(Array.from({ length: 5 }, () => moderate(id, { release: true })))
  assert.ok(replies.every(({ status, json }) => status === 200 && !json.data.quarantined))
  assert.equal(await counted(), before + 1)
  const events = await tenant.inside((ctx) =>
    ctx.run<{ payload: { quarantined: boolean } }>(
      "select payload from event where tenant_id = $1 and type = 'feedback.created' and payload ->> 'feedbackId' = $2 order by id",
      [ctx.tenantId, id],
    ),
  )
  assert.deepEqual(
    events.map(({ payload }) => payload.quarantined),
    [true, false],
  )
  assert.equal((await detail(id, manager)).state, 'VISIBLE')
})

test('With moderation after publication, submissions stay in the review list until an administrator has reviewed them', async () => {
  const other = await createTenant(server)
  const room = await createPlace(server, other)
  const { admin: reviewer, manager: reader } = other
  await send({ qrCode: room.qrCode, rating: 4, comment: 'From before' })
  const set = await server.call('PATCH', '/api/admin/settings', {
    token: reviewer.token,
    body: { privacy: { moderation: 'AFTER' } },
  })
  assert.equal(set.status, 200, set.text)
  /** the comments in the list, and its count */
  const list = async (token = reviewer.token) => {
    const reply = await server.call<FeedbackItem[]>('GET', '/api/dashboard/feedback/recent?toReview=true', {
      token,
    })
    const { data, toReview } = reply.json as typeof reply.json & { toReview: number | null }
    return [data.map(({ comment }) => comment), toReview]
  }
  const bare = await send({ qrCode: room.qrCode, rating: 4 })
  assert.deepEqual(await list(), [[], 0])
  const { id, trackingToken } = await send({ qrCode: room.qrCode, rating: 4, comment: 'Seen at once' })
  const hidden = await send({ qrCode: room.qrCode, rating: 4, comment: 'Insulting' })
  assert.equal((await detail(id, reader.token)).comment, 'Seen at once')
  assert.deepEqual(await list(), [['Insulting', 'Seen at once'], 2])
  assert.deepEqual((await list(reader.token))[1], null, 'it is no matter of managers')

  await moderate(hidden.id, { hidden: true }, {}, reviewer.token)
  await moderate(id, { hidden: false }, {}, reviewer.token)
  assert.deepEqual(await list(), [[], 0])
  assert.equal((await detail(id, reader.token)).comment, 'Seen at once')

  for (const token of [trackingToken, bare.trackingToken])
    await server.call('POST', `/api/feedback/track/${token}`, { body: { message: 'One more word' } })
  assert.deepEqual(await list(), [['Seen at once', null], 2])
  await server.call('DELETE', `/api/admin/feedback/${bare.id}`, { token: reviewer.token })
  assert.deepEqual(await list(), [['Seen at once'], 1], 'what is erased has no words any more')
})

test('If-Match of an older version is PRECONDITION_FAILED', async () => {
  const { id } = await send({ rating: 3, comment: 'Hm' })
  const { version } = await detail(id, admin)
  assert.equal((await moderate(id, { hidden: true }, { 'if-match': `"${version}"` })).status, 200)
  assert.equal(
    (await moderate(id, { hidden: false }, { 'if-match': `"${version}"` })).json.code,
    'PRECONDITION_FAILED',
  )
})

test('Moderation needs an ADMIN, a change and a reason; missing ids and those of other tenants are NOT_FOUND', async () => {
  const { id } = await send({ rating: 3 })
  assert.equal((await moderate(id, { hidden: true }, {}, manager)).json.code, 'FORBIDDEN')
  assert.equal((await moderate(id, {})).json.code, 'VALIDATION_ERROR')
  assert.equal((await moderate(id, { hidden: true, reason: '' })).json.code, 'VALIDATION_ERROR')
  const other = await createTenant(server)
  const [foreign, missing] = [
    await moderate(id, { hidden: true }, {}, other.admin.token),
    await moderate(newId(1), { hidden: true }),
  ]
  assert.equal(foreign.json.code, 'NOT_FOUND')
  assert.equal(foreign.text, missing.text)
})

test('Erasing removes words and photos, keeps the rating in the counts, and leaves nothing to moderate', async () => {
  const receipt = await send({ rating: 1, comment: 'Very personal words' })
  await server.drain()
  const before = await counted()
  const erase = (token = admin) => server.call('DELETE', `/api/admin/feedback/${receipt.id}`, { token })
  assert.equal((await erase(manager)).json.code, 'FORBIDDEN')
  const reply = await erase()
  assert.deepEqual(reply.json.data, { id: receipt.id })
  assert.equal((await erase()).json.code, 'NOT_FOUND')
  assert.equal((await moderate(receipt.id, { hidden: true })).json.code, 'NOT_FOUND')
  assert.equal(await counted(), before)
  assert.equal((await detail(receipt.id, admin)).comment, null)
  const found = await server.call('GET', '/api/dashboard/feedback/recent?q=personal', { token: admin })
  assert.equal(found.json.total, 0)
  const tracked = await server.call<Tracking>('GET', `/api/feedback/track/${receipt.trackingToken}`)
  assert.equal(tracked.json.data.erased, true)
  assert.equal(tracked.json.data.comment, null)
})

test('If the tenant keeps words for a number of days, older ones are erased and their ratings still count', async () => {
  const other = await createTenant(server)
  const room = await createPlace(server, other)
  const receipt = await send({ qrCode: room.qrCode, rating: 2, comment: 'Only for a while' })
  await other.inside((ctx) =>
    ctx.run(`update tenant set settings = '{"privacy":{"retentionDays":10}}' where id = $1`, [ctx.tenantId]),
  )
  const track = async (): Promise<Tracking> =>
    (await server.call<Tracking>('GET', `/api/feedback/track/${receipt.trackingToken}`)).json.data
  server.clock.advance(9 * 24 * 3600_000)
  await server.built.worker?.runCronJob('erase-old-feedback')
  assert.equal((await track()).comment, 'Only for a while')
  server.clock.advance(2 * 24 * 3600_000)
  await server.built.worker?.runCronJob('erase-old-feedback')
  assert.equal((await track()).comment, null)
  assert.equal((await track()).rating, 2)
})
