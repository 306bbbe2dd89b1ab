import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { printPdf } from '../testing/print-and-scan.ts'
import { renderSheet } from './render-sheet.ts'
import { stickerLines } from './wording.ts'

test('The question fits the type in each language; a type without one gets a question that fits all', () => {
  for (const language of visitorLanguages) {
    const asked = [
      ...['ELEVATOR', 'WASHROOM', 'MEETING_ROOM', 'KITCHEN'],
      ...['PARKING', 'constructor', undefined],
    ].map((type) => stickerLines([language], () => true, type)[0]?.line.question)
    assert.equal(new Set(asked.slice(0, 5)).size, 5, language)
    assert.equal(new Set(asked.slice(4)).size, 1, language)
  }
})

test('The address where the code is typed is printed, and left out where it does not fit', async () => {
  const code = '7K3QW9F2MXA1B2C3D4E5'
  const sticker = {
    code,
    url: `https://qr.example.org/q/${code}`,
    amenity: 'Lift B',
    place: 'North wing · 2nd floor',
    type: 'ELEVATOR',
  }
  for (const [template, address, isPrinted] of [
    ['label-21', 'feedback.example.org/q', true],
    ['poster-a4', 'feedback.example.org/q', true],
    ['label-65', `${'long.'.repeat(12)}example.org/q`, false],
  ] as const) {
    const options = { template, languages: ['en'], accent: '#0E5A63', publicName: 'Harbour Clinic', address }
    const [page] = await printPdf(await renderSheet([sticker], options), 72)
    assert.equal(page?.text.includes(address), isPrinted, template)
    assert.ok(page?.text.includes(code.slice(0, 5)), template)
  }
})
