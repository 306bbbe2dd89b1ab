/**
 * MAN-6: moving tasks on board and calendar, by pointer and by keyboard; a refused move is reverted. PICTURES=FOLDER
 * keeps pictures.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import { axeFindings } from './axe.ts'
import { focusIn, openDesk } from './desk.ts'
import { rest } from './quiet.ts'
import { openTaskFixture } from './task-fixture.ts'

const { fixture, server, people, base, make, read, soap } = await openTaskFixture()

const { page, faults } = await openDesk(fixture, people.manager.email, '/tasks')
const refusal = page.locator('main .error-panel')
const undo = page.getByRole('button', { name: 'Undo', exact: true })

const inspect = async (name: string): Promise<void> => {
  await rest(page)
  assert.deepEqual(await axeFindings(page), [], name)
}
const goTo = async (address: string): Promise<void> => {
  await page.goto(`${base}/app${address}`)
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  await rest(page)
}

test('A card moves at once, and a refused move is reverted with its reason', {
  timeout: 300_000,
}, async () => {
  await goTo('/tasks?view=board')
  const column = (name: string) => page.getByRole('region', { name, exact: true })
  await column('In progress').getByText('On hold: Waiting for parts').waitFor()
  await column('In progress').getByText('The pump comes on Friday').waitFor()
  await column('Done').getByText('Oil the door').waitFor()
  await column('Done').getByText('last 7 days').waitFor()
  await inspect('the board')

  let answer = (): void => undefined
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  const photoNeeded = (photoRequiredToFinish: boolean) =>
    server.call('PATCH', '/api/admin/settings', {
      token: people.admin.token,
      body: { work: { photoRequiredToFinish } },
    })
  await photoNeeded(true)
  await page.route('**/api/tasks/bulk', async (route) => {
    await held
    await route.continue()
  })
  // Dragged with the pointer.
  await column('Open').getByText('Fill up soap').dragTo(column('Done'))
  await column('Done').getByText('Fill up soap').waitFor()
  assert.equal(await column('Open').getByText('Fill up soap').count(), 0)
  answer()
  await column('Open').getByText('Fill up soap').waitFor()
  await refusal.getByText('“Fill up soap” was moved back to Open: Add a photo of the result first').waitFor()
  assert.equal(await undo.count(), 0)
  await inspect('a refused move')
  await page.unroute('**/api/tasks/bulk')
  await photoNeeded(false)

  // Its menu does the same by keyboard.
  await page.getByRole('button', { name: 'Move “Fill up soap”' }).focus()
  await page.keyboard.press('Enter')
  await focusIn(page, page.getByRole('menuitem', { name: 'In progress' }))
  await page.keyboard.press('Enter')
  await column('In progress').getByText('Fill up soap').waitFor()
  // The focus follows the card.
  await focusIn(page, column('In progress').getByRole('button', { name: 'Move “Fill up soap”' }))
  await undo.waitFor()
  await rest(page)
  assert.equal((await read(soap.id)).status, 'IN_PROGRESS')
  await undo.click()
  await column('Open').getByText('Fill up soap').waitFor()
  await rest(page)
  assert.equal((await read(soap.id)).status, 'OPEN')
  assert.deepEqual(faults, [])
})

test('Arrow keys move between cards of a column, and to the next column with cards', {
  timeout: 300_000,
}, async () => {
  await goTo('/tasks?view=board')
  const card = (title: string) => page.getByRole('link', { name: title, exact: true })
  await card('Fill up soap').focus()
  for (const [key, title] of [
    ['ArrowDown', 'Mend the lamp'],
    ['ArrowDown', 'Mend the lamp'],
    ['ArrowRight', 'Replace the pump'],
    ['ArrowRight', 'Oil the door'],
    ['ArrowRight', 'Oil the door'],
    ['ArrowLeft', 'Replace the pump'],
    ['ArrowLeft', 'Fill up soap'],
    ['ArrowUp', 'Fill up soap'],
  ] as const) {
    await page.keyboard.press(key)
    await focusIn(page, card(title))
  }
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'tasks-board.png'), fullPage: true })
  // Within the menu, arrow keys belong to the menu.
  await page.getByRole('button', { name: 'Move “Fill up soap”' }).focus()
  await page.keyboard.press('Enter')
  await focusIn(page, page.getByRole('menuitem', { name: 'In progress' }))
  await page.keyboard.press('ArrowDown')
  await focusIn(page, page.getByRole('menuitem', { name: 'Done' }))
  await page.keyboard.press('Escape')
  await page.keyboard.press('?')
  await page
    .getByRole('dialog')
    .getByText('Move between cards of the board and days of the calendar')
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})

