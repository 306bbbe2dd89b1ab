/** @alone it renders SVG with sharp, which the service forbids for its whole process */
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import PDFDocument from 'pdfkit'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { groupedCode, stickerUrl } from '#server/platform/qr-code.ts'
import { rounds } from '#test/rounds.ts'
import {
  blur,
  crop,
  frameIsBlank,
  type PrintedPage,
  printPdf,
  printSvg,
  scan,
  seededRandom,
  soil,
} from '../testing/print-and-scan.ts'
import { layoutSticker } from './layout.ts'
import { pdfFonts } from './pdf-fonts.ts'
import { qrSymbol, symbolForPrint } from './qr-symbol.ts'
import { renderSheet } from './render-sheet.ts'
import { renderSvg } from './render-svg.ts'
import type { Sticker, StickerOptions } from './sticker.ts'
import { type StickerTemplate, stickersPerPage, stickerTemplates, templateOf } from './templates.ts'
import { stickerLines } from './wording.ts'

const dpi = rounds(200, 300)
const short = { amenity: 'Toilet 2.14', place: 'North wing · 2nd floor' }
const long = {
  amenity: 'Behindertengerechtes Besucher-WC am Haupteingang Ost, neben den Umkleiden',
  place: 'Verwaltungs- und Donaudampfschifffahrtsgebäude Łódź · 12. Obergeschoss',
}

/** Stickers with the same codes in every run. */
function stickers(count: number, words: { amenity: string; place: string }, base = 'https://qr.example.org') {
  const random = seededRandom(count + words.amenity.length)
  return Array.from({ length: count }, (): Sticker => {
    const letters = Array.from({ length: 20 }, () => '0123456789ABCDEFGHJKMNPQRSTVWXYZ'.charAt(random() * 32))
    const code = letters.join('')
    return { code, url: stickerUrl(base, code), ...words }
  })
}

const options = (template: StickerTemplate, languages = ['en', 'de', 'pl']): StickerOptions => ({
  template,
  languages,
  accent: '#0E5A63',
  publicName: 'Harbour Clinic',
})

const first = (list: Sticker[]) => {
  const sticker = list[0]
  assert.ok(sticker)
  return sticker
}

/** The labels of a printed page in the order of the stickers. */
function labelsOf(page: PrintedPage, template: StickerTemplate) {
  const { first: corner, pitch, label, columns } = templateOf(template)
  return Array.from({ length: stickersPerPage(template) }, (_, index) => {
    const left = Math.round((corner.x + (index % columns) * pitch.x) * page.perMm)
    const top = Math.round((corner.y + Math.floor(index / columns) * pitch.y) * page.perMm)
    const width = Math.min(Math.floor(label.width * page.perMm), page.width - left)
    return crop(page, left, top, width, Math.min(Math.floor(label.height * page.perMm), page.height - top))
  })
}

