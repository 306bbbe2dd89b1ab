/** The visitor pages in a real browser. */
import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openFixture } from './fixture.ts'

const fixture = await openFixture()
const { server, base, place } = fixture
const rate = `${base}/q/${place.qrCode}`

const stored = (): Promise<
  { rating: number | null; comment: string | null; state: string; submission_id: string | null }[]
> =>
  fixture.tenant.inside(({ db }) =>
    db.selectFrom('feedback').select(['rating', 'comment', 'state', 'submission_id']).orderBy('id').execute(),
  )

const forget = (): Promise<unknown> => fixture.tenant.inside(({ db }) => db.deleteFrom('feedback').execute())

beforeEach(forget)

const choose = async (page: Page, face: RegExp, issue: RegExp): Promise<void> => {
  await page.getByRole('radio', { name: face }).check({ force: true })
  await page.getByRole('checkbox', { name: issue }).check({ force: true })
}

test('The form works without JavaScript, and the report can be followed', async () => {
  const { page, context, faults } = await fixture.open('phone', { javaScriptEnabled: false })
  await page.goto(rate)
  await choose(page, /2 of 5/, /No paper/)
  await page.getByRole('textbox', { name: /Comment/ }).fill('Call me: 0170 1234567')
  // A form sent within a second counts as suspicious and is quarantined.
  await page.waitForTimeout(1300)
  await page.getByRole('button', { name: 'Send report', exact: true }).click()
  await page.waitForLoadState()
  assert.match(await page.title(), /Thank|Recorded|received/i)
  const rows = await stored()
  assert.deepEqual(
    rows.map(({ rating, comment, state }) => ({ rating, comment, state })),
    [{ rating: 2, comment: 'Call me: [phone]', state: 'VISIBLE' }],
  )
  const link = page.locator('a.button[href^="/t/"]').first()
  await link.click()
  assert.match(page.url(), /\/t\/[\w-]{59}(\?|$)/)
  assert.equal((await context.cookies()).length, 0)
  assert.deepEqual(faults, [])
  await context.close()
})

test('A submission with the hidden field filled in gets the normal answer and is quarantined', async () => {
  const { page, context } = await fixture.open('phone', { javaScriptEnabled: false })
  await page.goto(rate)
  await choose(page, /1 of 5/, /No soap/)
  await page.locator('[name=website]').evaluate((field) => field.setAttribute('value', 'https://spam.test'))
  await page.waitForTimeout(1300)
  await page.getByRole('button', { name: 'Send report', exact: true }).click()
  await page.waitForLoadState()
  assert.match(await page.title(), /Thank|Recorded|received/i)
  assert.deepEqual(
    (await stored()).map(({ state }) => state),
    ['QUARANTINED'],
  )
  await context.close()
})

test('With JavaScript the report is sent in place, once, and contacts no other host', async () => {
  const { page, context, faults } = await fixture.open('phone')
  await page.goto(rate)
  await choose(page, /4 of 5/, /No towels/)
  await page.getByRole('button', { name: 'Send report', exact: true }).click()
  await page.locator('a.button[href^="/t/"]').first().waitFor()
  await page.waitForTimeout(500)
  assert.deepEqual(
    (await stored()).map(({ rating }) => rating),
    [4],
  )
  assert.equal((await context.cookies()).length, 0)
  assert.deepEqual(faults, [])
  await context.close()
})

test('One tap on a face counts although the page is left at once', async () => {
  const { page, context } = await fixture.open('phone')
  await page.goto(rate)
  await page.getByRole('radio', { name: /5 of 5/ }).check({ force: true })
  await page.goto('about:blank')
  for (let look = 0; look < 150 && (await stored()).length === 0; look++) await page.waitForTimeout(100)
  assert.deepEqual(
    (await stored()).map(({ rating }) => rating),
    [5],
  )
  await context.close()
})

