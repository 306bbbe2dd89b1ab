/** An invalid stored time zone, as an administrator sees and fixes it. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Overview } from '#contracts/dashboard.ts'
import { openDesk } from './desk.ts'
import { type Fixture, openFixture } from './fixture.ts'

const fixture: Fixture = await openFixture()
const { people, place, server, tenant } = fixture

test('A building with an invalid stored time zone is an attention item that links to where the zone is chosen', {
  timeout: 300_000,
}, async () => {
  await tenant.inside(async (ctx) => {
    await ctx.run("update building set time_zone = 'BST' where tenant_id = $1 and id = $2", [
      ctx.tenantId,
      place.buildingId,
    ])
    await ctx.run("update tenant set time_zone = '+0530' where id = $1", [ctx.tenantId])
  })
  const { page, faults } = await openDesk(fixture, people.admin.email, '/')
  const group = page.locator('.attention-group').filter({ hasText: 'is not a time zone' })
  await group.waitFor()
  const more = group.locator('h3 button[aria-expanded="false"]')
  if ((await more.count()) > 0) await more.click()
  const matters = group.locator('.matter').filter({ hasText: 'is not a time zone' })
  await matters.nth(1).waitFor()
  if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, 'zones.png') })
  const links = await matters
    .getByRole('link')
    .evaluateAll((all) => all.map((one) => one.getAttribute('href')))
  assert.deepEqual(links.sort(), [`/app/buildings/${place.buildingId}`, '/app/settings'])
  await matters.filter({ hasText: 'BST' }).getByRole('link').click()
  await page.getByRole('button', { name: 'Edit' }).first().click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByRole('combobox', { name: 'Time zone' })
  assert.equal(await field.inputValue(), 'UTC', 'it is shown as it is read')
  await field.fill('London')
  await page.getByRole('option', { name: 'Europe/London' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  const reply = await server.call<Overview>('GET', '/api/dashboard/overview', { token: people.admin.token })
  assert.deepEqual(
    reply.json.data.attention.filter(({ reason }) => reason.includes('time zone')).map(({ kind }) => kind),
    ['ORGANISATION'],
  )
  assert.deepEqual(faults, [])
})
