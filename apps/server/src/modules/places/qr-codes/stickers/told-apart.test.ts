import assert from 'node:assert/strict'
import { test } from 'node:test'
import PDFDocument from 'pdfkit'
import { stickerUrl } from '#server/platform/qr-code.ts'
import { layoutSticker } from './layout.ts'
import { pdfFonts } from './pdf-fonts.ts'
import { stickerTemplates } from './templates.ts'

const code = '0123456789ABCDEFGHJK'
const url = stickerUrl('https://qr.example.org', code)

test('amenities with names that differ at their end, and equal names on two floors, are distinguishable on every template', () => {
  const fonts = pdfFonts(new PDFDocument({ autoFirstPage: false }))
  const house = 'Verwaltungsgebäude der Hafenbetriebe'
  const rooms = [
    { amenity: 'Visitors’ washroom by the conference centre, East', place: `${house} · Level 1` },
    { amenity: 'Visitors’ washroom by the conference centre, West', place: `${house} · Level 1` },
    { amenity: 'Visitors’ washroom by the conference centre, West', place: `${house} · Level 2` },
  ]
  for (const template of stickerTemplates)
    for (const languages of [['en'], ['en', 'de', 'pl']]) {
      const printed = rooms.map((room) =>
        layoutSticker(
          { code, url, ...room },
          { template, languages, accent: '#0E5A63', publicName: 'Harbour Clinic' },
          fonts,
        )
          .blocks.filter(({ role }) => role === 'amenity' || role === 'place')
          .map(({ lines }) => lines.map(({ text }) => text).join(' '))
          .join(' / '),
      )
      assert.equal(new Set(printed).size, rooms.length, `${template}: ${printed.join(' | ')}`)
    }
})
