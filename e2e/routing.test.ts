/** Routing rules on the desk: previewed before they are saved, ordered by menu and by drag, and shown on the task. */

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { activate } from '#test/company.ts'
import { openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'
import { looks } from './screen-pictures.ts'

const fixture = await openFixture()
const { base, server, people } = fixture
const { token } = people.admin
const make = async (path: string, body: object): Promise<{ id: string }> => {
  const reply = await server.call<{ id: string }>('POST', path, { token, body })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data
}
interface Kept {
  readonly name: string
  readonly enabled: boolean
}
const rules = async (): Promise<[string, boolean][]> =>
  (await server.call<Kept[]>('GET', '/api/admin/routing-rules', { token })).json.data.map(
    ({ name, enabled }) => [name, enabled],
  )

await activate(fixture.tenant, (await make('/api/operator/companies', { name: 'Sparkle' })).id)
const before = await make('/api/tasks', { title: 'Free the lift', priority: 'URGENT' })
await make('/api/tasks', { title: 'Mop the hall', priority: 'LOW' })
await server.drain()
const { page, faults } = await openDesk(fixture, people.admin.email, '/routing')
const dialog = page.getByRole('dialog')
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

test('A rule reads as a sentence while it is edited, and shows the tasks it would have matched before it is saved', {
  timeout: 300_000,
}, async () => {
  await button('New rule').first().click()
  await dialog.getByText('Every new task', { exact: false }).waitFor()
  await dialog.getByLabel('Name').fill('Urgent work')
  await dialog.getByRole('combobox', { name: 'Assign to' }).click()
  await page.getByRole('option', { name: 'Sparkle' }).click()
  await dialog.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('checkbox', { name: 'Urgent' }).check()
  await page.keyboard.press('Escape')
  await dialog.getByText('A task with priority Urgent is assigned to Sparkle.').waitFor()
  await dialog.getByRole('button', { name: 'Test on the last 30 days' }).click()
  await dialog.getByText('Would have matched 1 of 2 tasks.').waitFor()
  const link = dialog.getByRole('link', { name: /Free the lift/ })
  assert.equal(await link.getAttribute('href'), `/app/tasks/${before.id}`)
  assert.deepEqual(await rules(), [])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('A task with priority Urgent is assigned to Sparkle.').waitFor()
  assert.deepEqual(await rules(), [['Urgent work', true]])
  assert.deepEqual(faults, [])
})

test('Rules are copied switched off, moved by menu and by drag, and switched off in their row', {
  timeout: 300_000,
}, async () => {
  await make('/api/admin/routing-rules', { name: 'The rest', when: {}, then: { priority: 'LOW' } })
  await page.reload()
  const row = (name: string) => page.getByRole('row').filter({ has: button(name) })
  const act = async (name: string, label: string): Promise<void> => {
    await button(`More: ${name}`).click()
    await page.getByRole('menuitem', { name: label, exact: true }).click()
  }
  const stands = async (expected: readonly string[]): Promise<void> => {
    for (const [at, name] of expected.entries())
      await page.locator('[data-row]').nth(at).getByRole('button', { name, exact: true }).waitFor()
    assert.deepEqual(
      (await rules()).map(([name]) => name),
      expected,
    )
  }
  await act('Urgent work', 'Duplicate')
  await button('Copy of Urgent work').waitFor()
  assert.deepEqual(await rules(), [
    ['Urgent work', true],
    ['Copy of Urgent work', false],
    ['The rest', true],
  ])
  await act('The rest', 'Up')
  await stands(['Urgent work', 'The rest', 'Copy of Urgent work'])
  await row('Copy of Urgent work').locator('.grip').dragTo(row('Urgent work'))
  await stands(['Copy of Urgent work', 'Urgent work', 'The rest'])
  await page.getByRole('switch', { name: 'The rest is on' }).click()
  await page.getByRole('switch', { name: 'The rest is on', checked: false }).waitFor()
  assert.deepEqual((await rules()).at(-1), ['The rest', false])
  assert.deepEqual(faults, [])
})

test('A simulation shows the assignee and the reason, a replay the differences, and the task its assignment reason', {
  timeout: 300_000,
}, async () => {
  await button('Test a case').click()
  await dialog.getByLabel('Priority').selectOption({ label: 'Urgent' })
  await dialog.getByRole('combobox', { name: 'Building' }).click()
  await page.getByRole('option').filter({ visible: true }).first().click()
  await button('Show assignee').click()
  await dialog.getByRole('heading', { name: 'Assigned to Sparkle' }).waitFor()
  await dialog.getByText('The rule “Urgent work” assigns it to Sparkle').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await button('Replay the last 100 tasks').click()
  await dialog.getByText('With these rules, 1 of the last 2 tasks would be assigned differently.').waitFor()
  await dialog.getByRole('row').filter({ hasText: 'Free the lift' }).getByText('Sparkle').waitFor()
  const stays = await server.call<{ assignee: unknown }>('GET', `/api/tasks/${before.id}`, { token })
  assert.equal(stays.json.data.assignee, null)
  const next = await make('/api/tasks', { title: 'Free the door', priority: 'URGENT' })
  await server.drain()
  await page.goto(`${base}/app/tasks/${next.id}`)
  await page.getByText('The rule “Urgent work” assigns it to Sparkle').waitFor()
  assert.deepEqual(faults, [])
})

test('A new rule below one that matches everything gets a warning, is placed before it, and its preview counts from there', {
  timeout: 300_000,
}, async () => {
  await make('/api/admin/routing-rules', {
    name: 'Everything',
    when: {},
    then: { priority: 'LOW' },
    position: 0,
  })
  await page.goto(`${base}/app/routing`)
  await button('New rule').first().click()
  await dialog.getByLabel('Name').fill('Quiet work')
  await dialog.getByRole('button', { name: 'Priority' }).click()
  await page.getByRole('checkbox', { name: 'Low' }).check()
  await page.keyboard.press('Escape')
  await dialog.getByText('“Everything” would match everything, so this goes before it.').waitFor()
  await dialog.getByLabel('Move before “Everything”').uncheck()
  await dialog.getByText('“Everything” above already matches everything').waitFor()
  await dialog.getByRole('button', { name: 'Test on the last 30 days' }).click()
  await dialog.getByText('Would have matched 0 of 3 tasks.').waitFor()
  await dialog.getByText('1 more matching task is handled by “Everything” above.').waitFor()
  await looks(page, 'rule-below')
  await dialog.getByLabel('Move before “Everything”').check()
  await dialog.getByRole('button', { name: 'Test on the last 30 days' }).click()
  await dialog.getByText('Would have matched 1 of 3 tasks.').waitFor()
  await dialog.getByRole('combobox', { name: 'Assign to' }).click()
  await page.getByRole('option', { name: 'Sparkle' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(
    (await rules()).slice(0, 2).map(([name]) => name),
    ['Quiet work', 'Everything'],
  )
  assert.deepEqual(faults, [])
})
