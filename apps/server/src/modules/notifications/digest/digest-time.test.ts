import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type DigestTime, dueToday, nextDigest, sendTimeOn } from './digest-time.ts'

const id = '019a0000-0000-7000-8000-000000000001'
const someone = (more: Partial<DigestTime> = {}): DigestTime => ({
  id,
  hour: 7,
  timeZone: 'Europe/Berlin',
  quietHours: null,
  ...more,
})
const on = (date: string, morning: DigestTime): string =>
  `${sendTimeOn(Temporal.PlainDate.from(date), morning).toISOString().slice(0, 14)}00`

/** Local time by another library than the product uses. */
const wall = (at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)

test('A digest is sent at 07:00 of its reader’s local time, also after a clock change', () => {
  for (const [timeZone, days] of [
    ['Europe/Berlin', ['2026-03-28', '2026-03-29', '2026-03-30', '2026-10-24', '2026-10-25', '2026-10-26']],
    ['America/New_York', ['2026-03-08', '2026-11-01']],
    ['Australia/Lord_Howe', ['2026-04-05', '2026-10-04']],
    ['Asia/Kathmandu', ['2026-06-01']],
  ] as const)
    for (const day of days) {
      const at = wall(sendTimeOn(Temporal.PlainDate.from(day), someone({ timeZone })), timeZone)
      assert.ok(at.startsWith(`${day} 07:0`) && at < `${day} 07:05:00`, `${timeZone}: ${at}`)
    }
})

test('An hour that a clock change skips is the next one; of a repeated hour the first counts', () => {
  assert.equal(on('2026-03-29', someone({ hour: 2 })), '2026-03-29T01:00')
  assert.equal(on('2026-10-25', someone({ hour: 2 })), '2026-10-25T00:00')
})

test('A person’s second is always the same, and those of many are spread over five minutes', () => {
  const seconds = Array.from({ length: 2000 }, () => {
    const one = someone({ id: crypto.randomUUID() })
    const [first, again] = ['2026-11-20', '2026-11-21'].map((day) =>
      sendTimeOn(Temporal.PlainDate.from(day), one).getTime(),
    )
    assert.equal(again, (first ?? 0) + 24 * 3600_000)
    return ((first ?? 0) / 1000) % 3600
  })
  assert.ok(Math.max(...seconds) < 300)
  const busiest = Math.max(
    ...Map.groupBy(seconds, (second) => second)
      .values()
      .map(({ length }) => length),
  )
  assert.ok(busiest < 30, `${busiest} in one second`)
})

test('A digest waits for the end of quiet hours', () => {
  const sleeper = someone({ quietHours: { from: '22:00', to: '08:30' } })
  assert.equal(
    sendTimeOn(Temporal.PlainDate.from('2026-11-20'), sleeper).toISOString(),
    '2026-11-20T07:30:00.000Z',
  )
})

test('A digest whose hour is in quiet hours over midnight is sent at their end', () => {
  const sleeper = someone({ hour: 22, quietHours: { from: '21:00', to: '07:00' } })
  const [evening, night, end] = ['2026-11-20T22:10:00Z', '2026-11-21T02:00:00Z', '2026-11-21T06:00:00Z'].map(
    (at) => new Date(at),
  ) as [Date, Date, Date]
  for (const planned of [evening, night]) assert.deepEqual(nextDigest(sleeper, planned, undefined), end)
  assert.equal(dueToday(sleeper, new Date(end.getTime() - 1)), undefined)
  const due = dueToday(sleeper, end)
  assert.deepEqual(
    [due?.day.toString(), due?.until.toISOString()],
    ['2026-11-20', '2026-11-21T09:00:00.000Z'],
  )
  assert.equal(nextDigest(sleeper, end, due?.day).toISOString(), '2026-11-22T06:00:00.000Z', 'once a day')
})

test('A digest more than three hours late is skipped, and the next one is tomorrow’s', () => {
  const one = someone()
  const leaves = sendTimeOn(Temporal.PlainDate.from('2026-11-20'), one)
  const after = (ms: number): Date => new Date(leaves.getTime() + ms)
  assert.equal(dueToday(one, after(-1)), undefined)
  assert.equal(dueToday(one, leaves)?.day.toString(), '2026-11-20')
  assert.ok(dueToday(one, after(3 * 3600_000 - 1)))
  assert.equal(dueToday(one, after(3 * 3600_000)), undefined)
  assert.equal(wall(nextDigest(one, after(0), undefined), one.timeZone).slice(0, 10), '2026-11-21')
  assert.deepEqual(nextDigest(one, after(-1), undefined), leaves)
})

test('A person who had a digest on a day gets the next on a later local day, also after a move to another time zone', () => {
  const sent = Temporal.PlainDate.from('2026-11-20')
  // 07:10 on the 20th in Tokyo is the evening of the 19th in Berlin.
  const now = new Date('2026-11-19T22:10:00Z')
  const next = nextDigest(someone(), now, sent)
  assert.equal(wall(next, 'Europe/Berlin').slice(0, 14), '2026-11-21 07:')
})
