import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AuditEntry } from '#contracts/audit-log.ts'
import type { FeedbackDetail } from '#contracts/dashboard.ts'
import type { Tracking } from '#contracts/feedback.ts'
import { newId } from '#server/platform/ids.ts'
import { confirmByMail } from '#test/confirm-by-mail.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant, type TestTenant } from '#test/world.ts'
import { triageStage } from './testing/triage-stage.ts'

const server = await startTestServer()

const { send, bulk, done, recent, idsOf } = triageStage(server)

const track = async (token: string): Promise<Tracking> =>
  (await server.call<Tracking>('GET', `/api/feedback/track/${token}`)).json.data

const detail = async (tenant: TestTenant, id: string): Promise<FeedbackDetail> =>
  (
    await server.call<FeedbackDetail>('GET', `/api/dashboard/feedback/${id}`, {
      token: tenant.manager.token,
    })
  ).json.data

const world = async () => {
  const tenant = await createTenant(server)
  return { tenant, place: await createPlace(server, tenant) }
}

test('Labels and done are set for many at once, each with author and time, and are removed the same way', async () => {
  const { tenant, place } = await world()
  const [one, two, three] = [
    await send(place, { rating: 4, comment: 'One' }),
    await send(place, { rating: 4, comment: 'Two' }),
    await send(place, { rating: 4, comment: 'Three' }),
  ]
  const ids = [one.id, two.id]
  const began = server.clock.now()
  assert.deepEqual(
    await done(tenant, { ids, labels: ['Praise', 'Cleaning', 'Praise'], done: true }),
    ids.map((id) => ({ id, ok: true })),
  )
  const { items, labels } = await recent(tenant, '?sort=createdAt')
  assert.deepEqual(
    items.map((item) => [item.id, item.labels, item.done?.by]),
    [
      ...ids.map((id) => [
        id,
        ['Cleaning', 'Praise'],
        { id: tenant.manager.id, name: tenant.manager.name, kind: 'USER' },
      ]),
      [three.id, [], undefined],
    ],
  )
  const at = items[0]?.done?.at ?? ''
  assert.ok(began.toISOString() <= at && at <= server.clock.now().toISOString(), at)
  assert.deepEqual(labels, ['Cleaning', 'Praise'])
  assert.deepEqual(await idsOf(tenant, '?done=true'), [...ids].sort())
  assert.deepEqual(await idsOf(tenant, '?done=false'), [three.id])
  assert.deepEqual(await idsOf(tenant, '?label=Praise,Nobody'), [...ids].sort())
  assert.deepEqual(await idsOf(tenant, '?label=Nobody'), [])
  await done(tenant, { ids: [one.id], done: false, labels: ['Praise'] })
  assert.deepEqual(await idsOf(tenant, '?done=false'), [one.id, three.id].sort())
  assert.deepEqual(await idsOf(tenant, '?label=Cleaning'), [two.id])
  await done(tenant, { ids: [one.id, two.id], labels: [] })
  const after = await recent(tenant)
  assert.deepEqual([after.labels, await idsOf(tenant, '?label=Praise')], [[], []])
})

test('Marking as done again keeps who did it first', async () => {
  const { tenant, place } = await world()
  const { id } = await send(place, { rating: 4 })
  await done(tenant, { ids: [id], done: true })
  const [before] = (await recent(tenant)).items
  server.clock.advance(60_000)
  const again = await bulk(tenant, { ids: [id], done: true }, tenant.admin.token)
  assert.equal(again.status, 200, again.text)
  assert.deepEqual((await recent(tenant)).items[0]?.done, before?.done)
})

