import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromLocalField, toLocalField } from '#desk-kit/parts/local-datetime.ts'
import { fieldAt, isDayToCome } from '../src/today/actions/future.ts'

test('A date-time field uses the time zone of the desk, not of the device', () => {
  for (const [zone, field] of [
    ['America/New_York', '2026-11-25T22:30'],
    ['Europe/Berlin', '2026-11-26T04:30'],
    ['Asia/Kolkata', '2026-11-26T09:00'],
  ] as const) {
    assert.equal(toLocalField('2026-11-26T03:30:00Z', zone), field)
    assert.equal(fromLocalField(field, zone), '2026-11-26T03:30:00.000Z')
  }
  assert.equal(toLocalField(null, 'Europe/Berlin'), '')
  for (const none of ['', '2026-11-26', '2026-13-26T09:00', 'soon'])
    assert.equal(fromLocalField(none, 'Europe/Berlin'), null, none)
})

test('A future day is after today in the organisation’s time zone, west and east of Greenwich', () => {
  // `evening` is 19:00 on the 25th in Los Angeles, `night` 00:30 on the 26th in Berlin.
  const evening = Date.parse('2026-11-26T03:00:00Z')
  const night = Date.parse('2026-11-25T23:30:00Z')
  assert.equal(isDayToCome('2026-11-26', 'America/Los_Angeles', evening), true)
  assert.equal(isDayToCome('2026-11-25', 'America/Los_Angeles', evening), false)
  assert.equal(isDayToCome('2026-11-27', 'Europe/Berlin', night), true)
  assert.equal(isDayToCome('2026-11-26', 'Europe/Berlin', night), false)
  assert.equal(isDayToCome('', 'Europe/Berlin', night), false)
  assert.equal(fieldAt(1, '12:00', 'America/Los_Angeles', evening), '2026-11-26T12:00')
  assert.equal(fieldAt(0, '18:00', 'Europe/Berlin', night), '2026-11-26T18:00')
  assert.equal(fieldAt(7, '12:00', 'Europe/Berlin', Date.parse('2026-12-28T12:00:00Z')), '2027-01-04T12:00')
})
