/** Print and forced colours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDesk } from '../desk.ts'
import { openDeskPage } from './desk-page.ts'

const desk = await openDeskPage()

test('Printing from the dark desk gives dark ink on white paper', { timeout: 300_000 }, async () => {
  desk.signIn({ theme: 'DARK' })
  const { page, faults } = await openDesk(desk, 'manager', '/tasks')
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor()
  const ink = (): Promise<unknown> => page.evaluate("getComputedStyle(document.querySelector('h1')).color")
  assert.equal(await ink(), 'rgb(236, 235, 229)')
  await page.emulateMedia({ media: 'print' })
  assert.equal(await ink(), 'rgb(27, 28, 26)')
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('A pressed filter differs by more than its colour', { timeout: 300_000 }, async () => {
  const { page, faults } = await openDesk(desk, 'admin', '/buildings')
  const filter = page.getByRole('search', { name: 'Filters' }).getByRole('button', { name: 'Archived' })
  const look = (pressed: boolean): Promise<unknown> =>
    page.evaluate(
      `(({ fontWeight, borderTopWidth }) => [fontWeight, borderTopWidth])(getComputedStyle(document.querySelector('.filter[aria-pressed="${pressed}"]')))`,
    )
  await filter.waitFor()
  assert.deepEqual(await look(false), ['400', '1px'])
  await filter.press('Enter')
  await page.waitForURL((url) => url.searchParams.has('archived'))
  await page.locator('.filter[aria-pressed="true"]').waitFor()
  assert.deepEqual(await look(true), ['600', '2px'])
  assert.deepEqual(faults, [])
  await page.context().close()
})
