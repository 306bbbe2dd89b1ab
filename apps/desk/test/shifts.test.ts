import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Operator, Shifts } from '#contracts/operator/records.ts'
import { localTimeIn, plusDays, weekOf } from '#desk-kit/lib/days.ts'
import { readShifts } from '../src/admin/shifts/search.ts'
import { overlapIn, readTimes, shiftsOn, timesText, withDay } from '../src/admin/shifts/shift-text.ts'
import { countGaps, onCallDays } from '../src/admin/shifts/week.ts'

const shifts: Shifts = {
  weekly: [
    { day: 1, from: '06:00', to: '14:00' },
    { day: 7, from: '22:00', to: '06:00' },
  ],
  exceptions: [
    { date: '2031-03-03', off: true },
    { date: '2031-03-04', from: '08:00', to: '12:00' },
  ],
}

test('shifts are parsed as people type them, and other text is rejected', () => {
  assert.deepEqual(readTimes('6-14, 22:00–6.00'), [
    { from: '06:00', to: '14:00' },
    { from: '22:00', to: '06:00' },
  ])
  assert.deepEqual(readTimes('0-24'), [{ from: '00:00', to: '00:00' }])
  assert.deepEqual(readTimes('  '), [])
  for (const text of ['6', '6-14-15', '25-26', '24:30-3', 'early', '06:60-08:00'])
    assert.equal(readTimes(text), undefined, text)
  assert.equal(timesText(readTimes('6-14,15-18') ?? []), '06:00–14:00, 15:00–18:00')
})

test('overlapping shifts of a week are found, also across midnight and the end of the week', () => {
  assert.equal(overlapIn(shifts.weekly), undefined)
  assert.equal(overlapIn([{ day: 1, from: '05:00', to: '13:00' }, ...shifts.weekly]), 1)
  assert.equal(overlapIn([...shifts.weekly, { day: 1, from: '05:00', to: '05:30' }]), 1)
  assert.equal(overlapIn([{ day: 2, from: '08:00', to: '08:00' }]), undefined)
  assert.equal(
    overlapIn([1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' }))),
    undefined,
  )
})

test('an exception replaces the weekly pattern and can be removed', () => {
  assert.deepEqual(shiftsOn(shifts, '2031-03-03'), { kind: 'OFF', times: [] })
  assert.deepEqual(shiftsOn(shifts, '2031-03-04'), { kind: 'OTHER', times: [{ from: '08:00', to: '12:00' }] })
  assert.deepEqual(shiftsOn(shifts, '2031-03-10').times, [{ from: '06:00', to: '14:00' }])
  const again = withDay(shifts.exceptions, '2031-03-03', { kind: 'PATTERN', times: [] })
  assert.deepEqual(again, [{ date: '2031-03-04', from: '08:00', to: '12:00' }])
})

const jo = {
  id: 'jo',
  name: 'Jo',
  state: 'ACTIVE',
  duty: { state: 'OFF', until: null },
  shifts,
} as unknown as Operator

test('gaps are split at local midnight, and shifts during a gap do not count', () => {
  // Midnight in Berlin is 23:00 UTC in winter.
  const gaps = [{ from: '2031-03-03T13:00:00Z', to: '2031-03-04T05:00:00Z' }]
  const days = onCallDays(
    ['2031-03-03', '2031-03-04', '2031-03-10'],
    [jo],
    { gaps, uncovered: [] },
    'Europe/Berlin',
  )
  assert.deepEqual(
    days.map(({ gaps: cut }) => cut),
    [[{ from: '14:00', to: '24:00' }], [{ from: '00:00', to: '06:00' }], []],
  )
  assert.deepEqual(
    days.map(({ turns }) => turns.map(({ from }) => from)),
    [[], ['08:00'], ['06:00']],
  )
  const all = [{ from: '2031-03-03T00:00:00Z', to: '2031-03-17T00:00:00Z' }]
  const away = { ...jo, duty: { state: 'ABSENT' as const, until: null } }
  for (const [who, seen] of [
    [jo, all],
    [away, []],
  ] as const)
    assert.deepEqual(
      onCallDays(['2031-03-10'], [who], { gaps: seen, uncovered: [] }, 'Europe/Berlin')[0]?.turns,
      [],
    )
})

test('A day names the places that have nobody, unless nobody is on duty at that time anyway', () => {
  const night = { from: '2031-03-03T13:00:00Z', to: '2031-03-04T05:00:00Z' }
  const place = (id: string, span: { from: string; to: string }) => ({
    buildings: [{ id, name: id }],
    skill: null,
    gaps: [span],
  })
  const call = {
    gaps: [night],
    uncovered: [
      place('longer', { from: '2031-03-03T11:00:00Z', to: '2031-03-04T07:00:00Z' }),
      place('at night', night),
      place('always', { from: '2031-03-01T00:00:00Z', to: '2031-03-20T00:00:00Z' }),
    ],
    timeZone: 'Europe/Berlin',
  }
  const days = onCallDays(['2031-03-03', '2031-03-04', '2031-03-05'], [jo], call, call.timeZone)
  assert.deepEqual(
    days.map(({ lacks }) => lacks.map(({ buildings, times }) => [buildings[0]?.name, ...times])),
    [
      [
        ['longer', { from: '12:00', to: '24:00' }],
        ['always', { from: '00:00', to: '24:00' }],
      ],
      [
        ['longer', { from: '00:00', to: '08:00' }],
        ['always', { from: '00:00', to: '24:00' }],
      ],
      [['always', { from: '00:00', to: '24:00' }]],
    ],
  )
  assert.equal(countGaps('2031-03-03', call), 3)
  assert.equal(countGaps('2031-03-10', call), 1)
})

test('a week starts on Monday, also across the end of a year and a clock change', () => {
  assert.equal(weekOf('2026-11-22', 1), '2026-11-16')
  assert.equal(weekOf('2027-01-01', 1), '2026-12-28')
  assert.equal(plusDays('2027-03-27', 2), '2027-03-29')
  assert.equal(localTimeIn('2027-03-28T01:30:00Z', 'Europe/Berlin'), '2027-03-28 03:30')
  assert.equal(readShifts({ week: '2026-11-22', building: 'x', skill: 'LIFT,IT' }).week, '2026-11-22')
  assert.deepEqual(readShifts({ skill: 'LIFT,IT' }).skill, ['LIFT'])
  assert.equal(readShifts({ week: 'soon' }).week, undefined)
})
