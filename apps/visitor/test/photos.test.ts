import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { Answer } from './browser.ts'
import { choose, json, openVisits, send, until, type Visits } from './visits.ts'

describe('a photo', { timeout: 180_000 }, () => {
  let visits: Visits
  let behaviour: ReturnType<Visits['start']>

  before(async () => {
    visits = await openVisits()
  })
  after(() => visits?.close())
  beforeEach(() => {
    behaviour = visits.start()
  })

  /** A page with a fake clock. */
  const visit = () => visits.visit({ before: (context) => context.clock.install() })

  const received = (end: string) => visits.service.received.filter(({ url }) => url.endsWith(end))

  /** Advances the page's clock in steps. */
  const later = (page: Page, seconds: number, holds: () => boolean, what: string) =>
    until(async () => {
      await page.clock.fastForward(seconds * 1000)
      return holds()
    }, what)

  /** Adds PNGs that are larger than the limit, so that they are resized. */
  const add = async (page: Page, count = 1) => {
    const drawn = await page.evaluate(async () => {
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
    const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(drawn, 'base64') }
    await page.locator('[type=file]').setInputFiles(Array.from({ length: count }, () => file))
    await page
      .locator('.pics img')
      .nth(count - 1)
      .waitFor()
  }

  const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you' }).waitFor()
  const promised = (page: Page) => page.getByText('Your report has arrived. The rest follows')

  it('is shrunk to 1280 px and 150 KB, and its key goes with the report', async () => {
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await add(page)
    await send(page)
    await thanks(page)
    assert.ok((await page.locator('#recorded li').allTextContents()).includes('Photos: 1'))
    const [body] = behaviour.stored.values()
    assert.deepEqual(body?.imageKeys, ['photo-1'])
    const asked = JSON.parse(received('upload-url')[0]?.body ?? '{}')
    assert.equal(asked.contentType, 'image/jpeg')
    assert.ok(asked.size <= 150 * 1024, `${asked.size} bytes`)
    const put = visits.service.received.find(({ method }) => method === 'PUT')
    assert.equal(put?.body.length, asked.size)
    assert.ok(!put?.body.includes('Exif'))
    await context.close()
  })

  it('that fails never costs the report', async () => {
    behaviour.uploads = () => json(503, null)
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await add(page)
    await send(page)
    await thanks(page)
    assert.equal(behaviour.stored.size, 1)
    await promised(page).waitFor()
    behaviour.uploads = undefined
    await later(page, 5, () => visits.additions().length > 0, 'the photo afterwards')
    assert.deepEqual(visits.additions(), [{ imageKeys: ['photo-1'] }])
    await context.close()
  })

  it('that needs more than a minute of tries arrives all the same, and is never given up while it may still go', async () => {
    const busy = () => json(429, null, { 'retry-after': '60' })
    const answers: (Answer | null)[] = [
      busy(),
      busy(),
      json(503, null),
      null,
      busy(),
      json(500, null),
      busy(),
    ]
    behaviour.uploads = () => answers.shift()
    const sending = Promise.withResolvers<void>()
    const slow = Promise.withResolvers<void>()
    behaviour.bytes = () => {
      sending.resolve()
      return slow.promise
    }
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await add(page)
    await send(page)
    await thanks(page)
    await promised(page).waitFor()
    await later(page, 5, () => answers.length === 5, 'a try of its own')
    await page.getByText('Tries: 1').waitFor()
    await context.setOffline(true)
    for (let minutes = 0; minutes < 10; minutes++) await page.clock.fastForward(60_000)
    assert.match(
      (await page.locator('#queue').textContent()) ?? '',
      /Tries: 1/,
      'without a network nothing is a try',
    )
    await context.setOffline(false)
    await later(page, 60, () => received('/upload/1').length > 0, 'the bytes')
    await sending.promise
    // Longer than a report waits, but shorter than the service's own timeout.
    for (let minutes = 0; minutes < 7; minutes++) await page.clock.fastForward(60_000)
    slow.resolve()
    await later(page, 5, () => visits.additions().length > 0, 'the photo afterwards')
    assert.deepEqual(visits.additions(), [{ imageKeys: ['photo-1'] }])
    assert.equal(received('/upload/1').length, 1)
    await page.locator('#queue').waitFor({ state: 'hidden' })
    await context.close()
  })

  it('holds up neither the message that it came with nor the others, which go one after another', async () => {
    behaviour.uploads = () => json(503, null)
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await until(() => behaviour.stored.size === 1, 'the rating')
    await page.getByLabel('Comment').fill('And it drips')
    await add(page, 3)
    await send(page)
    await thanks(page)
    await later(page, 5, () => received('upload-url').length >= 3, 'a try of each')
    assert.deepEqual(visits.additions(), [{ message: 'And it drips' }])
    behaviour.uploads = undefined
    let under = 0
    let most = 0
    behaviour.bytes = async () => {
      most = Math.max(most, ++under)
      await new Promise((resolve) => setImmediate(resolve))
      under--
    }
    await later(page, 5, () => visits.additions().length > 3, 'the photos afterwards')
    const one = { imageKeys: ['photo-1'] }
    assert.deepEqual(visits.additions().slice(1), [one, one, one])
    assert.equal(most, 1)
    await context.close()
  })

  it('that got through goes with the report, and the others follow', async () => {
    const answers = [undefined, json(503, null), json(503, null)]
    behaviour.uploads = () => answers.shift()
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await add(page, 3)
    await send(page)
    await thanks(page)
    assert.deepEqual([...behaviour.stored.values()][0]?.imageKeys, ['photo-1'])
    await later(page, 5, () => visits.additions().length > 1, 'the other photos')
    await context.close()
  })

  it('is not sent again with a report whose answer was lost', async () => {
    // Keep breaking until the page notices: browsers retry once by themselves on a reused connection.
    let breaks = true
    behaviour.trouble = () => (breaks ? null : undefined)
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await add(page)
    await send(page)
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    breaks = false
    await later(page, 5, () => behaviour.stored.size > 0, 'the report')
    assert.deepEqual([...behaviour.stored.values()][0]?.imageKeys, ['photo-1'])
    assert.equal(received('upload-url').length, 1)
    await context.close()
  })

  it('that is not taken here is neither promised nor tried again', async () => {
    behaviour.uploads = () => json(403, null)
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await add(page)
    await send(page)
    await thanks(page)
    assert.deepEqual(await page.locator('#recorded li').allTextContents(), ['2 of 5, Poor'])
    assert.ok(await promised(page).isHidden())
    const waiting = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opened = indexedDB.open('wellkept', 1)
          opened.onsuccess = () => {
            const read = opened.result.transaction('reports').objectStore('reports').getAll()
            read.onsuccess = () => resolve(read.result.filter(({ draft }) => !draft).length)
          }
        }),
    )
    assert.equal(waiting, 0)
    assert.equal(received('upload-url').length, 1)
    await context.close()
  })
})
