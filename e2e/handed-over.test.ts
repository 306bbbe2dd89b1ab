/** Work done without a connection on a task that went to somebody else, or was deleted, meanwhile. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Note, Task } from '#contracts/tasks/records.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people, place } = fixture

const taskFor = async (title: string): Promise<string> => {
  const created = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title, assignee: { userId: people.technician.id }, amenityId: place.amenityId },
  })
  assert.equal(created.status, 201, created.text)
  return created.json.data.id
}

const note = async (page: Page, text: string): Promise<void> => {
  await page.getByLabel('New note').fill(text)
  await page.getByRole('button', { name: 'Add note' }).click()
}

const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`), fullPage: true })
}

test('What was done offline on a task that somebody else has meanwhile is kept as notes, they are told that it is done, and nothing stays in the outbox', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Fix the tap')
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await page.goto(`${base}/app/work`)
  await page.getByRole('link', { name: 'Fix the tap' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fix the tap' }).waitFor()
  await page.getByText('No notes yet.').waitFor()
  await context.setOffline(true)
  await note(page, 'The seal is new')
  await page.locator('.bar').getByRole('button', { name: 'Done' }).click()
  await page.locator('label.choice').filter({ hasText: 'Repaired' }).click()
  await page.locator('.bar').getByRole('button', { name: 'Done' }).click()
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
  const given = await server.call('POST', `/api/tasks/${id}/assign`, {
    token: people.manager.token,
    body: { userId: people.manager.id },
  })
  assert.equal(given.status, 200, given.text)
  await context.setOffline(false)
  await page.getByRole('link', { name: /Outbox|waiting|attention/ }).click()
  const tell = page.getByRole('button', { name: /^Tell .+ that it is done$/ })
  await tell.waitFor()
  await picture(page, 'handed-over-outbox')
  await tell.click()
  await page.getByText('Nothing is waiting').waitFor()
  const read = <T>(address: string) => server.call<T>('GET', address, { token: people.manager.token })
  const notes = (await read<Note[]>(`/api/tasks/${id}/notes`)).json.data.map(({ text }) => text)
  assert.deepEqual(notes, ['The seal is new', 'Done: Repaired'])
  assert.equal(
    (await read<Task>(`/api/tasks/${id}`)).json.data.status,
    'OPEN',
    'only the assignee finishes it',
  )
  await page.goto(`${base}/app/work/tasks/${id}`)
  await page
    .getByText(/has this task now/)
    .first()
    .waitFor()
  await picture(page, 'handed-over-task')
  assert.deepEqual(
    faults.filter((fault) => !fault.includes('403')),
    [],
  )
  await context.close()
})

test('A note for a task that was deleted is shown once more, can be copied, and is dismissed', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Oil the hinge')
  const { page, context } = await fixture.open('phone', { as: people.technician.email })
  await page.goto(`${base}/app/work`)
  await page.getByRole('link', { name: 'Oil the hinge' }).click()
  await page.getByText('No notes yet.').waitFor()
  await context.setOffline(true)
  await note(page, 'The key is at the gate')
  const gone = await server.call('DELETE', `/api/tasks/${id}`, { token: people.admin.token })
  assert.equal(gone.status, 200, gone.text)
  await context.setOffline(false)
  await page.goto(`${base}/app/work/waiting`)
  await page.getByText('This task no longer exists.').waitFor()
  await page.getByText('Note: The key is at the gate').waitFor()
  await page.getByRole('button', { name: 'Copy text' }).waitFor()
  await picture(page, 'deleted-outbox')
  await page.getByRole('button', { name: 'Understood' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  await context.close()
})
