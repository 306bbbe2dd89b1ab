import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DutyState, Shifts } from '#contracts/operator/records.ts'
import { gapsIn, isOnDuty, mergeSpans } from './duty.ts'

const zone = 'Europe/Berlin'
const shifts: Shifts = {
  weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '08:00', to: '16:00' })),
  exceptions: [],
}
// Monday; in winter Berlin is UTC+1.
const monday = (time: string): Date => new Date(`2026-11-23T${time}:00+01:00`)
const tuesday = (time: string): Date => new Date(`2026-11-24T${time}:00+01:00`)

const on = (
  when: Date,
  state: DutyState = 'OFF',
  at: Date | null = null,
  until: Date | null = null,
  plan = shifts,
) => isOnDuty({ shifts: plan, duty: { state, at, until } }, zone, when)

test('Without set duty the weekly pattern decides', () => {
  assert.deepEqual(
    [monday('07:59'), monday('08:00'), monday('15:59'), monday('16:00')].map((when) => on(when)),
    [false, true, true, false],
  )
})

test('OFF set during a shift applies until the next shift starts', () => {
  const reported = ['OFF', monday('10:00')] as const
  assert.deepEqual(
    [monday('09:00'), monday('10:00'), monday('15:00'), tuesday('08:00')].map((when) =>
      on(when, ...reported),
    ),
    [true, false, false, true],
  )
})

test('A break or an absence ends at its time, whatever the pattern says', () => {
  assert.deepEqual(
    [monday('12:15'), monday('12:30')].map((when) => on(when, 'BREAK', monday('12:00'), monday('12:30'))),
    [false, true],
  )
  assert.deepEqual(
    [tuesday('08:00'), tuesday('12:00')].map((when) => on(when, 'ABSENT', monday('12:00'), tuesday('12:00'))),
    [false, true],
  )
  assert.equal(on(tuesday('08:00'), 'ABSENT', monday('12:00')), false, 'without an end, until another report')
})

test('ON lasts to its end, otherwise to the end of the shift, and without a pattern until it is changed', () => {
  assert.equal(on(monday('20:00'), 'ON', monday('19:00')), true)
  assert.equal(on(monday('16:30'), 'ON', monday('15:00')), false)
  assert.equal(on(monday('16:30'), 'ON', monday('15:00'), monday('17:00')), true)
  assert.equal(on(monday('17:00'), 'ON', monday('15:00'), monday('17:00')), false)
  assert.equal(on(tuesday('03:00'), 'ON', monday('15:00'), null, { weekly: [], exceptions: [] }), true)
})

test('Gaps are times without duty', () => {
  const spans = mergeSpans([
    { from: 10, to: 20 },
    { from: 15, to: 30 },
    { from: 40, to: Number.POSITIVE_INFINITY },
  ])
  assert.deepEqual(gapsIn(spans, { from: 0, to: 50 }), [
    { from: 0, to: 10 },
    { from: 30, to: 40 },
  ])
  assert.deepEqual(gapsIn([], { from: 0, to: 50 }), [{ from: 0, to: 50 }])
})
