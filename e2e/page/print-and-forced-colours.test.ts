/** Print and forced colours. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
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

const textOf = async (pdf: Uint8Array): Promise<string> => {
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(pdf)
    const text = [...document.pages()].map((page) => page.getText()).join('\n')
    document.destroy()
    return text
  } finally {
    library.destroy()
  }
}

test('Printing the figures prints all of them: what was below, what was folded, and no column is cut', {
  timeout: 300_000,
}, async () => {
  desk.signIn({ language: 'en' })
  const { page, faults } = await openDesk(desk, 'manager', '/figures')
  await page.getByRole('button', { name: 'Print' }).waitFor()
  const asked = (name: string): number => desk.calls.filter((call) => call.name === name).length
  await page.evaluate('window.print = () => { window.printed = true }')
  await page.keyboard.press('Control+p')
  // The page's policy forbids `waitForFunction`.
  while (!(await page.evaluate('window.printed === true'))) await page.waitForTimeout(50)
  for (const name of ['listFeedbackIssues', 'listFeedbackTopics', 'compareBuildings'])
    assert.ok(asked(name) > 0, `${name} was not read before printing`)
  const text = await textOf(await page.pdf({ format: 'A4' }))
  const folded = await page.locator('details:not([open])').allTextContents()
  assert.ok(folded.length > 0)
  const letters = (words: string): string => words.replace(/[^\p{L}\p{N}]/gu, '')
  for (const words of folded)
    assert.ok(letters(text).includes(letters(words).slice(-30)), `folded: ${words.slice(-60)}`)
  for (const title of ['Issues', 'Trending words', 'Building comparison'])
    assert.ok(text.includes(title), title)
  // The width of A4 between its margins.
  await page.setViewportSize({ width: 700, height: 1000 })
  await page.emulateMedia({ media: 'print' })
  const cut = await page.evaluate(
    `[...document.querySelectorAll('main table, main svg')].filter((one) => one.getBoundingClientRect().right > innerWidth + 1).length`,
  )
  assert.equal(cut, 0)
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