test('Without a connection the report waits on the phone and is sent by itself, once', async () => {
  const { page, context } = await fixture.open('phone')
  await page.goto(rate)
  await choose(page, /2 of 5/, /Bad smell/)
  await context.setOffline(true)
  await page.getByRole('button', { name: 'Send report', exact: true }).click()
  await page
    .getByText(/Saved on this phone/)
    .first()
    .waitFor()
  assert.equal((await stored()).length, 0)
  await context.setOffline(false)
  for (let look = 0; look < 150 && (await stored()).length === 0; look++) await page.waitForTimeout(100)
  await page.waitForTimeout(1000)
  const rows = await stored()
  assert.equal(rows.length, 1)
  assert.equal(rows[0]?.rating, 2)
  assert.ok(rows[0]?.submission_id)
  const reference = (await page.locator('#notes code').textContent()) ?? ''
  assert.match(reference, /^[0-9A-F]{4}-[0-9A-F]{4}$/)
  await page.locator('#notes a').click()
  await page.getByRole('heading', { level: 1, name: 'Your report' }).waitFor()
  await page.getByText(reference).waitFor()
  await context.close()
})

test('A visible tracking page follows the work, and a hidden one makes no requests', async () => {
  const receipt = await server.call<{ trackingToken: string }>('POST', '/api/feedback', {
    body: { qrCode: place.qrCode, issues: ['LIGHT_OUT'] },
    from: '10.1.0.9',
  })
  await server.drain()
  const { page, context, faults } = await fixture.open('phone')
  await page.clock.install()
  let looks = 0
  page.on('request', (request) => {
    if (request.url().includes('/t/')) looks++
  })
  const hide = (hidden: boolean) =>
    page.evaluate(
      `Object.defineProperty(document, 'hidden', { value: ${hidden}, configurable: true }).hidden`,
    )
  await page.goto(`${base}/t/${receipt.json.data.trackingToken}`)
  await page.getByText('Received', { exact: true }).waitFor()
  await page.locator('#message').fill('Half a word')
  const { token } = fixture.people.manager
  const list = await server.call<{ id: string; category: string }[]>('GET', '/api/tasks', { token })
  const task = list.json.data.find(({ category }) => category === 'LIGHT_OUT')
  const done = await server.call('PATCH', `/api/tasks/${task?.id}/status`, {
    token,
    body: { status: 'DONE' },
  })
  assert.equal(done.status, 200, done.text)
  await hide(true)
  await page.clock.runFor(120_000)
  assert.equal(looks, 1)
  await hide(false)
  await page.clock.runFor(31_000)
  await page.getByRole('button', { name: 'Yes, it is fixed' }).waitFor()
  assert.equal(await page.locator('#news').textContent(), 'Done')
  assert.equal(await page.locator('#message').inputValue(), 'Half a word')
  assert.equal(looks, 2)
  assert.deepEqual(faults, [])
  await context.close()
})

test('An unlinked sticker and a wrong code get a helpful page with a field for the code', async () => {
  const { page, context } = await fixture.open('phone')
  const stock = await server.call<{ codes: { code: string }[] }>('POST', '/api/admin/qr-codes', {
    token: fixture.people.admin.token,
    body: { count: 1 },
  })
  for (const code of [stock.json.data.codes[0]?.code ?? '', 'ZZZZZZZZZZZZZZZZZZZZ']) {
    const answer = await page.goto(`${base}/q/${code}`)
    assert.equal(answer?.status(), 404)
    assert.equal(await page.locator('input[name=code]').count(), 1)
  }
  await page.locator('input[name=code]').fill(place.qrCode.toLowerCase().replace(/(.{5})/g, '$1 '))
  await page.locator('input[name=code]').press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Washroom north' }).waitFor()
  await context.close()
})

test('The page is a single answer of at most 14 KB compressed, in the language of the browser', async () => {
  const reply = await fetch(rate, {
    headers: { 'accept-encoding': 'br', 'accept-language': 'de-AT,de;q=0.9' },
  })
  assert.match(reply.headers.get('vary') ?? '', /accept-language/i)
  const raw = await server.call('GET', `/q/${place.qrCode}`, {
    headers: { 'accept-encoding': 'br', 'accept-language': 'de-AT' },
  })
  assert.match(await reply.text(), /<html[^>]* lang="de"/)
  assert.equal(raw.headers.get('content-encoding'), 'br')
  const length = Number(raw.headers.get('content-length'))
  assert.ok(length > 0 && length <= 14 * 1024, `${length} bytes`)
})
