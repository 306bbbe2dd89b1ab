import assert from 'node:assert/strict'
import { test } from 'node:test'
import sharp from 'sharp'
import type { FeedbackReceipt, Tracking } from '#contracts/feedback.ts'
import type { TaskStatus, Upload } from '#contracts/records.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { openTask } from '#server/modules/tasks/public.ts'
import { newId } from '#server/platform/ids.ts'
import { besideHolder } from '#test/crossing.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'

const server = await startTestServer({ worker: false })
const tenant = await createTenant(server)
const place = await createPlace(server, tenant)
const { token } = tenant.manager

let visitors = 0
const send = async (
  body: object = { rating: 2, comment: 'No paper', issues: ['NO_PAPER'] },
): Promise<FeedbackReceipt> => {
  const reply = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, ...body },
    from: `10.1.${++visitors >> 8}.${visitors & 255}`,
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}

const track = ({ trackingToken }: { trackingToken: string }, query = '') =>
  server.call<Tracking>('GET', `/api/feedback/track/${trackingToken}${query}`)
const follow = (
  { trackingToken }: { trackingToken: string },
  body: object,
  headers: Record<string, string> = {},
) => server.call<Tracking>('POST', `/api/feedback/track/${trackingToken}`, { body, headers })

let categories = 0
const taskFor = (
  receipts: readonly FeedbackReceipt[],
  category = `CATEGORY_${++categories}`,
): Promise<string> =>
  tenant.inside(async (ctx) => {
    const [first] = receipts
    assert.ok(first)
    const { taskId } = await openTask(ctx, {
      priority: 'MEDIUM',
      source: 'FEEDBACK',
      buildingId: place.buildingId,
      amenityId: place.amenityId,
      category,
      skill: null,
      createdBy: { kind: 'SYSTEM', id: null, name: 'Wellkept' },
      report: { feedbackId: first.id },
    })
    for (const { id } of receipts.slice(1)) {
      await ctx.run(
        'insert into task_feedback (tenant_id, task_id, feedback_id, linked_at) values ($1, $2, $3, $4)',
        [ctx.tenantId, taskId, id, ctx.now],
      )
    }
    return taskId
  })

const move = async (taskId: string, status: TaskStatus): Promise<void> => {
  server.clock.advance(1000)
  const reply = await server.call('PATCH', `/api/tasks/${taskId}/status`, { token, body: { status } })
  assert.equal(reply.status, 200, reply.text)
}

const statusOf = async (taskId: string): Promise<string | undefined> => {
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ status: string }>('select status from task where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      taskId,
    ]),
  )
  return row?.status
}

const eventsNamed = (type: string, feedbackId: string) =>
  tenant.inside((ctx) =>
    ctx.run<{ payload: { taskIds: string[] } }>(
      "select payload from event where tenant_id = $1 and type = $2 and payload ->> 'feedbackId' = $3",
      [ctx.tenantId, type, feedbackId],
    ),
  )

const story = ({ json }: { json: { data: Tracking } }): string[] => json.data.timeline.map(({ what }) => what)

test('A submission is received, then in progress, then resolved, and can then be confirmed', async () => {
  const receipt = await send()
  const before = await track(receipt)
  assert.equal(before.json.data.state, 'RECEIVED')
  assert.equal(before.json.data.canConfirm, false)
  assert.equal(before.json.data.comment, 'No paper')
  assert.deepEqual(before.json.data.issues, [{ code: 'NO_PAPER', name: 'No paper', detail: null }])
  assert.notEqual((await track(receipt, '?language=de')).json.data.issues[0]?.name, 'No paper')
  const taskId = await taskFor([receipt])
  assert.equal((await track(receipt)).json.data.state, 'RECEIVED')
  await move(taskId, 'IN_PROGRESS')
  assert.equal((await track(receipt)).json.data.state, 'IN_PROGRESS')
  await move(taskId, 'DONE')
  const after = await track(receipt)
  assert.equal(after.json.data.state, 'RESOLVED')
  assert.equal(after.json.data.canConfirm, true)
  assert.deepEqual(story(after), ['RECEIVED', 'IN_PROGRESS', 'RESOLVED'])
})

