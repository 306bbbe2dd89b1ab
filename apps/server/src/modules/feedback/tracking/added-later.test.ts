/** What a visitor adds later, for tenants with moderation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { FeedbackDetail, FeedbackItem, Overview } from '#contracts/dashboard.ts'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import type { Upload } from '#contracts/records.ts'
import { openStage } from '#server/modules/sharing/testing/stage.ts'
import { openTask } from '#server/modules/tasks/public.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'

const server = await startTestServer()
const { created, visit } = openStage(server)

const open = async () => {
  const tenant = await createTenant(server)
  const place = await createPlace(server, tenant)
  const reply = await server.call('PATCH', '/api/admin/settings', {
    token: tenant.admin.token,
    body: { privacy: { moderation: 'BEFORE' } },
  })
  assert.equal(reply.status, 200, reply.text)
  return { tenant, place }
}

let visitors = 0
const send = async ({ qrCode }: TestPlace, body: object, from?: string): Promise<FeedbackReceipt> => {
  const reply = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode, ...body },
    from: from ?? `10.6.${++visitors >> 8}.${visitors & 255}`,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const add = async ({ trackingToken }: FeedbackReceipt, body: object): Promise<void> => {
  const reply = await server.call('POST', `/api/feedback/track/${trackingToken}`, { body })
  assert.equal(reply.status, 200, reply.text)
}

const moderate = async ({ admin }: TestTenant, id: string, body: object): Promise<void> => {
  const reply = await server.call('PATCH', `/api/admin/feedback/${id}`, {
    token: admin.token,
    body: { reason: 'Read', ...body },
  })
  assert.equal(reply.status, 200, reply.text)
}

const photo = async ({ qrCode }: TestPlace): Promise<string> => {
  const bytes = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  const ticket = await server.call<Upload>('POST', '/api/feedback/upload-url', {
    body: { qrCode, contentType: 'image/png', size: bytes.length },
  })
  await server.call('PUT', new URL(ticket.json.data.url).pathname, {
    body: bytes,
    headers: { 'content-type': 'image/png' },
  })
  return ticket.json.data.key
}

const detail = async (id: string, token: string): Promise<FeedbackDetail> =>
  (await server.call<FeedbackDetail>('GET', `/api/dashboard/feedback/${id}`, { token })).json.data

const taskOf = (tenant: TestTenant, { buildingId, amenityId }: TestPlace, id: string): Promise<string> =>
  tenant.inside(async (ctx) => {
    const { taskId } = await openTask(ctx, {
      ...{ buildingId, amenityId, priority: 'MEDIUM', source: 'FEEDBACK', category: 'LEAK', skill: null },
      createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
      report: { feedbackId: id },
    })
    return taskId
  })

test('With moderation before publication, later additions wait too: managers, technicians and shared pages see neither message nor photo', async () => {
  const { tenant, place } = await open()
  const { admin, manager, technician } = tenant
  const link = await created(tenant, { redaction: { photos: false } })
  const receipt = await send(place, { rating: 1 })
  const taskId = await taskOf(tenant, place, receipt.id)
  const count = async (): Promise<number> =>
    (await server.call<Overview>('GET', '/api/dashboard/overview', { token: manager.token })).json.data
      .feedback.count
  /** all answers about it to a caller who is no administrator */
  const seen = async (): Promise<string> => {
    const asked: [string, string][] = [
      ['/api/dashboard/feedback/recent?state=VISIBLE,HIDDEN,QUARANTINED', manager.token],
      [`/api/dashboard/feedback/${receipt.id}`, manager.token],
      [`/api/tasks/${taskId}`, manager.token],
      [`/api/tasks/${taskId}`, technician.token],
    ]
    const replies = await Promise.all(asked.map(([path, token]) => server.call('GET', path, { token })))
    for (const { status, text } of replies) assert.equal(status, 200, text)
    return replies.map(({ text }) => text).join() + JSON.stringify(await visit(link.token))
  }
  const done = await server.call('PATCH', `/api/tasks/${taskId}/status`, {
    token: manager.token,
    body: { status: 'DONE' },
  })
  assert.equal(done.status, 200, done.text)
  await add(receipt, { fixed: false })
  assert.equal((await detail(receipt.id, manager.token)).state, 'VISIBLE', 'an answer without words')

  await add(receipt, { message: 'Unseemly words' })
  await add(receipt, { imageKeys: [await photo(place)] })
  assert.doesNotMatch(await seen(), /Unseemly|thumbnailUrl/)
  assert.equal((await detail(receipt.id, admin.token)).messages[0]?.text, 'Unseemly words')
  assert.equal(await count(), 1, 'the rating counts meanwhile')

  await moderate(tenant, receipt.id, { hidden: false })
  const after = await seen()
  assert.equal(after.match(/Unseemly/g)?.length, 3, 'at the submission, and as why the task is open again')
  assert.equal(after.match(/thumbnailUrl/g)?.length, 6)
  await add(receipt, { imageKeys: [await photo(place)] })
  assert.doesNotMatch(await seen(), /Unseemly|thumbnailUrl/)
})

