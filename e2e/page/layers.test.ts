/** What lies above everything: the dialog about the ended session, and the palette from the press that opens it. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { refresh } from '#contracts/auth.ts'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import { createBuilding, listBuildings } from '#contracts/places/buildings.ts'
import { axeFindings } from '../axe.ts'
import { focusIn, openDesk } from '../desk.ts'
import { openDeskPage } from './desk-page.ts'
import { rowsOf } from './examples.ts'

const desk = await openDeskPage()
const unauthorized = { status: 401, json: { success: false, error: 'Ended', code: 'UNAUTHORIZED' } }

const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, `layers-${name}.png`) })
}

test('The dialog about an ended session is above an open dialog, which keeps its input, and is used by keyboard', {
  timeout: 300_000,
}, async () => {
  const { page } = await openDesk(desk, 'admin', '/buildings')
  await page.getByRole('button', { name: 'New building' }).first().click()
  const name = page.getByRole('dialog').getByLabel('Name', { exact: true })
  await name.fill('Quay House')
  desk.answer(createBuilding, () => unauthorized)
  desk.answer(refresh, () => unauthorized)
  await name.press('Enter')
  const ended = page.getByRole('dialog', { name: 'You were signed out' })
  const beside = ended.getByRole('link', { name: 'Sign in in a new tab' })
  await focusIn(page, beside)
  await picture(page, 'ended')
  const isOnTop = await beside.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const { document } = globalThis as unknown as {
      document: { elementFromPoint(x: number, y: number): unknown }
    }
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    return element === found || element.contains(found as typeof element)
  })
  assert.ok(isOnTop)
  assert.deepEqual(await axeFindings(page), [])
  await page.keyboard.press('Tab')
  await focusIn(page, ended.getByRole('button', { name: 'Sign in here' }))
  // Neither the palette nor a shortcut of the screen opens below it.
  await page.keyboard.press('Control+k')
  await page.keyboard.press('?')
  assert.equal(await page.getByRole('combobox', { name: 'Go to', includeHidden: true }).count(), 0)
  await page.keyboard.press('Escape')
  await ended.waitFor({ state: 'detached' })
  await page.getByRole('dialog', { name: 'New building' }).waitFor()
  assert.equal(await name.inputValue(), 'Quay House')
  assert.equal(await page.getByRole('button', { name: 'Discard' }).count(), 0)
  await page.context().close()
})

test('Keys typed after the press that opens the palette go into its field, even while its code loads', {
  timeout: 300_000,
}, async () => {
  desk.answer(listRecentFeedback, () => ({ data: rowsOf(listRecentFeedback.list, 5) }))
  desk.answer(listBuildings, () => ({ data: rowsOf(listBuildings.list, 2) }))
  const { page, faults } = await desk.open('desk', { as: 'admin' })
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  await page.route('**/assets/commands-*.js', async (route: Route) => {
    await held
    await route.continue()
  })
  await page.goto(`${desk.base}/app/feedback`)
  await page.locator('main [data-row-link]').first().waitFor()
  const before = desk.calls.length
  await page.keyboard.press('Control+k')
  // `e` settles the open submission, `t` opens a task from it, `g s` leads to another screen.
  await page.keyboard.type('teamx e')
  for (let presses = 0; presses < 3; presses++) await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  const address = page.url()
  go()
  const field = page.getByRole('combobox', { name: 'Go to' })
  await focusIn(page, field)
  assert.equal(await field.inputValue(), 'team')
  assert.equal(page.url(), address)
  assert.equal(await page.getByRole('button', { name: 'Undo' }).count(), 0)
  await page.keyboard.type('s')
  assert.equal(await field.inputValue(), 'teams')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  // The code is here now: no pause between the press and the letters.
  await page.keyboard.press('Control+k')
  await page.keyboard.type('exports and data')
  await focusIn(page, field)
  assert.equal(await field.inputValue(), 'exports and data')
  const sent = desk.calls.slice(before).filter(({ name }) => /settle|triage|resolve|update/i.test(name))
  assert.deepEqual(sent, [])
  assert.deepEqual(faults, [])
  await page.context().close()
})
