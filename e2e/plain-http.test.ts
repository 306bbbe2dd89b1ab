/**
 * A self-hosted service on plain HTTP under a name or address of its own network. There a browser sends no
 * Sec-Fetch-Site and withholds features for secure pages.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { chromium, type Page } from 'playwright-core'
import { chromiumPath } from '../scripts/chromium.ts'
import { openFixture, password } from './fixture.ts'
import { fillIn } from './sign-in-fixture.ts'

const fixture = await openFixture()
const { server, people, place } = fixture
const house = `http://house.example:${new URL(fixture.base).port}`

// Browsers treat this machine's own addresses as secure without TLS; a network name is not.
const { executablePath, args } = await chromiumPath()
const browser = await chromium.launch({
  executablePath,
  args: [...args, '--host-resolver-rules=MAP house.example 127.0.0.1'],
  headless: true,
})
after(() => browser.close())

const open = async (javaScriptEnabled: boolean): Promise<Page> => {
  const context = await browser.newContext({
    javaScriptEnabled,
    locale: 'en-GB',
    viewport: { width: 320, height: 640 },
  })
  return context.newPage()
}

const make = async <T>(target: string, body: unknown): Promise<T> => {
  const reply = await server.call<T>('POST', target, { token: people.admin.token, body })
  assert.ok(reply.status < 300, reply.text)
  return reply.json.data
}

/** The task link of an operator's email, with this service's address. */
const mailedTask = async (title: string): Promise<string> => {
  const email = `${title.replaceAll(' ', '-').toLowerCase()}@example.com`
  const operator = await make<{ id: string }>('/api/operator/operators', { name: 'Olga Brandt', email })
  await make('/api/tasks', {
    title,
    amenityId: place.amenityId,
    priority: 'URGENT',
    assignee: { operatorId: operator.id },
  })
  await server.drain()
  const found = /https?:\S+(\/o\/[\w-]+)/.exec(server.mails.find(({ to }) => to === email)?.text ?? '')
  assert.ok(found, 'the mail has a link')
  return house + found[1]
}

test('On plain HTTP the buttons of a task link work, with and without JavaScript', {
  timeout: 120_000,
}, async () => {
  for (const scripts of [true, false]) {
    const page = await open(scripts)
    await page.goto(await mailedTask(scripts ? 'Refill the soap' : 'Mend the lamp'))
    const sent = page.waitForRequest((request) => request.method() === 'POST')
    await page.getByRole('button', { name: 'Start' }).click()
    const headers = await (await sent).allHeaders()
    assert.equal(headers['sec-fetch-site'], undefined, 'where a browser says it, nothing of this is tried')
    await page.getByText('You have started.').waitFor()
    await page.getByRole('button', { name: 'Done', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'This task is done' }).waitFor()
    await page.context().close()
  }
})

test('On plain HTTP a password opens a shared page, a visitor’s report is accepted, and staff can sign in', {
  timeout: 120_000,
}, async () => {
  const { token } = await make<{ token: string }>('/api/sharing/links', {
    kind: 'STATUS_BOARD',
    name: 'What works here',
    password,
  })
  const page = await open(false)
  await page.goto(`${house}/s/${token}`)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button').last().click()
  await page.getByRole('heading', { level: 1, name: 'What works here' }).waitFor()
  await page.goto(`${house}/q/${place.qrCode}`)
  await page.getByRole('radio', { name: /2 of 5/ }).check({ force: true })
  await page.getByRole('button', { name: 'Send report', exact: true }).click()
  await page.locator('a.button[href^="/t/"]').first().waitFor()
  await page.context().close()
  const desk = await open(true)
  await desk.goto(`${house}/app/sign-in`)
  await fillIn(desk, people.manager.email, password)
  await desk.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await desk.reload()
  await desk.getByRole('heading', { level: 1, name: 'Today' }).waitFor()
  await desk.context().close()
})
