import assert from 'node:assert/strict'
import { test } from 'node:test'
import { timeZoneOf } from './time-zone.ts'

const refused = [
  // Names that mean several zones, or a zone in another country than most people expect.
  ...['BST', 'IST', 'CST', 'AST', 'PST', 'ECT', 'SST', 'JST', 'ist'],
  ...['SystemV/EST5', 'SystemV/AST4ADT', 'systemv/pst8'],
  ...['+05', '+0530', '+05:30', '-03', 'GMT+5', 'UTC+1', 'Z'],
  ...[
    'US/Pacific-New',
    'Canada/East-Saskatchewan',
    'Etc/Unknown',
    'Factory',
    'localtime',
    'posix/Europe/London',
  ],
  ...[
    '',
    ' ',
    'Europe/Atlantis',
    'Europe/London ',
    'Europe/Lon\u0000don',
    'Europe/İstanbul',
    `Europe/${'x'.repeat(80)}`,
  ],
]

const canonical: Readonly<Record<string, string>> = {
  'Europe/London': 'Europe/London',
  'europe/london': 'Europe/London',
  GB: 'Europe/London',
  'Europe/Belfast': 'Europe/London',
  'US/Eastern': 'America/New_York',
  EST5EDT: 'America/New_York',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Kolkata': 'Asia/Kolkata',
  'Europe/Kiev': 'Europe/Kyiv',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Coral_Harbour': 'America/Atikokan',
  'Etc/GMT+5': 'Etc/GMT+5',
  'Etc/UTC': 'UTC',
  GMT: 'UTC',
  UTC: 'UTC',
}

/** Simulates a browser without Temporal. */
const withoutTemporal = <T>(work: () => T): T => {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'Temporal')
  assert.ok(own)
  Reflect.deleteProperty(globalThis, 'Temporal')
  try {
    return work()
  } finally {
    Object.defineProperty(globalThis, 'Temporal', own)
  }
}

test('A time zone is an IANA name: no abbreviation, no offset, no SystemV name', () => {
  for (const text of refused) assert.equal(timeZoneOf(text), undefined, text)
})

test('Each name of a zone leads to its name in the tz database', () => {
  for (const [text, name] of Object.entries(canonical)) assert.equal(timeZoneOf(text), name, text)
})

test('A canonical name is accepted by Temporal and Intl, is its own canonical name, and no two are the same zone', () => {
  const at = Temporal.Instant.fromEpochMilliseconds(0)
  const names = new Set(Intl.supportedValuesOf('timeZone').map(timeZoneOf))
  assert.ok(names.size > 400)
  const zones = [...names].map((name) => at.toZonedDateTimeISO(name ?? 'none'))
  for (const [index, zone] of zones.entries()) {
    assert.equal(timeZoneOf(zone.timeZoneId), zone.timeZoneId)
    assert.ok(new Intl.DateTimeFormat('en', { timeZone: zone.timeZoneId }))
    assert.equal(
      zones.findIndex((one) => one.equals(zone)),
      index,
      zone.timeZoneId,
    )
  }
})

test('A browser without Temporal decides the same', () => {
  const asked = [...refused, ...Object.keys(canonical), ...Intl.supportedValuesOf('timeZone')]
  const usual = asked.map(timeZoneOf)
  assert.deepEqual(
    withoutTemporal(() => asked.map(timeZoneOf)),
    usual,
  )
})