test('Two tasks of one submission share one history: resolved when both are done', async () => {
  const receipt = await send()
  const [one, two] = [await taskFor([receipt]), await taskFor([receipt])]
  await move(one, 'DONE')
  assert.equal((await track(receipt)).json.data.state, 'IN_PROGRESS')
  await move(two, 'DONE')
  const done = await track(receipt)
  assert.equal(done.json.data.state, 'RESOLVED')
  assert.deepEqual(story(done), ['RECEIVED', 'IN_PROGRESS', 'RESOLVED'])
})

test('“No” reopens the task, also one that the visitor’s task was merged into, and “yes” confirms it', async () => {
  const receipt = await send()
  const [taskId, target] = [await taskFor([receipt]), await taskFor([await send()])]
  await tenant.inside((ctx) =>
    ctx.run('update task set merged_into = $3 where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      taskId,
      target,
    ]),
  )
  await move(target, 'DONE')
  server.clock.advance(1000)
  const no = await follow(receipt, { fixed: false })
  assert.equal(no.status, 200, no.text)
  assert.equal(await statusOf(target), 'OPEN')
  assert.equal(no.json.data.state, 'RECEIVED')
  assert.equal(no.json.data.canConfirm, false)
  assert.deepEqual(story(no), ['RECEIVED', 'RESOLVED', 'REJECTED', 'REOPENED'])
  assert.deepEqual(
    (await eventsNamed('feedback.visitor_rejected', receipt.id)).map(({ payload }) => payload.taskIds),
    [[target]],
  )
  await move(target, 'DONE')
  assert.equal(
    (await track(receipt)).json.data.canConfirm,
    true,
    'what was done again may be confirmed again',
  )
  const yes = await follow(receipt, { fixed: true })
  assert.equal(yes.json.data.canConfirm, false)
  assert.deepEqual((await eventsNamed('feedback.visitor_confirmed', receipt.id)).length, 1)
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ verification: string }>('select verification from task where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      target,
    ]),
  )
  assert.equal(row?.verification, 'CONFIRMED')
})

const mergeInto = async (target: string, taskId: string): Promise<void> => {
  const body = { taskIds: [taskId] }
  const reply = await server.call('POST', `/api/tasks/${target}/merge`, { token, body })
  assert.equal(reply.status, 200, reply.text)
}

/** A done task whose fault was reported again and has since been merged twice into another task. */
const wentOn = async () => {
  const receipt = await send()
  const category = `WENT_ON_${++categories}`
  const old = await taskFor([receipt], category)
  await move(old, 'DONE')
  const [again, between, target] = [
    await taskFor([await send()], category),
    await taskFor([await send()]),
    await taskFor([await send()]),
  ]
  await mergeInto(between, again)
  await mergeInto(target, between)
  return { receipt, old, target }
}

test('“No” to old work whose problem was merged since is added to the task that has it now, once, and followed there', async () => {
  const { receipt, old, target } = await wentOn()
  server.clock.advance(1000)
  const replies = await Promise.all(Array.from({ length: 5 }, () => follow(receipt, { fixed: false })))
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  assert.deepEqual([await statusOf(old), await statusOf(target)], ['DONE', 'OPEN'])
  assert.deepEqual(
    (await eventsNamed('feedback.visitor_rejected', receipt.id)).map(({ payload }) => payload.taskIds),
    [[target]],
  )
  const { data } = (await server.call<TaskDetail>('GET', `/api/tasks/${target}`, { token })).json
  assert.equal(data.reporterCount, 4)
  assert.ok(data.feedback.some(({ id }) => id === receipt.id))
  assert.equal((await track(receipt)).json.data.state, 'IN_PROGRESS')
  await move(target, 'DONE')
  assert.equal((await track(receipt)).json.data.canConfirm, true, 'asked again once that is done')
  server.clock.advance(1000)
  assert.equal((await follow(receipt, { fixed: false })).status, 200)
  assert.deepEqual([await statusOf(old), await statusOf(target)], ['DONE', 'OPEN'], 'one problem, one task')
})

test('“No” to old work reopens that work if the later task with the problem is done too', async () => {
  const { receipt, old, target } = await wentOn()
  await move(target, 'DONE')
  server.clock.advance(1000)
  assert.equal((await follow(receipt, { fixed: false })).status, 200)
  assert.deepEqual([await statusOf(old), await statusOf(target)], ['OPEN', 'DONE'])
})

