import assert from 'node:assert/strict'
import { test } from 'node:test'
import { faultOf, type Recurrence, timesAfter } from './recurrence.ts'
import { differences } from './testing/naive.ts'

const now = new Date('2026-11-22T08:00:00Z')
const next = (recurrence: Partial<Recurrence>, after = now, limit = 5): string[] =>
  timesAfter(
    { rrule: null, startsAt: '2026-11-23T07:00', timeZone: 'Europe/Berlin', ...recurrence },
    after,
    limit,
  ).map((time) => time.toISOString().slice(0, 16))
const fault = (recurrence: Partial<Recurrence>): string | undefined =>
  faultOf({ rrule: null, startsAt: '2026-11-23T07:00', timeZone: 'Europe/Berlin', ...recurrence }, now)
    ?.message

test('A rule has the same local time in winter and in summer', () => {
  assert.deepEqual(next({ rrule: 'FREQ=DAILY' }, new Date('2027-03-27T00:00Z'), 3), [
    '2027-03-27T06:00',
    '2027-03-28T05:00',
    '2027-03-29T05:00',
  ])
})

test('02:30 in a skipped hour becomes 03:30, and of a repeated time the first counts', () => {
  const night = { rrule: 'FREQ=DAILY', startsAt: '2026-01-01T02:30' }
  assert.deepEqual(next(night, new Date('2027-03-27T12:00Z'), 2), ['2027-03-28T01:30', '2027-03-29T00:30'])
  assert.deepEqual(next(night, new Date('2027-10-30T12:00Z'), 2), ['2027-10-31T00:30', '2027-11-01T01:30'])
  assert.deepEqual(next({ startsAt: '2027-03-28T02:30' }), ['2027-03-28T01:30'])
})

test('Times that a clock change moves onto each other come once, and in order', () => {
  const often = { rrule: 'FREQ=MINUTELY;INTERVAL=30', startsAt: '2027-03-28T00:00' }
  assert.deepEqual(next(often, new Date('2027-03-28T00:00Z'), 6), [
    '2027-03-28T00:30',
    '2027-03-28T01:00',
    '2027-03-28T01:30',
    '2027-03-28T02:00',
    '2027-03-28T02:30',
    '2027-03-28T03:00',
  ])
})

test('A whole day that a zone skipped is neither missing nor doubled', () => {
  const samoa = { rrule: 'FREQ=DAILY', startsAt: '2011-12-28T07:00', timeZone: 'Pacific/Apia' }
  assert.deepEqual(next(samoa, new Date('2011-12-28T00:00Z'), 4), [
    '2011-12-28T17:00',
    '2011-12-29T17:00',
    '2011-12-30T17:00',
    '2011-12-31T17:00',
  ])
})

test('UNTIL is the last local or UTC time, COUNT counts from the start', () => {
  assert.equal(next({ rrule: 'FREQ=DAILY;UNTIL=20261125' }).length, 3)
  assert.equal(next({ rrule: 'FREQ=DAILY;UNTIL=20261125T070000' }).length, 3)
  assert.equal(next({ rrule: 'FREQ=DAILY;UNTIL=20261125T055959Z' }).length, 2)
  assert.equal(next({ rrule: 'FREQ=DAILY;COUNT=4' }, new Date('2026-11-24T12:00Z')).length, 2)
  assert.deepEqual(next({ rrule: 'RRULE:freq=monthly;bymonthday=-1;' }, now, 2), [
    '2026-11-30T06:00',
    '2026-12-31T06:00',
  ])
})

