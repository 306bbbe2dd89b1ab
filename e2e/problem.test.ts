/** TEC-5 in a real browser: reporting a new problem with and without a connection. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import type { Task } from '#contracts/tasks/records.ts'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people, place } = fixture

const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777777' } })
  .jpeg()
  .toBuffer()

const takePhoto = async (page: Page): Promise<void> => {
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'found.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: 'Remove photo' }).waitFor()
}

const picture = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`), fullPage: true })
}

const goToWork = async (page: Page): Promise<void> => {
  await page.goto(`${base}/app/work`)
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
}

const tasksCalled = async (title: string): Promise<readonly Task[]> => {
  const found = await server.call<Task[]>('GET', `/api/tasks?q=${encodeURIComponent(title)}`, {
    token: people.manager.token,
  })
  return found.json.data
}

test('A problem reported offline waits with its photo and its changes, and arrives once and in order', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await goToWork(page)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.getByRole('link', { name: 'Scan' }).click()
  await page.getByLabel('Code on the sticker').fill(place.qrCode)
  await page.getByRole('button', { name: 'Open the room' }).click()
  await page.getByRole('heading', { level: 1, name: 'Washroom north' }).waitFor()
  await page.getByText('Nothing has been reported.').waitFor()

  await context.setOffline(true)
  await page.getByRole('link', { name: 'I found a problem' }).click()
  await page.getByRole('button', { name: 'Report it' }).click()
  await page.getByText('Choose what is wrong, or describe it').waitFor()
  const chip = page
    .locator('label.choice')
    .filter({ has: page.locator('[name=issue]') })
    .first()
  const issue = ((await chip.textContent()) ?? '').trim()
  await chip.click()
  await takePhoto(page)
  await page.getByLabel(/What should others know/).fill('Behind the door')
  await picture(page, 'problem')
  assert.equal(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), true)
  await page.getByRole('button', { name: 'Report it' }).click()
  const row = page.locator('li.task-row').filter({ hasText: issue })
  await row.getByText('Waiting to be sent').waitFor()
  await picture(page, 'problem-waiting')
  await row.getByRole('button', { name: /^Start/ }).click()
  await row.getByRole('link', { name: issue }).click()
  await page.getByRole('heading', { level: 1, name: issue }).waitFor()
  await page.getByLabel('New note').fill('A washer will do')
  await page.getByRole('button', { name: 'Add note' }).click()
  await picture(page, 'problem-task-waiting')
  assert.equal((await tasksCalled(issue)).length, 0)

  const sent: string[] = []
  // Counts what has arrived: a request that the network lost is repeated and must not arrive twice.
  page.on('response', (response) => {
    const request = response.request()
    const { pathname } = new URL(request.url())
    if (request.method() !== 'POST' || !pathname.startsWith('/api/tasks')) return
    if (pathname === '/api/tasks') sent.push('create')
    else if (pathname === '/api/tasks/bulk')
      for (const { kind } of request.postDataJSON().operations) sent.push(kind)
  })
  await context.setOffline(false)
  await page.waitForURL((url) => /\/tasks\/[0-9a-f]{8}-[0-9a-f]{4}-7/.test(url.pathname))
  await page.getByText('A washer will do').first().waitFor()
  await page.getByRole('link', { name: 'My tasks' }).click()
  await page.getByRole('link', { name: /Outbox|waiting/ }).click()
  await page.getByText('Nothing is waiting').waitFor()
  await picture(page, 'problem-sent')
  assert.deepEqual(sent, ['create', 'status', 'note', 'attachment'])
  const [task, ...more] = await tasksCalled(issue)
  assert.deepEqual(more, [])
  assert.equal(task?.status, 'IN_PROGRESS')
  assert.equal(task?.amenity?.id, place.amenityId)
  assert.equal(task?.assignee?.id, people.technician.id)
  assert.equal(task?.description, 'Behind the door')
  assert.equal(task?.noteCount, 1)
  assert.deepEqual(
    task?.attachments.map(({ kind }) => kind),
    ['BEFORE'],
  )
  assert.deepEqual(faults, [])
  await context.close()
})

test('A problem is reported from the list in a few words, for others, shows at once, and its photo reaches the later assignee', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await goToWork(page)
  await page.getByRole('link', { name: 'I found a problem' }).click()
  await page.getByRole('heading', { level: 1, name: 'New problem' }).waitFor()
  // Without a scanned sticker there are no categories to choose, so the question is that of the text field.
  assert.equal(await page.getByRole('group', { name: 'What is wrong?' }).count(), 0)
  await page.getByRole('textbox', { name: 'What is wrong?' }).fill('The lamp in the yard is out')
  await page.locator('label.choice').filter({ hasText: 'Others' }).click()
  await takePhoto(page)
  const before: (Task | undefined)[] = []
  // The task is assigned to another person before the photo is sent.
  await context.route('**/api/tasks/*/attachments', async (route) => {
    const [made] = await tasksCalled('The lamp in the yard is out')
    before.push(made)
    await server.call('POST', `/api/tasks/${made?.id}/assign`, {
      token: people.manager.token,
      body: { userId: people.manager.id },
    })
    await route.continue()
  })
  await page.getByRole('button', { name: 'Report it' }).click()
  const row = page.locator('li.task-row').filter({ hasText: 'The lamp in the yard is out' })
  await row.getByText('Unassigned').waitFor()
  await row.getByText('Waiting to be sent').waitFor({ state: 'detached' })
  const [task] = await tasksCalled('The lamp in the yard is out')
  assert.deepEqual([before[0]?.assignee, task?.assignee?.id], [null, people.manager.id])
  assert.equal(task?.amenity, null)
  assert.deepEqual(
    task?.attachments.map(({ kind }) => kind),
    ['BEFORE'],
  )
  assert.deepEqual(faults, [])
  await context.close()
})

test('A problem that the service refuses needs a decision, and its changes go with it', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await goToWork(page)
  await context.route('**/api/tasks', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({
          status: 404,
          contentType: 'application/json',
          body: JSON.stringify({ success: false, error: 'Nothing is called so', code: 'NOT_FOUND' }),
        })
      : route.continue(),
  )
  await page.getByRole('link', { name: 'I found a problem' }).click()
  await page.getByRole('textbox', { name: 'What is wrong?' }).fill('A cracked tile')
  await page.getByRole('button', { name: 'Report it' }).click()
  const row = page.locator('li.task-row').filter({ hasText: 'A cracked tile' })
  await row.getByText('Needs your attention').waitFor()
  await row.getByRole('button', { name: /^Start/ }).click()
  await page.getByRole('link', { name: /Outbox/ }).click()
  await page.getByText('Wellkept did not accept this.').waitFor()
  assert.equal(await page.getByText('Nothing is called so').count(), 0)
  await picture(page, 'problem-refused')
  await page.getByRole('button', { name: 'Discard' }).first().click()
  await page.getByRole('button', { name: 'Discard permanently' }).click()
  await page.getByText('Nothing is waiting').waitFor()
  assert.deepEqual(await tasksCalled('A cracked tile'), [])
  assert.deepEqual(faults, [])
  await context.close()
})
