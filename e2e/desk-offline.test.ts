/** The desk offline: what it keeps of the service, and until when. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { type Fixture, openFixture } from './fixture.ts'

const fixture: Fixture = await openFixture()
const { base, server, people } = fixture

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
