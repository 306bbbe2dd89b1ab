/** An alert rule is tried before it is kept, and copied without being switched on. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from './desk.ts'
import { openStage } from './stage.ts'

const stage = await openStage()
const { server, people, place } = stage
const reported = await server.call<{ id: string }>('POST', '/api/feedback', {
  body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'] },
})
await server.drain()
const { page, faults } = await openDesk(stage, people.admin.email, '/rules')
const { token } = people.admin
const dialog = page.getByRole('dialog')

interface Kept {
  readonly name: string
  readonly enabled: boolean
  readonly position: number
}
const rules = async () =>
  (await server.call<Kept[]>('GET', '/api/admin/alert-rules?pageSize=100', { token })).json.data

test('A rule says how often it would have fired before it is saved, with what it fired for one click away', {
  timeout: 300_000,
}, async () => {
  assert.equal(reported.status, 201, reported.text)
  await page.getByRole('button', { name: 'New rule' }).click()
  await dialog.getByRole('button', { name: 'Try on the last 30 days' }).click()
  await dialog.getByText('Would have matched 1 time.').waitFor()
  await dialog.getByText('The newest of them').waitFor()
  const link = dialog.getByRole('link', { name: /Toilet is blocked/ })
  assert.match((await link.getAttribute('href')) ?? '', /\/app\/(tasks|feedback)\/[0-9a-f-]{36}$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.deepEqual(faults, [])
})

test('A rule that is there can be tried again, and a copy of it is off', { timeout: 300_000 }, async () => {
  const [first, second] = await rules()
  await page.getByRole('button', { name: first?.name ?? '', exact: true }).click()
  await dialog.getByRole('button', { name: 'Try on the last 30 days' }).click()
  await dialog.getByText(/Would have matched \d+ times?\./).waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await page
    .getByRole('row', { name: first?.name ?? '' })
    .getByRole('button')
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.getByRole('button', { name: `Copy of ${first?.name}`, exact: true }).waitFor()
  const after = await rules()
  assert.deepEqual(
    after.slice(0, 3).map(({ name, enabled }) => [name, enabled]),
    [
      [first?.name, true],
      [`Copy of ${first?.name}`, false],
      [second?.name, true],
    ],
  )
})
