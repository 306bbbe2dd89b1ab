/** An alert rule is previewed before it is saved, copied without being switched on, and does what was chosen. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { server, people, place } = fixture
const reported = await server.call<{ id: string }>('POST', '/api/feedback', {
  body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'] },
})
await server.drain()
const { page, faults } = await openDesk(fixture, people.admin.email, '/rules')
const { token } = people.admin
const dialog = page.getByRole('dialog')

interface Kept {
  readonly name: string
  readonly enabled: boolean
  readonly position: number
  readonly scope: { readonly locationIds: readonly string[] }
}
const rules = async () =>
  (await server.call<Kept[]>('GET', '/api/admin/alert-rules?pageSize=100', { token })).json.data

test('A rule shows how often it would have fired before it is saved, with its matches one click away', {
  timeout: 300_000,
}, async () => {
  assert.equal(reported.status, 201, reported.text)
  await page.getByRole('button', { name: 'New rule' }).click()
  await dialog.getByRole('button', { name: 'Test on the last 30 days' }).click()
  await dialog.getByText('Would have matched 1 time.').waitFor()
  await dialog.getByText('Most recent').waitFor()
  const link = dialog.getByRole('link', { name: /Toilet is blocked/ })
  assert.match((await link.getAttribute('href')) ?? '', /\/app\/(tasks|feedback)\/[0-9a-f-]{36}$/)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.deepEqual(faults, [])
})

test('An existing rule can be previewed again, and its copy is switched off', {
  timeout: 300_000,
}, async () => {
  const [first, second] = await rules()
  await page.getByRole('button', { name: first?.name ?? '', exact: true }).click()
  await dialog.getByRole('button', { name: 'Test on the last 30 days' }).click()
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

test('A usage rule created on the desk creates a cleaning task', { timeout: 300_000 }, async () => {
  await page.getByRole('button', { name: 'New rule' }).click()
  await dialog.getByLabel('Name').fill('Used often')
  await dialog.getByRole('button', { name: 'Issues' }).waitFor()
  const effect = dialog.getByRole('combobox', { name: 'Then' })
  await effect.selectOption('RAISE_PRIORITY')
  await dialog.getByRole('combobox', { name: 'When' }).selectOption('USAGE')
  // RAISE_PRIORITY has no effect for USAGE: it is neither saved nor offered.
  assert.equal(await effect.inputValue(), 'TASK')
  assert.deepEqual(await effect.locator('option').allTextContents(), ['create a task', 'notify people'])
  await dialog.getByRole('button', { name: 'Issues' }).waitFor({ state: 'detached' })
  await dialog.getByLabel('Number').fill('1')
  assert.equal(await dialog.getByRole('combobox', { name: 'Issue' }).inputValue(), 'NOT_CLEAN')
  await dialog.getByText(/since the last cleaning, create a task \(Not clean\)/i).waitFor()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  const visit = await server.call('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 5 },
    from: '10.9.0.1',
  })
  assert.equal(visit.status, 201, visit.text)
  await server.drain()
  const tasks = await server.call<{ category: string }[]>('GET', '/api/tasks?sort=createdAt', { token })
  assert.deepEqual(
    tasks.json.data.map(({ category }) => category),
    ['BLOCKED_TOILET', 'NOT_CLEAN'],
  )
  assert.deepEqual(faults, [])
})

test('A deleted location in a scope does not prevent changes of its rule, and can be removed', {
  timeout: 300_000,
}, async () => {
  const { buildingId } = place
  const made = await server.call<{ id: string }>('POST', '/api/admin/locations', {
    token,
    body: { buildingId, name: 'East wing', kind: 'AREA' },
  })
  const { id } = made.json.data
  const rule = await server.call('POST', '/api/admin/alert-rules', {
    token,
    body: {
      name: 'In the east',
      trigger: { kind: 'ISSUE' },
      action: { kind: 'TASK' },
      scope: { buildingIds: [buildingId], locationIds: [id] },
    },
  })
  assert.equal(rule.status, 201, rule.text)
  assert.equal((await server.call('DELETE', `/api/admin/locations/${id}`, { token })).status, 200)
  const kept = async () => (await rules()).find(({ name }) => name === 'In the east')
  const open = () => page.getByRole('button', { name: 'In the east', exact: true }).click()
  const save = async (): Promise<void> => {
    await dialog.getByRole('button', { name: 'Save' }).click()
    await dialog.waitFor({ state: 'hidden' })
  }
  await page.reload()
  await open()
  await dialog.getByRole('button', { name: 'Type', exact: true }).click()
  const washroom = page.getByRole('checkbox', { name: 'Washroom', exact: true })
  await washroom.check()
  await page.keyboard.press('Escape')
  await washroom.waitFor({ state: 'hidden' })
  await save()
  assert.deepEqual((await kept())?.scope.locationIds, [id])
  await open()
  await dialog.getByRole('button', { name: 'Location: …' }).click()
  // A value that no longer exists disappears when it is deselected, and the menu with the last one.
  const gone = page.getByRole('checkbox', { name: '…', exact: true })
  await gone.click()
  await gone.waitFor({ state: 'hidden' })
  await save()
  assert.deepEqual((await kept())?.scope.locationIds, undefined)
  assert.deepEqual(faults, [])
})
