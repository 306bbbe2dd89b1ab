import assert from 'node:assert/strict'
import { test } from 'node:test'
import { outward, outwardNames } from '#contracts/outward.ts'
import { outwardExamples } from '#contracts/outward-examples.ts'
import { listWebhookDeliveries, type Webhook } from '#contracts/webhooks.ts'
import { startOfDay } from '#desk-kit/lib/days.ts'
import { healthOf } from '../src/admin/webhooks/health.ts'
import german from '../src/admin/webhooks/messages/de.ts'
import english from '../src/admin/webhooks/messages/en.ts'
import { deliveriesOf, readLog } from '../src/admin/webhooks/search.ts'

test('Every event has a sentence in both languages, a subject and a sample', () => {
  assert.deepEqual(Object.keys(german.events).sort(), [...outwardNames].sort())
  for (const name of outwardNames) {
    assert.equal(english.events[name], outward[name].summary)
    const noun = name.split('.', 1)[0] ?? ''
    assert.ok(noun in english.nouns && noun in german.nouns, name)
    assert.equal(outwardExamples[name].type, name)
  }
})

test('A day starts at midnight of its time zone, also when clocks change', () => {
  assert.equal(startOfDay('2026-11-20', 'Europe/Berlin'), '2026-11-19T23:00:00.000Z')
  assert.equal(startOfDay('2026-07-01', 'Europe/Berlin'), '2026-06-30T22:00:00.000Z')
  assert.equal(startOfDay('2026-03-29', 'Europe/Berlin'), '2026-03-28T23:00:00.000Z')
  assert.equal(startOfDay('2026-03-30', 'Europe/Berlin'), '2026-03-29T22:00:00.000Z')
  assert.equal(startOfDay('2026-10-25', 'Europe/Berlin'), '2026-10-24T22:00:00.000Z')
  assert.equal(startOfDay('2026-10-26', 'Europe/Berlin'), '2026-10-25T23:00:00.000Z')
  assert.equal(startOfDay('2026-11-20', 'Pacific/Auckland'), '2026-11-19T11:00:00.000Z')
  assert.equal(startOfDay('2026-04-05', 'Pacific/Auckland'), '2026-04-04T11:00:00.000Z')
  assert.equal(startOfDay('2026-11-20', 'America/Los_Angeles'), '2026-11-20T08:00:00.000Z')
})

test('The log queries whole days, and invalid parameters are left out', () => {
  const search = readLog({
    q: 'x'.repeat(500),
    state: 'FAILED,LOST',
    type: 'task.created,task.eaten',
    from: '2026-11-20',
    to: '2026-11-20',
    page: '-3',
  })
  assert.deepEqual(search, {
    q: 'x'.repeat(100),
    state: ['FAILED'],
    type: ['task.created'],
    from: '2026-11-20',
    to: '2026-11-20',
    page: undefined,
  })
  const { query } = deliveriesOf('id', search, 'Europe/Berlin')
  assert.equal(query?.from, '2026-11-19T23:00:00.000Z')
  assert.equal(query?.to, '2026-11-20T23:00:00.000Z')
  assert.equal(listWebhookDeliveries.query.properties.q.maxLength, 100)
})

test('Every state and reason has a text', () => {
  const at = '2026-11-20T08:00:00.000Z'
  const cases: [Pick<Webhook, 'state' | 'reason' | 'lastSuccessAt'>, string][] = [
    [{ state: 'HEALTHY', reason: null, lastSuccessAt: null }, 'FRESH'],
    [{ state: 'HEALTHY', reason: null, lastSuccessAt: at }, 'HEALTHY'],
    [{ state: 'FAILING', reason: null, lastSuccessAt: at }, 'FAILING'],
    [{ state: 'SWITCHED_OFF', reason: 'PAUSED', lastSuccessAt: at }, 'PAUSED'],
    [{ state: 'SWITCHED_OFF', reason: 'GONE', lastSuccessAt: at }, 'GONE'],
    [{ state: 'SWITCHED_OFF', reason: 'FAILING', lastSuccessAt: at }, 'OFF'],
  ]
  for (const [webhook, standing] of cases)
    assert.equal(healthOf({ ...webhook, failingSince: null }), standing)
})
