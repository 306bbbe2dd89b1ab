import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { type Answer, launch, type Received, serve } from './browser.ts'
import { fixtures } from './fixtures.ts'
import { builtRenderer, type Renderer } from './renderer.ts'

const code = '4F7K2M9QRTX3B8WHDJ5N'
const token = 'wkt_7Qm3VbXr2LzKpT9sYcNd4HfG'
const path = `/q/${code}`

const json = (status: number, data: unknown, headers: Record<string, string> = {}): Answer => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify({ success: status < 400, data }),
})

describe('the visitor page in a browser', { timeout: 180_000 }, () => {
  let renderer: Renderer
  let worker: string
  let browser: Browser
  let service: Awaited<ReturnType<typeof serve>>
  /** submissions by their id, as the service would keep them */
  let stored: Map<string, Record<string, unknown>>
  /** what the feedback endpoint does before it stores; null breaks the connection */
  let trouble: (() => Answer | null | undefined) | undefined
  let uploads: (() => Promise<Answer | undefined>) | undefined

  const page = (language: 'en' | 'de'): Answer => {
    const model = { ...fixtures({ language }).rate, now: new Date().toISOString() }
    return {
      status: 200,
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': renderer.contentSecurityPolicy(),
      },
      body: renderer.renderRatePage(model),
    }
  }

  const answer = async (request: Received): Promise<Answer | null> => {
    if (request.url.startsWith('/q/')) return page(request.url.includes('lang=de') ? 'de' : 'en')
    if (request.url === '/sw-visitor.js') {
      return { status: 200, headers: { 'content-type': 'text/javascript' }, body: worker }
    }
    if (request.url === '/api/feedback/upload-url') {
      const hindered = await uploads?.()
      if (hindered) return hindered
      return json(201, { key: 'photo-1', url: '/upload/1', method: 'PUT', headers: { 'x-bound': 'yes' } })
    }
    if (request.url === '/upload/1') return json(200, {})
    if (request.url === '/api/feedback') {
      const said = trouble?.()
      if (said !== undefined) return said
      const body = JSON.parse(request.body)
      if (!stored.has(body.submissionId)) stored.set(body.submissionId, body)
      return json(201, {
        id: '0192f0c4-7a10-7000-8000-0000a3f09c1b',
        trackingToken: token,
        trackingUrl: `/t/${token}`,
        createdAt: '',
      })
    }
    if (request.url.startsWith('/api/feedback/track/')) return json(200, {})
    return { status: 404, body: '' }
  }

  before(async () => {
    const built = await builtRenderer()
    renderer = built.renderer
    worker = readFileSync(join(built.directory, 'sw.js'), 'utf8')
    browser = await launch()
    service = await serve(answer)
  })
  after(async () => {
    await browser?.close()
    service?.close()
  })
  beforeEach(() => {
    stored = new Map()
    trouble = undefined
    uploads = undefined
    service.received.length = 0
  })

  /** A page of a new visitor; `faults` collects what the console says. */
  const visit = async (options: { javaScriptEnabled?: boolean } = {}) => {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 }, ...options })
    context.setDefaultTimeout(8000)
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    page.on('console', (said) => said.text().includes('Content Security') && faults.push(said.text()))
    await page.goto(service.origin + path)
    return { context, page, faults }
  }

  const until = async (holds: () => boolean | Promise<boolean>, what: string) => {
    const end = Date.now() + 30_000
    while (!(await holds())) {
      if (Date.now() > end) assert.fail(`waited in vain: ${what}`)
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }

  const choose = (page: Page, word: string) =>
    page.locator('.face', { hasText: new RegExp(`, ${word}$`) }).click()
  const send = (page: Page) => page.getByRole('button', { name: 'Send report' }).click()

  it('sends rating, issues and comment as one submission and shows the reference', async () => {
    const { context, page, faults } = await visit()
    await choose(page, 'Poor')
    await page.locator('.chip', { hasText: 'Wet floor' }).click()
    await page.getByLabel('Comment').fill('By the window')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you, it has arrived' }).waitFor()
    assert.equal(await page.locator('#reference').textContent(), 'A3F0-9C1B')
    assert.equal(await page.locator('#follow').getAttribute('href'), `/t/${token}?lang=en`)
    assert.equal(stored.size, 1)
    const [body] = stored.values()
    assert.equal(body?.rating, 2)
    assert.deepEqual(body?.issues, ['WET_FLOOR'])
    assert.equal(body?.comment, 'By the window')
    assert.equal(body?.qrCode, code)
    assert.equal(body?.language, 'en')
    assert.notEqual(body?.submissionId, fixtures().rate.submissionId)
    assert.deepEqual(faults, [])
    assert.deepEqual(await context.cookies(), [])
    await context.close()
  })

  it('counts one tap on a face when the page is left', async () => {
    const { context, page } = await visit()
    await choose(page, 'Very good')
    await page.goto('about:blank')
    await until(() => stored.size === 1, 'the rating')
    const [body] = stored.values()
    assert.equal(body?.rating, 5)
    await context.close()
  })

  it('sends no second rating after one that left with the page', async () => {
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await until(() => stored.size === 1, 'the rating')
    await page.getByLabel('Comment').fill('And it drips')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.equal(stored.size, 1)
    const followUp = () => service.received.find(({ url }) => url === `/api/feedback/track/${token}`)
    await until(() => followUp() !== undefined, 'the comment')
    assert.equal(JSON.parse(followUp()?.body ?? '{}').message, 'And it drips')
    await context.close()
  })

  it('keeps a report without network and sends it itself, once', async () => {
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await context.setOffline(true)
    await send(page)
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    assert.match((await page.locator('#queue').textContent()) ?? '', /Washroom, men.*Tries: 1/)
    assert.equal(stored.size, 0)
    await context.setOffline(false)
    await until(() => stored.size === 1, 'the report')
    await page.getByText('A saved report has been sent.').waitFor()
    assert.match((await page.locator('#notes').textContent()) ?? '', /Washroom, men · Reference: A3F0-9C1B/)
    const link = page.locator('#notes').getByRole('link', { name: 'Follow your report' })
    assert.equal(await link.getAttribute('href'), `/t/${token}?lang=en`)
    assert.ok(await page.locator('#queue').isHidden())
    await context.close()
  })

  it('sends what waits when a page is opened again', async () => {
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await context.setOffline(true)
    await send(page)
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await page.close()
    await context.setOffline(false)
    const next = await context.newPage()
    await next.goto(service.origin + path)
    await until(() => stored.size === 1, 'the report')
    await context.close()
  })

  it('waits out a 429 with its Retry-After, a 503 and a broken connection, and stores the report once', async () => {
    const soon = { 'retry-after': '1' }
    const answers: (Answer | null)[] = [null, json(429, null, soon), json(503, null, soon)]
    trouble = () => (answers.length > 0 ? answers.shift() : undefined)
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await send(page)
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await until(() => stored.size === 1, 'the report')
    await context.close()
  })

  it('deletes what waits when the visitor says so', async () => {
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await context.setOffline(true)
    await send(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await until(() => page.locator('#queue').isHidden(), 'an empty list')
    await context.setOffline(false)
    await page.reload()
    await page.waitForTimeout(500)
    assert.equal(stored.size, 0)
    await context.close()
  })

  /** A PNG drawn in the page, larger than a photo may stay. */
  const picture = (page: Page) =>
    page.evaluate(async () => {
      const canvas = document.createElement('canvas')
      canvas.width = 3000
      canvas.height = 2000
      const context = canvas.getContext('2d')
      for (let at = 0; context && at < 3000; at += 10) {
        context.fillStyle = `hsl(${at} 80% 50%)`
        context.fillRect(at, 0, 10, 2000)
      }
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })

  it('shrinks a photo to 1280 px and 150 KB and sends its key with the report', async () => {
    const { context, page } = await visit()
    const buffer = Buffer.from(await picture(page), 'base64')
    await choose(page, 'Poor')
    await page.locator('[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await page.locator('.pics img').waitFor()
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const [body] = stored.values()
    assert.deepEqual(body?.imageKeys, ['photo-1'])
    const asked = JSON.parse(service.received.find(({ url }) => url.endsWith('upload-url'))?.body ?? '{}')
    assert.equal(asked.contentType, 'image/jpeg')
    assert.ok(asked.size <= 150 * 1024, `${asked.size} bytes`)
    const put = service.received.find(({ method }) => method === 'PUT')
    assert.equal(put?.body.length, asked.size)
    assert.ok(!put?.body.includes('Exif'))
    await context.close()
  })

  it('never loses the report to a photo that fails', async () => {
    uploads = async () => json(503, null)
    const { context, page } = await visit()
    const buffer = Buffer.from(await picture(page), 'base64')
    await choose(page, 'Poor')
    await page.locator('[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await page.locator('.pics img').waitFor()
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.equal(stored.size, 1)
    await page.getByText('Your report has arrived. The rest follows').waitFor()
    uploads = undefined
    const followUp = () => service.received.find(({ url }) => url === `/api/feedback/track/${token}`)
    await until(() => followUp() !== undefined, 'the photo afterwards')
    assert.deepEqual(JSON.parse(followUp()?.body ?? '{}').imageKeys, ['photo-1'])
    await context.close()
  })

  it('says so when a file is no picture and keeps the rest', async () => {
    const { context, page } = await visit()
    await choose(page, 'Poor')
    const buffer = Buffer.from('no picture')
    await page.locator('[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByText('could not be read as a picture').waitFor()
    assert.ok(await page.locator('[name=rating][value="2"]').isChecked())
    await context.close()
  })

  it('says "same here" in one tap', async () => {
    const { context, page } = await visit()
    await page.getByText('4 more reports').click()
    await page.getByRole('button', { name: 'Same here: No soap' }).click()
    await until(() => stored.size === 1, 'the confirmation')
    const [body] = stored.values()
    assert.deepEqual(body?.issues, ['NO_SOAP'])
    assert.equal(body?.rating, undefined)
    await page.getByText('✓ Added').waitFor()
    await page.locator('.rows .rows li', { hasText: 'No soap' }).getByText('3 reports').waitFor()
    await context.close()
  })

  it('asks after the best rating what was good, sends it, and promises no work', async () => {
    const { context, page } = await visit()
    await choose(page, 'Good')
    await choose(page, 'Very good')
    assert.ok(await page.getByText('What needs attention?').isHidden())
    await page.getByLabel('What was good?').fill('Fresh flowers')
    assert.equal(await page.getByRole('button', { name: 'Send report' }).count(), 0)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.ok(await page.getByText('The team of this place has it now').isHidden())
    assert.ok(await page.getByText('can read it').isVisible())
    assert.equal([...stored.values()][0]?.comment, 'Fresh flowers')
    await context.close()
  })

  it('keeps the input when the language is changed', async () => {
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await page.locator('.chip', { hasText: 'Leak' }).click()
    await page.getByLabel('Comment').fill('Hallo')
    await page.locator('.lang summary').click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.getByText('Wie ist es hier gerade?').waitFor()
    await until(() => page.locator('[name=rating][value="2"]').isChecked(), 'the rating')
    assert.ok(await page.locator('[value=LEAK]').isChecked())
    assert.equal(await page.locator('#comment').inputValue(), 'Hallo')
    assert.equal(stored.size, 0)
    await context.close()
  })

  it('asks for a rating or an issue instead of sending nothing', async () => {
    const { context, page } = await visit()
    await send(page)
    await page.getByText('Choose a face or at least one point.').waitFor()
    assert.equal(service.received.length, 0)
    await context.close()
  })

  it('offers "send rating only" as large as "send report" after a low rating only, and tells that alone', async () => {
    const { context, page } = await visit()
    const skip = page.getByRole('button', { name: 'Send rating only' })
    assert.ok(await skip.isHidden())
    await choose(page, 'Very poor')
    const whole = page.getByRole('button', { name: 'Send report' })
    const [one, other] = [await skip.boundingBox(), await whole.boundingBox()]
    assert.equal(Math.round(one?.width ?? 0), Math.round(other?.width ?? 1))
    assert.equal(one?.height, other?.height)
    await page.locator('.chip', { hasText: 'Leak' }).click()
    await page.getByLabel('Comment').fill('By the window')
    await skip.click()
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    const [body] = stored.values()
    assert.deepEqual([body?.issues, body?.comment], [undefined, undefined])
    assert.deepEqual(await page.locator('#recorded li').allTextContents(), ['1 of 5, Very poor'])
    await context.close()
  })

  it('opens again without network once it has been opened', async () => {
    const { context, page } = await visit()
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready
    })
    await until(() => page.evaluate(async (key) => !!(await caches.match(key)), path), 'the kept page')
    await context.setOffline(true)
    await page.goto(service.origin + path)
    await page.getByText('You are offline.').waitFor()
    await choose(page, 'Poor')
    await send(page)
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await context.setOffline(false)
    await until(() => stored.size === 1, 'the report')
    await context.close()
  })

  it('posts a form of the usual kind without JavaScript', async () => {
    const { context, page } = await visit({ javaScriptEnabled: false })
    await choose(page, 'Poor')
    await page.locator('.chip', { hasText: 'Leak' }).click()
    await send(page)
    await until(() => service.received.length === 1, 'the form')
    const [form] = service.received
    assert.equal(form?.url, path)
    assert.equal(form?.type, 'application/x-www-form-urlencoded')
    const fields = new URLSearchParams(form?.body)
    assert.equal(fields.get('rating'), '2')
    assert.deepEqual(fields.getAll('issues'), ['LEAK'])
    assert.equal(fields.get('website'), '')
    assert.equal(fields.get('step'), 'send')
    assert.equal(fields.get('submissionId'), fixtures().rate.submissionId)
    await context.close()
  })

  it('never covers what has the focus with the send button', async () => {
    const { context, page } = await visit()
    for (let steps = 0; steps < 40; steps++) {
      await page.keyboard.press('Tab')
      const covered = await page.evaluate(() => {
        const active = document.activeElement
        const bar = document.querySelector('.bar')
        if (!active || !bar || bar.contains(active) || active === document.body) return ''
        const shown = (active.closest('label') ?? active).getBoundingClientRect()
        const cover = bar.getBoundingClientRect()
        const hidden = shown.bottom > cover.top && shown.top < cover.bottom && cover.bottom >= innerHeight - 1
        return hidden ? active.outerHTML.slice(0, 80) : ''
      })
      assert.equal(covered, '')
    }
    await context.close()
  })
})
