import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Words } from '#i18n/texts.ts'
import { wordsIn } from '../../../packages/ui/test/catalogues.ts'
import type english from '../src/admin/schedules/messages/en.ts'
import {
  parseRecurrence,
  type RecurrenceFormat,
  recurrenceText,
  rruleOf,
} from '../src/admin/schedules/recurrence.ts'

const speechIn = async (language: 'en' | 'de'): Promise<RecurrenceFormat> => {
  const { default: own } = await import(`../src/admin/schedules/messages/${language}.ts`)
  const { default: house } = await import(`../src/admin/messages/${language}.ts`)
  const list = new Intl.ListFormat(language)
  return {
    t: wordsIn(own, language) as Words<typeof english>,
    weekdays: (wordsIn(house, language) as { weekdays: RecurrenceFormat['weekdays'] }).weekdays,
    list: (parts) => list.format(parts),
    date: (startsAt) => startsAt.slice(0, 10),
    time: (startsAt) => startsAt.slice(11),
  }
}
const [en, de] = [await speechIn('en'), await speechIn('de')]

/** 2026-11-24 is a Tuesday. */
const cases: readonly (readonly [string | null, string, string])[] = [
  [null, 'Once, on 2026-11-24 at 08:00', 'Einmal, am 2026-11-24 um 08:00'],
  ['FREQ=DAILY', 'Every day at 08:00', 'Jeden Tag um 08:00'],
  ['FREQ=DAILY;INTERVAL=3', 'Every 3 days at 08:00', 'Alle 3 Tage um 08:00'],
  ['FREQ=WEEKLY', 'Every Tuesday at 08:00', 'Jeden Dienstag um 08:00'],
  ['FREQ=WEEKLY;BYDAY=TH,MO', 'Every Monday and Thursday at 08:00', 'Jeden Montag und Donnerstag um 08:00'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', 'Monday to Friday at 08:00', 'Montag bis Freitag um 08:00'],
  ['FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR,SA,SU', 'Every day at 08:00', 'Jeden Tag um 08:00'],
  [
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=WE',
    'Every 2 weeks on Wednesday at 08:00',
    'Alle 2 Wochen am Mittwoch um 08:00',
  ],
  ['FREQ=MONTHLY;BYMONTHDAY=15', 'On day 15 of each month at 08:00', 'Am 15. jedes Monats um 08:00'],
  [
    'FREQ=MONTHLY;BYMONTHDAY=-1',
    'On the last day of each month at 08:00',
    'Am letzten Tag jedes Monats um 08:00',
  ],
  [
    'FREQ=MONTHLY;BYDAY=1MO',
    'On the first Monday of each month at 08:00',
    'Am ersten Montag jedes Monats um 08:00',
  ],
  [
    'FREQ=MONTHLY;INTERVAL=3;BYDAY=-1FR',
    'Every 3 months on the last Friday at 08:00',
    'Alle 3 Monate am letzten Freitag um 08:00',
  ],
]

test('A recurrence is worded in each language', () => {
  for (const [rrule, english, german] of cases) {
    const schedule = { rrule, startsAt: '2026-11-24T08:00' }
    assert.equal(recurrenceText(schedule, en), english)
    assert.equal(recurrenceText(schedule, de), german)
  }
})

test('A recurrence without words is shown as its RRULE', () => {
  const rules = [
    'FREQ=DAILY;BYHOUR=7,15',
    'FREQ=DAILY;COUNT=3',
    'FREQ=WEEKLY;BYDAY=MO;UNTIL=20271231',
    'FREQ=WEEKLY;BYDAY=1MO',
    'FREQ=WEEKLY;BYDAY=MO,MO',
    'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU,MO;WKST=SU',
    'FREQ=MONTHLY',
    'FREQ=MONTHLY;BYDAY=1MO,3MO',
    'FREQ=MONTHLY;BYMONTHDAY=1,15',
    'FREQ=MONTHLY;BYMONTHDAY=-2',
    'FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1',
    'FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13',
    'FREQ=YEARLY',
    'FREQ=HOURLY;INTERVAL=4',
    'garbage',
    '',
  ]
  for (const rrule of rules) {
    assert.equal(parseRecurrence(rrule).kind, 'RULE', rrule)
    assert.equal(recurrenceText({ rrule, startsAt: '2026-11-24T08:00' }, en), `${rrule}, from 08:00`)
  }
})

test('A rule keeps its meaning after a round trip through the controls', () => {
  for (const [rrule] of cases) {
    const again = rruleOf(parseRecurrence(rrule))
    assert.deepEqual(parseRecurrence(again), { ...parseRecurrence(rrule), rule: again ?? '' }, String(rrule))
  }
  assert.equal(rruleOf(parseRecurrence('FREQ=YEARLY;BYMONTH=3;BYDAY=1SU')), 'FREQ=YEARLY;BYMONTH=3;BYDAY=1SU')
})