test('A reply is visible on the tracking page of each visitor and nowhere else, also without a task', async () => {
  const { tenant, place } = await world()
  const [mine, yours, other] = [
    await send(place, { rating: 5, comment: 'Lovely' }),
    await send(place, { issues: ['NO_SOAP'] }),
    await send(place, { issues: ['NO_SOAP'] }),
  ]
  await server.drain()
  await done(tenant, { ids: [mine.id, yours.id], reply: 'Thank you.\nWe have seen it.' })
  for (const { trackingToken } of [mine, yours])
    assert.deepEqual(
      (await track(trackingToken)).replies.map(({ text }) => text),
      ['Thank you.\nWe have seen it.'],
    )
  assert.deepEqual((await track(other.trackingToken)).replies, [])
  const shown = await detail(tenant, mine.id)
  assert.deepEqual(
    shown.replies.map(({ text, author }) => [text, author.name]),
    [['Thank you.\nWe have seen it.', tenant.manager.name]],
  )
  const { items } = await recent(tenant)
  assert.deepEqual(
    items.map(({ id, thread }) => [id, thread]),
    [
      [other.id, 0],
      [yours.id, 1],
      [mine.id, 1],
    ],
  )
  const page = await server.call('GET', `/t/${mine.trackingToken}`)
  assert.match(page.text, /We have seen it/)
  assert.ok(!page.text.includes(tenant.manager.name), 'no names of staff')
})

test('A reply names its language, which its visitor and the team see; without a reply it is refused', async () => {
  const { tenant, place } = await world()
  const receipt = await send(place, { rating: 2, comment: 'Kein Wasser' })
  await done(tenant, { ids: [receipt.id], reply: 'Danke.', replyLanguage: 'de' })
  await done(tenant, { ids: [receipt.id], reply: 'Thanks.' })
  const languages = (replies: readonly { language: string | null }[]) => replies.map((one) => one.language)
  assert.deepEqual(languages((await detail(tenant, receipt.id)).replies), ['de', null])
  assert.deepEqual(languages((await track(receipt.trackingToken)).replies), ['de', null])
  for (const body of [
    { ids: [receipt.id], replyLanguage: 'de', done: true },
    { ids: [receipt.id], reply: 'Hej', replyLanguage: 'sv' },
  ])
    assert.equal((await bulk(tenant, body)).json.code, 'VALIDATION_ERROR')
})

test('Templates of the settings and the public name come with a submission where asked for, to each manager', async () => {
  const { tenant, place } = await world()
  const { id } = await send(place, { rating: 2, comment: 'Wet' })
  const replyTemplates = [{ name: 'Done', texts: { en: '{place} is clean.', de: '{place} ist sauber.' } }]
  const body = { replyTemplates, branding: { publicName: 'The House' } }
  await server.call('PATCH', '/api/admin/settings', { token: tenant.admin.token, body })
  const read = (query: string) =>
    server.call<FeedbackDetail>('GET', `/api/dashboard/feedback/${id}${query}`, {
      token: tenant.manager.token,
    })
  assert.deepEqual((await read('?forReply=true')).json.data.forReply, {
    templates: replyTemplates,
    organization: 'The House',
  })
  assert.equal((await read('')).json.data.forReply, undefined)
})

test('A visitor who left an address gets the reply by email, once and without any name', async () => {
  const { tenant, place } = await world()
  const receipt = await send(place, { rating: 5, comment: 'Lovely' })
  await server.call('POST', `/api/feedback/track/${receipt.trackingToken}`, {
    body: { email: 'reader@example.com' },
    from: '10.8.0.1',
  })
  await confirmByMail(server, 'reader@example.com')
  const before = server.mails.length
  await done(tenant, { ids: [receipt.id], reply: 'A plumber comes at three' })
  await server.drain()
  const mails = server.mails.slice(before)
  assert.deepEqual(
    mails.map(({ to }) => to),
    ['reader@example.com'],
  )
  assert.match(mails[0]?.text ?? '', /A plumber comes at three/)
  assert.ok(!mails[0]?.text.includes(tenant.manager.name))
})

test('Each item has its result; a foreign or unknown id is NOT_FOUND and does not stop the others', async () => {
  const { tenant, place } = await world()
  const foreign = await world()
  const theirs = await send(foreign.place, { rating: 4, comment: 'Theirs' })
  const mine = await send(place, { rating: 4, comment: 'Mine' })
  const unknown = newId(Date.now())
  const results = await done(tenant, {
    ids: [theirs.id, mine.id, unknown],
    done: true,
    labels: ['x'],
    reply: 'Hello',
  })
  assert.deepEqual(
    results.map(({ id, ok, code }) => [id, ok, code]),
    [
      [theirs.id, false, 'NOT_FOUND'],
      [mine.id, true, undefined],
      [unknown, false, 'NOT_FOUND'],
    ],
  )
  assert.deepEqual((await track(theirs.trackingToken)).replies, [])
  assert.deepEqual(
    (await recent(foreign.tenant)).items.map((item) => [item.done, item.labels]),
    [[null, []]],
  )
})

