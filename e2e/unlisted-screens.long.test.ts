/**
 * Pages that the walk over all addresses cannot open: after a report, a grant, a room on the phone. PICTURES=FOLDER
 * keeps pictures.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { createTenant } from '#test/world.ts'
import { axeFindings } from './axe.ts'
import { openDesk } from './desk.ts'
import { openFixture, password } from './fixture.ts'
import { rest } from './quiet.ts'

const fixture = await openFixture()
const { base, server, people, place } = fixture

/** @param runs whether scripts run on the page, as axe is one */
const look = async (page: Page, name: string, runs = true): Promise<void> => {
  if (runs) await rest(page)
  for (const [width, colorScheme] of [
    [320, 'light'],
    [320, 'dark'],
    [800, 'light'],
    [1440, 'light'],
    [1440, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    if (process.env.PICTURES)
      await page.screenshot({
        path: path.join(process.env.PICTURES, `${name}-${width}-${colorScheme}.png`),
        fullPage: true,
      })
    const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
    assert.ok(overflow <= 0, `${name} is ${overflow} px too wide at ${width} px`)
    if (runs && width !== 800)
      assert.deepEqual(await axeFindings(page), [], `${name}, ${width} px, ${colorScheme}`)
  }
}

const kinds = [
  ['ar', 'rtl', true],
  ['en', 'ltr', false],
  ['en', 'ltr', true],
] as const
for (const [language, direction, javaScriptEnabled] of kinds)
  test(`The pages after a report pass all checks at every width in ${language}, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, {
    timeout: 300_000,
  }, async () => {
    const { page, context, faults } = await fixture.open('phone', { locale: language, javaScriptEnabled })
    await page.goto(`${base}/q/${place.qrCode}`)
    await page.locator(`html[dir=${direction}]`).waitFor()
    await page.locator('input[name=rating][value="2"]').check({ force: true })
    await page.locator('input[type=checkbox]').first().check({ force: true })
    await page.locator('button[value=send]').click()
    await page.locator('a.button[href^="/t/"]').first().waitFor()
    await look(page, `thanks-${language}-${javaScriptEnabled ? 'js' : 'plain'}`, javaScriptEnabled)
    assert.deepEqual(faults, [])
    await context.close()
  })

for (const language of ['ar', 'en'])
  test(`A room on the phone passes all checks at every width in ${language}`, {
    timeout: 300_000,
  }, async () => {
    await server.call('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'] },
    })
    await server.drain()
    await server.call('PATCH', '/api/auth/me', { token: people.technician.token, body: { language } })
    const { page, context, faults } = await fixture.open('phone')
    await page.goto(`${base}/app/sign-in?next=/app/work/rooms/${place.amenityId}`)
    await page.locator('input[name=email]').fill(people.technician.email)
    await page.locator('input[name=password]').fill(password)
    await page.locator('form button[type=submit]').click()
    await page.locator('.tabs a').first().waitFor()
    await page.locator(`html[lang=${language}]`).waitFor()
    await page.goto(`${base}/app/work/scan`)
    await page.locator('input[name=code]').fill(place.qrCode)
    await page.locator('form button[type=submit]').click()
    await page.locator('li.task-row').first().waitFor()
    await look(page, `room-${language}`)
    assert.deepEqual(faults, [])
    await context.close()
  })

test('A partner’s figures pass all checks at every width', { timeout: 300_000 }, async () => {
  const partner = await createTenant(server)
  const me = await server.call<{ tenant: { slug: string } }>('GET', '/api/auth/me', {
    token: people.admin.token,
  })
  const offer = await server.call('POST', '/api/sharing/grants', {
    token: partner.admin.token,
    body: { slug: me.json.data.tenant.slug, measures: ['RATINGS', 'TASKS'] },
  })
  assert.equal(offer.status, 201, offer.text)
  const { page, faults } = await openDesk(fixture, people.admin.email, '/partners')
  const row = page.locator('tbody tr').first()
  await row.getByRole('button', { name: /^More: / }).click()
  await page.getByRole('menuitem', { name: 'Accept' }).click()
  await row.getByText('Accepted', { exact: true }).waitFor()
  await look(page, 'partners')
  await row.getByRole('link').first().click()
  await page.getByText('is notified each time you view this').waitFor()
  await page.getByText('Open tasks').first().waitFor()
  await look(page, 'partner')
  assert.deepEqual(faults, [])
})
