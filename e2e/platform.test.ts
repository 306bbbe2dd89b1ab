/** A super admin helps a tenant: finds it, gives it more, suspends it, and reads in its desk. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { codeAt } from '#server/modules/super-admin/public.ts'
import { createSuperAdmin } from '#test/super-admin.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people, tenant } = fixture

test('A super admin signs in, finds a tenant by a member, overrides a limit, suspends it, and reads in its desk', {
  timeout: 300_000,
}, async () => {
  const { email, password, totpSecret } = await createSuperAdmin(server)
  const { page, context, faults } = await fixture.open('desk')
  await page.goto(`${base}/platform`)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  const code = page.getByLabel('Code from your authenticator app')
  await code.fill(codeAt(totpSecret, server.clock.now()))
  await code.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Tenants' }).waitFor()

  await page.getByRole('searchbox').fill(people.admin.email)
  await page.getByText('Found by the email address of a member').waitFor()
  await page.locator('[data-row-link]').first().press('Enter')
  await page.waitForURL(new RegExp(tenant.id))

  await page.getByRole('button', { name: 'Override limit: Webhooks' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Allowed').fill('321')
  await dialog.getByLabel('Reason').fill('A pilot with all sites')
  await dialog.getByRole('button', { name: 'Override' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('321').waitFor()

  await page.getByRole('button', { name: 'Suspend' }).click()
  await dialog.getByLabel('Message to the staff').fill('Please call us')
  await dialog.getByLabel('Reason').fill('Asked for by the organisation')
  await dialog.getByRole('button', { name: 'Suspend' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Lift suspension' }).waitFor()

  await page.getByRole('button', { name: 'Open support access' }).click()
  await dialog.getByLabel('Reason').fill('They asked why a report is missing')
  await dialog.getByRole('button', { name: 'Open support access' }).click()
  const [desk] = await Promise.all([
    context.waitForEvent('page'),
    page.getByRole('link', { name: 'Open their desk' }).click(),
  ])
  await desk.getByText('Wellkept support can read here until').waitFor()
  await desk.getByText('They asked why a report is missing').waitFor()
  assert.doesNotMatch(desk.url(), /support=/)

  const { page: staff, faults: ofStaff } = await fixture.open('desk', { as: people.manager.email })
  await staff.goto(`${base}/app/`)
  await staff.getByText('This organisation is currently read-only').waitFor()

  await page.goto(`${base}/platform/audit?tenant=${tenant.id}`)
  for (const act of ['Opened support access', 'Suspended a tenant', 'Changed a tenant'])
    await page.getByText(act).first().waitFor()
  assert.deepEqual([...faults, ...ofStaff], [])
})
