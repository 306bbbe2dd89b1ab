/** A share link embedded in another site. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { after, test } from 'node:test'
import { openFixture } from './fixture.ts'
import { untilTrue } from './until-true.ts'

const fixture = await openFixture()
const { base, server, people, tenant } = fixture
// Browsers ask before a public page may access this machine, so the embedding page is local too.
let body = ''
const other = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(body)
})
await new Promise<void>((resolve) => other.listen(0, 'localhost', resolve))
after(() => void other.close())
const intranet = `http://localhost:${(other.address() as AddressInfo).port}`

/** The API only accepts https origins. */
const made = async (allowed: string): Promise<{ id: string; token: string }> => {
  const reply = await server.call<{ id: string; token: string }>('POST', '/api/sharing/links', {
    token: people.admin.token,
    body: { kind: 'EMBED', name: 'What works here' },
  })
  assert.equal(reply.status, 201, reply.text)
  const { id } = reply.json.data
  await tenant.inside((ctx) =>
    ctx.run('update share_link set allowed_origins = $3 where tenant_id = $1 and id = $2', [
      ctx.tenantId,
      id,
      [allowed],
    ]),
  )
  return reply.json.data
}

test('An embed fills the width of its site, and says if it has ended or may not be shown', {
  timeout: 90_000,
}, async () => {
  const [here, elsewhere] = [await made(intranet), await made('https://other.example.com')]
  const { page, context } = await fixture.open('desk')
  const show = async (token: string, language = 'en'): Promise<void> => {
    body = `<!doctype html><html lang="${language}"><title>Intranet</title><h1>Our house</h1>
      <script src="${base}/s/embed.js" async></script><wellkept-embed token="${token}"></wellkept-embed>`
    await page.goto(`${intranet}/`)
  }
  await show(here.token)
  const element = page.locator('wellkept-embed')
  const framed = page.frameLocator('wellkept-embed iframe')
  await framed.getByRole('heading', { level: 1, name: 'What works here' }).waitFor()
  const fits = (): Promise<{ wide: boolean; height: number }> =>
    page.evaluate(
      "(([host, frame]) => ({ wide: frame.offsetWidth === host.offsetWidth, height: frame.offsetHeight }))(document.querySelectorAll('wellkept-embed, iframe'))",
    )
  const inside = await framed.locator('html').evaluate((root) => root.getBoundingClientRect().height)
  assert.deepEqual(await fits(), { wide: true, height: Math.ceil(inside) })
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'embed.png'), fullPage: true })
  await page.setViewportSize({ width: 320, height: 700 })
  await untilTrue(page, `document.querySelector('iframe').offsetHeight > ${Math.ceil(inside)}`)
  assert.equal((await fits()).wide, true)

  await server.call('DELETE', `/api/sharing/links/${here.id}`, { token: people.admin.token })
  await framed
    .getByRole('heading', { level: 1, name: 'This link no longer works' })
    .waitFor({ timeout: 20_000 })
  assert.equal(await element.getByRole('status').count(), 0)

  await show(elsewhere.token)
  await element.getByText('This content cannot be shown here.').waitFor({ timeout: 15_000 })
  assert.equal(await element.locator('iframe').isVisible(), false)

  // In the language of the embedding page, mirrored for right-to-left languages.
  await show(elsewhere.token, 'ar')
  const notice = element.getByRole('status')
  await notice.getByText('لا يمكن عرض هذا هنا.').waitFor({ timeout: 15_000 })
  assert.equal(await notice.getAttribute('dir'), 'rtl')
  assert.match((await element.locator('iframe').getAttribute('src')) ?? '', /\?lang=ar$/)
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'embed-refused-ar.png') })
  await context.close()
})

/** Browsers keep no cookie in a frame of another site; 127.0.0.1 is another site than localhost. */
const anotherSite = intranet.replace('localhost', '127.0.0.1')

test('An embed on another site counts one view, although it has no cookie and refreshes itself', {
  timeout: 90_000,
}, async () => {
  const { id, token } = await made(anotherSite)
  const { page, context, faults } = await fixture.open('desk', { hosts: [new URL(anotherSite).host] })
  body = `<!doctype html><html lang="en"><title>Intranet</title>
    <script src="${base}/s/embed.js" async></script><wellkept-embed token="${token}"></wellkept-embed>`
  // Without a cookie there is no stream, so the page refreshes itself.
  const reading = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === `/s/${token}` && response.request().resourceType() === 'fetch',
  )
  await page.goto(`${anotherSite}/`)
  const framed = page.frameLocator('wellkept-embed iframe')
  await framed.getByRole('heading', { level: 1, name: 'What works here' }).waitFor()
  assert.equal((await reading).status(), 200)
  assert.deepEqual(await context.cookies(), [])
  const link = await server.call<{ views: number }>('GET', `/api/sharing/links/${id}`, {
    token: people.admin.token,
  })
  assert.equal(link.json.data.views, 1)
  assert.deepEqual(faults, [])
  await context.close()
})

test('Without a connection the element says so and shows the embed once there is one; a shown embed says that it is not updated', {
  timeout: 90_000,
}, async () => {
  const { token } = await made(intranet)
  const { page, context } = await fixture.open('phone')
  body = `<!doctype html><html lang="en"><title>Intranet</title><h1>Our house</h1>
    <script src="${base}/s/embed.js"></script>`
  await page.goto(`${intranet}/`)
  await context.setOffline(true)
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('wellkept-embed'), { id: 'here' }));
     document.getElementById('here').setAttribute('token', '${token}')`,
  )
  const notice = page.locator('wellkept-embed').getByRole('status')
  await notice
    .getByText('No connection. The content appears once you are online.', { exact: true })
    .waitFor({ timeout: 15_000 })
  assert.equal(await page.locator('wellkept-embed iframe').isVisible(), false)
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'embed-offline.png') })

  await context.setOffline(false)
  const framed = page.frameLocator('wellkept-embed iframe')
  await framed.getByRole('heading', { level: 1, name: 'What works here' }).waitFor()
  assert.equal(await notice.isVisible(), false)

  await context.setOffline(true)
  await framed.getByText(/^No connection/).waitFor()
  assert.equal(await framed.getByRole('heading', { level: 1, name: 'What works here' }).isVisible(), true)
  if (process.env.PICTURES)
    await page.screenshot({ path: path.join(process.env.PICTURES, 'embed-lost.png'), fullPage: true })
  await context.setOffline(false)
  await framed.getByText(/^No connection/).waitFor({ state: 'hidden', timeout: 15_000 })
  await context.close()
})
