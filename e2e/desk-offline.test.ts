/** The desk without a connection. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, password, type Stage } from './stage.ts'

const stage: Stage = await openStage()
const { base, server, people } = stage

const signIn = async (page: Page): Promise<void> => {
  await page.goto(`${base}/app/sign-in`)
  await page.getByLabel('E-mail').first().fill(people.manager.email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await page.waitForURL((url) => !url.pathname.includes('sign-in'))
}

for (const [kind, colorScheme, language, title] of [
  ['desk', 'light', 'de', 'Keine Verbindung zu Wellkept'],
  ['phone', 'dark', 'en', 'No connection to Wellkept'],
] as const) {
  test(`Without a connection the desk shows a page of its own in the reader’s language, and comes back by itself, ${kind}, ${language}`, {
    timeout: 120_000,
  }, async () => {
    await server.call('PATCH', '/api/auth/me', { token: people.manager.token, body: { language } })
    const { page, context, faults } = await stage.open(kind)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await signIn(page)
    await page.locator(`html[lang=${language}]`).waitFor()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
    await context.setOffline(true)
    await page.goto(`${base}/app/tasks?status=OPEN`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), language)
    assert.equal(page.url(), `${base}/app/tasks?status=OPEN`)
    const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
    assert.ok(overflow <= 0, `${overflow} px too wide`)
    if (process.env.PICTURES)
      await page.screenshot({ path: path.join(process.env.PICTURES, `desk-offline-${kind}.png`) })
    await context.setOffline(false)
    await page.getByRole('heading', { level: 1, name: language === 'de' ? 'Aufgaben' : 'Tasks' }).waitFor()
    assert.equal(page.url(), `${base}/app/tasks?status=OPEN`)
    assert.deepEqual(faults, [])
    await context.close()
  })
}
