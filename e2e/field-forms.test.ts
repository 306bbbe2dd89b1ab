/** Forms on the phone for people who use the keyboard, a screen reader, or gloves. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator } from 'playwright-core'
import sharp from 'sharp'
import { focusIn } from './desk.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people } = fixture

const taskFor = async (title: string): Promise<string> => {
  const made = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title, assignee: { userId: people.technician.id } },
  })
  assert.equal(made.status, 201, made.text)
  return made.json.data.id
}

test('A form error is read out, shown at its field, and the field gets the focus', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Clear the drain')
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  // Half-filled forms are abandoned here, so accept the browser's question.
  page.on('dialog', (dialog) => dialog.accept())
  const alerted = (text: string): Promise<void> => page.getByRole('alert').getByText(text).waitFor()

  await page.goto(`${base}/app/work/tasks/${id}`)
  await page.getByRole('button', { name: 'Add note' }).press('Enter')
  const note = page.getByLabel('New note')
  await alerted('Enter a note first.')
  await focusIn(page, note)
  assert.equal(await note.getAttribute('aria-invalid'), 'true')

  await page.goto(`${base}/app/work/tasks/${id}/finish`)
  const minutes = page.getByRole('textbox', { name: 'Minutes' })
  await minutes.fill('ten')
  await page.getByRole('button', { name: 'Done' }).press('Enter')
  await alerted('Enter whole minutes from 0 to 10080.')
  await focusIn(page, minutes)
  await page.getByRole('button', { name: '15' }).click()
  await page.getByText('Enter whole minutes').waitFor({ state: 'detached' })

  await page.goto(`${base}/app/work/me/profile`)
  const name = page.getByLabel('Name', { exact: true })
  await name.fill(' ')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await alerted('Enter your name.')
  await focusIn(page, name)
  await name.fill(people.technician.email)

  await page.goto(`${base}/app/work/me/security`)
  const current = page.getByLabel('Current password')
  await current.waitFor()
  await page.getByRole('button', { name: 'Change password' }).press('Enter')
  await alerted('Enter your current password.')
  await focusIn(page, current)
  assert.deepEqual(faults, [])
  await context.close()
})

test('Escape asks before it discards the text about a task that cannot be done, and returns the focus', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Change the seal')
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await page.goto(`${base}/app/work/tasks/${id}`)
  let leaves = false
  let asked = 0
  page.on('dialog', async (dialog) => {
    asked++
    await (leaves ? dialog.accept() : dialog.dismiss())
  })
  const opener = page.getByRole('button', { name: 'Can’t do it' })
  await opener.press('Enter')
  const sheet = page.getByRole('dialog')
  await sheet.locator('label.choice').filter({ hasText: 'Parts' }).click()
  const words = sheet.getByLabel(/What should others know/)
  await words.focus()
  await page.keyboard.type('No seal left')
  await page.keyboard.press('Escape')
  assert.equal(await words.inputValue(), 'No seal left')
  assert.equal(asked, 1)
  leaves = true
  await page.keyboard.type(' in the store')
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await focusIn(page, opener)
  // Nothing was entered, so there is no question.
  await opener.press('Enter')
  await sheet.locator('label.choice').filter({ hasText: 'Parts' }).click()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  assert.equal(asked, 2)
  assert.deepEqual(faults, [])
  await context.close()
})

test('Photos have distinct names, and removing one moves the focus to the others', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Polish the mirror')
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  const buffer = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777777' } })
    .jpeg()
    .toBuffer()
  await page.goto(`${base}/app/work/tasks/${id}/finish`)
  const remove = (number: number): Locator => page.getByRole('button', { name: `Remove photo ${number}` })
  for (const number of [1, 2]) {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer })
    await remove(number).waitFor()
  }
  await remove(1).press('Enter')
  await remove(2).waitFor({ state: 'detached' })
  await focusIn(page, remove(1))
  assert.deepEqual(faults, [])
  await context.close()
})

test('Links after a line of text are high enough for gloves', { timeout: 300_000 }, async () => {
  await taskFor('Tighten the seat')
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  const isTall = async (link: Locator): Promise<void> => {
    const box = await link.boundingBox()
    assert.ok(box && box.height >= 56, `${box?.height} px`)
  }
  await page.goto(`${base}/app/work`)
  await isTall(page.getByRole('link', { name: 'Tighten the seat' }))
  await context.route('**/api/tasks/bulk*', (route) => route.abort())
  await page.getByRole('button', { name: /^Start\s*: Tighten the seat/ }).click()
  await page.getByRole('link', { name: /Outbox|waiting/ }).click()
  await isTall(page.locator('li.note').getByRole('link', { name: 'Tighten the seat' }))
  assert.deepEqual(faults, [])
  await context.close()
})