test('“No” tapped 20 times at once reopens once', async () => {
  const receipt = await send()
  const taskId = await taskFor([receipt])
  await move(taskId, 'DONE')
  const replies = await Promise.all(Array.from({ length: 20 }, () => follow(receipt, { fixed: false })))
  assert.ok(replies.every(({ status }) => status === 200))
  const [row] = await tenant.inside((ctx) =>
    ctx.run<{ reopen_count: number }>('select reopen_count from task where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      taskId,
    ]),
  )
  assert.equal(row?.reopen_count, 1)
  assert.equal((await eventsNamed('feedback.visitor_rejected', receipt.id)).length, 1)
})

test('“No” waits for a merge of the task, and does not block linking the report meanwhile', async () => {
  const receipt = await send()
  const taskId = await taskFor([receipt])
  await move(taskId, 'DONE')
  const no = await besideHolder(
    tenant,
    ['select 1 from task where tenant_id = $1 and id = $2 for no key update', taskId],
    ['select 1 from feedback where tenant_id = $1 and id = $2 for key share nowait', receipt.id],
    () => follow(receipt, { fixed: false }),
  )
  assert.equal(no.status, 200, no.text)
  assert.equal(await statusOf(taskId), 'OPEN')
})

test('An answer before anything is done is stored and changes no task', async () => {
  const receipt = await send()
  const taskId = await taskFor([receipt])
  const reply = await follow(receipt, { fixed: false })
  assert.equal(reply.status, 200)
  assert.equal(await statusOf(taskId), 'OPEN')
  assert.equal((await eventsNamed('feedback.visitor_rejected', receipt.id)).length, 0)
})

test('A message is masked and shown on the tracking page and in the task; public notes come back as replies, private ones do not', async () => {
  const receipt = await send()
  const taskId = await taskFor([receipt])
  const reply = await follow(receipt, { message: 'Still bad, call 0170 1234567' })
  assert.deepEqual(story(reply), ['RECEIVED', 'MESSAGE'])
  const [stored] = await tenant.inside((ctx) =>
    ctx.run<{ message: string }>(
      'select message from feedback_follow_up where tenant_id = $1 and feedback_id = $2',
      [ctx.tenantId, receipt.id],
    ),
  )
  assert.equal(stored?.message, 'Still bad, call [phone]')
  for (const [text, isPublic] of [
    ['We are on our way', true],
    ['Visitor is rude', false],
  ] as const) {
    const note = await server.call('POST', `/api/tasks/${taskId}/notes`, {
      token,
      body: { text, public: isPublic },
    })
    assert.equal(note.status, 201, note.text)
  }
  const after = await track(receipt)
  assert.deepEqual(
    after.json.data.replies.map(({ text }) => text),
    ['We are on our way'],
  )
  assert.deepEqual(
    after.json.data.messages.map(({ text }) => text),
    ['Still bad, call [phone]'],
  )
  const page = await server.call('GET', `/t/${receipt.trackingToken}`)
  assert.match(page.text, /Still bad, call \[phone\]/)
  assert.ok(!after.text.includes(tenant.manager.name), 'no name of staff')
})

test('A repeated Idempotency-Key of the same follow-up adds nothing', async () => {
  const receipt = await send()
  const headers = { 'idempotency-key': 'follow-1' }
  const first = await follow(receipt, { message: 'Once' }, headers)
  const second = await follow(receipt, { message: 'Once' }, headers)
  assert.deepEqual(second.json.data.timeline, first.json.data.timeline)
  assert.deepEqual(story(await track(receipt)), ['RECEIVED', 'MESSAGE'])
  assert.equal((await follow(receipt, { message: 'Twice' }, headers)).json.code, 'IDEMPOTENCY_KEY_REUSED')
})

test('The address for the outcome is never shown', async () => {
  const receipt = await send()
  const reply = await follow(receipt, { email: 'Visitor@Example.com' })
  assert.equal(reply.json.data.subscribed, false, 'its owner confirms first')
  assert.ok(!reply.text.toLowerCase().includes('visitor@example.com'))
  assert.equal((await follow(receipt, { email: 'a@b.c\r\nBcc: x@y.de' })).json.code, 'VALIDATION_ERROR')
})

