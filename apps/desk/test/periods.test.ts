import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calendarPeriod, calendarPeriods, hasYearBefore } from '#desk-kit/lib/periods.ts'

const all = (today: string, firstDay = 1): string[] =>
  calendarPeriods.map((name) => {
    const { from, to } = calendarPeriod(name, today, firstDay)
    return `${from}/${to}`
  })

test('This and the last week, month, quarter and year are whole, also across the end of a year', () => {
  assert.deepEqual(all('2026-11-27'), [
    '2026-11-23/2026-11-29',
    '2026-11-16/2026-11-22',
    '2026-11-01/2026-11-30',
    '2026-10-01/2026-10-31',
    '2026-10-01/2026-12-31',
    '2026-07-01/2026-09-30',
    '2026-01-01/2026-12-31',
    '2025-01-01/2025-12-31',
  ])
  assert.deepEqual(all('2027-01-01'), [
    '2026-12-28/2027-01-03',
    '2026-12-21/2026-12-27',
    '2027-01-01/2027-01-31',
    '2026-12-01/2026-12-31',
    '2027-01-01/2027-03-31',
    '2026-10-01/2026-12-31',
    '2027-01-01/2027-12-31',
    '2026-01-01/2026-12-31',
  ])
})

test('A month ends on its own last day, and a week starts on the day that the reader’s weeks start', () => {
  assert.equal(all('2028-02-29')[2], '2028-02-01/2028-02-29')
  assert.equal(all('2028-03-31')[3], '2028-02-01/2028-02-29')
  assert.equal(all('2026-11-29', 7)[0], '2026-11-29/2026-12-05')
  assert.equal(all('2026-11-29', 1)[0], '2026-11-23/2026-11-29')
  assert.equal(all('2026-11-28', 7)[1], '2026-11-15/2026-11-21')
})

test('A period of at most a year has a year before, a longer one has none', () => {
  assert.equal(hasYearBefore(undefined, undefined, '2026-11-27'), true)
  assert.equal(hasYearBefore('2028-01-01', '2028-12-31', '2028-12-31'), true)
  assert.equal(hasYearBefore('2026-01-01', '2027-01-02', '2027-01-02'), false)
  assert.equal(hasYearBefore('2025-01-01', undefined, '2026-11-27'), false)
})
