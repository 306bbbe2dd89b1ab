import assert from 'node:assert/strict'
import { test } from 'node:test'
import { quietUntil } from './quiet-hours.ts'

const night = { from: '22:00', to: '06:30' }
const until = (at: string, hours = night, zone = 'Europe/Berlin') =>
  quietUntil(hours, zone, new Date(at))?.toISOString()

test('Quiet hours over midnight end the next morning, in the person’s time zone', () => {
  assert.equal(until('2026-11-20T20:59:59Z'), undefined)
  assert.equal(until('2026-11-20T21:00:00Z'), '2026-11-21T05:30:00.000Z')
  assert.equal(until('2026-11-21T05:29:59Z'), '2026-11-21T05:30:00.000Z')
  assert.equal(until('2026-11-21T05:30:00Z'), undefined)
  assert.equal(until('2026-11-21T05:00:00Z', night, 'America/New_York'), '2026-11-21T11:30:00.000Z')
})

test('Quiet hours within a day start and end on it', () => {
  const noon = { from: '12:00', to: '13:00' }
  assert.equal(until('2026-11-20T10:59:00Z', noon), undefined)
  assert.equal(until('2026-11-20T11:10:00Z', noon), '2026-11-20T12:00:00.000Z')
  assert.equal(until('2026-11-20T12:00:00Z', noon), undefined)
})

test('In nights with a clock change they end at the local hour', () => {
  assert.equal(until('2026-03-28T22:00:00Z'), '2026-03-29T04:30:00.000Z')
  assert.equal(until('2026-10-24T21:00:00Z'), '2026-10-25T05:30:00.000Z')
})
