import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { choose, openVisits, send, token, until, type Visits } from './visits.ts'

describe('the visitor page on a phone', { timeout: 180_000 }, () => {
  let visits: Visits
  let stored: ReturnType<Visits['start']>['stored']

  before(async () => {
    visits = await openVisits()
  })
  after(() => visits?.close())
  beforeEach(() => {
    stored = visits.start().stored
  })

  it('says thanks after one tap on a face, and counts it although the page ends without notice', async () => {
    const { context, page } = await visits.visit()
    assert.equal(await page.locator('#tap').textContent(), '')
    await choose(page, 'Poor')
    await page.getByText('Counted, thank you.').waitFor()
    assert.equal(stored.size, 0)
    // What is stored outlives a page whose last events never came.
    await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opened = indexedDB.open('wellkept', 1)
          opened.onsuccess = () => {
            const store = opened.result.transaction('reports', 'readwrite').objectStore('reports')
            store.getAll().onsuccess = ({ target }) => {
              const [draft] = (target as IDBRequest).result
              store.put({ ...draft, at: draft.at - 700_000, next: 0 }).onsuccess = resolve
            }
          }
        }),
    )
    await until(() => stored.size === 1, 'the rating')
    assert.equal([...stored.values()][0]?.rating, 2)
    await context.close()
  })

  it('brings the emergency number to the bottom of the screen when a danger is chosen, also after sending', async () => {
    const { context, page } = await visits.visit()
    const number = page.locator('.bar a[href="tel:112"]')
    assert.ok(await number.isHidden())
    await page.locator('.chip', { hasText: 'Leak' }).click()
    const box = await number.boundingBox()
    assert.ok(box && box.y > 320 && box.y + box.height <= 640, JSON.stringify(box))
    assert.ok(box.height >= 44)
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    assert.ok(await page.locator('#sent a[href="tel:112"]').isVisible())
    await context.close()
  })

  it('gives the link of a report and the way to an email after "same here"', async () => {
    const { context, page } = await visits.visit()
    const row = page.locator('.rows li').first()
    await row.getByRole('button', { name: 'Same here' }).click()
    await row.getByRole('link', { name: 'Follow your report' }).waitFor()
    assert.deepEqual(
      await row.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href'))),
      [`/t/${token}?lang=en`, `/t/${token}?lang=en#email`],
    )
    await context.close()
  })

  it('lists the reports that were sent from it, until the visitor takes one out', async () => {
    const { context, page } = await visits.visit()
    await choose(page, 'Poor')
    await page.getByLabel('Comment').fill('By the window')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await page.goto(`${visits.service.origin}/t?lang=en`)
    const link = page.locator('#mine a')
    await link.waitFor()
    assert.equal(await link.getAttribute('href'), `/t/${token}?lang=en`)
    const kept = await page.evaluate(
      () =>
        new Promise((resolve) => {
          const opened = indexedDB.open('wellkept', 1)
          opened.onsuccess = () => {
            opened.result.transaction('reports').objectStore('reports').getAll().onsuccess = ({ target }) =>
              resolve(JSON.stringify((target as IDBRequest).result))
          }
        }),
    )
    assert.doesNotMatch(String(kept), /By the window|"rating"/)
    await page.getByRole('button', { name: 'Remove from list' }).click()
    await page.getByText('None so far.').waitFor()
    await page.reload()
    await page.getByText('None so far.').waitFor()
    await context.close()
  })

  it('opens a form for another code without a connection, and sends it for that code later', async () => {
    const { context, page } = await visits.visit()
    await page.waitForFunction(async () => {
      const names = await caches.keys()
      const name = names.find((one) => one.startsWith('wellkept-any-'))
      return name && (await (await caches.open(name)).keys()).length > 0
    })
    await page.evaluate(() => navigator.serviceWorker.ready)
    await page.reload()
    await context.setOffline(true)
    const other = 'CCCCCDDDDDFFFFFGGGGG'
    await page.goto(`${visits.service.origin}/q/${other}`)
    await page.getByRole('heading', { name: `Code ${other}` }).waitFor()
    await choose(page, 'Poor')
    await send(page)
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    assert.equal(stored.size, 0)
    await context.setOffline(false)
    await until(() => stored.size === 1, 'the rating')
    assert.deepEqual(
      [...stored.values()].map(({ qrCode, rating }) => [qrCode, rating]),
      [[other, 2]],
    )
    await context.close()
  })
})
