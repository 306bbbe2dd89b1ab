/** The desk without a connection, and with a service that fails. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { inspectAsItStands } from '../inspect.ts'
import { openDeskPage } from './desk-page.ts'

const desk = await openDeskPage()
const { base } = desk

for (const [kind, colorScheme, language, title] of [
  ['desk', 'light', 'de', 'Keine Verbindung zu Wellkept'],
  ['phone', 'dark', 'en', 'No connection to Wellkept'],
] as const) {
  test(`Without a connection the desk shows its own page in the reader’s language and recovers by itself, ${kind}, ${language}`, {
    timeout: 300_000,
  }, async () => {
    desk.signIn({ roles: ['MANAGER'], language })
    const { page, context, faults } = await desk.open(kind, { as: 'manager' })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(`${base}/app/`)
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

test('A page that was never opened says so without a connection, and opens by itself once it is back', {
  timeout: 300_000,
}, async () => {
  desk.signIn({ roles: ['MANAGER'], language: 'en' })
  const { page, context } = await desk.open('desk', { as: 'manager' })
  await page.goto(`${base}/app/`)
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await context.setOffline(true)
  await page.evaluate("history.pushState({}, '', '/app/tasks'); dispatchEvent(new PopStateEvent('popstate'))")
  await page.getByRole('alert').getByText('never opened on this device').waitFor()
  await context.setOffline(false)
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await context.close()
})

test('A rate limit is shown instead of an empty page, and the desk continues by itself', {
  timeout: 300_000,
}, async () => {
  desk.signIn({ roles: ['MANAGER'], language: 'en' })
  const { page, context, faults } = await desk.open('phone', { as: 'manager', locale: 'en-GB' })
  let refused = 0
  await page.route('**/api/auth/me', (route) =>
    refused++ > 0
      ? route.continue()
      : route.fulfill({
          status: 429,
          headers: { 'retry-after': '2' },
          json: { success: false, error: 'Too many requests', code: 'RATE_LIMITED' },
        }),
  )
  await page.goto(`${base}/app/`)
  await page.getByRole('heading', { level: 1, name: 'A moment…' }).waitFor()
  await inspectAsItStands(page, 'desk busy')
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  assert.equal(refused, 2)
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('429')),
    [],
  )
  await context.close()
})

for (const [kind, colorScheme, language, title] of [
  ['desk', 'dark', 'en', 'Wellkept cannot show this page'],
  ['phone', 'light', 'de', 'Wellkept kann diese Seite nicht anzeigen'],
] as const) {
  test(`An error of the service is shown as such, with the request id, and not as a missing connection, ${kind}, ${language}`, {
    timeout: 300_000,
  }, async () => {
    const { page, context } = await desk.open(kind, {
      as: 'manager',
      locale: language === 'de' ? 'de-DE' : 'en-GB',
    })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const answers = [
      { status: 500, json: { success: false, error: 'Something failed', code: 'INTERNAL_ERROR' } },
      { status: 502, contentType: 'text/html', body: '<title>Bad gateway</title>' },
    ]
    let at = 0
    await page.route('**/api/auth/me', (route) => {
      const answer = answers[at]
      if (!answer) return route.continue()
      return route.fulfill({ ...answer, headers: { 'x-request-id': 'req-0042' } })
    })
    await page.goto(`${base}/app/`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.locator('code', { hasText: 'req-0042' }).waitFor()
    const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
    assert.ok(overflow <= 0, `${overflow} px too wide`)
    await inspectAsItStands(page, `desk failed ${kind}`)
    if (process.env.PICTURES)
      await page.screenshot({ path: path.join(process.env.PICTURES, `desk-failed-${kind}.png`) })
    // A proxy's answer in place of the service counts as no connection.
    at++
    await page
      .getByRole('button', { name: language === 'de' ? 'Jetzt erneut versuchen' : 'Try again now' })
      .press('Enter')
    await page.getByRole('heading', { level: 1, name: /(connection to|Verbindung zu) Wellkept/ }).waitFor()
    at++
    await page.getByRole('heading', { level: 1, name: /Today|Heute/ }).waitFor()
    await context.close()
  })
}
