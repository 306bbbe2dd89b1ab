/** The documentation in a browser. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axeFindings } from './axe.ts'
import { openFixture } from './fixture.ts'

const { base, open } = await openFixture()

const pages = [
  '',
  '/guides/automations',
  '/tools/command-line',
  '/errors',
  '/errors/CONFLICT',
  '/events/task.created',
  '/changelog',
]

test('The pages of the documentation have no axe finding and do not scroll sideways at 320 px', {
  timeout: 300_000,
}, async () => {
  for (const colorScheme of ['light', 'dark'] as const) {
    const { page, faults } = await open('desk')
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width: 320, height: 640 })
    for (const path of pages) {
      await page.goto(`${base}/docs${path}`)
      assert.deepEqual(await axeFindings(page), [], `${path} ${colorScheme}`)
      const width = Number(await page.evaluate('document.documentElement.scrollWidth'))
      assert.ok(width <= 320, `${path} is ${width} px wide`)
    }
    assert.deepEqual(faults, [])
  }
})

test('The search finds chapters and endpoints by keyboard alone, and tells when there is nothing', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await open('desk')
  await page.goto(`${base}/docs`)
  await page.locator('search:not([hidden])').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('verify signature')
  await page.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/docs\/api\/webhooks#verify-the-signature$/)
  await page.getByRole('combobox').fill('/api/auth/magic-link/verify')
  await page.getByRole('option', { name: /^GET \/api\/auth\/magic-link\/verify/ }).waitFor()
  await page.getByRole('combobox').fill('xyzzy')
  await page.getByText('No page has these words.').waitFor()
  await page.keyboard.press('Escape')
  assert.equal(await page.getByRole('listbox').count(), 0)
  assert.deepEqual(faults, [])
})
