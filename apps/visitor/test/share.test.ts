import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { linkKinds } from '#contracts/sharing/view.ts'
import { alternativeTo, groupByPlace, stateOf } from '../src/pages/share/board-order.ts'
import { builtRenderer, type Renderer } from './renderer.ts'
import { entry, page, type ShareOptions, shareModel } from './share-fixtures.ts'

/** Markup of a page without inline script and style. */
const markup = (html: string): string => html.replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '')

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '</script><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '</body><script>alert(1)</script>',
  '<!--<script>',
  'javascript:alert(1)',
]

describe('The pages of share links', () => {
  let renderer: Renderer
  before(async () => {
    renderer = (await builtRenderer()).renderer
  })

  const all = (options: ShareOptions = {}): Record<string, string> => ({
    ...Object.fromEntries(
      linkKinds.map((kind) => [kind, renderer.renderSharePage(shareModel({ ...options, kind }))]),
    ),
    locked: renderer.renderShareLockedPage({ ...page(options), fault: 'WRONG', retryAfter: null }),
    limited: renderer.renderShareLockedPage({ ...page(options), fault: 'LIMITED', retryAfter: 700 }),
    ended: renderer.renderShareEndedPage(page(options)),
    pair: renderer.renderPairPage({
      ...page(options),
      code: 'CDF379',
      expiresAt: '2026-11-20T13:15:00.000Z',
    }),
  })

  it('hold what people wrote as text, never as markup', () => {
    const tags = (html: string): string => (markup(html).match(/<\/?[a-zA-Z!][^\s>]*/g) ?? []).join(' ')
    const calm = all({ text: 'calm' })
    for (const text of hostile)
      for (const [name, html] of Object.entries(all({ text }))) {
        assert.equal(tags(html), tags(calm[name] ?? ''), `${name}: ${text}`)
        assert.equal(html.match(/<script/g)?.length, 1, `${name}: ${text}`)
        assert.doesNotMatch(markup(html), /\s(on[a-z]+|style)=["']/, `${name}: ${text}`)
      }
  })

  it('have a policy that allows their own script and styles by hash, and frames by name', () => {
    const html = all().DASHBOARD ?? ''
    const hashOf = (text = ''): string => `sha256-${createHash('sha256').update(text).digest('base64')}`
    const policy = renderer.shareSecurityPolicy({ colour: '#8A2BE2' })
    for (const [, text] of html.matchAll(/<(?:script|style)>(.*?)<\/(?:script|style)>/gs))
      assert.ok(policy.includes(`'${hashOf(text)}'`))
    assert.doesNotMatch(policy, /unsafe|\*/)
    assert.match(policy, /frame-ancestors 'none'$/)
    assert.match(
      renderer.shareSecurityPolicy({ framedBy: ['https://a.example', 'https://b.example'] }),
      /frame-ancestors https:\/\/a\.example https:\/\/b\.example$/,
    )
  })

  it('are at most 14 KB for a board of 50 places and 30 KB for a report of 100, in every language that they speak', () => {
    const sizes = (html: string): number[] => [gzipSync(html).length, brotliCompressSync(html).length]
    for (const [kind, many, most] of [
      ['STATUS_BOARD', 50, 14],
      ['REPORT', 100, 30],
      ['EMBED', 100, 30],
    ] as const)
      for (const language of visitorLanguages)
        for (const size of sizes(renderer.renderSharePage(shareModel({ language, kind, many }))))
          assert.ok(size <= most * 1024, `${kind} in ${language}: ${size}`)
  })

  it('say their language, leave no text untranslated and no place unfilled, and carry no other language', () => {
    const english = all()
    for (const language of visitorLanguages) {
      const pages = all({ language })
      for (const [name, html] of Object.entries(pages)) {
        const dir = language === 'ar' ? 'rtl' : 'ltr'
        assert.ok(html.includes(`<html lang="${language}" dir="${dir}"`), `${language} ${name}`)
        assert.doesNotMatch(markup(html), /\{\w+[,}]|undefined|\[object|NaN/, `${language} ${name}`)
        if (language !== 'en') assert.notEqual(html, english[name], `${language} ${name}`)
      }
      if (language !== 'en')
        assert.doesNotMatch(
          `${pages.STATUS_BOARD}${pages.DASHBOARD}${pages.REPORT}`,
          /Working nearby|Current status|Source:|Last \d+ days|Download:/,
        )
    }
  })

  it('keep in Arabic the order of a code and of names, and draw charts from right to left', () => {
    const pages = all({ language: 'ar' })
    assert.match(pages.pair ?? '', /class="code" dir="ltr"><b>CDF<\/b> <b>379<\/b>/)
    assert.ok(pages.STATUS_BOARD?.includes('\u2068Washroom 3 beside the meeting rooms · Level 3, East\u2069'))
    assert.match(
      pages.EMBED ?? '',
      /<svg viewBox="0 0 640 200"[^>]*><g transform="matrix\(-1 0 0 1 640 0\)">/,
    )
    assert.doesNotMatch(all().EMBED ?? '', /matrix|\u2068/)
  })

  it('say each figure with its n, its period and its source, and every chart in a table as well', () => {
    const html = all().REPORT ?? ''
    for (const text of [
      'n = 380 ratings',
      'Oct 22, 2026 to Nov 20, 2026',
      'Europe/Berlin',
      '0.11 above',
      '2% fewer',
    ])
      assert.ok(html.includes(text), text)
    assert.equal(html.match(/<summary>As a table<\/summary>/g)?.length, 1)
    assert.equal(html.match(/data-label="Score"/g)?.length, 12)
  })

  it('offer the period to viewers of a dashboard alone, and nothing around a frame', () => {
    const pages = all()
    assert.match(pages.DASHBOARD ?? '', /type="date" name="from"/)
    for (const name of ['REPORT', 'EMBED', 'STATUS_BOARD', 'SCREEN'])
      assert.doesNotMatch(pages[name] ?? '', /type="date"/, name)
    assert.doesNotMatch(pages.EMBED ?? '', /<header|<footer/)
  })

  it('have no block on a wall that would be empty: of amenities that nobody has rated none is ranked', () => {
    const model = shareModel({ kind: 'SCREEN' })
    const unrated = (model.view.amenities ?? []).map((one) => ({ ...one, rank: null }))
    const wall = (amenities: typeof model.view.amenities) =>
      renderer.renderSharePage({ ...model, view: { ...model.view, amenities } })
    assert.match(wall(model.view.amenities), />Amenities<\/h2>/)
    assert.doesNotMatch(wall(unrated), />Amenities<\/h2>/)
  })

  it('name the next place in order beside one that is not', () => {
    const html = renderer.renderSharePage({
      ...shareModel({ kind: 'STATUS_BOARD' }),
      view: {
        ...shareModel({ kind: 'STATUS_BOARD' }).view,
        board: [
          entry({ amenity: 'Lift A', type: 'ELEVATOR', state: 'OUT_OF_ORDER' }),
          entry({ amenity: 'Lift B', type: 'ELEVATOR', location: 'Level 1' }),
        ],
      },
    })
    assert.match(html, /Working nearby: Lift B · Level 1/)
    assert.match(html, /1 of 2 needs attention/)
  })
})

describe('A status board', () => {
  it('counts what visitors reported where staff have said nothing', () => {
    const item = { name: 'Tap', since: null, note: null, expectedEnd: null }
    const state = (report: 'OK' | 'REPORTED' | 'RESOLVED' | 'IN_PROGRESS') =>
      stateOf(entry({ items: [{ ...item, state: 'OPERATIONAL', report }] }))
    assert.deepEqual(
      [state('OK'), state('REPORTED'), state('RESOLVED'), state('IN_PROGRESS')],
      ['OPERATIONAL', 'REPORTED', 'OPERATIONAL', 'IN_PROGRESS'],
    )
    assert.equal(stateOf(entry({ state: 'MAINTENANCE' })), 'MAINTENANCE')
  })

  it('leads to the nearest of the same type that works: in the same place, then floor by floor, never in another building', () => {
    const broken = entry({ amenity: 'A', state: 'OUT_OF_ORDER', location: 'Level 2' })
    const far = entry({ amenity: 'B', location: 'Level 0', level: 0 })
    const below = entry({ amenity: 'F', location: 'Level 1', level: 1 })
    const somewhere = entry({ amenity: 'G', location: null, level: null })
    const near = entry({ amenity: 'C', location: 'Level 2' })
    const elsewhere = entry({ amenity: 'D', building: 'Warehouse', location: 'Level 2' })
    const kitchen = entry({ amenity: 'E', type: 'KITCHEN', location: 'Level 2' })
    assert.equal(alternativeTo(broken, [broken, elsewhere, kitchen, far, near]), near)
    assert.equal(alternativeTo(broken, [broken, elsewhere, somewhere, far, below]), below)
    assert.equal(alternativeTo(broken, [broken, elsewhere, kitchen, somewhere, far]), far)
    assert.equal(alternativeTo(broken, [broken, elsewhere, somewhere]), somewhere)
    assert.equal(alternativeTo(broken, [broken, elsewhere, kitchen]), undefined)
  })

  it('goes by building and floor from the bottom up, what needs attention first', () => {
    const board = [
      entry({ amenity: 'One', location: 'Level 10', level: 10 }),
      entry({ amenity: 'Low', location: 'Ground floor', level: 0 }),
      entry({ amenity: 'Side', location: 'Level 2, West' }),
      entry({ amenity: 'Two', location: 'Level 2' }),
      entry({ amenity: 'Worst', location: 'Level 2', state: 'OUT_OF_ORDER' }),
      entry({ amenity: 'Yard', location: null, level: null }),
      entry({ amenity: 'Other', building: 'Annex' }),
    ]
    assert.deepEqual(
      groupByPlace(board, 'en').map(({ name, floors }) => [
        name,
        floors.map(({ location, entries }) => [location, entries.map(({ amenity }) => amenity).join()]),
      ]),
      [
        ['Annex', [['Level 2, East', 'Other']]],
        [
          'Quay House',
          [
            ['Ground floor', 'Low'],
            ['Level 2', 'Worst,Two'],
            ['Level 2, West', 'Side'],
            ['Level 10', 'One'],
            [null, 'Yard'],
          ],
        ],
      ],
    )
  })
})