test('With moderation before publication, managers do not read quarantined texts either', async () => {
  const { tenant, place } = await open()
  const { admin, manager } = tenant
  const comment = 'Unseemly http://a.example http://b.example'
  const { id } = await send(place, { rating: 1, comment })
  const states = 'state=VISIBLE,HIDDEN,QUARANTINED'
  const feed = async (token: string, more = ''): Promise<FeedbackItem[]> =>
    (await server.call<FeedbackItem[]>('GET', `/api/dashboard/feedback/recent?${states}${more}`, { token }))
      .json.data
  const file = async (token: string): Promise<string> =>
    (await server.call('GET', `/api/dashboard/export?what=feedback&${states}`, { token })).text
  assert.deepEqual(
    (await feed(manager.token)).map((item) => [item.id, item.state, item.comment]),
    [[id, 'QUARANTINED', null]],
  )
  assert.equal((await detail(id, manager.token)).comment, null)
  assert.deepEqual(await feed(manager.token, '&q=unseemly'), [])
  assert.ok(!(await file(manager.token)).includes('Unseemly'))

  assert.equal((await feed(admin.token, '&q=unseemly'))[0]?.comment, comment)
  assert.ok((await file(admin.token)).includes('Unseemly'))
  await moderate(tenant, id, { release: true })
  assert.equal((await feed(manager.token, '&q=unseemly'))[0]?.comment, comment)
})

test('With moderation before publication, an issue in the visitor’s own words waits like a comment', async () => {
  const { tenant, place } = await open()
  const { id } = await send(place, { rating: 1, issues: ['Unseemly words'] })
  const { state, issues } = await detail(id, tenant.manager.token)
  assert.deepEqual(
    [state, issues.map(({ code, detail: words }) => [code, words])],
    ['HIDDEN', [['OTHER', null]]],
  )
  const known = await send(place, { rating: 1, issues: ['NO_PAPER'] })
  assert.equal((await detail(known.id, tenant.manager.token)).state, 'VISIBLE')
})

test('A submission released from a burst keeps its count, also while a later message waits', async () => {
  const { tenant, place } = await open()
  const receipts: FeedbackReceipt[] = []
  for (let n = 0; n < 5; n++) receipts.push(await send(place, { rating: 1 }, '10.7.0.1'))
  await server.drain()
  const [, second] = receipts
  assert.ok(second)
  const isCounted = async (): Promise<boolean> => !(await detail(second.id, tenant.admin.token)).quarantined
  assert.equal(await isCounted(), false)
  await moderate(tenant, second.id, { release: true })
  await add(second, { message: 'And it smells' })
  await send(place, { rating: 1 }, '10.7.0.1')
  await server.drain()
  assert.equal(await isCounted(), true)
})