describe('every template prints stickers that a phone reads', () => {
  for (const template of stickerTemplates) {
    for (const [kind, words] of Object.entries({ long, short }).slice(0, rounds(1, 2))) {
      test(`${template} as PDF with a ${kind} name: each label has its own code and nothing crosses its edge`, async () => {
        const printed = stickers(stickersPerPage(template), words)
        const [page] = await printPdf(await renderSheet(printed, options(template)), dpi)
        assert.ok(page)
        const { columns, ruler } = templateOf(template)
        for (const [index, label] of labelsOf(page, template).entries()) {
          if (index % rounds(7, 1) > 0) continue
          assert.deepEqual(await scan(label), [printed[index]?.url])
          // Full-bleed sheets have their ruler on the seam below the first row; posters have it on themselves.
          const rulerIsNear = template.startsWith('poster') || (ruler.x > 30 && index < 2 * columns)
          assert.ok(rulerIsNear || frameIsBlank(label, 0.6 * page.perMm), `label ${index}`)
        }
      })

      test(`${template} as SVG with a ${kind} name, in Arabic, Japanese and Turkish`, async () => {
        const sticker = first(stickers(1, words))
        const svg = renderSvg(sticker, options(template, ['ar', 'ja', 'tr']))
        const picture = await printSvg(svg, template.startsWith('poster') ? 100 : dpi)
        assert.deepEqual(await scan(picture), [sticker.url])
        assert.ok(frameIsBlank(picture, 0.6 * picture.perMm))
      })
    }
  }

  test('the requested number of stickers is printed, in order, over several pages', async () => {
    const printed = stickers(50, short)
    const pages = await printPdf(await renderSheet(printed, options('label-21')), dpi)
    assert.equal(pages.length, 3)
    const read: string[] = []
    for (const page of pages) {
      for (const label of labelsOf(page, 'label-21')) read.push(...(await scan(label)))
    }
    assert.deepEqual(
      read,
      printed.map(({ url }) => url),
    )
  })

  test('with dirt on up to a tenth of the symbol, except its finder patterns, and a slight blur at least 95 % are read', async () => {
    const random = seededRandom(7)
    const printed = stickers(rounds(20, 40), short)
    const pages = await printPdf(await renderSheet(printed, options('label-21')), dpi)
    let read = 0
    for (const [index, { url }] of printed.entries()) {
      const page = pages[Math.floor(index / 21)]
      assert.ok(page)
      const label = labelsOf(page, 'label-21')[index % 21]
      assert.ok(label)
      const modules = qrSymbol(url).size
      const module = 36.4 / (modules + 8)
      const place = {
        left: (0.6 + 4 * module) * page.perMm,
        top: ((38.1 - modules * module) / 2) * page.perMm,
        side: modules * module * page.perMm,
        modules,
      }
      const dirty = soil(label, place, 0.1 * random(), random)
      if ((await scan(await blur(dirty, 0.2 * module * page.perMm)))[0] === url) read++
    }
    assert.ok(read >= 0.95 * printed.length, `${read} of ${printed.length}`)
  })

  test('posters and the two largest labels have a symbol of at least 30 mm, all others at least 0.5 mm for each module', async () => {
    for (const template of stickerTemplates) {
      const sticker = first(stickers(1, long, 'https://feedback.general-hospital.example.org'))
      const svg = renderSvg(sticker, options(template))
      const scale = Number(/scale\(([\d.]+)\)/.exec(svg)?.[1])
      assert.ok(scale >= 0.5, `${template}: ${scale} mm a module`)
      const large = template.startsWith('poster') || template === 'label-12' || template === 'label-8'
      assert.ok(!large || scale * qrSymbol(sticker.url).size >= 30, template)
    }
  })
})

