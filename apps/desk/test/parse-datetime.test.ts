import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localTimeIn } from '#desk-kit/lib/days.ts'
import { parseDateTime } from '#desk-kit/lib/parse-datetime.ts'
import { fromLocalField, toLocalField } from '#desk-kit/parts/local-datetime.ts'
import { isDayToCome } from '../src/today/actions/future.ts'

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
})

test('A due time is understood as people say it: hour, time alone, span and weekday, in German and English', () => {
  const zone = 'Europe/Berlin'
  // A Thursday, 15:20 in Berlin.
  const now = Date.parse('2026-11-26T14:20:00Z')
  for (const [locale, typed, local] of [
    ['en-GB', 'tomorrow 9', '2026-11-27 09:00'],
    ['en-US', 'Tomorrow 9 am', '2026-11-27 09:00'],
    ['de', 'morgen 9 Uhr', '2026-11-27 09:00'],
    ['de', 'morgen 9', '2026-11-27 09:00'],
    ['de', 'Morgen, 9:30', '2026-11-27 09:30'],
    ['de', 'tomorrow 9', '2026-11-27 09:00'],
    ['de', '16 Uhr', '2026-11-26 16:00'],
    ['en-GB', '16:30', '2026-11-26 16:30'],
    ['en-GB', '9:00', '2026-11-27 09:00'],
    ['en-GB', '+2h', '2026-11-26 17:20'],
    ['en-GB', '+ 90 min', '2026-11-26 16:50'],
    ['de', '+2 Std.', '2026-11-26 17:20'],
    ['de', 'in 3 Tagen', '2026-11-29 15:20'],
    ['en-GB', '+1w', '2026-12-03 15:20'],
    ['en-GB', 'fri 14:00', '2026-11-27 14:00'],
    ['de', 'Montag 8 Uhr', '2026-11-30 08:00'],
    ['de', 'Mo. 8', '2026-11-30 08:00'],
    ['en-GB', '2026-11-28T09:00', '2026-11-28 09:00'],
  ] as const) {
    const read = parseDateTime(typed, locale, zone, now)
    assert.equal(read && localTimeIn(read, zone), local, `${locale} ${typed}`)
  }
  for (const typed of ['+h', '+2 elephants', 'tomorrow 25', 'soon 9', '24 Nov 9', '-2h', '9'])
    assert.equal(parseDateTime(typed, 'en-GB', zone, now), undefined, typed)
})
