/** Two people, or one person twice, in tabs of one browser. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openDesk } from './desk.ts'
import { type Fixture, openFixture, password } from './fixture.ts'
import { fillIn } from './sign-in-fixture.ts'

const fixture: Fixture = await openFixture()
const { base, server, people, place } = fixture

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto(`${base}/app/sign-in`)
  await fillIn(page, email, password)
  await page.waitForURL((url) => !url.pathname.includes('sign-in'))
}

const look = async (page: Page, name: string): Promise<void> => {
  if (process.env.PICTURES) await page.screenshot({ path: path.join(process.env.PICTURES, `${name}.png`) })
  const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`)
}

/** Ids of the users whose tokens a page has sent. */
const sendersOf = (page: Page): Set<string> => {
  const senders = new Set<string>()
  page.on('request', (request) => {
    const token = request.headers().authorization?.split('.')[1]
    if (token) senders.add(JSON.parse(Buffer.from(token, 'base64url').toString()).userId)
  })
  return senders
}

const somebodyElse = (page: Page) => page.getByRole('dialog', { name: /signed in here/ })

/** Whether an element covers the middle of the window. */
const isCovered = (page: Page): Promise<boolean> =>
  page.evaluate("document.elementFromPoint(innerWidth / 2, innerHeight / 2).closest('dialog') !== null")

const looks = [
  ['phone', 'dark'],
  ['desk', 'light'],
] as const
for (const [kind, colorScheme] of looks) {
  test(`If another person signs in in the same browser, the desk neither acts for the first one nor shows their data, ${kind}, ${colorScheme}`, {
    timeout: 300_000,
  }, async () => {
    const { page: first, context, faults } = await fixture.open(kind)
    await first.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const senders = sendersOf(first)
    await signIn(first, people.manager.email)
    await first.goto(`${base}/app/profile`)
    const name = first.getByLabel('Name', { exact: true }).first()
    await name.fill('Half of a na')

    const second = await context.newPage()
    await signIn(second, people.admin.email)
    await second.getByRole('heading', { level: 1 }).waitFor()
    await somebodyElse(first).waitFor()
    assert.equal(await isCovered(first), true)
    await first.keyboard.press('Escape')
    assert.equal(await somebodyElse(first).isVisible(), true)
    await look(first, `beside-desk-${kind}`)
    // A visible page reads its data again; it must not use the other person's token.
    await first.evaluate("dispatchEvent(new Event('visibilitychange'))")
    assert.deepEqual([...senders], [people.manager.id])

    // The same person signs in again: the page continues and keeps what was typed.
    await signIn(second, people.manager.email)
    await somebodyElse(first).waitFor({ state: 'detached' })
    assert.equal(await name.inputValue(), 'Half of a na')

    await signIn(second, people.admin.email)
    await somebodyElse(first).waitFor()
    await first.getByRole('link', { name: /^(Continue|Go on) as/ }).click()
    await first.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
    assert.equal(await somebodyElse(first).count(), 0)
    assert.deepEqual(faults, [])
    await context.close()
  })
}

test('If another person signs in on a technician’s phone, the waiting work is kept and sent only in its author’s name', {
  timeout: 300_000,
}, async () => {
  const created = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: people.manager.token,
    body: { title: 'Oil the hinge', assignee: { userId: people.technician.id }, amenityId: place.amenityId },
  })
  const statusOf = async (): Promise<string> =>
    (
      await server.call<{ status: string }>('GET', `/api/tasks/${created.json.data.id}`, {
        token: people.manager.token,
      })
    ).json.data.status
  const { page: first, context, faults } = await fixture.open('phone')
  const senders = sendersOf(first)
  await signIn(first, people.technician.email)
  await first.getByText('Oil the hinge').first().waitFor()
  await context.route('**/api/tasks/bulk*', (route) => route.abort())
  await first.getByRole('button', { name: 'Start' }).first().click()
  await first.getByText('1 waiting').waitFor()

  const second = await context.newPage()
  await signIn(second, people.manager.email)
  await somebodyElse(first).waitFor()
  assert.equal(await isCovered(first), true)
  await look(first, 'beside-field')
  assert.deepEqual([...senders], [people.technician.id])
  await context.unroute('**/api/tasks/bulk*')
  await first.getByRole('link', { name: /^(Continue|Go on) as/ }).click()
  await first.getByRole('link', { name: 'Outbox' }).click()
  await first.getByText('Nothing is waiting').waitFor()
  assert.equal(await first.getByText('Oil the hinge').count(), 0)
  assert.equal(await statusOf(), 'OPEN')

  const taken = first.waitForResponse((response) => response.url().includes('/api/tasks/bulk'))
  await signIn(first, people.technician.email)
  assert.equal((await taken).status(), 200)
  assert.equal(await statusOf(), 'IN_PROGRESS')
  assert.deepEqual(faults, [])
  await context.close()
})

test('Unsent changes of a tab are sent before another tab signs the person out', async () => {
  const said = await server.call<{ id: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, rating: 4, comment: 'Seen by the way out' },
  })
  assert.equal(said.status, 201, said.text)
  const { page: first, faults } = await openDesk(fixture, people.admin.email, '/feedback?show=todo&q=way+out')
  const row = first.locator(`[data-row="${said.json.data.id}"]`)
  await row.waitFor()
  const second = await first.context().newPage()
  await second.goto(`${base}/app/profile`)
  await second.getByRole('heading', { level: 1 }).waitFor()
  await second.locator('.account').click()
  const out = second.getByRole('menuitem', { name: 'Sign out' })
  await out.waitFor()
  // The change would be sent by itself some seconds later.
  await first.keyboard.press('e')
  await row.waitFor({ state: 'detached' })
  await out.click()
  await second.waitForURL((url) => url.pathname.includes('sign-in'))
  const settled = await server.call<{ id: string }[]>(
    'GET',
    '/api/dashboard/feedback/recent?done=true&q=way+out',
    { token: people.admin.token },
  )
  assert.deepEqual(
    settled.json.data.map(({ id }) => id),
    [said.json.data.id],
  )
  assert.deepEqual(faults, [])
})
