import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hoursText, readDay, readHours, usualHours } from '#contracts/service-hours.ts'
import { fromLocalField, toLocalField } from '#desk-kit/parts/local-datetime.ts'
import { readTable } from '../src/admin/buildings/read-table.ts'
import { contrastOnPaper, leastContrast, repaired } from '../src/admin/settings/contrast.ts'
import { addressesIn } from '../src/admin/team/addresses.ts'

test('service hours are parsed in the forms that people write', () => {
  assert.deepEqual(readDay('8-12, 13:30–18:00'), [
    { from: '08:00', to: '12:00' },
    { from: '13:30', to: '18:00' },
  ])
  assert.deepEqual(readDay(' '), [])
  assert.deepEqual(readDay('22-24'), [{ from: '22:00', to: '24:00' }])
})

test('hours that end before they start, overlap or are invalid are rejected', () => {
  for (const wrong of ['18-8', '8-12, 11-14', '8', '25-26', '8-9-10', '24:30-24:45', 'always', '8:70-9']) {
    assert.equal(readDay(wrong), undefined, wrong)
  }
  assert.deepEqual(readHours({ ...usualHours, SUNDAY: 'x' }), { fault: 'SUNDAY' })
})

test('hours are unchanged after a round trip through the field', () => {
  const read = readHours(usualHours)
  assert.ok('hours' in read)
  assert.deepEqual(hoursText(read.hours), usualHours)
})

test('pasted addresses are parsed in any form, each once with a name, and left-out ones have a reason', () => {
  assert.deepEqual(
    addressesIn(
      'Ana Lopez <Ana.Lopez@Example.org>; tom@example.org, "Eva Nowak" <eva@example.org>\nana.lopez@example.org\nno address',
    ),
    {
      addresses: [
        { email: 'ana.lopez@example.org', name: 'Ana Lopez' },
        { email: 'tom@example.org', name: 'Tom' },
        { email: 'eva@example.org', name: 'Eva Nowak' },
      ],
      dropped: [
        { text: 'ana.lopez@example.org', why: 'TWICE' },
        { text: 'no address', why: 'NO_ADDRESS' },
      ],
    },
  )
  assert.deepEqual(addressesIn('a@b'), { addresses: [], dropped: [{ text: 'a@b', why: 'NO_ADDRESS' }] })
})

test('an accent colour with too little contrast is darkened until it is readable', () => {
  assert.ok((contrastOnPaper('#0E5A63') ?? 0) > 7)
  assert.ok((contrastOnPaper('#ffcc00') ?? 9) < leastContrast)
  const better = repaired('#ffcc00')
  assert.ok(better && (contrastOnPaper(better) ?? 0) >= leastContrast)
  assert.equal(contrastOnPaper('red'), undefined)
  assert.equal(repaired('#12'), undefined)
})

test('a time is unchanged after a round trip through the field, to the minute', () => {
  const iso = '2026-11-20T08:30:00.000Z'
  assert.equal(fromLocalField(toLocalField(iso)), iso)
  assert.equal(fromLocalField(''), null)
  assert.equal(toLocalField(null), '')
})

test('Umlauts are kept in tables in Windows-1252, as Excel saves them, and in UTF-8', async () => {
  const table = 'building;amenity\nHauptgebäude;Küche €'
  const excel = Uint8Array.from(table, (sign) => (sign === '€' ? 0x80 : sign.charCodeAt(0)))
  assert.equal(await readTable(new Blob([excel])), table)
  assert.equal(await readTable(new Blob([`\ufeff${table}`])), table)
})

test('A table in UTF-16 with a byte order mark is decoded in both byte orders', async () => {
  const table = 'building\tamenity\nΚτίριο Α\tКухня €'
  const little = Buffer.from(`\ufeff${table}`, 'utf16le')
  assert.equal(await readTable(new Blob([little])), table)
  assert.equal(await readTable(new Blob([Buffer.from(little).swap16()])), table)
})

test('A spreadsheet file is not accepted as a table', async () => {
  for (const start of [
    [0x50, 0x4b, 3, 4, 0x14, 0],
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1],
  ])
    assert.equal(await readTable(new Blob([Uint8Array.from(start)])), undefined)
})
