/** Keyboard focus: after a dialog, after navigation, in a long list and in the palette. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Route } from 'playwright-core'
import { getBuilding, listBuildings } from '#contracts/places/buildings.ts'
import { rounds } from '#test/rounds.ts'
import { focusIn, openDesk } from '../desk.ts'
import { rest } from '../quiet.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf, rowsOf } from './examples.ts'

const desk = await openDeskPage()
const { base } = desk
const houses = rowsOf(listBuildings.list, 25, (number) => ({
  name: number === 1 ? 'Main building' : `House ${number}`,
}))
desk.answer(listBuildings, () => ({ data: houses }))
desk.answer(getBuilding, ({ params }) => ({
  data: { ...(exampleOf(getBuilding.data) as object), ...params, name: 'Main building' },
}))
const { page, faults } = await openDesk(desk, 'admin', '/team')
const heading = page.getByRole('heading', { level: 1 })

const closeAndExpect = async (opener: Locator): Promise<void> => {
  // The dialog must have taken the focus before it is closed, or there is none to give back.
  await page.getByRole('dialog').locator(':focus').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focusIn(page, opener)
}

test('A closed dialog or menu returns the focus to what opened it', { timeout: 300_000 }, async () => {
  for (const [path, name] of [
    ['team', 'Invite people'],
    ['types', 'New type'],
    ['rules', 'New rule'],
    ['api-keys', 'Create API key'],
    ['buildings', 'New building'],
    ['tasks', 'New task'],
    ['operators', 'New operator'],
    ['companies', 'New company'],
    ['sla-policies', 'New policy'],
    ['partners', 'Offer figures'],
    ['tasks', 'Export'],
  ] as const) {
    await page.goto(`${base}/app/${path}`)
    const opener = page.getByRole('button', { name }).first()
    await opener.click()
    await closeAndExpect(opener)
  }
  await page.goto(`${base}/app/rules`)
  const more = page.getByRole('button', { name: /^More: / }).first()
  await more.click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await closeAndExpect(more)
  assert.deepEqual(faults, [])
})

test('The palette and the keyboard help return the focus to where it was', {
  timeout: 60_000,
}, async () => {
  await page.goto(`${base}/app/tasks`)
  const opener = page.getByRole('button', { name: 'New task' }).first()
  await opener.focus()
  await page.keyboard.press('Control+k')
  await focusIn(page, page.getByRole('combobox', { name: 'Go to' }))
  await closeAndExpect(opener)
  await page.keyboard.press('?')
  await closeAndExpect(opener)
  assert.deepEqual(faults, [])
})

/** The focused element: its position among all focused ones, and what is visible of it. */
const held = () =>
  page.evaluate(() => {
    interface Marked {
      marked?: number
      readonly tagName: string
      readonly textContent: string | null
      getAttribute(name: string): string | null
      getBoundingClientRect(): { top: number; bottom: number; width: number }
    }
    const { document, innerHeight, getComputedStyle } = globalThis as unknown as {
      document: { activeElement: Marked | null; body: Marked }
      innerHeight: number
      getComputedStyle: (element: Marked) => { outlineStyle: string; boxShadow: string }
    }
    const element = document.activeElement
    if (!element || element === document.body) return undefined
    const again = element.marked !== undefined
    element.marked = 1
    const { top, bottom, width } = element.getBoundingClientRect()
    const { outlineStyle, boxShadow } = getComputedStyle(element)
    const name = `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`.slice(
      0,
      60,
    )
    return {
      name,
      again,
      seen: bottom > 0 && top < innerHeight && width > 1 && (outlineStyle !== 'none' || boxShadow !== 'none'),
    }
  })

