/** Calendars of holidays. @service-heap */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SlaPolicy } from '#contracts/sla/policies.ts'
import { crowding } from '#test/crowding.ts'
import { growsWithSize } from '#test/growth.ts'
import { longestTurn } from '#test/longest-turn.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant } from '#test/world.ts'
import { holidaysOf } from './parse-holidays.ts'

const server = await startTestServer()

const now = new Date('2026-11-20T09:00:00Z')
server.clock.set(now)
const tenant = await createTenant(server, { plan: 'PRO' })

const send = (holidaysIcs: string) =>
  server.call<SlaPolicy>('POST', '/api/admin/sla-policies', {
    token: tenant.admin.token,
    body: { name: 'Lifts', holidaysIcs },
  })
const daysOf = async (ics: string): Promise<readonly string[] | undefined> => {
  const reply = await send(ics)
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.calendar?.holidays
}
const refusal = async (ics: string): Promise<string> => {
  const { json, status } = await send(ics)
  assert.equal(`${status} ${json.code} ${json.details?.[0]?.path}`, '400 VALIDATION_ERROR body.holidaysIcs')
  return json.details?.[0]?.message ?? ''
}
const calendar = (...lines: readonly string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n')
const event = (...lines: readonly string[]): string[] => [
  'BEGIN:VEVENT',
  'UID:x@example',
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
]
const one = (...lines: readonly string[]): string => calendar(...event(...lines))

test('A whole day may be given as two midnights', async () => {
  const days = ['2026-12-25']
  assert.deepEqual(await daysOf(one('DTSTART:20261225T000000Z', 'DTEND:20261225T000000Z')), days)
  assert.deepEqual(await daysOf(one('DTSTART:20261225T000000', 'DTEND:20261226T000000')), days)
  const zoned = (name: string, time: string) => `${name};TZID="Europe/Berlin":${time}`
  assert.deepEqual(
    await daysOf(one(zoned('DTSTART', '20261225T000000'), zoned('DTEND', '20261227T000000'))),
    ['2026-12-25', '2026-12-26'],
  )
})

test('An event lasts as many days as its duration, also if that is in hours', async () => {
  const two = ['2026-12-25', '2026-12-26']
  assert.deepEqual(await daysOf(one('DTSTART;VALUE=DATE:20261225', 'DURATION:P2D')), two)
  assert.deepEqual(await daysOf(one('DTSTART:20261225T000000', 'DURATION:PT48H')), two)
  assert.equal((await daysOf(one('DTSTART;VALUE=DATE:20261221', 'DURATION:P1W')))?.length, 7)
  assert.equal(
    await refusal(one('DTSTART;VALUE=DATE:20261225', 'DURATION:2 days')),
    'line 8: DURATION holds no duration such as P1D',
  )
})

test('A cancelled event is no holiday', async () => {
  const lasting = event('DTSTART;VALUE=DATE:20261231', 'STATUS:CONFIRMED')
  const cancelled = event('DTSTART;VALUE=DATE:20261224', 'DTEND;VALUE=DATE:20261225', 'STATUS:CANCELLED')
  assert.deepEqual(await daysOf(calendar(...cancelled, ...lasting)), ['2026-12-31'])
  const yearly = event('DTSTART;VALUE=DATE:20201224', 'RRULE:FREQ=YEARLY', 'status:cancelled')
  assert.deepEqual(await daysOf(calendar(...lasting, ...yearly)), ['2026-12-31'])
  assert.match(await refusal(calendar('METHOD:CANCEL', ...lasting)), /^no whole day was found/)
})

test('An exception of a series moves or cancels that day', async () => {
  const series = event('DTSTART;VALUE=DATE:20261224', 'RRULE:FREQ=YEARLY;COUNT=3')
  const moved = event('RECURRENCE-ID;VALUE=DATE:20271224', 'DTSTART;VALUE=DATE:20271223')
  assert.deepEqual(await daysOf(calendar(...series, ...moved)), ['2026-12-24', '2027-12-23', '2028-12-24'])
  const gone = event('RECURRENCE-ID;VALUE=DATE:20281224', 'DTSTART;VALUE=DATE:20281224', 'STATUS:CANCELLED')
  assert.deepEqual(await daysOf(calendar(...gone, ...series)), ['2026-12-24', '2027-12-24'])
  const open = event('RECURRENCE-ID:20261224T000000Z', 'DTSTART:20261224T090000Z', 'DTEND:20261224T120000Z')
  assert.deepEqual(await daysOf(calendar(...series, ...open)), ['2027-12-24', '2028-12-24'])
  const other = moved.map((line) => line.replace('UID:x', 'UID:y'))
  assert.deepEqual(await daysOf(calendar(...series, ...other)), [
    '2026-12-24',
    '2027-12-23',
    '2027-12-24',
    '2028-12-24',
  ])
  const range = moved.map((line) => line.replace('ID;', 'ID;RANGE=THISANDFUTURE;'))
  assert.match(
    await refusal(calendar(...series, ...range)),
    /^line 13: RECURRENCE-ID with RANGE cannot be read/,
  )
})

test('Each RDATE is a day', async () => {
  const start = 'DTSTART;VALUE=DATE:20261225'
  const three = ['2026-12-25', '2027-12-25', '2028-12-25']
  assert.deepEqual(await daysOf(one(start, 'RDATE;VALUE=DATE:20271225,20281225')), three)
  assert.deepEqual(await daysOf(one(start, 'RDATE:20271225T000000Z', 'RDATE;VALUE=DATE:20281225')), three)
  assert.deepEqual(
    await daysOf(
      one(start, 'DURATION:P2D', 'RDATE;VALUE=DATE:20271225,20281225', 'EXDATE;VALUE=DATE:20271225'),
    ),
    ['2026-12-25', '2026-12-26', '2028-12-25', '2028-12-26'],
  )
  assert.deepEqual(
    await daysOf(one(start, 'RDATE;VALUE=PERIOD:20271225T000000Z/20271227T000000Z,20281225T000000Z/PT6H')),
    ['2026-12-25', '2027-12-25', '2027-12-26'],
  )
})

test('Lines may end with LF, CR LF, CR CR LF or CR, and each counts as one', async () => {
  const folded = one('SUMMARY:Christ', ' mas', 'DTSTART;VALUE=DATE:2026', ' 1225')
  for (const end of ['\n', '\r\n', '\r\r\n', '\r']) {
    assert.deepEqual(await daysOf(folded.replaceAll('\r\n', end)), ['2026-12-25'], JSON.stringify(end))
    const broken = one('DTSTART;VALUE=DATE:20261325').replaceAll('\r\n', end)
    assert.equal(await refusal(broken), 'line 7: DTSTART names a day that does not exist')
  }
})

test('A leap day occurs every four years', async () => {
  assert.deepEqual(await daysOf(one('DTSTART;VALUE=DATE:20200229', 'RRULE:FREQ=YEARLY')), ['2028-02-29'])
})

test('A file without a whole day is refused with that reason', async () => {
  for (const ics of [
    calendar(),
    one('DTSTART:20270101T090000Z', 'DTEND:20270101T100000Z'),
    one('DTSTART:20270101T000000Z', 'DURATION:PT8H'),
    one('DTSTART;VALUE=DATE:20101224', 'RRULE:FREQ=YEARLY;UNTIL=20151224'),
  ])
    assert.equal(
      await refusal(ics),
      'no whole day was found in this file: a closed day is a date, or lasts from midnight to midnight',
    )
})

const long = event('DTSTART;VALUE=DATE:20261224', 'DURATION:P300D')
const date = (index: number): string =>
  Temporal.PlainDate.from('2026-01-01').add({ days: index }).toString().replaceAll('-', '')
const singles = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => event(`DTSTART;VALUE=DATE:${date(index)}`)).flat()
const rules = (count: number, rule: string): string[] =>
  Array.from({ length: count }, () => event('DTSTART;VALUE=DATE:19700101', `RRULE:FREQ=YEARLY${rule}`)).flat()

