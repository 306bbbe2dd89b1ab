import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv, type AnySchemaObject } from 'ajv'
import { endpoints } from './all.ts'
import type { login } from './auth.ts'
import { listRecentFeedback } from './dashboard.ts'
import { events } from './events.ts'
import { createUploadUrl, followUp, submitFeedback } from './feedback.ts'
import type { Input, Output } from './kit/endpoint.ts'
import { envelopeOf, isShown, type OutwardName, outward, outwardNames } from './outward.ts'
import { outwardExamples } from './outward-examples.ts'
import { reportStatus } from './status.ts'
import { bulkTasks, createTask, listTasks, setTaskStatus, updateTask } from './tasks.ts'

const ajv = new Ajv({ strict: true, keywords: ['x-text', 'x-format', 'x-personal'], allowUnionTypes: true })
const accepts = (schema: AnySchemaObject, value: unknown) => ajv.validate(schema, value)

const id = '0199c0de-0000-7000-8000-000000000001'
const qrCode = '4F7K2-M9QRT-X3B8W-HDJ5N'

test('every schema compiles in strict mode', () => {
  for (const e of endpoints) {
    for (const schema of [e.params, e.query, e.body, e.data, e.list]) if (schema) ajv.compile(schema)
  }
  for (const payload of Object.values(events)) ajv.compile(payload)
})

test('each outbound event has a schema and an example; internal ones have none', () => {
  for (const [name, { data, summary }] of Object.entries(outward)) {
    const example = outwardExamples[name as OutwardName]
    assert.ok(accepts(envelopeOf(name, data), example), `${name}: ${ajv.errorsText()}`)
    assert.ok(summary.length > 0 && !summary.endsWith('.'), name)
  }
  const publicNames = Object.keys(events).filter((name) => !name.startsWith('internal.'))
  assert.deepEqual(outwardNames.filter(isShown).sort(), publicNames.sort())
})

test('a rating is an integer from 1 to 5 and nothing is coerced', () => {
  for (const rating of [1, 5]) assert.ok(accepts(submitFeedback.body, { qrCode, rating }))
  for (const rating of [0, 6, 4.5, '4', true, null, [4]]) {
    assert.ok(!accepts(submitFeedback.body, { qrCode, rating }), JSON.stringify(rating))
  }
})

test('a comment has at most 2,000 code points, however they are encoded', () => {
  assert.ok(accepts(submitFeedback.body, { qrCode, rating: 1, comment: '🚽'.repeat(2000) }))
  assert.ok(!accepts(submitFeedback.body, { qrCode, rating: 1, comment: 'x'.repeat(2001) }))
})

test('an issue is a code, a free label or a code with detail; at most ten', () => {
  const issues = ['NO_PAPER', 'the tap sings', { code: 'LEAK', detail: 'under the sink' }, { code: 'LEAK' }]
  assert.ok(accepts(submitFeedback.body, { qrCode, issues }))
  assert.ok(accepts(submitFeedback.body, { qrCode, rating: 3, issues: [] }))
  for (const wrong of [
    ['x'.repeat(61)],
    [''],
    [{ detail: 'no code' }],
    [7],
    [null],
    'NO_PAPER',
    Array(11).fill('LEAK'),
  ]) {
    assert.ok(!accepts(submitFeedback.body, { qrCode, issues: wrong }), JSON.stringify(wrong))
  }
})

test('a submission id is a UUID of any version in any case', () => {
  for (const submissionId of ['6FA459EA-EE8A-1CA4-894E-DB77E160355E', id]) {
    assert.ok(accepts(submitFeedback.body, { qrCode, rating: 3, submissionId }))
  }
  for (const submissionId of ['', 'abc', `${id}0`, `{${id}}`, `${id}\n`]) {
    assert.ok(!accepts(submitFeedback.body, { qrCode, rating: 3, submissionId }), submissionId)
  }
})

test('a report has at most three photos, an upload is a JPEG, PNG or WebP of at most 10 MB', () => {
  assert.ok(!accepts(submitFeedback.body, { qrCode, rating: 3, imageKeys: ['a', 'b', 'c', 'd'] }))
  assert.ok(!accepts(reportStatus.body, { imageKeys: ['a', 'b', 'c', 'd'] }))
  assert.ok(accepts(createUploadUrl.body, { qrCode, contentType: 'image/webp', size: 10_000_000 }))
  for (const wrong of [
    { qrCode, contentType: 'image/svg+xml', size: 10 },
    { qrCode, contentType: 'image/png', size: 10_000_001 },
    { qrCode, contentType: 'image/png', size: 0 },
  ]) {
    assert.ok(!accepts(createUploadUrl.body, wrong), JSON.stringify(wrong))
  }
})