const screens = [
  '/tasks?view=board',
  '/feedback',
  '/',
  '/tasks',
  '/tasks?view=calendar',
  '/setup',
  '/buildings',
]
for (const path of screens.slice(0, rounds(3, screens.length)))
  test(`Tab visits everything on ${path} once, visibly, and ends`, { timeout: 90_000 }, async () => {
    await page.goto(`${base}/app${path}`)
    await heading.waitFor()
    await rest(page)
    let controls = 0
    for (;;) {
      await page.keyboard.press('Tab')
      const now = await held()
      if (!now) break
      assert.ok(!now.again, `${now.name} has the focus a second time`)
      assert.ok(now.seen, `${now.name} has the focus and nobody sees it`)
      controls++
    }
    assert.ok(controls > 10, `${controls} controls`)
    assert.deepEqual(faults, [])
  })

test('After navigation the focus is on the heading, and after Back on the opened row', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/buildings`)
  const rail = page.getByRole('navigation', { name: 'Main navigation' })
  for (const name of ['Amenities', 'Setup', 'Tasks', 'Buildings']) {
    await rail.getByRole('link', { name, exact: true }).click()
    await focusIn(page, heading.filter({ hasText: name }))
  }
  const row = page.getByRole('link', { name: 'Main building' })
  await row.click()
  await focusIn(page, heading.filter({ hasText: 'Main building' }))
  await page.getByRole('link', { name: 'Buildings' }).first().focus()
  await page.goBack()
  await focusIn(page, row)
  await page.goForward()
  await focusIn(page, heading.filter({ hasText: 'Main building' }))
  assert.deepEqual(faults, [])
})

test('A sticky table head never covers the focused row', {
  timeout: 300_000,
}, async () => {
  await page.setViewportSize({ width: 1440, height: 420 })
  await page.goto(`${base}/app/buildings`)
  const rows = page.locator('main [data-row-link]')
  await rows.first().waitFor()
  const count = await rows.count()
  assert.equal(count, 25)
  await rows.last().focus()
  for (let step = 1; step < 20; step++) {
    await page.keyboard.press('k')
    const row = rows.nth(count - 1 - step)
    await focusIn(page, row)
    const [at, head] = [await row.boundingBox(), await page.locator('main thead th').first().boundingBox()]
    assert.ok(
      at && head && at.y >= head.y + head.height - 1,
      `row ${count - step}: ${at?.y} under ${head?.y}`,
    )
  }
  assert.deepEqual(faults, [])
})

test('The option of the palette that Enter would choose is visible', { timeout: 300_000 }, async () => {
  await page.setViewportSize({ width: 1440, height: 420 })
  await page.goto(`${base}/app/setup`)
  await heading.waitFor()
  await page.keyboard.press('Control+k')
  const options = page.getByRole('option')
  await options.first().waitFor()
  const count = await options.count()
  for (let step = 1; step < count; step++) await page.keyboard.press('ArrowDown')
  const last = page.getByRole('option', { selected: true })
  assert.equal(await last.textContent(), await options.last().textContent())
  const box = await last.boundingBox()
  assert.ok(box && box.y >= 0 && box.y + box.height <= 420, `at ${box?.y} of 420`)
  assert.deepEqual(faults, [])
})

test('Text typed into the palette is kept while a screen loads', {
  timeout: 300_000,
}, async () => {
  await page.goto(`${base}/app/setup`)
  await heading.waitFor()
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  // Only chunks of this screen: the palette is a chunk too, and the previous screen may still load its own.
  const hold = async (route: Route): Promise<void> => {
    await held
    await route.continue()
  }
  const piece = '**/assets/today-*.js'
  await page.route(piece, hold, { times: 1 })
  const asked = page.waitForRequest(piece)
  await page.getByRole('navigation', { name: 'Main navigation' }).getByRole('link', { name: 'Today' }).click()
  await asked
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to' })
  await focusIn(page, field)
  await page.keyboard.type('te')
  go()
  await heading.filter({ hasText: 'Today' }).waitFor()
  await page.keyboard.type('am')
  assert.equal(await field.inputValue(), 'team')
  // The focus returns to the heading of the opened screen.
  await page.getByRole('option', { name: 'Team', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await focusIn(page, heading.filter({ hasText: 'Team' }))
  assert.deepEqual(faults, [])
})
