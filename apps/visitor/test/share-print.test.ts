/** Shared pages on paper, as a browser prints them. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { launch } from './browser.ts'
import { builtRenderer } from './renderer.ts'
import { shareModel } from './share-fixtures.ts'

/** Text of each PDF page, decoded by the ToUnicode tables of its fonts. */
const pagesOf = (pdf: Buffer): string[] => {
  const objects = new Map<string, string>()
  for (const [, id = '', body = ''] of pdf.toString('latin1').matchAll(/(\d+) 0 obj\s(.*?)endobj/gs)) {
    const [head = '', bytes] = body.split(/stream\r?\n/)
    const packed = bytes?.slice(0, bytes.lastIndexOf('endstream'))
    objects.set(
      id,
      packed === undefined
        ? body
        : head.includes('FlateDecode')
          ? inflateSync(Buffer.from(packed, 'latin1')).toString('latin1')
          : packed,
    )
  }
  const signs = (table: string): Map<string, string> => {
    const found = new Map<string, string>()
    const text = (hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))
    for (const [, lines = ''] of table.matchAll(/beginbfchar(.*?)endbfchar/gs))
      for (const [, glyph = '', sign = ''] of lines.matchAll(/<(\w{4})> <(\w{4})/g))
        found.set(glyph.toLowerCase(), text(sign))
    for (const [, lines = ''] of table.matchAll(/beginbfrange(.*?)endbfrange/gs))
      for (const [, from = '', to = '', sign = ''] of lines.matchAll(/<(\w{4})> <(\w{4})> <(\w{4})>/g))
        for (let at = 0; at <= Number.parseInt(to, 16) - Number.parseInt(from, 16); at++)
          found.set(
            (Number.parseInt(from, 16) + at).toString(16).padStart(4, '0'),
            String.fromCharCode(Number.parseInt(sign, 16) + at),
          )
    return found
  }
  const pages = [...objects.values()].filter((body) => /\/Type \/Page\b(?!s)/.test(body))
  return pages.map((page) => {
    const fonts = new Map(
      [...page.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id = '']) => {
        const table = /\/ToUnicode (\d+) 0 R/.exec(objects.get(id) ?? '')?.[1] ?? ''
        return [name, signs(objects.get(table) ?? '')] as const
      }),
    )
    const drawn = objects.get(/\/Contents (\d+) 0 R/.exec(page)?.[1] ?? '') ?? ''
    let font: Map<string, string> | undefined
    let said = ''
    for (const [, name, hex = ''] of drawn.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)>/g)) {
      if (name) font = fonts.get(name)
      else said += hex.replaceAll(/\w{4}/g, (glyph) => font?.get(glyph.toLowerCase()) ?? '')
    }
    return said
  })
}

test('A long table repeats its head on each printed page, and no row is left out', {
  timeout: 60_000,
}, async () => {
  const { renderer } = await builtRenderer()
  const browser = await launch()
  const page = await browser.newPage()
  await page.setContent(renderer.renderSharePage(shareModel({ kind: 'REPORT', many: 60 })))
  const pages = pagesOf(await page.pdf({ preferCSSPageSize: true }))
  await browser.close()
  const withRows = pages.filter((text) => /Washroom \d/.test(text))
  assert.ok(withRows.length >= 2)
  for (const [index, text] of withRows.entries())
    assert.match(text, /^(?:(?!Washroom).)*AmenityRankScore.*?Washroom/s, `page ${index + 1}`)
  for (let at = 0; at < 60; at++)
    assert.ok(
      pages.some((text) => text.includes(`Washroom ${at}`)),
      `row ${at}`,
    )
})