test('erasure accepts only true', () => {
  assert.ok(accepts(followUp.body, { erase: true }))
  for (const erase of [false, 'true', 1]) assert.ok(!accepts(followUp.body, { erase }))
})

test('a task has one of three statuses', () => {
  for (const status of ['OPEN', 'IN_PROGRESS', 'DONE']) assert.ok(accepts(setTaskStatus.body, { status }))
  for (const status of ['open', 'CLOSED', '', null, 1]) assert.ok(!accepts(setTaskStatus.body, { status }))
  assert.ok(!accepts(setTaskStatus.body, {}))
  assert.ok(accepts(setTaskStatus.body, { status: 'OPEN', blocked: { reason: 'PARTS', until: null } }))
  assert.ok(accepts(setTaskStatus.body, { status: 'OPEN', blocked: null }))
  assert.ok(!accepts(setTaskStatus.body, { status: 'OPEN', blocked: { reason: 'LUNCH' } }))
})

test('a task needs only a title; an id that is no UUID is refused', () => {
  assert.ok(accepts(createTask.body, { title: 'Tighten the handle' }))
  assert.ok(
    accepts(createTask.body, { title: 'x', assignee: { userId: id }, buildingId: id, feedbackIds: [id] }),
  )
  for (const wrong of [{}, { title: '' }, { title: 'x'.repeat(121) }, { title: 'x', buildingId: '1' }]) {
    assert.ok(!accepts(createTask.body, wrong), JSON.stringify(wrong))
  }
  assert.ok(
    accepts(updateTask.body, { dueAt: null, checklist: [{ text: 'Mop' }, { id, text: 'Bin', done: true }] }),
  )
})

test('a bulk call carries at most 200 ids or 200 operations', () => {
  const operation = { clientId: 'a', at: '2026-11-20T08:00:00.000Z', taskId: id, kind: 'note', text: 'done' }
  assert.ok(accepts(bulkTasks.body, { ids: [id], status: 'DONE', assign: { userId: null } }))
  assert.ok(accepts(bulkTasks.body, { operations: [operation] }))
  assert.ok(!accepts(bulkTasks.body, { ids: Array(201).fill(id) }))
  assert.ok(!accepts(bulkTasks.body, { operations: Array(201).fill(operation) }))
  assert.ok(!accepts(bulkTasks.body, { operations: [{ ...operation, kind: 'delete' }] }))
})

test('lists refuse invalid ids, statuses, sort fields and pages', () => {
  const good = {
    status: ['OPEN'],
    assignee: ['me', 'none', id],
    building: [id],
    sort: '-dueAt',
    page: 1,
    pageSize: 100,
  }
  assert.ok(accepts(listTasks.query, good))
  for (const wrong of [
    { status: ['CLOSED'] },
    { assignee: ['somebody'] },
    { assignee: ['me,none'] },
    { building: ['1'] },
    { sort: 'title' },
    { sort: '--dueAt' },
    { page: 0 },
    { page: 2147483648 },
    { pageSize: 0 },
    { pageSize: 101 },
  ]) {
    assert.ok(!accepts(listTasks.query, wrong), JSON.stringify(wrong))
  }
  assert.ok(
    accepts(listRecentFeedback.query, { rating: ['1', '2'], state: ['QUARANTINED'], hasComment: true }),
  )
  assert.ok(!accepts(listRecentFeedback.query, { rating: ['6'] }))
})

test("the handler's types follow from the contract", () => {
  const input: Input<typeof setTaskStatus>['body'] = { status: 'DONE' }
  const optional: Input<typeof reportStatus>['body'] = undefined
  const pair: Output<typeof login>['tokens'] = { accessToken: 'a', refreshToken: 'b' }
  const page: Output<typeof listTasks> = { items: [], total: 0 }
  // @ts-expect-error a status that does not exist
  const wrong: Input<typeof setTaskStatus>['body'] = { status: 'CLOSED' }
  assert.ok([input, pair, page, wrong].every(Boolean) && optional === undefined)
})