test('An erased submission can be marked as done but not replied to; erasing removes the replies', async () => {
  const { tenant, place } = await world()
  const receipt = await send(place, { rating: 2, comment: 'I am Jane Doe' })
  await done(tenant, { ids: [receipt.id], reply: 'Dear Jane Doe', labels: ['Staff'] })
  await server.call('POST', `/api/feedback/track/${receipt.trackingToken}`, {
    body: { erase: true },
    from: '10.8.0.2',
  })
  const page = await track(receipt.trackingToken)
  assert.deepEqual([page.erased, page.replies], [true, []])
  const [answer] = await done(tenant, { ids: [receipt.id], reply: 'Again', done: true })
  assert.deepEqual([answer?.ok, answer?.code], [false, 'VALIDATION_ERROR'])
  assert.equal((await recent(tenant)).items[0]?.done, null, 'nothing of what was refused is done')
  assert.deepEqual(await done(tenant, { ids: [receipt.id], done: true }), [{ id: receipt.id, ok: true }])
})

test('An invalid request is refused as a whole: nothing to change, too many ids, invalid labels and texts', async () => {
  const { tenant, place } = await world()
  const { id } = await send(place, { rating: 4 })
  const many = (n: number, of: (at: number) => string): string[] =>
    Array.from({ length: n }, (_, at) => of(at))
  for (const body of [
    { ids: [id] },
    { ids: [], done: true },
    { ids: many(201, () => newId(Date.now())), done: true },
    { ids: ['x'], done: true },
    { ids: [id], done: 'true' },
    { ids: [id], labels: many(11, (at) => `label ${at}`) },
    { ids: [id], labels: ['x'.repeat(41)] },
    { ids: [id], labels: [' '] },
    { ids: [id], labels: ['two\nlines'] },
    { ids: [id], labels: ['\u202eturned'] },
    { ids: [id], labels: ['nul\u0000'] },
    { ids: [id], reply: '' },
    { ids: [id], reply: '   ' },
    { ids: [id], reply: 'x'.repeat(2001) },
  ]) {
    const reply = await bulk(tenant, body)
    assert.deepEqual(
      [reply.status, reply.json.code],
      [400, 'VALIDATION_ERROR'],
      JSON.stringify(body).slice(0, 80),
    )
  }
  assert.deepEqual((await recent(tenant)).items[0]?.labels, [])
})

test('Technicians and API keys with scope read may not; a key with scope write is named as the author', async () => {
  const { tenant, place } = await world()
  const { id } = await send(place, { rating: 4 })
  const body = { ids: [id], done: true }
  assert.equal((await bulk(tenant, body, tenant.technician.token)).status, 403)
  assert.equal((await server.call('POST', '/api/dashboard/feedback/bulk', { body })).status, 401)
  const key = async (scopes: string[]): Promise<string> =>
    (
      await server.call<{ key: string }>('POST', '/api/admin/api-keys', {
        token: tenant.admin.token,
        body: { name: 'Sorter', scopes },
      })
    ).json.data.key
  const withKey = (apiKey: string) =>
    server.call('POST', '/api/dashboard/feedback/bulk', { headers: { 'x-api-key': apiKey }, body })
  assert.equal((await withKey(await key(['read']))).status, 403)
  assert.equal((await withKey(await key(['write']))).status, 200)
  const by = (await recent(tenant)).items[0]?.done?.by
  assert.deepEqual([by?.name, by?.kind], ['Sorter', 'KEY'])
})

test('The same call with one Idempotency-Key replies to the visitors once', async () => {
  const { tenant, place } = await world()
  const receipt = await send(place, { rating: 4 })
  const call = () =>
    server.call('POST', '/api/dashboard/feedback/bulk', {
      token: tenant.manager.token,
      headers: { 'idempotency-key': 'reply-1' },
      body: { ids: [receipt.id, receipt.id], reply: 'Once' },
    })
  const [first, second] = [await call(), await call()]
  assert.deepEqual(second.json, first.json)
  assert.equal((await track(receipt.trackingToken)).replies.length, 1)
})

