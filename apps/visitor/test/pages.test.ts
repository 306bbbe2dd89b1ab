import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, describe, it } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { accentOf, accentStyle, contrast } from '../src/styles/accent.ts'
import { fixtures } from './fixtures.ts'
import { allPages, builtRenderer, type Renderer } from './renderer.ts'

/** Maximum bytes of a compressed page; more than 14,336 would need a second round trip. */
const budget = 12_928

const hashOf = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`

/** Markup of a page without inline script and style. */
const markup = (html: string) => html.replaceAll(/<(script|style)\b[^>]*>.*?<\/\1>/gs, '')

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'><svg onload=alert(1)>",
  '</script><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '<!--<script>',
  'javascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  '[click](javascript:alert(1))',
  '{{constructor.constructor("alert(1)")()}} #{alert(1)} {n}',
]

describe('the visitor pages', () => {
  let renderer: Renderer
  before(async () => {
    renderer = (await builtRenderer()).renderer
  })

  it('hold what people wrote as text, never as markup', () => {
    const tags = (html: string) => (markup(html).match(/<\/?[a-zA-Z!][^\s>]*/g) ?? []).join(' ')
    const names = (html: string) =>
      [...markup(html).matchAll(/\s([a-z-]+)=("|')/g)].map(([, name]) => name).join(' ')
    const calm = allPages(renderer, { text: 'calm' })
    for (const text of hostile) {
      for (const [name, html] of Object.entries(allPages(renderer, { text }))) {
        assert.equal(tags(html), tags(calm[name] ?? '').replaceAll('calm', ''), `${name}: ${text}`)
        assert.doesNotMatch(names(html), /\bon[a-z]+\b/, `${name}: ${text}`)
        const own = /^track|^taskLink|^mine$/.test(name) ? 1 : 0
        assert.equal(html.match(/<script/g)?.length, 2 + own, `${name}: ${text}`)
      }
    }
  })

  it('link to nothing that runs', () => {
    for (const text of hostile) {
      for (const [name, html] of Object.entries(allPages(renderer, { text }))) {
        const addresses = [...markup(html).matchAll(/\s(?:href|src|action|formaction)="([^"]*)"/g)].map(
          (hit) => hit[1],
        )
        for (const address of addresses) {
          assert.match(
            address ?? '',
            /^(\/(?!\/)|#|tel:\+?\d+$|data:,$|https?:\/\/|$)/,
            `${name}: ${address}`,
          )
        }
      }
    }
  })

  it('show a form again with what was typed, escaped', () => {
    const html = renderer.renderRatePage(
      fixtures({ text: '</textarea><script>alert(1)</script>' }).rateWithErrors,
    )
    assert.match(html, /&lt;\/textarea>&lt;script>alert\(1\)&lt;\/script><\/textarea>/)
    assert.match(html, /<input[^>]*value="LEAK"[^>]*checked/)
  })

  it('take a broken time zone, colour, phone number and code without failing', () => {
    const { rate } = fixtures({ colour: 'red;}body{display:none' })
    const html = renderer.renderRatePage({
      ...rate,
      information: {
        ...rate.information,
        qrCode: '../../"x',
        emergencyPhone: 'javascript:alert(1)',
        building: { name: 'B', timeZone: 'Mars/Olympus' },
      },
    })
    assert.ok(!html.includes('red;}'))
    assert.ok(!html.includes('tel:'))
    assert.ok(html.includes('href="/status/..%2F..%2F%22x?lang=en"'))
  })

  it('are at most 12.7 KB compressed, with 12 issues and 5 known issues, in every language', () => {
    for (const language of visitorLanguages) {
      for (const [name, html] of Object.entries(allPages(renderer, { language, colour: '#B00020' }))) {
        const [gzip, brotli] = [gzipSync(html).length, brotliCompressSync(html).length]
        assert.ok(gzip <= budget, `${language} ${name}: ${gzip} bytes gzip`)
        assert.ok(brotli <= budget, `${language} ${name}: ${brotli} bytes brotli`)
      }
    }
    const script = /<script>(.*?)<\/script>/s.exec(allPages(renderer).rate ?? '')?.[1] ?? ''
    assert.ok(gzipSync(script).length <= 6 * 1024, `script ${gzipSync(script).length} bytes gzip`)
  })

  it('carry no style attribute, no event attribute and no address of anybody else', () => {
    for (const [name, html] of Object.entries(allPages(renderer, { colour: '#B00020' }))) {
      assert.doesNotMatch(markup(html), /\sstyle=|\son[a-z]+=/, name)
      const outside = [...markup(html).matchAll(/(?:src|href|action)="(https?:[^"]*)"/g)].map((hit) => hit[1])
      assert.deepEqual(
        new Set(outside),
        new Set(name === 'about' ? ['https://example.org/privacy'] : []),
        name,
      )
    }
  })

  it('have a policy that allows their own script and styles by hash and nothing else', () => {
    const colour = '#B00020'
    const policy = renderer.contentSecurityPolicy({ colour })
    assert.doesNotMatch(policy, /unsafe|\*/)
    assert.match(policy, /^default-src 'none'; /)
    const allowed = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
    for (const [name, html] of Object.entries(allPages(renderer, { colour }))) {
      const scripts = [...html.matchAll(/<script>(.*?)<\/script>/gs)].map((hit) => hashOf(hit[1] ?? ''))
      assert.equal(scripts[0], renderer.scriptHash, name)
      for (const hash of scripts) assert.ok(allowed.includes(`'${hash}'`), name)
      const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map((hit) => hashOf(hit[1] ?? ''))
      for (const hash of styles) assert.ok(policy.includes(`'${hash}'`), name)
    }
    assert.match(
      renderer.contentSecurityPolicy({ fileOrigins: ['https://files.example.org'] }),
      /img-src 'self' data: blob: https:\/\/files\.example\.org; connect-src 'self' https:\/\/files\.example\.org;/,
    )
  })

  it('say their language and read from right to left in Arabic', () => {
    for (const language of visitorLanguages) {
      for (const [name, html] of Object.entries(allPages(renderer, { language }))) {
        assert.ok(html.startsWith('<!doctype html><html lang="'), name)
        assert.ok(html.includes(`<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">`), name)
        assert.equal(html.match(/<h1/g)?.length, 1, `${language} ${name}`)
        assert.match(html, /<title>[^<]+<\/title>/, `${language} ${name}`)
      }
    }
  })

  it('leave no text untranslated and no place unfilled', () => {
    const english = allPages(renderer)
    for (const language of visitorLanguages) {
      for (const [name, html] of Object.entries(allPages(renderer, { language }))) {
        assert.doesNotMatch(markup(html), /\{\w+[,}]|undefined|\[object|NaN/, `${language} ${name}`)
        if (language !== 'en') assert.notEqual(html, english[name], `${language} ${name}`)
      }
    }
    assert.match(allPages(renderer, { language: 'pl' }).rate ?? '', /2 zgłoszenia/)
    assert.match(allPages(renderer, { language: 'pl' }).rate ?? '', /3 zgłoszenia/)
    assert.match(allPages(renderer, { language: 'ar' }).rate ?? '', /بلاغان/)
  })

  it('offer five faces with words, none chosen beforehand', () => {
    const html = allPages(renderer).rate ?? ''
    const radios = html.match(/<input type="radio" name="rating"[^>]*>/g) ?? []
    assert.equal(radios.length, 5)
    assert.ok(radios.every((radio) => !radio.includes('checked')))
    assert.match(html, /4 of 5, <\/span>Good/)
  })

  it('have forms whose fields the server knows', () => {
    const pages = allPages(renderer)
    const named = (html: string | undefined, form: RegExp) => {
      const found = form.exec(html ?? '')?.[0] ?? ''
      const names = [...found.matchAll(/\sname="([^"]*)"/g)].map((hit) => hit[1] ?? '')
      return [...new Set(names)].sort().join(' ')
    }
    const main = /<form id="form" method="post".*?<\/form>/s
    const same = /<form class="same" method="post".*?<\/form>/s
    assert.equal(named(pages.rate, main), 'comment issues language rating started step submissionId website')
    assert.equal(named(pages.rate, same), 'issues language started step submissionId')
    assert.equal(named(pages.report, main), 'comment issue itemId language started step submissionId website')
    assert.equal(named(pages.report, same), 'itemId language started step submissionId')
    const whole = /<main.*<\/main>/s
    const { track } = fixtures()
    const open = { ...track.tracking, state: 'RECEIVED' as const, canConfirm: false }
    const received = renderer.renderTrackPage({ ...track, tracking: open })
    assert.equal(named(received, whole), 'email erase language message')
    assert.equal(
      named(pages.track, whole),
      'erase fixed language message',
      'what is done sends no more mails',
    )
    assert.equal(named(pages.thanks, /<form method="post" action="\/t\/.*?<\/form>/s), 'language message')
    assert.equal(named(pages.unknown, /<form method="get" action="\/q">.*?<\/form>/s), 'code lang')
    assert.equal(named(pages.about, /<form method="get" action="\/t">.*?<\/form>/s), 'lang reference')
    const ids = [...(pages.rate ?? '').matchAll(/name="submissionId" value="([^"]*)"/g)].map((hit) => hit[1])
    assert.equal(new Set(ids).size, 6, 'each form is a submission of its own')
  })

  it('say first in their title what became of a form: a page that comes anew is read from there on', () => {
    const { track = '', trackReceived = '', taskLink = '' } = allPages(renderer)
    assert.match(track, /<title>Your report – Washroom, men · Level 2, East</)
    assert.match(
      trackReceived,
      /<title>If this address exists, an email is on its way\. Open the link in it to confirm\. Your report – Washroom, men · Level 2, East</,
    )
    assert.match(taskLink, /<title>The note is added\. No soap, and the dispenser is loose</)
    const models = fixtures()
    const refused = { ...models.track, errors: { message: 'MISSING' as const } }
    assert.match(renderer.renderTrackPage(refused), /<title>Please check: Your report/)
    const asked = { ...models.statusPage, errors: { email: 'INVALID' as const } }
    assert.match(renderer.renderStatusPage(asked), /<title>Please check: /)
  })

  it('lead by every form of a tracking page to an address that keeps its language', () => {
    const pages = allPages(renderer, { language: 'pl' })
    for (const name of ['track', 'trackReceived', 'thanks']) {
      const actions = [...(pages[name] ?? '').matchAll(/<form method="post" action="([^"]*)"/g)].map(
        (hit) => hit[1],
      )
      assert.ok(actions.length > 0, name)
      for (const action of actions) assert.match(action ?? '', /^\/t\/[^?]+\?lang=pl$/, name)
    }
  })

  it('give an operator one form for each thing to do, and once it is done only one that takes that back', () => {
    const { taskLink = '', taskLinkHeld = '', taskLinkOver = '' } = allPages(renderer)
    const acts = (html: string) => [...html.matchAll(/name="act" value="(\w+)"/g)].map((hit) => hit[1])
    assert.deepEqual(acts(taskLink), ['tick', 'photo', 'note', 'finish', 'cannot'])
    assert.deepEqual(acts(taskLinkHeld), ['start', 'tick', 'photo', 'note', 'finish'])
    assert.match(taskLinkHeld, /Add a photo of the result before you finish/)
    assert.match(taskLinkHeld, />Ready<\/textarea>/)
    assert.deepEqual(acts(taskLinkOver), ['undo'])
  })

  it('put the emergency number first where a person may be trapped, and before the thanks', () => {
    const { lift = '', thanks = '', rate = '' } = allPages(renderer)
    assert.ok(lift.indexOf('href="tel:112"') < lift.indexOf('<form'))
    assert.ok(thanks.indexOf('href="tel:112"') < thanks.indexOf('<h1'))
    assert.match(rate, /class="alarm ifsafety"/)
  })

  it('name no staff and no system on the tracking page', () => {
    const html = allPages(renderer).track ?? ''
    assert.match(html, /Is it fixed now\?/)
    assert.match(html, /The team says it is done/)
    assert.doesNotMatch(allPages(renderer).trackReceived ?? '', /Is it fixed now\?/)
  })

  it('never say "in order" over an open fault, nor of a day that had one', () => {
    const { statusPage } = fixtures()
    const [item] = statusPage.status.items
    assert.ok(item)
    const fault = {
      id: item.id,
      itemId: item.id,
      itemName: item.name,
      state: 'OPERATIONAL' as const,
      report: 'REPORTED' as const,
      startedAt: '2026-11-17T08:00:00.000Z',
      endedAt: null,
      expectedEnd: null,
      reports: 1,
      note: null,
      issues: ['WET_FLOOR'],
      updatedAt: '2026-11-17T08:00:00.000Z',
    }
    const days = statusPage.status.days.map((day) => ({
      ...day,
      state: 'OPERATIONAL' as const,
      incidents: 1,
    }))
    const status = { ...statusPage.status, items: [item], state: 'OPERATIONAL' as const, days }
    const html = markup(
      renderer.renderStatusPage({ ...statusPage, status: { ...status, incidents: [fault] } }),
    )
    assert.match(html, /<title>Reported: /)
    assert.match(html, /Wet floor · since .*1 report/)
    // The item also counts the leak that is fixed by now.
    const counting = { ...status, items: [{ ...item, reports: 2 }], incidents: [fault] }
    assert.match(
      markup(renderer.renderStatusPage({ ...statusPage, status: counting })),
      /Wet floor · since .*1 report</,
    )
    assert.match(html, /Working on 0 of 28 days/)
    assert.doesNotMatch(html.replace(/Working on 0|Working nearby/g, ''), /Working/)
  })

  it('say of places that are cleaned when that was, and of a lift nothing of it', () => {
    const { statusPage } = fixtures()
    assert.match(renderer.renderStatusPage(statusPage), /Last cleaned: 1 hour ago/)
    const { amenity } = statusPage.status
    const status = { ...statusPage.status, amenity: { ...amenity, type: 'ELEVATOR' } }
    assert.doesNotMatch(renderer.renderStatusPage({ ...statusPage, status }), /cleaned/)
  })

  it('write dates as the region of the browser does, in the words of the page', () => {
    const status = (options: Parameters<typeof fixtures>[0]) =>
      renderer.renderStatusPage(fixtures(options).statusPage)
    assert.match(status({ locale: 'en-US' }), /Nov 21, 2026, 11:00\sAM/)
    assert.match(status({ locale: 'en-US' }), />Nov 3</)
    assert.match(status({ locale: 'en-GB' }), /21 Nov 2026, 11:00/)
    assert.match(status({ locale: 'en-GB' }), />3 Nov</)
    assert.match(status({ language: 'ar', locale: 'ar-EG' }), /11:00/)
    assert.match(status({ language: 'de', locale: 'de-GB' }), /21\.11\.2026, 11:00/)
  })

  it('thank for a good rating without a word of work', () => {
    const { thanks } = fixtures()
    const best = { rating: 5, issues: [], comment: true, photos: 0 }
    const html = markup(renderer.renderThanksPage({ ...thanks, recorded: best, safety: false }))
    assert.doesNotMatch(html, /has received it|Usual time/)
    assert.match(html, /can read it/)
    assert.match(markup(renderer.renderThanksPage(thanks)), /has received it.*Usual time/s)
  })

  it('give a short reference to say and keep the token in the link', () => {
    const { thanks = '', track = '' } = allPages(renderer)
    for (const html of [thanks, track]) {
      assert.match(html, /<code dir="ltr">A3F0-9C1B<\/code>/)
      assert.doesNotMatch(html, />wkt_/)
      assert.match(html, /"\/t\/wkt_/)
    }
  })

  it('give a refused form back whole, so that it can be sent again', () => {
    const html = allPages(renderer).error ?? ''
    assert.match(html, /name="issues" value="LEAK"/)
    assert.match(html, /name="issues" value="NO_PAPER"/)
    assert.match(html, /name="comment" value="It drips"/)
    assert.match(html, /24 seconds/)
  })

  it('try again in the language that was chosen', () => {
    const { resend, ...refused } = fixtures({ language: 'ar' }).error
    assert.ok(resend)
    assert.match(renderer.renderErrorPage(refused), /<a class="button main" href="\/q\/\w+\?lang=ar">/)
  })
})

describe("a tenant's colour", () => {
  const colours = [
    '#FFFF00',
    '#FFFFFF',
    '#000000',
    '#777777',
    '#0E5A63',
    '#FF69B4',
    '#00FF00',
    '#1B1C1A',
    '#B00020',
  ]

  it('is repaired until text in it and on it has a contrast of 4.5:1, light and dark', () => {
    for (const colour of colours) {
      const themes = accentOf(colour)
      assert.ok(themes)
      const grounds = {
        light: ['#FAF9F6', '#FFFFFF', '#F1EFE9'],
        dark: ['#141613', '#1C1F1B', '#262A25'],
      }
      const text = { light: '#1B1C1A', dark: '#ECEBE5' }
      for (const theme of ['light', 'dark'] as const) {
        const { accent, on, soft }: Readonly<Record<string, string>> = { ...themes[theme] }
        assert.ok(accent && on && soft)
        for (const ground of grounds[theme])
          assert.ok(contrast(accent, ground) >= 4.5, `${colour} ${theme} ${ground}`)
        assert.ok(contrast(on, accent) >= 4.5, `${colour} ${theme} on`)
        assert.ok(contrast(text[theme], soft) >= 7, `${colour} ${theme} soft`)
      }
    }
  })

  it('keeps its hue and is no greyer when it is made lighter or darker', () => {
    const widthOf = (colour: string): number => {
      const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
      return Math.max(...parts) - Math.min(...parts)
    }
    for (const colour of ['#0E5A63', '#B00020', '#FF69B4'])
      for (const { accent } of Object.values(accentOf(colour) ?? {}))
        assert.ok(widthOf(accent) >= 0.75 * widthOf(colour), `${colour} became ${accent}`)
  })

  it('stays as it is where it can be read, and is ignored where it is none', () => {
    assert.equal(accentOf('#0e5a63')?.light.accent, '#0e5a63')
    for (const none of [null, undefined, '', 'red', '#12', '#12345g', 'url(x)'])
      assert.equal(accentStyle(none), '')
  })
})
