/**
 * Maintenance: staff get a calm message and lose nothing, visitors notice nothing. PICTURES=FOLDER keeps pictures.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { systemSecret } from '#test/server.ts'
import { openFixture, password } from './fixture.ts'
import { fillIn } from './sign-in-fixture.ts'

const fixture = await openFixture()
const { base, server, place, people } = fixture
const message = 'Back at 14:00.'
const maintain = (on: boolean) =>
  server.call('PUT', '/api/system/maintenance', {
    secret: systemSecret,
    body: { on, message: on ? message : '' },
  })

const look = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`) })
  const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`)
}

for (const [kind, colorScheme] of [
  ['phone', 'light'],
  ['desk', 'dark'],
] as const) {
  test(`In maintenance staff pages say so and keep input, and visitors notice nothing, ${kind}, ${colorScheme}`, async () => {
    await server.call('POST', '/api/tasks', { token: people.admin.token, body: { title: `Lamp ${kind}` } })
    const { page, context, faults } = await fixture.open(kind)
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await maintain(true)

    await page.goto(`${base}/app/sign-in`)
    await page.getByLabel('Email').first().fill(people.manager.email)
    await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
    const notice = page.locator('.notice').first()
    await notice.getByText(/Wellkept is under maintenance/).waitFor()
    assert.match(
      (await notice.textContent()) ?? '',
      /signing in with a password works right now\. Back at 14:00\./,
    )
    await look(page, `maintenance-link-${kind}`)

    // Signing in and reading continue.
    await page.goto(`${base}/app/sign-in`)
    await fillIn(page, people.admin.email, password)
    await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    await page.goto(`${base}/app/profile`)
    const name = page.getByLabel('Name', { exact: true }).first()
    await name.fill('Ada Changed')
    await page.getByRole('button', { name: 'Save' }).first().click()
    const panel = page.locator('.error-panel').first()
    await panel.waitFor()
    assert.match((await panel.textContent()) ?? '', /Nothing was changed.*try again later\. Back at 14:00\./)
    assert.equal(await name.inputValue(), 'Ada Changed')
    await look(page, `maintenance-desk-${kind}`)
    await context.close()

    const phone = await fixture.open(kind, { as: people.technician.email })
    await phone.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await phone.page.goto(`${base}/app/work`)
    await phone.page.getByRole('button', { name: 'Start' }).first().click()
    await phone.page.getByText(/under maintenance\. Your work is saved on this phone/).waitFor()
    await look(phone.page, `maintenance-work-${kind}`)

    const visitor = await fixture.open(kind)
    await visitor.page.emulateMedia({ colorScheme })
    await visitor.page.goto(`${base}/q/${place.qrCode}`)
    await visitor.page.getByRole('radio', { name: /1 of 5/ }).check({ force: true })
    await visitor.page.getByRole('button', { name: 'Send report', exact: true }).click()
    await visitor.page.getByRole('link', { name: /follow/i }).waitFor()
    assert.doesNotMatch((await visitor.page.textContent('body')) ?? '', /under maintenance/)
    await maintain(false)
    assert.deepEqual([...faults, ...phone.faults, ...visitor.faults], [])
    await phone.context.close()
    await visitor.context.close()
  })
}
