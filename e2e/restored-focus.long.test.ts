/**
 * The focused element is removed, or disabled while it works: the focus moves to a sensible place, on the desk and on
 * the phone.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { focusIn, openDesk } from './desk.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people, place } = fixture

const taskFor = async (title: string): Promise<void> => {
  const made = await server.call('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title, assignee: { userId: people.technician.id } },
  })
  assert.equal(made.status, 201, made.text)
}

/** Reads wait until they are released. */
const holdReads = async (page: Page, address: string): Promise<() => void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() === 'GET') await promise
    await route.continue()
  })
  return resolve
}

test('After a row is deleted, the focus is on the row that takes its place', {
  timeout: 300_000,
}, async () => {
  for (const name of ['Level 7', 'Level 8']) {
    const body = { buildingId: place.buildingId, name, kind: 'FLOOR' }
    const made = await server.call('POST', '/api/admin/locations', { token: people.admin.token, body })
    assert.equal(made.status, 201, made.text)
  }
  const { page, faults } = await openDesk(fixture, people.admin.email, `/buildings/${place.buildingId}`)
  const opener = page.getByRole('button', { name: 'Change Level 7' })
  await opener.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete' }).press('Enter')
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
  await confirm.waitFor()
  const letGo = await holdReads(page, '**/api/admin/**')
  await confirm.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focusIn(page, opener)
  letGo()
  await opener.waitFor({ state: 'detached' })
  await focusIn(page, page.locator('.tree li').filter({ hasText: 'Level 8' }).getByRole('link'))
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('A button that was disabled while saving gets the focus back; if it is gone, the heading does', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(fixture, people.admin.email, '/profile')
  const about = page.getByRole('region', { name: 'About you' })
  await about.getByLabel('Name').fill('Ada Lovelace')
  const save = about.getByRole('button', { name: 'Save' })
  await save.press('Enter')
  await about.getByText('Saved.').waitFor()
  await focusIn(page, save)
  // The focus is not moved if the person has moved on.
  const name = about.getByLabel('Name')
  await name.fill('Ada')
  await save.press('Enter')
  await name.focus()
  await page.locator('.account').getByText('Ada', { exact: true }).waitFor()
  await focusIn(page, name)

  await page.goto(`${base}/app/buildings?archived=true`)
  await page
    .getByRole('search', { name: 'Filters' })
    .getByRole('button', { name: 'Clear filters' })
    .press('Enter')
  await focusIn(page, page.getByRole('heading', { level: 1, name: 'Buildings' }))
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('On the phone a started task keeps the focus in the list, and what a press has opened gets it', {
  timeout: 300_000,
}, async () => {
  await taskFor('Mend the lamp')
  await taskFor('Oil the hinge')
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await page.goto(`${base}/app/work`)
  const start = page.getByRole('button', { name: /^Start\s*: Mend the lamp/ })
  await start.press('Enter')
  await start.waitFor({ state: 'detached' })
  // To the row itself if it stays, to the next one if it moves to another part of the list.
  await page.locator('.task-row a:focus').waitFor()
  await page.getByRole('link', { name: 'Mend the lamp', exact: true }).press('Enter')
  await focusIn(page, page.getByRole('heading', { level: 1, name: 'Mend the lamp' }))
  await page.getByRole('button', { name: 'Show history' }).press('Enter')
  await focusIn(page, page.getByRole('heading', { level: 2, name: 'History' }))
  assert.deepEqual(faults, [])
  await context.close()
})

test('Undo stays under the thumb or the focus, and still reverts what was sent meanwhile', {
  timeout: 300_000,
}, async () => {
  await taskFor('Hang the towel')
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await page.goto(`${base}/app/work`)
  const sent = page.waitForResponse((response) => response.url().includes('/api/tasks/bulk'))
  await page.getByRole('button', { name: /^Done\s*: Hang the towel/ }).press('Enter')
  const undo = page.locator('.undo-bar').getByRole('button', { name: 'Undo' })
  await undo.focus()
  // The ten seconds to undo are over.
  await sent
  await focusIn(page, undo)
  await undo.press('Enter')
  await page.getByRole('button', { name: /^Start\s*: Hang the towel/ }).waitFor()
  await undo.waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
  await context.close()
})
