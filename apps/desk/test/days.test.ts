import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instantOf, localTimeIn, startOfDay } from '#desk-kit/lib/days.ts'
import { endOfDay, lastDayOf, wholeDayOf } from '#desk-kit/lib/last-day.ts'

test('A day starts at its first instant, also where midnight is skipped or occurs twice', () => {
  for (const [day, zone, first] of [
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2017-10-15', 'America/Sao_Paulo', '2017-10-15T03:00:00.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
    ['2026-10-25', 'Atlantic/Azores', '2026-10-25T00:00:00.000Z'],
    ['2026-11-26', 'Asia/Kathmandu', '2026-11-25T18:15:00.000Z'],
  ] as const) {
    assert.equal(startOfDay(day, zone), first, zone)
    const before = new Date(Date.parse(first) - 1).toISOString()
    assert.deepEqual(
      [localTimeIn(before, zone) < `${day} 00:00`, localTimeIn(first, zone) >= `${day} 00:00`],
      [true, true],
      zone,
    )
  }
})

test('A time that occurs twice means the first, and a skipped one is an hour later', () => {
  for (const [day, time, zone, at] of [
    ['2026-10-25', '02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-10-25', '03:00', 'Europe/Berlin', '2026-10-25T02:00:00.000Z'],
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
    ['2026-11-01', '01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-03-08', '02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
    ['2026-03-08', '03:00', 'America/New_York', '2026-03-08T07:00:00.000Z'],
  ] as const)
    assert.equal(instantOf(day, time, zone), at, `${day} ${time} ${zone}`)
})

test('An end that is typed as a day is the end of that day and is shown as that day, west and east of UTC', () => {
  for (const [day, zone, end] of [
    ['2026-11-27', 'UTC', '2026-11-28T00:00:00.000Z'],
    ['2026-11-27', 'America/Los_Angeles', '2026-11-28T08:00:00.000Z'],
    ['2026-11-27', 'Pacific/Auckland', '2026-11-27T11:00:00.000Z'],
    ['2026-10-24', 'Europe/Berlin', '2026-10-24T22:00:00.000Z'],
    ['2026-09-05', 'America/Santiago', '2026-09-06T04:00:00.000Z'],
    ['2026-12-31', 'Pacific/Kiritimati', '2026-12-31T10:00:00.000Z'],
  ] as const)
    assert.deepEqual(
      [endOfDay(day, zone), lastDayOf(end, zone), wholeDayOf(end, zone)],
      [end, day, day],
      `${day} ${zone}`,
    )
  assert.equal(wholeDayOf('2026-11-27T11:30:00.000Z', 'Pacific/Auckland'), undefined)
  assert.equal(lastDayOf('2026-11-27T11:30:00.000Z', 'Pacific/Auckland'), '2026-11-28')
  assert.equal(lastDayOf(null, 'UTC'), '')
})
