import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rounds } from '#test/rounds.ts'
import { aroundTheClock, type CalendarInput, makeCalendar, onHours, type Stretch } from './calendar.ts'

const minute = 60_000
const hour = 60 * minute
const office = [{ from: 8 * 60, to: 18 * 60 }]
const week = [office, office, office, office, office, [], []]
const at = (text: string): number => Temporal.ZonedDateTime.from(text).epochMilliseconds
const berlin = (more: Partial<CalendarInput> = {}) =>
  makeCalendar({ zone: 'Europe/Berlin', weekly: week, holidays: [], ...more })

test('Working time passes while the calendar is open, across nights, weekends and holidays', () => {
  const hours = onHours(berlin({ holidays: ['2026-11-23'] }))
  const friday = at('2026-11-20T17:00[Europe/Berlin]')
  assert.equal(hours.add(friday, 30 * minute, []), at('2026-11-20T17:30[Europe/Berlin]'))
  assert.equal(hours.add(friday, hour, []), at('2026-11-20T18:00[Europe/Berlin]'))
  assert.equal(hours.add(friday, hour + 1, []), at('2026-11-24T08:00[Europe/Berlin]') + 1)
  assert.equal(hours.between(friday, at('2026-11-24T09:00[Europe/Berlin]'), []), 2 * hour)
})

test('A deadline in days is at the close of that working day', () => {
  const hours = onHours(berlin({ holidays: ['2026-11-23'] }))
  const close = (text: string, days: number) => hours.closeOfDay(at(text), days)
  assert.equal(close('2026-11-20T09:00[Europe/Berlin]', 1), at('2026-11-24T18:00[Europe/Berlin]'))
  assert.equal(close('2026-11-21T09:00[Europe/Berlin]', 1), at('2026-11-24T18:00[Europe/Berlin]'))
  assert.equal(close('2026-11-16T03:00[Europe/Berlin]', 5), at('2026-11-24T18:00[Europe/Berlin]'))
})

test('Nights with a change of clocks have 23 and 25 hours', () => {
  const night = [{ from: 0, to: 24 * 60 }]
  const open = onHours(berlin({ weekly: Array.from({ length: 7 }, () => night) }))
  const length = (date: string, next: string) =>
    open.between(at(`${date}T00:00[Europe/Berlin]`), at(`${next}T00:00[Europe/Berlin]`), [])
  assert.equal(length('2026-03-29', '2026-03-30'), 23 * hour)
  assert.equal(length('2026-10-25', '2026-10-26'), 25 * hour)
  // 02:00 to 03:00 comes twice in one night, and not at all in the other.
  const between = [{ from: 2 * 60, to: 3 * 60 }]
  const small = onHours(berlin({ weekly: Array.from({ length: 7 }, () => between) }))
  const of = (date: string, next: string) =>
    small.between(at(`${date}T00:00[Europe/Berlin]`), at(`${next}T00:00[Europe/Berlin]`), [])
  assert.deepEqual(
    [of('2026-10-25', '2026-10-26'), of('2026-03-29', '2026-03-30'), of('2026-06-01', '2026-06-02')],
    [2 * hour, 0, hour],
  )
})

test('A calendar that never opens returns undefined instead of searching forever', () => {
  const never = berlin({ weekly: [] })
  assert.equal(onHours(never).add(at('2026-11-20T09:00[Europe/Berlin]'), 1, []), undefined)
  assert.equal(onHours(never).closeOfDay(at('2026-11-20T09:00[Europe/Berlin]'), 1), undefined)
})

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/St_Johns',
  'Africa/Casablanca',
  'Pacific/Apia',
  'America/Sao_Paulo',
  'Asia/Tehran',
  'Pacific/Chatham',
  'UTC',
]

const dayIntervals = fc
  .uniqueArray(fc.integer({ min: 0, max: 1440 }), { maxLength: 6 })
  .map((ends) => ends.sort((a, b) => a - b))
  .map((ends) =>
    Array.from({ length: Math.floor(ends.length / 2) }, (_, i) => ({
      from: ends[2 * i] ?? 0,
      to: ends[2 * i + 1] ?? 0,
    })),
  )

/** Often near a change of clocks. */
const starts = fc.oneof(
  ...['2026-03-29', '2026-10-25', '2026-04-05', '2026-03-08', '2026-11-01', '2011-12-30'].map((date) =>
    fc
      .integer({ min: -4 * 1440, max: 4 * 1440 })
      .map((shift) => Date.parse(`${date}T00:00:00Z`) + shift * minute),
  ),
  fc
    .integer({ min: 0, max: 525_600 * 3 })
    .map((minutes) => Date.parse('2026-01-01T00:00:00Z') + minutes * minute),
)

const cases = fc.record({
  zone: fc.constantFrom(...zones),
  weekly: fc.array(dayIntervals, { minLength: 7, maxLength: 7 }),
  start: starts,
  /** holidays, as days after the start */
  closed: fc.uniqueArray(fc.integer({ min: -1, max: 12 }), { maxLength: 4 }),
  length: fc.integer({ min: 1, max: 9 * 1440 }),
  pauses: fc.uniqueArray(fc.integer({ min: -100, max: 9 * 1440 }), { maxLength: 8 }),
})

const wall = (zone: string) => {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    weekday: 'short',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const names = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
  return (moment: number) => {
    const parts = Object.fromEntries(format.formatToParts(moment).map(({ type, value }) => [type, value]))
    return {
      date: `${parts.year}-${parts.month}-${parts.day}`,
      weekday: names.indexOf(parts.weekday ?? ''),
      minutes: Number(parts.hour) * 60 + Number(parts.minute),
    }
  }
}

test('With random calendars, zones and pauses the result equals counting minute by minute', () => {
  let compared = 0
  fc.assert(
    fc.property(cases, ({ zone, weekly, start, closed, length, pauses: ends }) => {
      const read = wall(zone)
      const holidays = closed.map((days) => read(start + days * 86_400_000).date)
      const sorted = ends.sort((a, b) => a - b)
      const pauses: Stretch[] = Array.from({ length: Math.floor(sorted.length / 2) }, (_, i) => ({
        from: start + (sorted[2 * i] ?? 0) * minute,
        to: start + (sorted[2 * i + 1] ?? 0) * minute,
      }))
      const hours = onHours(makeCalendar({ zone, weekly, holidays }))
      const steady = aroundTheClock(makeCalendar({ zone, weekly, holidays }))
      const off = new Set(holidays)
      const isPaused = (moment: number) => pauses.some(({ from, to }) => from <= moment && moment < to)
      let [open, unpaused] = [0, 0]
      const end = start + length * minute
      let lastOpen: number | undefined
      for (let moment = start; moment < end; moment += minute) {
        if (isPaused(moment)) continue
        unpaused++
        const { date, weekday, minutes } = read(moment)
        if (off.has(date)) continue
        if (!weekly[weekday]?.some(({ from, to }) => from <= minutes && minutes < to)) continue
        open++
        lastOpen = moment + minute
      }
      assert.equal(hours.between(start, end, pauses), open * minute)
      assert.equal(steady.between(start, end, pauses), unpaused * minute)
      if (lastOpen !== undefined) assert.equal(hours.add(start, open * minute, pauses), lastOpen)
      const shown = hours.running(start, end, pauses, Infinity)
      assert.equal(
        shown.reduce((sum, { from, to }) => sum + to - from, 0),
        open * minute,
      )
      compared++
    }),
    { numRuns: rounds(40, 1000) },
  )
  if (process.env.TEST_LONG) console.log(`${compared} calendars compared, differences 0`)
})
