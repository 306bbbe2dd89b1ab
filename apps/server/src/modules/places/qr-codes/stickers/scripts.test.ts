import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { renderSheet } from './render-sheet.ts'

const code = '0123456789ABCDEFGHJK'

/** The text on a sheet with one sticker. */
const textOf = async (amenity: string, place: string, publicName = 'Harbour Clinic'): Promise<string> => {
  const sticker = { code, url: `https://qr.example.org/q/${code}`, amenity, place }
  const pdf = await renderSheet([sticker], {
    template: 'label-8',
    languages: ['en'],
    accent: '#0E5A63',
    publicName,
  })
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const text = [...document.pages()].map((page) => page.getText()).join('\n')
    document.destroy()
    return text.replace(/\s+/g, ' ')
  } finally {
    library.destroy()
  }
}

test('Names in Greek and Cyrillic are printed on stickers, also together with Latin letters', async () => {
  const greek = await textOf('Αίθουσα Ωμέγα 2', 'Κτίριο Α · 3', 'Δήμος')
  for (const name of ['Αίθουσα Ωμέγα 2', 'Κτίριο Α', 'Δήμος']) assert.ok(greek.includes(name), greek)
  const cyrillic = await textOf('Туалет Ґанок Ђ', 'Дом Łódź · 2', 'Здание Ё')
  for (const name of ['Туалет Ґанок Ђ', 'Дом Łódź', 'Здание Ё']) assert.ok(cyrillic.includes(name), cyrillic)
})

test('If the fonts lack all letters of a name, the code is printed below the symbol', async () => {
  const text = await textOf('洗手间', '大楼')
  assert.match(text.replace(/[\s-]/g, ''), new RegExp(code))
})
