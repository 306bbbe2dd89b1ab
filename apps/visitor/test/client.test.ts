import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Page } from 'playwright-core'
import type { Answer } from './browser.ts'
import { fixtures } from './fixtures.ts'
import { choose, code, json, openVisits, path, send, token, until, type Visits } from './visits.ts'

describe('the visitor page in a browser', { timeout: 180_000 }, () => {
  let visits: Visits
  let service: Visits['service']
  let behaviour: ReturnType<Visits['start']>
  let stored: (typeof behaviour)['stored']

  before(async () => {
    visits = await openVisits()
    service = visits.service
  })
  after(() => visits?.close())
  beforeEach(() => {
    behaviour = visits.start()
    stored = behaviour.stored
  })

  const visit: Visits['visit'] = (options) => visits.visit(options)

  it('sends rating, issues and comment as one submission and shows the reference', async () => {
    const { context, page, faults } = await visit()
    await choose(page, 'Poor')
    await page.locator('.chip', { hasText: 'Wet floor' }).click()
    await page.getByLabel('Comment').fill('By the window')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you, we received it' }).waitFor()
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
    await until(() => visits.additions().length > 0, 'the comment')
    assert.deepEqual(visits.additions(), [{ message: 'And it drips' }])
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
    behaviour.trouble = () => (answers.length > 0 ? answers.shift() : undefined)
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await send(page)
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await until(() => stored.size === 1, 'the report')
    await context.close()
  })

  it('keeps a message and an answer to a report without network and sends each itself, once', async () => {
    const { context, page, faults } = await visit()
    await page.goto(`${service.origin}/t/${token}?lang=en`)
    await context.setOffline(true)
    await page.locator('#message').fill('Still wet')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    assert.equal(await page.locator('#message').inputValue(), '')
    await page.getByRole('button', { name: 'No, not yet' }).click()
    await until(async () => (await page.locator('#queue li').count()) === 2, 'the answer')
    assert.deepEqual(visits.additions(), [])
    await context.setOffline(false)
    await until(() => page.locator('#queue').isHidden(), 'an empty list')
    const sent = visits.additions().map((said) => JSON.stringify(said))
    assert.deepEqual(sent.sort(), ['{"fixed":false}', '{"message":"Still wet"}'])
    assert.deepEqual(faults, [])
    await context.close()
  })

  const erase = async (page: Page) => {
    await page.locator('summary', { hasText: 'Delete my report' }).click()
    await page.getByRole('button', { name: 'Permanently delete report', exact: true }).click()
  }

  it('keeps an address and the wish to erase without network, says what waits, and sends each itself, once', async () => {
    const { context, page, faults } = await visit()
    await page.goto(`${service.origin}/t/${token}?lang=en&open`)
    await context.setOffline(true)
    await page.locator('#email').fill('me@example.org')
    await page.getByRole('button', { name: 'Save address' }).click()
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    assert.equal(await page.locator('#email').inputValue(), '')
    await erase(page)
    await until(async () => (await page.locator('#queue li').count()) === 2, 'the wish')
    const [address, wish] = await page.locator('#queue li strong').allTextContents()
    assert.match(address ?? '', /^Washroom, men .* · Save address$/)
    assert.match(wish ?? '', / · Permanently delete report \(once this page is online again\)$/)
    assert.deepEqual(visits.additions(), [])
    await context.setOffline(false)
    await until(() => page.locator('#queue').isHidden(), 'an empty list')
    const sent = visits.additions().map((said) => JSON.stringify(said))
    assert.deepEqual(sent.sort(), ['{"email":"me@example.org"}', '{"erase":true}'])
    assert.deepEqual(faults, [])
    await context.close()
  })

  it('erases also where reception comes after a day, when a message is given up', async () => {
    const { context, page } = await visit({ before: (opened) => opened.clock.install() })
    await page.goto(`${service.origin}/t/${token}?lang=en`)
    await context.setOffline(true)
    await page.locator('#message').fill('Still wet')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await erase(page)
    await until(async () => (await page.locator('#queue li').count()) === 2, 'the wish')
    await page.clock.fastForward(25 * 3_600_000)
    await context.setOffline(false)
    await until(async () => {
      await page.clock.fastForward(5000)
      return page.locator('#queue').isHidden()
    }, 'an empty list')
    assert.deepEqual(visits.additions(), [{ erase: true }])
    await context.close()
  })

  it('keeps what is added below the thanks, where there is no network by then', async () => {
    const { context, page } = await visit()
    await choose(page, 'Poor')
    await send(page)
    await page.getByRole('heading', { name: 'Thank you' }).waitFor()
    await context.setOffline(true)
    await page.locator('#sent summary').click()
    await page.locator('#message').fill('By the door')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await context.setOffline(false)
    await until(() => visits.additions().length > 0, 'the message')
    assert.deepEqual(visits.additions(), [{ message: 'By the door' }])
    await context.close()
  })

  it('lets a form of the tracking page go as it is where the service answers', async () => {
    const { context, page } = await visit()
    await page.goto(`${service.origin}/t/${token}?lang=en`)
    await page.getByRole('button', { name: 'Yes, it is fixed' }).click()
    const forms = () => service.received.filter(({ method }) => method === 'POST')
    await until(() => forms().length > 0, 'the form')
    assert.deepEqual(
      forms().map(({ url, body }) => [url, new URLSearchParams(body).get('fixed')]),
      [[`/t/${token}?lang=en`, 'yes']],
    )
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

  it('keeps the focus in the list when one of what waits is deleted, and has it at the heading after the last', async () => {
    const { context, page } = await visit()
    await page.goto(`${service.origin}/t/${token}?lang=en`)
    await context.setOffline(true)
    await page.locator('#message').fill('Still wet')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.getByRole('heading', { name: 'Saved on this phone' }).waitFor()
    await page.getByRole('button', { name: 'No, not yet' }).click()
    await until(async () => (await page.locator('#queue li').count()) === 2, 'the answer')
    const erase = async (then: string) => {
      await page.getByRole('button', { name: 'Delete', exact: true }).first().press('Enter')
      await until(
        async () => (await page.evaluate(() => document.activeElement?.tagName)) === then,
        `the focus at ${then}`,
      )
    }
    await erase('H2')
    assert.equal(await page.locator('#queue li').count(), 1)
    await erase('H1')
    assert.ok(await page.locator('#queue').isHidden())
    await context.close()
  })

  it('says so when a file is no picture and keeps the rest', async () => {
    const { context, page } = await visit()
    await choose(page, 'Poor')
    const buffer = Buffer.from('no picture')
    await page.locator('[type=file]').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    await page.getByText('This photo could not be read').waitFor()
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
    assert.ok(await page.getByText('The team here has received it').isHidden())
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
    await page.getByText('Choose a face or at least one issue.').waitFor()
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