test('A rule that is invalid, never occurs or occurs too often is refused with a reason', () => {
  const refused: [string, RegExp][] = [
    ['FREQ=SECONDLY', /FREQ must be one of/],
    ['FREQ=MINUTELY', /every 15 minutes/],
    ['FREQ=MINUTELY;INTERVAL=14', /every 15 minutes/],
    ['FREQ=HOURLY;BYMINUTE=0,14', /every 15 minutes/],
    ['FREQ=DAILY;BYHOUR=0,23;BYMINUTE=0,55', /every 15 minutes/],
    ['FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30', /no time to come/],
    ['FREQ=DAILY;INTERVAL=7;BYDAY=TU', /no time to come/],
    ['FREQ=DAILY;UNTIL=20251231', /no time to come/],
    ['FREQ=HOURLY;BYHOUR=7;BYMONTH=2;COUNT=1000', /no time to come/],
    ['FREQ=DAILY;COUNT=1000000000', /COUNT must be a number/],
    ['FREQ=DAILY;COUNT=0', /COUNT must be a number/],
    ['FREQ=DAILY;INTERVAL=99999999999', /INTERVAL must be a number/],
    ['FREQ=DAILY;INTERVAL=-1', /INTERVAL must be a number/],
    ['FREQ=DAILY;COUNT=3;UNTIL=20271231', /not both/],
    ['FREQ=DAILY;FREQ=DAILY', /twice/],
    ['FREQ=DAILY;DTSTART=20200101T000000', /DTSTART is no part/],
    ['DTSTART:20200101T000000', /must start with FREQ/],
    ['FREQ=DAILY;BYSECOND=1', /BYSECOND is no part/],
    ['FREQ=DAILY;RSCALE=CHINESE', /RSCALE is no part/],
    ['FREQ=DAILY;BYHOUR=24', /BYHOUR does not take/],
    ['FREQ=DAILY;BYHOUR=', /BYHOUR does not take/],
    ['FREQ=YEARLY;BYDAY=53MO', /BYDAY does not take/],
    ['FREQ=WEEKLY;BYDAY=1MO', /needs FREQ=MONTHLY/],
    ['FREQ=DAILY;UNTIL=20261341', /UNTIL must be/],
    ['__proto__=1;FREQ=DAILY', /no part/],
    ['FREQ=CONSTRUCTOR', /FREQ must be/],
    ['CONSTRUCTOR=1;FREQ=DAILY', /no part/],
    ['every monday', /must start with FREQ/],
  ]
  for (const [rrule, words] of refused) assert.match(fault({ rrule }) ?? 'taken', words, rrule)
  assert.match(fault({ startsAt: '2026-11-21T07:00' }) ?? '', /is in the past/)
  assert.match(fault({ startsAt: '2090-11-21T07:00' }) ?? '', /ten years/)
  assert.equal(fault({ rrule: 'FREQ=MINUTELY;INTERVAL=15' }), undefined)
  assert.equal(fault({ rrule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29' }), undefined)
  assert.equal(fault({ rrule: 'FREQ=DAILY;COUNT=1000' }), undefined)
})

test('A hostile rule neither loops nor delays other requests', () => {
  const bombs = [
    'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MINUTELY;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MINUTELY;BYSETPOS=300',
    'FREQ=DAILY;COUNT=1000;BYMONTH=2;BYMONTHDAY=30',
    'FREQ=MINUTELY;INTERVAL=10000;BYHOUR=3;BYMINUTE=1;BYMONTHDAY=31;BYDAY=MO',
    `FREQ=YEARLY;BYMONTH=1,2,3;BYMONTHDAY=31;BYHOUR=${Array.from({ length: 24 }, (_, hour) => hour).join(',')};BYMINUTE=${Array.from({ length: 60 }, (_, minute) => minute).join(',')};BYSETPOS=366`,
  ]
  const slow: string[] = []
  for (const rrule of bombs)
    for (const startsAt of ['2000-01-01T02:30', '2026-11-23T07:00']) {
      const began = process.cpuUsage().user
      fault({ rrule, startsAt })
      next({ rrule, startsAt })
      const milliseconds = (process.cpuUsage().user - began) / 1000
      if (milliseconds > 1000) slow.push(`${rrule} ${startsAt}: ${milliseconds} ms`)
    }
  assert.deepEqual(slow, [])
})

test('Over a year of daylight saving in four zones no time is missing and none doubled', () => {
  const zones = ['Europe/Berlin', 'Australia/Lord_Howe', 'Africa/Cairo', 'America/Santiago']
  const { compared, wrong } = differences(zones, 1)
  assert.deepEqual(wrong, [])
  assert.ok(compared > 4 * 364 * 96, `${compared} were compared`)
})