describe('what stands on a sticker', () => {
  test('the line in each chosen language, the amenity, the place and the code in groups of five', async () => {
    for (const template of stickerTemplates) {
      const sticker = first(stickers(1, { amenity: 'Łazienka', place: 'Şişli · kat 3' }))
      const [page] = await printPdf(await renderSheet([sticker], options(template, ['pl', 'tr', 'de'])), 72)
      const text = page?.text.replace(/\s+/g, ' ') ?? ''
      const lines = stickerLines(['pl', 'tr', 'de'], () => true).map(({ line }) => [line.call, line.short])
      for (const either of lines)
        assert.ok(
          either.some((line) => text.includes(line)),
          `${template}: ${text}`,
        )
      for (const words of [
        'Łazienka',
        'Şişli',
        'kat 3',
        groupedCode(sticker.code),
        '100 mm: print at 100 %',
      ]) {
        assert.ok(text.replaceAll('\u00a0', ' ').includes(words), `${template}: ${words} in ${text}`)
      }
    }
  })

  test('on a sheet no name is smaller than 7 pt and nothing else smaller than 5 pt', () => {
    const fonts = pdfFonts(new PDFDocument({ autoFirstPage: false }))
    for (const template of stickerTemplates) {
      for (const words of [short, long, { amenity: 'W'.repeat(300), place: 'W'.repeat(300) }]) {
        for (const code of [first(stickers(1, words)).code, 'W'.repeat(20), 'W'.repeat(32)]) {
          const sticker = { ...first(stickers(1, words)), code }
          for (const { role, size } of layoutSticker(sticker, options(template), fonts).blocks) {
            assert.ok(size >= (role === 'amenity' ? 7 : 5), `${template}: ${role} ${size} pt`)
          }
        }
      }
    }
  })

  test('every chosen language has its line on every template', () => {
    const fonts = pdfFonts(new PDFDocument({ autoFirstPage: false }))
    const printed = first(stickers(1, long))
    for (const template of stickerTemplates) {
      for (const [index, language] of visitorLanguages.entries()) {
        for (const other of visitorLanguages.slice(index + 1, index + 1 + rounds(1, 12))) {
          for (const third of ['es', 'de', 'en'].slice(0, rounds(1, 3))) {
            const languages = [language, other, third]
            const { blocks } = layoutSticker(printed, options(template, languages), fonts)
            const spoken = new Set(blocks.flatMap(({ lang }) => lang ?? []))
            assert.deepEqual([...spoken], [...new Set(languages)], template)
          }
        }
      }
    }
  })

  test('an SVG has every chosen language too; the smallest label may drop the last ones for a wide font', () => {
    for (const template of stickerTemplates) {
      for (const language of visitorLanguages) {
        const sets = [['de', 'fr', language], [language], [language, 'es', 'ja']]
        for (const languages of sets.slice(0, rounds(1, 3))) {
          const svg = renderSvg(first(stickers(1, long)), options(template, languages))
          const spoken = new Set(Array.from(svg.matchAll(/xml:lang="(\w+)"/g), (match) => match[1]))
          const expected = [...new Set(languages)]
          const shown = template === 'label-65' ? expected.slice(0, spoken.size) : expected
          assert.deepEqual([...spoken], shown, template)
        }
      }
    }
  })

  test('Arabic is joined and right-aligned; its full stop is at its left end', async () => {
    const fonts = pdfFonts(new PDFDocument({ autoFirstPage: false }))
    const sticker = first(stickers(1, short))
    const asked = options('label-8', ['ar'])
    const [page] = await printPdf(await renderSheet([sticker], asked), dpi)
    const label = page && labelsOf(page, 'label-8')[0]
    assert.ok(page && label)
    const spoken = layoutSticker(sticker, asked, fonts).blocks.filter(({ role }) => role === 'line')
    assert.equal(spoken.length, 2)
    for (const { lines, size, bold, right } of spoken) {
      const [line] = lines
      assert.ok(line)
      const apart = Array.from(line.text).reduce((sum, letter) => sum + fonts.measure(letter, bold), 0)
      assert.ok(fonts.measure(line.text, bold) < apart * 0.95, 'letters that stand apart are wider')
      const em: number = size * (25.4 / 72) * page.perMm
      const top = Math.round(line.baseline * page.perMm - em)
      const strip = crop(
        label,
        Math.round(line.x * page.perMm),
        top,
        Math.round((right - line.x) * page.perMm),
        Math.round(1.4 * em),
      )
      const inked = (x: number) =>
        Array.from({ length: strip.height }, (_, y) => y).filter(
          (y) => (strip.pixels[y * strip.width + x] ?? 255) < 128,
        )
      const columns = Array.from({ length: strip.width }, (_, x) => x).filter((x) => inked(x).length > 0)
      const [left = 0, last = 0] = [columns[0], columns.at(-1)]
      assert.ok(strip.width - last < 0.2 * em, 'reaches the right edge')
      if (!line.text.endsWith('.')) continue
      const dot = [left, left + 1, left + 2].flatMap(inked)
      assert.ok(
        dot.every((y) => y > 0.75 * em && y < 1.05 * em),
        'a dot on the baseline',
      )
    }
  })

  test('text read aloud or copied from an Arabic line is the original line', async () => {
    const pdf = Buffer.from(await renderSheet(stickers(1, short), options('label-8', ['ar'])))
      .toString('latin1')
      .replace(/\\([()\\])/g, '$1')
    for (const { line } of stickerLines(['ar'], () => true))
      for (const words of [line.question, line.call])
        assert.ok(pdf.includes(Buffer.from(words, 'utf16le').swap16().toString('latin1')), words)
  })

  test('Chinese and Japanese lines are printed unchanged', async () => {
    const pdf = await renderSheet(stickers(1, short), options('poster-a5', ['zh', 'ja']))
    const [page] = await printPdf(pdf, 72)
    assert.ok(page)
    for (const { line } of stickerLines(['zh', 'ja'], () => true))
      assert.ok(page.text.includes(line.call), page.text)
  })

  test('a name never uses single characters from the fonts of the lines', async () => {
    const named = { amenity: 'スキャン室 知', place: 'مكان · 2' }
    const [page] = await printPdf(await renderSheet(stickers(1, named), options('label-8')), 72)
    assert.doesNotMatch(page?.text ?? '', /[\p{sc=Katakana}\p{sc=Han}\p{sc=Arabic}]/u)
  })

  test('a language without a font is printed in English, once, never as boxes', () => {
    const latin = (text: string) => /^[\p{sc=Latin}\p{sc=Common}]*$/u.test(text)
    assert.deepEqual(
      stickerLines(['ar', 'zh', 'de', 'ja'], latin).map(({ lang }) => lang),
      ['en', 'de'],
    )
  })

  test('an unknown language, no language and a malformed accent still give a sticker', async () => {
    for (const languages of [[], ['xx'], ['constructor', '__proto__']]) {
      const svg = renderSvg(first(stickers(1, short)), {
        ...options('label-8', languages),
        accent: 'red" onload="',
      })
      assert.match(svg, /How is it here\?|Scan and tell us\./)
      assert.doesNotMatch(svg, /onload/)
    }
  })

  test('the sheet is a tagged PDF with a title, a language and a text for each symbol', async () => {
    const sticker = first(stickers(1, short))
    const pdf = Buffer.from(await renderSheet([sticker], options('label-12'))).toString('latin1')
    assert.match(pdf, /\/StructTreeRoot/)
    assert.match(pdf, /\/Marked true/)
    assert.match(pdf, /\/Lang \(en\)/)
    assert.match(pdf, /\(Harbour Clinic: QR stickers\)/)
    assert.ok(pdf.includes(`/Alt (QR code: ${sticker.url})`))
    assert.match(pdf, /\/DisplayDocTitle true/)
  })
})

