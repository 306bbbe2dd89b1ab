import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import { choose, openVisits, path, send, token, until, type Visits } from './visits.ts'

describe('a report is sent once, whichever way its page is left and opened again', {
  timeout: 180_000,
}, () => {
  let visits: Visits
  let behaviour: ReturnType<Visits['start']>

  before(async () => {
    visits = await openVisits()
  })
  after(() => visits?.close())
  beforeEach(() => {
    behaviour = visits.start()
  })

  const addressOf = (page: Page): string => page.url().slice(visits.service.origin.length)
  const thanks = (page: Page) => page.getByRole('heading', { name: 'Thank you' }).waitFor()
  const leave = async (page: Page) => {
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await page.goto('about:blank')
  }

  it('has the address of the report after sending, so that reload and Back lead to it', async () => {
    const { context, page, faults } = await visits.visit()
    await choose(page, 'Poor')
    await send(page)
    await thanks(page)
    assert.equal(addressOf(page), `/t/${token}?lang=en`)
    await page.goto('about:blank')
    await page.goBack()
    assert.equal(addressOf(page), `/t/${token}?lang=en`)
    await page.getByRole('heading', { name: 'Your report' }).waitFor()
    await page.reload()
    assert.equal(addressOf(page), `/t/${token}?lang=en`)
    await leave(page)
    assert.equal(behaviour.stored.size, 1)
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('leads to the report in another language after sending', async () => {
    const { context, page } = await visits.visit()
    await choose(page, 'Poor')
    await send(page)
    await thanks(page)
    await page.locator('.lang summary').click()
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.waitForURL((url) => url.search === '?lang=de')
    assert.equal(addressOf(page), `/t/${token}?lang=de`)
    await context.close()
  })

  it('does not fill in a form again by Back that was sent and waits on the phone', async () => {
    const { context, page } = await visits.visit()
    await choose(page, 'Poor')
    behaviour.trouble = () => null
    await send(page)
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await page.goto('about:blank')
    await page.goBack()
    await page.getByRole('heading', { name: 'Washroom, men' }).first().waitFor()
    assert.equal(await page.locator('[name=rating]:checked').count(), 0)
    behaviour.trouble = undefined
    await leave(page)
    await page.goto(visits.service.origin + path)
    await until(() => behaviour.stored.size > 0, 'the report')
    await leave(page)
    assert.equal(behaviour.stored.size, 1)
    await context.close()
  })

  it('does not give back a form that was being sent when the page was left', async () => {
    const { context, page } = await visits.visit()
    await choose(page, 'Poor')
    await page.locator('.chip', { hasText: 'Leak' }).click()
    // The visitor switched to another app meanwhile.
    await page.evaluate(() => dispatchEvent(new Event('pagehide')))
    await until(() => behaviour.stored.size === 1, 'the rating')
    let asked = 0
    behaviour.trouble = () => {
      asked += 1
      return null
    }
    await send(page)
    await until(() => asked > 0, 'the try')
    await page.goto('about:blank')
    await page.goBack()
    await page.waitForTimeout(500)
    assert.equal(await page.locator('[value=LEAK]').isChecked(), false)
    assert.equal(behaviour.stored.size, 1)
    await context.close()
  })

  it('says that a report is not sent, and sends it while the page is open, where the browser keeps nothing', async () => {
    const { context, page, faults } = await visits.visit({
      before: async (opened) => {
        await opened.addInitScript(() => {
          for (const name of ['indexedDB', 'localStorage'])
            Object.defineProperty(window, name, {
              get: () => {
                throw new DOMException('The operation is insecure.', 'SecurityError')
              },
            })
        })
      },
    })
    await choose(page, 'Poor')
    await page.getByLabel('Comment').fill('By the window')
    await context.setOffline(true)
    await send(page)
    await page.getByRole('heading', { name: 'Not sent yet. Keep this page open.' }).waitFor()
    assert.equal(await page.getByText('Saved on this phone').count(), 0)
    assert.match((await page.locator('#queue').textContent()) ?? '', /Washroom, men.*Tries: 1/)
    await context.setOffline(false)
    await until(() => behaviour.stored.size === 1, 'the report')
    assert.equal([...behaviour.stored.values()][0]?.comment, 'By the window')
    await until(() => page.locator('#queue').isHidden(), 'an empty list')
    assert.deepEqual(faults, [])
    await context.close()
  })
})
