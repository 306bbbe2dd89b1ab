/**
 * An operator without an account, from the email to "done", in a browser without JavaScript. PICTURES=FOLDER keeps
 * pictures.
 */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { server, people, place } = fixture

const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`), fullPage: true })
}

const make = async <T>(target: string, body: unknown): Promise<T> => {
  const reply = await server.call<T>('POST', target, { token: people.admin.token, body })
  assert.ok(reply.status < 300, reply.text)
  return reply.json.data
}

/** @returns the task link and the task's id */
const mailedTask = async (title: string): Promise<{ link: string; id: string }> => {
  const email = `${title.replaceAll(' ', '-').toLowerCase()}@example.com`
  const operator = await make<{ id: string }>('/api/operator/operators', { name: 'Olga Brandt', email })
  const { id } = await make<{ id: string }>('/api/tasks', {
    title,
    description: 'Two of three are empty.\nThe key is with reception.',
    amenityId: place.amenityId,
    priority: 'URGENT',
    checklist: [{ text: 'Soap on the left' }, { text: 'Soap on the right' }],
    assignee: { operatorId: operator.id },
  })
  await server.drain()
  const mail = server.mails.find(({ to }) => to === email)
  const link = /https?:\S+\/o\/[\w-]+/.exec(mail?.text ?? '')?.[0]
  assert.ok(link, 'the mail has a link')
  return { link, id }
}

const fits = async (page: Page): Promise<void> =>
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)

test('An operator does a task by its emailed link on a phone without JavaScript', {
  timeout: 300_000,
}, async () => {
  const { link, id } = await mailedTask('Refill the soap')
  const { page, context, faults } = await fixture.open('phone', { javaScriptEnabled: false })
  await page.goto(link)
  await page.getByRole('heading', { level: 1, name: 'Refill the soap' }).waitFor()
  await fits(page)
  await picture(page, 'o-open-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'o-open-dark')
  await page.emulateMedia({ colorScheme: 'light' })

  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByText('You have started.').waitFor()
  await page.getByRole('checkbox', { name: 'Soap on the left' }).check()
  await page.getByRole('button', { name: 'Save checklist' }).click()
  await page.getByText('The checklist is saved.').waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'Soap on the left' }).isChecked(), true)

  const bytes = await sharp({ create: { width: 900, height: 700, channels: 3, background: '#7a9' } })
    .jpeg()
    .toBuffer()
  await page.locator('#photo').setInputFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer: bytes })
  // Nothing is chosen, and the browser's validation sends nothing.
  await page.getByRole('button', { name: 'Add a photo' }).click()
  assert.equal(await page.getByRole('radio', { name: 'After' }).isChecked(), false)
  await page.getByRole('radio', { name: 'After' }).check({ force: true })
  await page.getByRole('button', { name: 'Add a photo' }).click()
  await page.getByText('The photo is added.').waitFor()
  await page.getByRole('textbox', { name: 'New note' }).fill('The right one is loose')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('The right one is loose').waitFor()
  await picture(page, 'o-going')

  await page.getByText('Can’t do it').click()
  await page.locator('.chip', { hasText: 'Parts' }).click()
  await picture(page, 'o-cannot')
  await page.getByRole('button', { name: 'Put on hold' }).click()
  await page.getByText('The task is on hold.').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('You have started.').waitFor()

  await page.getByRole('textbox', { name: /What did you do/ }).fill('All full')
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  // A step is open, and what was typed stays.
  await page.getByRole('link', { name: /1 step of the checklist is not ticked/ }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: /What did you do/ }).inputValue(), 'All full')
  await fits(page)
  await picture(page, 'o-asked')
  await page.getByRole('button', { name: 'Done all the same' }).click()
  await page.getByRole('heading', { level: 1, name: 'This task is done' }).waitFor()
  await fits(page)
  await picture(page, 'o-done')
  await page.getByRole('button', { name: 'It is not done yet' }).click()
  await page.getByText('The task is open again.').waitFor()
  await page.getByRole('checkbox', { name: 'Soap on the right' }).check()
  await page.getByRole('button', { name: 'Save checklist' }).click()
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('heading', { level: 1, name: 'This task is done' }).waitFor()
  const task = await server.call<{ status: string; verification: string }>('GET', `/api/tasks/${id}`, {
    token: people.manager.token,
  })
  assert.deepEqual([task.json.data.status, task.json.data.verification], ['DONE', 'CONFIRMED'])
  assert.equal((await context.cookies()).length, 0)
  assert.deepEqual(faults, [])
  await context.close()
})

test('The page is right to left in Arabic, and its script shrinks a photo before upload', {
  timeout: 300_000,
}, async () => {
  const { link } = await mailedTask('Mend the lamp')
  const { page, context, faults } = await fixture.open('phone')
  await page.goto(`${link}?lang=ar`)
  assert.equal(await page.locator('html').getAttribute('dir'), 'rtl')
  await fits(page)
  await picture(page, 'o-ar')
  await page.emulateMedia({ colorScheme: 'dark' })
  await picture(page, 'o-ar-dark')
  await page.goto(`${link}?lang=de`)
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const bytes = await sharp({ create: { width: 3000, height: 2000, channels: 3, background: '#789', noise } })
    .jpeg({ quality: 95 })
    .toBuffer()
  await page.locator('#photo').setInputFiles({ name: 'large.jpg', mimeType: 'image/jpeg', buffer: bytes })
  await page.evaluate(`new Promise((small) => {
    const look = () =>
      document.querySelector('#photo').files[0].size < ${bytes.length / 2} ? small() : requestAnimationFrame(look)
    look()
  })`)
  await page.getByRole('radio', { name: 'Vorher' }).check({ force: true })
  await page.getByRole('button', { name: 'Foto hinzufügen' }).click()
  await page.getByText('Das Foto ist hinzugefügt.').waitFor()
  await fits(page)
  assert.deepEqual(faults, [])
  await context.close()
})

test('What an operator typed survives a reload, a lost connection and another form, and leaves the phone with the link', {
  timeout: 300_000,
}, async () => {
  const { link } = await mailedTask('Dry the floor')
  const { page, context, faults } = await fixture.open('phone')
  const note = page.getByRole('textbox', { name: 'New note' })
  const done = page.getByRole('textbox', { name: 'What did you do?' })
  const kept = () => page.evaluate<string[]>('Object.keys(localStorage).filter((key) => /link/.test(key))')
  await page.goto(link)
  await note.fill('The floor is cracked')
  await done.fill('Dried it')
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('You are offline. What you wrote stays on this phone.').waitFor()
  await context.setOffline(false)
  await page.reload()
  assert.equal(await note.inputValue(), 'The floor is cracked')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('The note is added.').waitFor()
  assert.deepEqual([await note.inputValue(), await done.inputValue()], ['', 'Dried it'])
  await note.fill('And the wall')
  await page.reload()
  assert.equal(await note.inputValue(), 'And the wall')
  assert.equal((await kept()).length, 1)
  await page.getByRole('button', { name: 'Done', exact: true }).click()
  await page.getByRole('button', { name: 'Done all the same' }).click()
  await page.getByRole('heading', { level: 1, name: /done/i }).waitFor()
  assert.deepEqual(await kept(), [])
  assert.deepEqual(faults, [])
  await context.close()
})
