/**
 * The field app's screens for a room, a new problem and help fit a narrow phone in every kind of language.
 * PICTURES=FOLDER keeps pictures.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { rounds } from '#test/rounds.ts'
import { openFixture, password } from './fixture.ts'
import { untilTrue } from './until-true.ts'

const fixture = await openFixture()
const { base, server, people, place } = fixture
await server.call('POST', '/api/feedback', {
  body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'] },
})
await server.drain()

const fits = async (page: Page, name: string): Promise<void> => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    if (process.env.PICTURES)
      await page.screenshot({
        path: path.join(process.env.PICTURES, `${name}-${colorScheme}.png`),
        fullPage: true,
      })
  }
  const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`)
}

// The longest words and right-to-left first.
for (const language of ['de', 'ar', 'en', 'pl'].slice(0, rounds(2, 4)))
  test(`Scan, room, problem and help fit 320 px in ${language}`, { timeout: 300_000 }, async () => {
    await server.call('PATCH', '/api/auth/me', { token: people.technician.token, body: { language } })
    const { page, context, faults } = await fixture.open('phone', { locale: language })
    await page.goto(`${base}/app/sign-in?next=/app/work`)
    await page.locator('input[name=email]').fill(people.technician.email)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await page.locator('li.task-row').first().waitFor()
    await fits(page, `tasks-${language}`)
    const rows = await page.locator('.tab').evaluateAll((tabs) => tabs.map((tab) => tab.offsetTop))
    assert.equal(new Set(rows).size, 1, 'the places stand in one line')
    await page.locator('.tabs a').nth(1).click()
    await page.locator('input[name=code]').fill(place.qrCode)
    await fits(page, `scan-${language}`)
    await page.locator('form button[type=submit]').click()
    await page.locator('li.task-row').first().waitFor()
    await fits(page, `room-${language}`)
    await page.goto(`${base}/app/work/rooms/${place.amenityId}/problem`)
    await page.locator('input[name=issue]').first().waitFor()
    await fits(page, `problem-${language}`)
    await page.goto(`${base}/app/work/me/help`)
    await page.locator('textarea').waitFor()
    await untilTrue(page, "document.querySelector('textarea').value !== ''")
    await fits(page, `help-${language}`)
    assert.deepEqual(faults, [])
    await context.close()
  })
