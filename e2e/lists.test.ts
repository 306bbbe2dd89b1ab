/** What every list can do: choices beyond the first page, views, columns, and who may see it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTenant } from '#test/world.ts'
import { openDesk } from './desk.ts'
import { openStage, password } from './stage.ts'

const stage = await openStage()
const { base, server, people } = stage
const { token } = people.admin
const names = Array.from({ length: 25 }, (_, index) => `House ${String.fromCharCode(65 + index)}`)
for (const name of names) await server.call('POST', '/api/admin/buildings', { token, body: { name } })
const { page, faults } = await openDesk(stage, people.admin.email, '/amenities')
const filters = page.getByRole('search', { name: 'Filters' })
const heads = (): Promise<string[]> => page.locator('main thead th').allTextContents()

test('A choice finds every building, also those that are not among the first', {
  timeout: 60_000,
}, async () => {
  await page.getByRole('button', { name: 'One amenity' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Room of the last house')
  const building = dialog.getByRole('combobox', { name: 'Building' })
  await building.click()
  await dialog.getByText('Type to find more.').first().waitFor()
  await building.fill('House Y')
  await page.getByRole('option', { name: 'House Y' }).click()
  await dialog.getByRole('button', { name: 'Create amenity' }).click()
  await page.getByRole('heading', { level: 1, name: 'Room of the last house' }).waitFor()
  await page.getByRole('link', { name: 'House Y' }).waitFor()
  await page.goto(`${base}/app/amenities`)
  await filters.getByRole('button', { name: 'Building', exact: true }).click()
  await page.getByRole('searchbox', { name: 'Building: Type to find more.' }).fill('House Y')
  await page.getByRole('checkbox', { name: 'House Y' }).check()
  await filters.getByRole('button', { name: 'Building: House Y' }).waitFor()
  await page.getByText('1 in all').waitFor()
  assert.deepEqual(faults, [])
})

test('A view keeps filters, order and columns under a name, for the person on any machine', {
  timeout: 60_000,
}, async () => {
  await page.goto(`${base}/app/amenities?q=Room&sort=-createdAt`)
  await filters.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Type' }).uncheck()
  await page.keyboard.press('Escape')
  await page.waitForURL((url) => url.searchParams.has('columns'))
  await page.locator('main thead').getByText('Type').waitFor({ state: 'detached' })
  assert.ok((await heads()).includes('State'))
  await filters.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Save this view' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Rooms')
  await page.getByRole('dialog').getByRole('button', { name: 'Save this view' }).click()
  await filters.getByRole('button', { name: 'View: Rooms' }).waitFor()
  const kept = new URL(page.url()).search

  const other = await openDesk(stage, people.admin.email, '/amenities')
  await other.page.getByRole('button', { name: 'Views' }).click()
  await other.page.getByRole('menuitem', { name: 'Rooms' }).click()
  await other.page.getByRole('button', { name: 'View: Rooms' }).waitFor()
  assert.equal(new URL(other.page.url()).search, kept)
  await other.page.getByRole('button', { name: 'View: Rooms' }).click()
  await other.page.getByRole('menuitem', { name: 'Delete the view Rooms' }).click()
  await other.page.getByRole('button', { name: 'Views' }).waitFor()
  assert.deepEqual([...faults, ...other.faults], [])
})

test('A list that is filtered to nothing says so and leads back to all', { timeout: 60_000 }, async () => {
  await page.goto(`${base}/app/buildings?q=nothing-like-this`)
  await page.getByText('Nothing matches these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page.getByText('26 in all').waitFor()
  assert.deepEqual(faults, [])
})

test('A manager finds the daily work and the set-up in the rail, and a screen of the set-up names the role that it needs', {
  timeout: 60_000,
}, async () => {
  const { page: own, faults: seen } = await openDesk(stage, people.manager.email, '/team')
  await own.getByText('Administrator').first().waitFor()
  const rail = own.getByRole('navigation', { name: 'Places' })
  assert.deepEqual(await rail.locator('.places-lists a').allTextContents(), [
    'Today',
    'Feedback',
    'Tasks',
    'Figures of work',
    'Set-up',
  ])
  assert.deepEqual(seen, [])
})

test('The overview of the set-up finds a screen by what it is about', { timeout: 60_000 }, async () => {
  await page.goto(`${base}/app/setup`)
  await page.getByRole('searchbox', { name: 'Search the set-up' }).fill('roles')
  assert.deepEqual(await page.locator('.setup-list a').allTextContents(), ['Team'])
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  assert.deepEqual(faults, [])
})

test('A screen that the plan leaves out names the plan and what it gives, and asks the service nothing', {
  timeout: 60_000,
}, async () => {
  const small = await createTenant(server, { plan: 'PRO' })
  await small.person(['ADMIN'], { email: 'small@stage.example', password })
  const { page: own, faults: seen } = await openDesk(stage, 'small@stage.example', '/setup')
  const asked: string[] = []
  own.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const entry = own.getByRole('listitem').filter({ hasText: 'Single sign-on' })
  await entry.getByText('Plan Enterprise').waitFor()
  await entry.getByRole('link').click()
  await own.getByText('This comes with the plan Enterprise').waitFor()
  await own.getByText('Your plan is Pro.').waitFor()
  assert.ok((await own.locator('.gives li').count()) > 0)
  assert.ok(!asked.includes('/api/admin/sso'), 'nothing was asked')
  assert.deepEqual(seen, [])
})
