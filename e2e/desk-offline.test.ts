/** The desk offline. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { type Fixture, openFixture } from './fixture.ts'
import { inspectAsItStands } from './inspect.ts'

const fixture: Fixture = await openFixture()
const { base, server, people } = fixture

for (const [kind, colorScheme, language, title] of [
  ['desk', 'light', 'de', 'Keine Verbindung zu Wellkept'],
  ['phone', 'dark', 'en', 'No connection to Wellkept'],
] as const) {
  test(`Without a connection the desk shows its own page in the reader’s language and recovers by itself, ${kind}, ${language}`, {
    timeout: 300_000,
  }, async () => {
    await server.call('PATCH', '/api/auth/me', { token: people.manager.token, body: { language } })
    const { page, context, faults } = await fixture.open(kind, { as: people.manager.email })
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

test('A rate limit is shown instead of an empty page, and the desk continues by itself', {
  timeout: 300_000,
}, async () => {
  await server.call('PATCH', '/api/auth/me', { token: people.manager.token, body: { language: 'en' } })
  const { page, context, faults } = await fixture.open('phone', { as: people.manager.email, locale: 'en-GB' })
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

test('Without a connection Today opens with its last content and its age, and nothing remains after sign-out', {
  timeout: 300_000,
}, async () => {
  await server.call('PATCH', '/api/auth/me', { token: people.manager.token, body: { language: 'en' } })
  await server.call('POST', '/api/feedback', {
    body: { qrCode: fixture.place.qrCode, rating: 1, issues: ['LEAK'] },
  })
  const { page, context, faults } = await fixture.open('desk', { as: people.manager.email })
  await page.goto(`${base}/app/`)
  const attention = page.getByRole('heading', { level: 2, name: 'Needs attention' })
  await attention.waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  // The data is cached when the page is idle.
  for (let kept = false; !kept; )
    kept = (await page.evaluate(
      "caches.match('/app/').then(async (page) => Boolean(page) && (await Promise.all(performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('/app/assets/')).map((name) => caches.match(name)))).every(Boolean))",
    )) as boolean
  const count = await page.locator('.figure-value').first().textContent()
  await context.setOffline(true)
  await page.goto(`${base}/app/`)
  await attention.waitFor()
  assert.equal(await page.locator('.figure-value').first().textContent(), count)
  await page
    .getByRole('status')
    .filter({ hasText: /Last updated/ })
    .first()
    .waitFor()
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'today-offline.png') })
  await page.goto(`${base}/app/settings`)
  await page.getByRole('link', { name: 'Open the last saved Today screen' }).click()
  await attention.waitFor()
  await context.setOffline(false)
  await page.reload()
  await attention.waitFor()
  assert.equal(await page.locator('.stale').count(), 0)
  await page.getByRole('button', { name: people.manager.name }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL((url) => url.pathname.includes('sign-in'))
  const left = await page.evaluate(
    "new Promise((done) => { const asked = indexedDB.open('wellkept-desk'); asked.onsuccess = () => { const all = asked.result.transaction('answers').objectStore('answers').count(); all.onsuccess = () => { asked.result.close(); done(all.result) } } })",
  )
  assert.equal(left, 0)
  assert.deepEqual(faults, [])
})

for (const [kind, colorScheme, language, title] of [
  ['desk', 'dark', 'en', 'Wellkept cannot show this page'],
  ['phone', 'light', 'de', 'Wellkept kann diese Seite nicht anzeigen'],
] as const) {
  test(`An error of the service is shown as such, with the request id, and not as a missing connection, ${kind}, ${language}`, {
    timeout: 300_000,
  }, async () => {
    const { page, context } = await fixture.open(kind, {
      as: people.manager.email,
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
