/** Attention items on Today, found and resolved in the page. */
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { focusIn } from './desk.ts'

export interface Problem {
  readonly name: string
  readonly group: string
  /** text in the row */
  readonly reason: RegExp
  readonly act: string
  /** fills the dialog, if there is one */
  readonly settle?: (dialog: Locator) => Promise<void>
  readonly said: RegExp
}

export const send = (name: string) => (dialog: Locator) =>
  dialog.getByRole('button', { name, exact: true }).click()
export const choose = async (dialog: Locator, field: string, option: string): Promise<void> => {
  await dialog.getByRole('combobox', { name: field }).fill(option)
  await dialog.page().getByRole('option', { name: option }).first().click()
}

/** Finds an item in the list by its group, name and reason. */
export const find = async (page: Page, { name, group, reason }: Problem): Promise<Locator> => {
  const line = page.locator('.attention-group').filter({ has: page.getByRole('heading', { name: group }) })
  const row = line.locator('.matter').filter({ hasText: name }).filter({ hasText: reason })
  await line.waitFor()
  const more = line.locator('h3 button[aria-expanded="false"]')
  if ((await row.count()) === 0 && (await more.count()) > 0) await more.click()
  await row.waitFor()
  return row
}

/** @returns the element that opened the action */
export const press = async (page: Page, row: Locator, { act }: Problem): Promise<Locator> => {
  const first = row.getByRole('button', { name: new RegExp(`^${act}: `) })
  if ((await first.count()) > 0) {
    await first.click()
    return first
  }
  const more = row.getByRole('button', { name: /^More: / })
  await more.click()
  await page.getByRole('menuitem', { name: act, exact: true }).click()
  return more
}

/** Closing a dialog changes nothing; it focused a field at first, and the focus returns afterwards. */
const cancelDialog = async (page: Page, row: Locator, problem: Problem): Promise<void> => {
  const opener = await press(page, row, problem)
  const dialog = page.getByRole('dialog')
  await dialog.locator('input:focus, textarea:focus, select:focus').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await focusIn(page, opener)
}

/** @returns milliseconds until the item was found */
export const settle = async (page: Page, problem: Problem): Promise<number> => {
  const from = performance.now()
  const row = await find(page, problem)
  const took = performance.now() - from
  if (problem.settle) await cancelDialog(page, row, problem)
  await press(page, row, problem)
  if (problem.settle) await problem.settle(page.getByRole('dialog'))
  await page.locator('.matter').filter({ hasText: problem.name }).filter({ hasText: problem.said }).waitFor()
  assert.equal(new URL(page.url()).pathname, '/app/', `${problem.name} is settled on Today`)
  return took
}
