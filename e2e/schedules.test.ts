/** Schedules: the next times are shown before saving. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { server, people } = fixture
const { page, faults } = await openDesk(fixture, people.admin.email, '/schedules')
const { token } = people.admin
const dialog = page.getByRole('dialog')
const dates = dialog.locator('[aria-live] time')

interface Kept {
  readonly name: string
  readonly rrule: string | null
  readonly enabled: boolean
  readonly next: readonly string[]
  readonly followsZone: boolean
}
const schedules = async () => (await server.call<Kept[]>('GET', '/api/admin/schedules', { token })).json.data

test('Editing a schedule shows its next five dates', { timeout: 300_000 }, async () => {
  await page.getByRole('button', { name: 'New schedule' }).first().click()
  await dialog.getByLabel('Name', { exact: true }).fill('Fire doors')
  await dialog.getByLabel('Repeats').selectOption('Monthly, on a weekday')
  await dialog.getByLabel('Start, local time').fill('2030-01-01T07:00')
  await dialog.locator('time[datetime^="2030-01-07T"]').waitFor()
  assert.equal(await dates.count(), 5)
  assert.deepEqual(await schedules(), [], 'nothing is kept while one types')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const row = page.getByRole('row', { name: /Fire doors/ })
  await row.getByText(/On the first Monday of each month at/).waitFor()
  await row.getByText(/7 Jan 2030/).waitFor()
  const [kept] = await schedules()
  assert.equal(kept?.rrule, 'FREQ=MONTHLY;BYDAY=1MO')
  assert.deepEqual(faults, [])
})

test('An invalid recurrence shows the reason beside its field before it is sent', {
  timeout: 300_000,
}, async () => {
  await page.getByRole('button', { name: 'Fire doors', exact: true }).click()
  await dates.first().waitFor()
  await dialog.getByLabel('Repeats').selectOption('Custom rule')
  const rule = dialog.getByLabel('Rule (RFC 5545)')
  assert.equal(await rule.inputValue(), 'FREQ=MONTHLY;BYDAY=1MO')
  await rule.fill('FREQ=MINUTELY')
  await dialog.getByText('occurs more often than every 15 minutes').waitFor()
  assert.equal(await rule.getAttribute('aria-invalid'), 'true')
  assert.equal(await dates.count(), 0)
  await rule.fill('FREQ=DAILY;COUNT=2')
  await dialog.locator('time[datetime^="2030-01-02T"]').waitFor()
  assert.equal(await dates.count(), 2)
  await dialog.getByText('It ends after that.').waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByText(/FREQ=DAILY;COUNT=2, from/).waitFor()
})

test('A copy is switched off until it was checked, and follows the time zone like the original', {
  timeout: 300_000,
}, async () => {
  await page
    .getByRole('button', { name: /Fire doors/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('row', { name: /Copy of Fire doors/ }).waitFor()
  const kept = await schedules()
  assert.deepEqual(
    kept.map(({ name, enabled, next, followsZone }) => [name, enabled, next.length, followsZone]),
    [
      ['Copy of Fire doors', false, 0, true],
      ['Fire doors', true, 2, true],
    ],
  )
})
