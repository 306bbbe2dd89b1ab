/** Unsent input of a technician: leaving it asks once, whatever the way of leaving. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { base, server, people } = fixture

const taskFor = async (title: string): Promise<string> => {
  const created = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title, assignee: { userId: people.technician.id } },
  })
  assert.equal(created.status, 201, created.text)
  return created.json.data.id
}

const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#777777' } })
  .jpeg()
  .toBuffer()

/** The browser's dialogs: each is answered as `leaves` says. */
const dialogsOf = (page: Page) => {
  const asked: string[] = []
  const dialogs = { asked, leaves: false }
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    if (dialog.type() === 'confirm') assert.match(dialog.message(), /not been sent and will be lost/)
    await (dialogs.leaves ? dialog.accept() : dialog.dismiss())
  })
  return dialogs
}

const back = 'history.back()'
const tapNotification = (path: string): string =>
  `navigator.serviceWorker.dispatchEvent(new MessageEvent('message', { data: { kind: 'wellkept.open', path: '${path}' } }))`

test('A started finish asks before Back, a notification or a new version discards it: staying keeps photo and text, sending asks nothing', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Mop the hall')
  const other = await taskFor('Wipe the door')
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await page.goto(`${base}/app/work`)
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.reload()
  const dialogs = dialogsOf(page)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  const link = page.getByRole('link', { name: 'Mop the hall' })
  await link.click()
  await page.getByRole('button', { name: 'Start' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.evaluate(back)
  await heading('Mop the hall')
  await page.getByRole('button', { name: 'Done' }).click()
  assert.deepEqual(dialogs.asked, [], 'nothing was begun')

  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'after.jpg', mimeType: 'image/jpeg', buffer: photo })
  await page.getByRole('button', { name: 'Remove photo' }).waitFor()
  await page.getByLabel('Cleaned').check({ force: true })
  const stays = async (way: () => Promise<unknown>): Promise<void> => {
    const before = dialogs.asked.length
    await Promise.all([page.waitForEvent('dialog'), way()])
    await page.waitForURL(`${base}/app/work/tasks/${id}/finish`)
    await page.getByRole('button', { name: 'Remove photo' }).waitFor()
    assert.equal(await page.getByLabel('Cleaned').isChecked(), true)
    assert.equal(dialogs.asked.length, before + 1, 'asked once')
  }
  await stays(() => page.evaluate(back))
  await stays(() => page.evaluate(back))
  await stays(() => page.evaluate(tapNotification(`/app/work/tasks/${other}`)))
  await stays(() => page.getByRole('link', { name: 'Back' }).click())
  await page.evaluate("navigator.serviceWorker.dispatchEvent(new Event('controllerchange'))")
  await stays(() => page.getByRole('button', { name: 'Update now' }).click())
  assert.deepEqual([...new Set(dialogs.asked)], ['confirm'])
  await stays(() => page.close({ runBeforeUnload: true }))
  assert.equal(dialogs.asked.at(-1), 'beforeunload')
  const asksOlder = await page.evaluate(
    "const leaving = document.createEvent('BeforeUnloadEvent'); leaving.initEvent('beforeunload', false, true); dispatchEvent(leaving); leaving.returnValue",
  )
  assert.equal(asksOlder, 'true', 'also by what older browsers look at')

  const before = dialogs.asked.length
  await page.getByRole('button', { name: 'Done' }).click()
  await heading('My tasks')
  await page.evaluate(tapNotification(`/app/work/tasks/${other}`))
  await heading('Wipe the door')
  assert.equal(dialogs.asked.length, before, 'it is in the outbox')
  assert.deepEqual(faults, [])
  await context.close()
})

test('Leaving a started form discards it, and Back continues without another question', {
  timeout: 300_000,
}, async () => {
  const id = await taskFor('Oil the hinge')
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await page.goto(`${base}/app/work`)
  const dialogs = dialogsOf(page)
  const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
  await page.getByRole('link', { name: 'Oil the hinge' }).click()
  await page.getByLabel('New note').fill('It squeaks')
  await Promise.all([page.waitForEvent('dialog'), page.evaluate(back)])
  await page.waitForURL(`${base}/app/work/tasks/${id}`)
  assert.equal(await page.getByLabel('New note').inputValue(), 'It squeaks')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByLabel('New note').fill('And jams')
  dialogs.leaves = true
  await page.evaluate(back)
  await heading('My tasks')
  assert.deepEqual(dialogs.asked, ['confirm', 'confirm'])

  await page.getByRole('link', { name: 'I found a problem' }).click()
  await page.getByRole('textbox', { name: 'What is wrong?' }).fill('A loose tile')
  await page.evaluate(tapNotification(`/app/work/tasks/${id}`))
  await heading('Oil the hinge')
  await page.getByText('It squeaks').waitFor()
  assert.equal(dialogs.asked.length, 3)
  await page.evaluate(back)
  await heading('New problem')
  assert.equal(await page.getByRole('textbox', { name: 'What is wrong?' }).inputValue(), '')
  await page.evaluate(back)
  await heading('My tasks')
  assert.equal(dialogs.asked.length, 3)

  await page.goto(`${base}/app/work/me/profile`)
  await page.getByLabel('Name', { exact: true }).fill('Ana B.')
  dialogs.leaves = false
  await page.getByRole('link', { name: 'My tasks' }).click()
  await heading('Name and time zone')
  assert.equal(dialogs.asked.length, 4)
  assert.equal(await page.getByLabel('Name', { exact: true }).inputValue(), 'Ana B.')
  assert.deepEqual(faults, [])
  await context.close()
})

test('A note on a task that gets its server id meanwhile keeps its text', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await page.goto(`${base}/app/work`)
  const held: (() => void)[] = []
  await context.route('**/api/tasks', async (route) => {
    if (route.request().method() === 'POST') await new Promise<void>((resolve) => held.push(resolve))
    await route.continue()
  })
  await page.getByRole('link', { name: 'I found a problem' }).click()
  await page.getByRole('textbox', { name: 'What is wrong?' }).fill('A bent pipe')
  await page.getByRole('button', { name: 'Report it' }).click()
  await page.getByRole('link', { name: 'A bent pipe' }).click()
  await page.getByLabel('New note').fill('Under the sink')
  const made = page.waitForResponse(
    (response) => response.url().endsWith('/api/tasks') && response.status() === 201,
  )
  held[0]?.()
  await made
  await page.getByText(/Task \d+/).waitFor()
  assert.equal(await page.getByLabel('New note').inputValue(), 'Under the sink')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.waitForURL((url) => /\/tasks\/[0-9a-f]{8}-[0-9a-f]{4}-7/.test(url.pathname))
  await page.getByText('Under the sink').waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})