test('An empty follow-up, an empty message and unknown photos are VALIDATION_ERROR', async () => {
  const receipt = await send()
  for (const body of [
    {},
    { message: '' },
    { message: '  ' },
    { fixed: 'no' },
    { erase: false },
    { imageKeys: [] },
    { imageKeys: ['nonsense'] },
  ]) {
    assert.equal((await follow(receipt, body)).json.code, 'VALIDATION_ERROR', JSON.stringify(body))
  }
})

test('Photos of a submission and of a follow-up are on its tracking page', async () => {
  const bytes = await sharp({ create: { width: 50, height: 40, channels: 3, background: '#123' } })
    .jpeg()
    .toBuffer()
  const upload = async (): Promise<string> => {
    const ticket = await server.call<Upload>('POST', '/api/feedback/upload-url', {
      body: { qrCode: place.qrCode, contentType: 'image/jpeg', size: bytes.length },
    })
    await server.call('PUT', new URL(ticket.json.data.url).pathname, {
      body: bytes,
      headers: { 'content-type': 'image/jpeg' },
    })
    return ticket.json.data.key
  }
  const key = await upload()
  const receipt = await send({ rating: 1, imageKeys: [key] })
  assert.equal((await track(receipt)).json.data.images.length, 1)
  const more = await follow(receipt, { imageKeys: [await upload()] })
  assert.equal(more.json.data.images.length, 2)
  const stolen = await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 1, imageKeys: [key] },
    from: '10.9.9.9',
  })
  assert.equal(stolen.json.code, 'VALIDATION_ERROR')
  assert.equal(stolen.json.details?.[0]?.path, 'body.imageKeys')
})

test('Erasing removes words, details, address and photos, keeps the rating, and may be repeated', async () => {
  const receipt = await send({
    rating: 2,
    comment: 'My secret',
    issues: [{ code: 'LEAK', detail: 'my secret place' }],
    submissionId: crypto.randomUUID(),
  })
  await follow(receipt, { message: 'my secret number', email: 'me@example.com' })
  const reply = await follow(receipt, { erase: true })
  assert.equal(reply.status, 200, reply.text)
  const { data } = reply.json
  assert.equal(data.erased, true)
  assert.equal(data.comment, null)
  assert.equal(data.rating, 2)
  assert.equal(data.subscribed, false)
  assert.deepEqual(
    data.issues.map(({ code, detail }) => [code, detail]),
    [['LEAK', null]],
  )
  assert.deepEqual(story(reply), ['RECEIVED', 'ERASED'])
  const dump = await tenant.inside((ctx) =>
    ctx.run<{ text: string }>(
      'select f::text as text from feedback f where tenant_id = $1 union all select u::text from feedback_follow_up u where tenant_id = $1 union all select w::text from feedback_word w where tenant_id = $1',
      [ctx.tenantId],
    ),
  )
  assert.ok(dump.every(({ text }) => !/secret|me@example/i.test(text)))
  assert.equal((await follow(receipt, { erase: true })).json.data.erased, true)
  assert.equal((await follow(receipt, { message: 'again' })).json.code, 'VALIDATION_ERROR')
  assert.equal((await track(receipt)).json.data.erased, true)
})

test('A token that was changed, cut, issued for something else or belongs to nobody is NOT_FOUND', async () => {
  const { trackingToken } = await send()
  const { keys } = server.built.platform
  const last = trackingToken.at(-1) === 'A' ? 'E' : 'A'
  for (const wrong of [
    'x',
    trackingToken.slice(1),
    trackingToken.slice(0, -1) + last,
    keys.seal('upload', tenant.id, newId(1)),
    keys.seal('tracking', tenant.id, newId(1)),
    keys.seal('tracking', newId(1), newId(1)),
  ]) {
    assert.equal((await track({ trackingToken: wrong })).json.code, 'NOT_FOUND', wrong)
    assert.equal((await follow({ trackingToken: wrong }, { fixed: true })).json.code, 'NOT_FOUND', wrong)
  }
})
