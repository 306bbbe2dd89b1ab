/** What is forbidden for managers says who can do it, and their filters have choices. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'
import { looks } from './screen-pictures.ts'

const fixture = await openFixture()
const { base, people } = fixture

test('A manager can choose a type on every screen that filters by it', { timeout: 300_000 }, async () => {
  const { page, faults } = await openDesk(fixture, people.manager.email, '/figures')
  for (const path of ['/figures', '/figures/amenities', '/work-figures', '/sla/breaches', '/team-figures']) {
    await page.goto(`${base}/app${path}`)
    await page.getByRole('button', { name: /^(Type|All types)/ }).click()
    await page.getByRole('checkbox', { name: 'Washroom' }).waitFor()
    await page.keyboard.press('Escape')
  }
  assert.deepEqual(faults, [])
})

test('A forbidden screen tells a manager who has access', { timeout: 300_000 }, async () => {
  const { page, faults } = await openDesk(fixture, people.manager.email, '/buildings')
  for (const path of ['/buildings', '/amenities', '/schedules', '/sharing', '/mailings', '/qr-codes']) {
    await page.goto(`${base}/app${path}`)
    await page.getByText('Requires the role Administrator').waitFor()
    const text = await page.locator('main').innerText()
    const [, names = ''] = text.split('change your role: ')
    assert.ok(names.includes(people.admin.name), `${path}: ${text}`)
  }
  await looks(page, 'closed-to-managers')
  assert.deepEqual(faults, [])
})