test('The calendar shows tasks by deadline, those without one beside it, and moves them by drag and by menu', {
  timeout: 300_000,
}, async () => {
  const today = new Date()
  // The month after next, which has no deadline of the fixture's tasks on any day.
  const inMonth = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2, 10))
    .toISOString()
    .slice(0, 10)
  const tenth = await make({ title: 'Check the alarm', dueAt: `${inMonth}T08:00:00Z` })
  const plants = await make({ title: 'Water the plants' })
  await fixture.tenant.inside((ctx) =>
    ctx.run('delete from sla_clock where tenant_id = $1 and task_id = $2', [ctx.tenantId, plants.id]),
  )
  const calendar = `/tasks?view=calendar&day=${inMonth}`
  await goTo(calendar)
  const cell = (date: string) => page.locator(`td[data-date="${date}"]`)
  await cell(inMonth).getByText('Check the alarm').waitFor()
  const beside = page.getByRole('region', { name: 'No due date' })
  await beside.getByText('Water the plants').waitFor()
  await inspect('the calendar')
  const later = `${inMonth.slice(0, 8)}13`
  await cell(inMonth).getByText('Check the alarm').dragTo(cell(later))
  await cell(later).getByText('Check the alarm').waitFor()
  await undo.waitFor()
  await rest(page)
  assert.equal((await read(tenth.id)).dueAt, `${later}T08:00:00.000Z`)
  await page.getByRole('button', { name: 'Move “Check the alarm”' }).click()
  await page.getByRole('menuitem', { name: 'One day earlier' }).click()
  await cell(`${inMonth.slice(0, 8)}12`)
    .getByText('Check the alarm')
    .waitFor()
  await rest(page)
  assert.equal((await read(tenth.id)).dueAt, `${inMonth.slice(0, 8)}12T08:00:00.000Z`)
  // By keyboard: along the days with tasks, and down within a day.
  const second = await make({ title: 'Check the horn', dueAt: `${inMonth.slice(0, 8)}12T09:00:00Z` })
  const third = await make({ title: 'Check the siren', dueAt: `${inMonth.slice(0, 8)}14T08:00:00Z` })
  await goTo(calendar)
  const entry = (title: string) => page.getByRole('link', { name: title, exact: true })
  await entry('Check the alarm').focus()
  for (const [key, title] of [
    ['ArrowDown', second.title],
    ['ArrowRight', third.title],
    ['ArrowLeft', 'Check the alarm'],
    ['ArrowUp', 'Check the alarm'],
  ] as const) {
    await page.keyboard.press(key)
    await focusIn(page, entry(title))
  }
  await page.keyboard.press('Tab')
  await focusIn(page, page.getByRole('button', { name: 'Move “Check the alarm”' }))
  await page.keyboard.press('Enter')
  await focusIn(page, page.getByRole('menuitem', { name: 'One day earlier' }))
  await page.keyboard.press('Enter')
  await cell(`${inMonth.slice(0, 8)}11`)
    .getByText('Check the alarm')
    .waitFor()
  await focusIn(page, page.getByRole('button', { name: 'Move “Check the alarm”' }))
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'tasks-calendar.png'), fullPage: true })
  await page.getByRole('link', { name: 'Next month' }).click()
  await page.waitForURL((url) => !url.href.includes(inMonth))
  await cell(inMonth).waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})