test('A file of more than 400 closed days or 200 rules is refused with an explanation', async () => {
  assert.equal((await daysOf(calendar(...singles(400))))?.length, 400)
  assert.match(
    await refusal(calendar(...singles(401))),
    /^line 2004: the file has more than 400 closed days up to this line$/,
  )
  assert.equal((await daysOf(calendar(...rules(200, ''))))?.length, 6)
  assert.match(await refusal(calendar(...rules(201, ''))), /^line 1208: more than 200 recurring days$/)
  assert.match(
    await refusal(calendar(...Array(900).fill(long).flat())),
    /the file has too many days up to this line$/,
  )
  assert.match(
    await refusal(one('DTSTART;VALUE=DATE:20261224', `RDATE;VALUE=DATE:${'20261224,'.repeat(500)}20261224`)),
    /^line 8: RDATE has more than 400 days$/,
  )
})

test('The time to parse a calendar is proportional to its length, and other requests run meanwhile', async () => {
  const read = async (lines: readonly string[]): Promise<void> => {
    await holidaysOf(calendar(...lines), now, 'body.holidaysIcs').catch(() => undefined)
  }
  const hostile: Record<string, (size: number) => string[]> = {
    'days of long events': (size) => Array(size).fill(long).flat(),
    'folded lines': (size) => event(`SUMMARY:x${'\r\n x'.repeat(size * 20)}`),
    'ends of lines': (size) => ['\r'.repeat(size * 100)],
    exceptions: (size) =>
      rules(1, `\r\nEXDATE;VALUE=DATE:${Array(300).fill('20261224').join()}`.repeat(size)),
    parameters: (size) => event(`DTSTART${';X="y"'.repeat(size * 20)}:20261224`),
  }
  for (const [name, linesOf] of Object.entries(hostile))
    assert.ok(await growsWithSize((size) => read(linesOf(size)), 10), name)
  for (const lines of [
    rules(200, ';BYMONTH=11;BYDAY=4TH;BYSETPOS=1'),
    rules(200, ';COUNT=70'),
    hostile.exceptions?.(90) ?? [],
    hostile['days of long events']?.(800) ?? [],
  ]) {
    let least = Number.POSITIVE_INFINITY
    for (let attempt = 0; attempt < 5 && least > 100; attempt++)
      least = Math.min(least, await longestTurn(() => read(lines)))
    assert.ok(least <= 100, `${lines.slice(0, 6).join(' ').slice(0, 200)}: ${least} ms`)
  }
})

test('A file of many yearly events is read or refused quickly', async () => {
  const one = 'BEGIN:VEVENT\nDTSTART:19700101\nRRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH\nEND:VEVENT\n'
  const began = performance.now()
  const reply = await send(`BEGIN:VCALENDAR\n${one.repeat(40)}END:VCALENDAR`)
  const took = performance.now() - began
  assert.ok(took < 2000 * crowding(), `${Math.round(took)} ms, ${reply.status}`)
  const more = await send(`BEGIN:VCALENDAR\n${one.repeat(900)}END:VCALENDAR`)
  assert.match(more.json.error ?? '', /more than 200 recurring days/)
})