test('Each changed submission has one audit entry and one event, unchanged ones have none', async () => {
  const { tenant, place } = await world()
  const ids = [(await send(place, { rating: 4 })).id, (await send(place, { rating: 4 })).id]
  const handled = () =>
    tenant.inside((ctx) =>
      ctx.run<{ payload: { feedbackId: string; changes: object[] } }>(
        "select payload from event where tenant_id = $1 and type = 'feedback.handled' order by id",
        [tenant.id],
      ),
    )
  const log = async () =>
    (
      await server.call<AuditEntry[]>('GET', '/api/admin/audit-log?action=dashboard.bulkFeedback&sort=at', {
        token: tenant.admin.token,
      })
    ).json.data
  await done(tenant, { ids, done: true, labels: ['Seen'] })
  await done(tenant, { ids, done: true, labels: ['Seen'] })
  assert.deepEqual(
    (await log()).map(({ target, targetName, fields }) => [target, targetName, fields]),
    ids.map((id) => [id, 'Washroom 1', ['labels', 'done']]),
  )
  assert.deepEqual(
    (await handled()).map(({ payload }) => payload),
    ids.map((feedbackId) => ({
      feedbackId,
      changes: [
        { field: 'labels', from: [], to: ['Seen'] },
        { field: 'done', from: false, to: true },
      ],
    })),
  )
})

test('If two people mark the same submissions as done at once, both succeed, and one of them is named', async () => {
  const { tenant, place } = await world()
  const ids: string[] = []
  for (let at = 0; at < 6; at++) ids.push((await send(place, { rating: 4 })).id)
  const tokens = [tenant.manager.token, tenant.admin.token]
  const replies = await Promise.all(
    [0, 1, 2, 3].map((at) =>
      bulk(
        tenant,
        { ids: at % 2 ? ids.toReversed() : ids, done: true, labels: [`L${at}`] },
        tokens[at % 2] ?? '',
      ),
    ),
  )
  for (const reply of replies) assert.equal(reply.status, 200, reply.text)
  const { items } = await recent(tenant)
  assert.ok(items.every((item) => item.done !== null && item.labels.length === 1))
  assert.equal(new Set(items.map((item) => item.labels[0])).size, 1, 'one call after the other, whole')
})

test('Submissions are linked to an open task, which counts them once, and their visitors follow it', async () => {
  const { tenant, place } = await world()
  const [one, two] = [
    await send(place, { rating: 4, comment: 'A' }),
    await send(place, { rating: 4, comment: 'B' }),
  ]
  const make = async (): Promise<string> =>
    (
      await server.call<{ id: string }>('POST', '/api/tasks', {
        token: tenant.manager.token,
        body: { title: 'Look at it', amenityId: place.amenityId },
      })
    ).json.data.id
  const taskId = await make()
  const ids = [one.id, two.id]
  await done(tenant, { ids, taskId, done: true })
  await done(tenant, { ids, taskId })
  const task = await server.call<{ reporterCount: number }>('GET', `/api/tasks/${taskId}`, {
    token: tenant.manager.token,
  })
  assert.equal(task.json.data.reporterCount, 2)
  assert.deepEqual(
    (await recent(tenant)).items.map((item) => [item.task?.id, item.done !== null]),
    [
      [taskId, true],
      [taskId, true],
    ],
  )
  await server.call('PATCH', `/api/tasks/${taskId}/status`, {
    token: tenant.manager.token,
    body: { status: 'DONE' },
  })
  assert.equal((await track(one.trackingToken)).state, 'RESOLVED')
  assert.equal((await bulk(tenant, { ids, taskId })).json.code, 'VALIDATION_ERROR', 'the task is done')
  const foreign = await world()
  const theirs = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: foreign.tenant.manager.token,
    body: { title: 'Theirs' },
  })
  const refused = await bulk(tenant, { ids, taskId: theirs.json.data.id, labels: ['Taken'] })
  assert.deepEqual([refused.status, refused.json.code], [404, 'NOT_FOUND'])
  assert.deepEqual((await recent(tenant)).items[0]?.labels, [], 'nothing of it was done')
})
