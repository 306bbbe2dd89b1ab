import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Shifts } from '#contracts/operator/records.ts'
import { nextShiftAfter, overlapOf, shiftsWithin } from './shifts.ts'

const zone = 'Europe/Berlin'
const at = (text: string): number => new Date(text).getTime()
const night = (days: number[]): Shifts => ({
  weekly: days.map((day) => ({ day, from: '22:00', to: '06:00' })),
  exceptions: [],
})
const hours = (shifts: Shifts, from: string, to: string): string[] =>
  shiftsWithin(shifts, zone, { from: at(from), to: at(to) }).map(
    (span) => `${new Date(span.from).toISOString()} ${(span.to - span.from) / 3_600_000} h`,
  )

test('A shift that ends before it starts ends the next day, also in nights of 23 and 25 hours and on New Year’s Eve', () => {
  // 2026-03-28 is a Saturday whose night loses an hour; 2026-10-24 is one whose night gains an hour.
  assert.deepEqual(hours(night([6]), '2026-03-28T12:00:00Z', '2026-03-29T12:00:00Z'), [
    '2026-03-28T21:00:00.000Z 7 h',
  ])
  assert.deepEqual(hours(night([6]), '2026-10-24T12:00:00Z', '2026-10-25T12:00:00Z'), [
    '2026-10-24T20:00:00.000Z 9 h',
  ])
  assert.deepEqual(hours(night([4]), '2026-12-31T12:00:00Z', '2027-01-01T12:00:00Z'), [
    '2026-12-31T21:00:00.000Z 8 h',
  ])
  assert.deepEqual(hours(night([4]), '2027-01-01T02:00:00Z', '2027-01-01T02:00:01Z'), [
    '2026-12-31T21:00:00.000Z 8 h',
  ])
})

test('A time that a clock change skips is an hour later, and a repeated time is the first', () => {
  const early = { weekly: [{ day: 7, from: '02:30', to: '04:00' }], exceptions: [] }
  assert.deepEqual(hours(early, '2026-03-28T23:30:00Z', '2026-03-29T12:00:00Z'), [
    '2026-03-29T01:30:00.000Z 0.5 h',
  ])
  assert.deepEqual(hours(early, '2026-10-24T23:00:00Z', '2026-10-25T12:00:00Z'), [
    '2026-10-25T00:30:00.000Z 2.5 h',
  ])
})

test('A shift within the skipped hour does not take place that night, and the next one is a week later', () => {
  const lost = { weekly: [{ day: 7, from: '02:15', to: '03:00' }], exceptions: [] }
  assert.deepEqual(hours(lost, '2026-03-28T23:30:00Z', '2026-03-29T12:00:00Z'), [])
  const next = nextShiftAfter(lost, zone, at('2026-03-28T23:30:00Z'))
  assert.equal(new Date(next ?? 0).toISOString(), '2026-04-05T00:15:00.000Z')
})

test('An exception replaces that day’s pattern, whether off or at other times', () => {
  const shifts: Shifts = {
    weekly: [1, 2, 3].map((day) => ({ day, from: '08:00', to: '16:00' })),
    exceptions: [
      { date: '2026-11-24', off: true },
      { date: '2026-11-25', from: '10:00', to: '12:00' },
      { date: '2026-11-25', from: '13:00', to: '14:00' },
    ],
  }
  assert.deepEqual(hours(shifts, '2026-11-22T23:00:00Z', '2026-11-29T23:00:00Z'), [
    '2026-11-23T07:00:00.000Z 8 h',
    '2026-11-25T09:00:00.000Z 2 h',
    '2026-11-25T12:00:00.000Z 1 h',
  ])
})

test('The next shift is found after a long absence, and none if nothing is planned', () => {
  const days = Array.from({ length: 28 }, (_, index) =>
    new Date(at('2026-12-01T00:00:00Z') + index * 7 * 86_400_000).toISOString().slice(0, 10),
  )
  const shifts: Shifts = {
    weekly: [{ day: 2, from: '08:00', to: '16:00' }],
    exceptions: days.map((date) => ({ date, off: true })),
  }
  const next = nextShiftAfter(shifts, zone, at('2026-11-25T12:00:00Z'))
  assert.equal(new Date(next ?? 0).toISOString(), '2027-06-15T06:00:00.000Z')
  assert.equal(nextShiftAfter({ weekly: [], exceptions: [] }, zone, 0), undefined)
})

const overlap = (weekly: Shifts['weekly'], exceptions: Shifts['exceptions'] = []): string | undefined =>
  overlapOf({ weekly, exceptions })?.join(' / ')

test('Overlaps are found within a day, over midnight, over the end of the week and around exceptions; both shifts are named', () => {
  assert.equal(
    overlap([
      { day: 1, from: '08:00', to: '12:00' },
      { day: 1, from: '11:59', to: '13:00' },
    ]),
    'Monday 08:00–12:00 / Monday 11:59–13:00',
  )
  assert.equal(
    overlap([
      { day: 2, from: '05:00', to: '09:00' },
      { day: 1, from: '22:00', to: '06:00' },
    ]),
    'Monday 22:00–06:00 / Tuesday 05:00–09:00',
  )
  assert.equal(
    overlap([
      { day: 1, from: '05:00', to: '09:00' },
      { day: 7, from: '22:00', to: '06:00' },
    ]),
    'Sunday 22:00–06:00 / Monday 05:00–09:00',
  )
  assert.equal(
    overlap([{ day: 4, from: '22:00', to: '06:00' }], [{ date: '2027-01-01', from: '05:00', to: '07:00' }]),
    '2026-12-31 22:00–06:00 / 2027-01-01 05:00–07:00',
  )
  assert.equal(
    overlap(
      [],
      [
        { date: '2026-12-24', off: true },
        { date: '2026-12-24', from: '08:00', to: '10:00' },
      ],
    ),
    '2026-12-24 off / another exception of 2026-12-24',
  )
})

test('Adjacent shifts do not overlap, nor does one with a pattern that its exception replaces', () => {
  assert.equal(
    overlap([
      { day: 1, from: '08:00', to: '12:00' },
      { day: 1, from: '12:00', to: '08:00' },
    ]),
    undefined,
  )
  assert.equal(overlap([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' }))), undefined)
  assert.equal(
    overlap([{ day: 1, from: '08:00', to: '16:00' }], [{ date: '2026-11-23', from: '10:00', to: '18:00' }]),
    undefined,
  )
})
