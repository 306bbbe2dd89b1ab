import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OperationalState, ReportState } from '#contracts/records.ts'
import { cpuTimeOf } from '#test/cpu-time.ts'
import { type StatusChange, timelineOf } from './timeline.ts'

const item = { id: 'a', createdAt: new Date('2026-10-01T00:00:00Z') }
let count = 0
const change = (
  at: string,
  state: OperationalState,
  report: ReportState = 'OK',
  itemId = 'a',
  note: string | null = null,
): StatusChange => ({
  id: `c${++count}`,
  itemId,
  itemName: 'General',
  at: new Date(at),
  state,
  report,
  note,
})
const berlin = (now: string, days: number) => ({ zone: 'Europe/Berlin', now: new Date(now), days })

test('A day with six hours out of order has an availability of three quarters', () => {
  const { days, availability } = timelineOf(
    [item],
    [change('2026-11-18T08:00:00Z', 'OUT_OF_ORDER'), change('2026-11-18T14:00:00Z', 'OPERATIONAL')],
    berlin('2026-11-19T23:00:00Z', 2),
  )
  assert.deepEqual(
    days.map(({ date, availability: share, state, incidents }) => [date, share, state, incidents]),
    [
      ['2026-11-19', 1, 'OPERATIONAL', 0],
      ['2026-11-20', null, 'OPERATIONAL', 0],
    ],
  )
  assert.equal(availability, 1)
  const before = timelineOf(
    [item],
    [change('2026-11-18T08:00:00Z', 'OUT_OF_ORDER'), change('2026-11-18T14:00:00Z', 'OPERATIONAL')],
    berlin('2026-11-18T22:59:59.999Z', 1),
  )
  assert.equal(before.days[0]?.availability, 0.75)
  assert.equal(before.days[0]?.state, 'OUT_OF_ORDER')
  assert.equal(before.days[0]?.incidents, 1)
})

test('Days are those of the building, also when its clocks change: one has 25 hours', () => {
  // In Berlin 25 October 2026 lasts from 22:00 UTC of the day before to 23:00 UTC.
  const { days } = timelineOf(
    [item],
    [change('2026-10-24T22:00:00Z', 'OUT_OF_ORDER'), change('2026-10-25T10:30:00Z', 'OPERATIONAL')],
    berlin('2026-10-26T12:00:00Z', 3),
  )
  assert.deepEqual(
    days.map(({ date, availability }) => [date, availability]),
    [
      ['2026-10-24', 1],
      ['2026-10-25', 0.5],
      ['2026-10-26', 1],
    ],
  )
})

test('A day without midnight starts at 01:00, and the days around it are whole', () => {
  // In Cairo 24 April 2026 starts at 01:00, which is 22:00 UTC of the day before; it has 23 hours.
  const shares = (now: string, ...outs: [from: string, to: string][]) =>
    timelineOf(
      [{ id: 'a', createdAt: new Date('2026-04-01T00:00:00Z') }],
      outs.flatMap(([from, to]) => [change(from, 'OUT_OF_ORDER'), change(to, 'OPERATIONAL')]),
      { zone: 'Africa/Cairo', now: new Date(now), days: 3 },
    ).days.map(({ date, availability }) => [date, availability])
  assert.deepEqual(shares('2026-04-24T12:00:00Z', ['2026-04-22T22:00:00Z', '2026-04-23T10:00:00Z']), [
    ['2026-04-22', 1],
    ['2026-04-23', 0.5],
    ['2026-04-24', 1],
  ])
  assert.deepEqual(shares('2026-04-26T20:59:00Z', ['2026-04-24T21:00:00Z', '2026-04-25T09:00:00Z']), [
    ['2026-04-24', 1],
    ['2026-04-25', 0.5],
    ['2026-04-26', 1],
  ])
})

test('Before the amenity existed there is no availability, and DEGRADED counts as available', () => {
  const young = { id: 'a', createdAt: new Date('2026-11-19T11:00:00Z') }
  const { days, availability } = timelineOf(
    [young],
    [change('2026-11-19T12:00:00Z', 'DEGRADED', 'CONFIRMED')],
    berlin('2026-11-20T12:00:00Z', 3),
  )
  assert.deepEqual(
    days.map((day) => day.availability),
    [null, 1, 1],
  )
  assert.equal(days[2]?.state, 'DEGRADED')
  assert.equal(availability, 1)
})

test('An incident lasts from the first report to its end, with the worst state and the last note', () => {
  const { incidents } = timelineOf(
    [item],
    [
      change('2026-11-10T08:00:00Z', 'OPERATIONAL', 'REPORTED'),
      change('2026-11-10T08:10:00Z', 'DEGRADED', 'CONFIRMED'),
      change('2026-11-10T09:00:00Z', 'OUT_OF_ORDER', 'CONFIRMED', 'a', 'A plumber comes.'),
      change('2026-11-10T12:00:00Z', 'OPERATIONAL', 'RESOLVED'),
      change('2026-11-11T12:00:00Z', 'OPERATIONAL', 'OK'),
      change('2026-11-12T12:00:00Z', 'OPERATIONAL', 'REPORTED'),
    ],
    berlin('2026-11-20T12:00:00Z', 90),
  )
  assert.deepEqual(
    incidents.map(({ state, report, startedAt, endedAt, note }) => [
      state,
      report,
      startedAt.toISOString(),
      endedAt?.toISOString() ?? null,
      note,
    ]),
    [
      [
        'OUT_OF_ORDER',
        'RESOLVED',
        '2026-11-10T08:00:00.000Z',
        '2026-11-10T12:00:00.000Z',
        'A plumber comes.',
      ],
      ['OPERATIONAL', 'REPORTED', '2026-11-12T12:00:00.000Z', null, null],
    ],
  )
})

test('The amenity has the state of its worst item at each time', () => {
  const items = [item, { ...item, id: 'b' }]
  const { days } = timelineOf(
    items,
    [
      change('2026-11-18T00:00:00Z', 'OUT_OF_ORDER', 'OK', 'a'),
      change('2026-11-18T06:00:00Z', 'MAINTENANCE', 'OK', 'b'),
      change('2026-11-18T09:00:00Z', 'OPERATIONAL', 'OK', 'a'),
      change('2026-11-18T12:00:00Z', 'OPERATIONAL', 'OK', 'b'),
    ],
    { zone: 'UTC', now: new Date('2026-11-19T00:00:00Z'), days: 2 },
  )
  assert.equal(days[0]?.availability, 0.5)
  assert.equal(days[0]?.incidents, 2)
})

test('Ten thousand changes over 90 days are read quickly', async () => {
  const changes = Array.from({ length: 10_000 }, (_, index) =>
    change(
      new Date(Date.UTC(2026, 8, 1) + index * 600_000).toISOString(),
      index % 2 ? 'OPERATIONAL' : 'DEGRADED',
      index % 2 ? 'OK' : 'CONFIRMED',
    ),
  )
  const ms = await cpuTimeOf(() => timelineOf([item], changes, berlin('2026-11-20T12:00:00Z', 90)))
  assert.ok(ms < 1000, `${ms} ms`)
})
