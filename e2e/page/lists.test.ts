/** Lists and the set-up: no matches, what the navigation offers, and screens outside the plan. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listBuildings } from '#contracts/places/buildings.ts'
import { listUsers } from '#contracts/team.ts'
import { openDesk } from '../desk.ts'
import { openDeskPage } from './desk-page.ts'
import { rowsOf } from './examples.ts'

const desk = await openDeskPage()
const { base } = desk
desk.answer(listBuildings, ({ query }) => ({ data: query.has('q') ? [] : rowsOf(listBuildings.list, 26) }))
desk.answer(listUsers, () => ({ data: rowsOf(listUsers.list, 1, () => ({ roles: ['ADMIN'] })) }))
const { page, faults } = await openDesk(desk, 'admin', '/amenities')

test('A list without matches says so and offers to clear the filters', { timeout: 300_000 }, async () => {
  await page.goto(`${base}/app/buildings?q=nothing-like-this`)
  await page.getByText('No results for these filters').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).last().click()
  await page.getByText('26 in total').waitFor()
  assert.deepEqual(faults, [])
})

test('A manager finds daily work and set-up in the navigation, and a screen of the set-up names the role it needs', {
  timeout: 300_000,
}, async () => {
  desk.signIn({ roles: ['MANAGER'] })
  const { page: own, faults: seen } = await openDesk(desk, 'manager', '/team')
  await own.getByText('Administrator').first().waitFor()
  const rail = own.getByRole('navigation', { name: 'Main navigation' })
  assert.deepEqual(await rail.locator('.places-lists a').allTextContents(), [
    'Today',
    'Feedback',
    'Tasks',
    'Figures',
    'Setup',
  ])
  assert.deepEqual(seen, [])
})

test('The overview of the set-up finds a screen by its subject', { timeout: 300_000 }, async () => {
  desk.signIn({})
  await page.goto(`${base}/app/setup`)
  await page.getByRole('searchbox', { name: 'Search setup' }).fill('roles')
  assert.deepEqual(await page.locator('.setup-list a').allTextContents(), ['Team'])
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
  assert.deepEqual(faults, [])
})

test('A screen outside the plan names the plan and its features, and makes no request', {
  timeout: 300_000,
}, async () => {
  desk.signIn({ plan: 'PRO' })
  const { page: own, faults: seen } = await openDesk(desk, 'admin', '/setup')
  const asked: string[] = []
  own.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const entry = own.getByRole('listitem').filter({ hasText: 'Single sign-on' })
  await entry.getByText('Enterprise plan').waitFor()
  await entry.getByRole('link').click()
  await own.getByText('Available on the Enterprise plan').waitFor()
  await own.getByText('Your plan is Pro. Contact your provider to change the plan.').waitFor()
  assert.ok((await own.locator('.gives li').count()) > 0)
  assert.ok(!asked.includes('/api/admin/sso'), 'nothing was asked')
  assert.deepEqual(seen, [])
})

test('A person who is not an administrator is told who can change the plan', {
  timeout: 300_000,
}, async () => {
  desk.signIn({ roles: ['MANAGER'], plan: 'STARTER' })
  const { page: own, faults: seen } = await openDesk(desk, 'manager', '/figures')
  const asked: string[] = []
  own.on('request', (request) => asked.push(new URL(request.url()).pathname))
  for (const [address, plan] of [
    ['/sla', 'Pro'],
    ['/sla/breaches', 'Pro'],
    ['/reports', 'Business'],
  ]) {
    await own.goto(`${base}/app${address}`)
    await own.getByText(`Available on the ${plan} plan`).waitFor()
    await own
      .getByText('Your plan is Starter. Ask an administrator of your organisation to change the plan.')
      .waitFor()
    assert.equal(await own.getByText('Contact your provider').count(), 0)
  }
  assert.deepEqual(
    asked.filter((path) => /dashboard\/(sla|report)/.test(path)),
    [],
  )
  assert.deepEqual(seen, [])
})

test('On a phone the filters are one button with their number, which opens a sheet; Escape gives the focus back', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await desk.open('phone', { as: 'manager' })
  await page.goto(`${base}/app/tasks?priority=HIGH&type=LIFT`)
  const filters = page.getByRole('search', { name: 'Filters' })
  await filters.getByRole('searchbox', { name: 'Search tasks' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Priority: High' }).count(), 0)
  const opener = filters.getByRole('button', { name: 'Filters (2)' })
  await opener.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await sheet.getByRole('button', { name: 'Priority: High' }).click()
  await page.getByRole('checkbox', { name: 'Urgent' }).check()
  await page.keyboard.press('Escape')
  await sheet.getByRole('button', { name: 'Priority: 2 selected' }).waitFor()
  assert.match(page.url(), /priority=HIGH.*URGENT/)
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  assert.equal(await opener.evaluate((element) => element.matches(':focus')), true)
  assert.deepEqual(faults, [])
  await context.close()
})
