/** Where the keyboard is: after a layer, after a way through the app, in a long list and in the palette. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import { focusIn, openDesk } from './desk.ts'
import { openStage } from './stage.ts'

const stage = await openStage()
const { base, people, server } = stage
for (let number = 1; number <= 24; number++) {
  const body = { name: `House ${number}` }
  await server.call('POST', '/api/admin/buildings', { token: people.admin.token, body })
}
const { page, faults } = await openDesk(stage, people.admin.email, '/team')
const heading = page.getByRole('heading', { level: 1 })

const closeAndExpect = async (opener: Locator): Promise<void> => {
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focusIn(page, opener)
}

test('A layer that is closed gives the focus back to what opened it', { timeout: 90_000 }, async () => {
  for (const [path, name] of [
    ['team', 'Invite people'],
    ['types', 'New type'],
    ['rules', 'New rule'],
    ['api-keys', 'Create API key'],
    ['buildings', 'New building'],
    ['tasks', 'New task'],
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

test('After each way through the app the focus is at the heading, and after Back at the row that was opened', {
  timeout: 90_000,
}, async () => {
  await page.goto(`${base}/app/buildings`)
  const rail = page.getByRole('navigation', { name: 'Places' })
  for (const name of ['Amenities', 'Set-up', 'Tasks', 'Buildings']) {
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

test('The head of a table, which stays, never hides the row that has the focus', {
  timeout: 90_000,
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

test('The line of the palette that Enter would take is in view', { timeout: 60_000 }, async () => {
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