describe('hostile words', () => {
  const hostile = [
    '<script>alert(1)</script>',
    '"/><image href="file:///etc/passwd"/>',
    ']]>&lt;!ENTITY x SYSTEM "x">',
    '\u202Egnp.exe\u2066 toilet\u200F',
    'W'.repeat(500),
    'toilet '.repeat(80),
    '👩‍👩‍👧‍👦🚽🧻 🇩🇪 👍🏽',
    'Z\u0351\u0357\u0344\u0301\u0302\u0303\u0304\u0305\u0306\u0307algo'.repeat(20),
    '男子トイレ 二階',
    'دورة المياه الطابق ٢',
    '\u0000\u0007\ud800 line\nbreak\u2028\ttab \ufffe',
    ') Tj ET (',
    '',
    '   ',
  ]
  for (const amenity of hostile) {
    test(`${JSON.stringify(amenity.slice(0, 40))} renders, stays on its label and leaves the code readable`, async () => {
      for (const template of (['label-65', 'label-12', 'poster-a6'] as const).slice(0, rounds(1, 3))) {
        const sticker = first(stickers(1, { amenity, place: amenity }))
        const asked = { ...options(template), publicName: amenity }
        const svg = renderSvg(sticker, asked)
        assert.doesNotMatch(svg, /<script|<image|[\u0000-\u0008\u202a-\u202e\u2066-\u2069\ufffe]/)
        const picture = await printSvg(svg, 200)
        assert.deepEqual(await scan(picture), [sticker.url])
        assert.ok(frameIsBlank(picture, 0.4 * picture.perMm), `SVG ${template}`)
        const [page] = await printPdf(await renderSheet([sticker], asked), 200)
        assert.ok(page)
        const label = labelsOf(page, template)[0]
        assert.ok(label)
        assert.deepEqual(await scan(label), [sticker.url])
        assert.ok(template === 'poster-a6' || frameIsBlank(label, 0.4 * page.perMm), `PDF ${template}`)
      }
    })
  }

  test('an address that is too long for a small label is refused with an explanation, and fits a larger one', async () => {
    const [sticker] = stickers(1, short, `https://example.org/${'a'.repeat(60)}`)
    assert.ok(sticker)
    await assert.rejects(renderSheet([sticker], options('label-65')), RangeError)
    await renderSheet([sticker], options('label-12'))
    assert.equal(symbolForPrint('HTTPS://A.EXAMPLE/Q/00000000000000000000', 20.6).size, 29)
  })

  test('a sheet without stickers is refused', async () => {
    await assert.rejects(renderSheet([], options('label-8')), RangeError)
  })
})

test('a sheet of 500 stickers is rendered in less than 5 s', async () => {
  const printed = stickers(500, short).map((sticker, index) => ({ ...sticker, amenity: `Toilet ${index}` }))
  const started = process.cpuUsage()
  await renderSheet(printed, options('label-21'))
  const { user, system } = process.cpuUsage(started)
  assert.ok(user + system < 5_000_000, `${(user + system) / 1e6} s`)
})
