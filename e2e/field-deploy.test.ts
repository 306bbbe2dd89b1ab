/**
 * The field app runs while its next version is deployed: a proxy serves that version, whose chunks have other names.
 */
import assert from 'node:assert/strict'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openFixture, password } from './fixture.ts'
import { fillIn } from './sign-in-fixture.ts'

const fixture = await openFixture()
const { base, people } = fixture

let isDeployed = false
const screens = '(?:me|help|security)-[\\w-]+'

const readBody = async (request: IncomingMessage): Promise<Buffer<ArrayBuffer>> => {
  const parts: Uint8Array[] = []
  for await (const part of request) parts.push(part)
  return Buffer.concat(parts)
}

const asNextVersion = (path: string, text: string): string => {
  if (/sw\.js/.test(path))
    return text
      .replaceAll(new RegExp(`(assets/${screens})\\.js`, 'g'), '$1-next.js')
      .replaceAll(/wellkept-work-\w{12}/g, 'wellkept-work-next')
  return /assets\/app-/.test(path)
    ? text.replaceAll(new RegExp(`(\\./${screens})\\.js`, 'g'), '$1-next.js')
    : text
}

const proxy = createServer(async (request, response) => {
  const path = request.url ?? '/'
  const isScreen = isDeployed && new RegExp(`assets/${screens}\\.js`).test(path)
  if (isScreen && !path.includes('-next.js')) {
    response.writeHead(404).end()
    return
  }
  const { authorization, accept = '*/*' } = request.headers
  const type = request.headers['content-type']
  const body = await readBody(request)
  const answer = await fetch(base + path.replace('-next.js', '.js'), {
    method: request.method ?? 'GET',
    headers: {
      accept,
      ...(type ? { 'content-type': type } : {}),
      ...(authorization ? { authorization } : {}),
    },
    redirect: 'manual',
    ...(body.length > 0 ? { body } : {}),
  })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const names = [
    'content-type',
    'content-security-policy',
    'service-worker-allowed',
    'location',
    'set-cookie',
  ]
  const headers = Object.fromEntries([...answer.headers].filter(([name]) => names.includes(name)))
  const isText = /javascript/.test(headers['content-type'] ?? '')
  response
    .writeHead(answer.status, { ...headers, 'cache-control': 'no-cache' })
    .end(isDeployed && isText ? asNextVersion(path, bytes.toString()) : bytes)
}).listen(0, '127.0.0.1')
await new Promise((ready) => proxy.once('listening', ready))
after(() => {
  proxy.close()
  proxy.closeAllConnections()
})

const until = async (page: Page, says: string): Promise<void> => {
  // The page may be navigating.
  for (let look = 0; look < 600; look++) {
    if (await page.evaluate<boolean>(says).catch(() => false)) return
    await page.waitForTimeout(50)
  }
  assert.fail(says)
}

test('During a deployment a running page opens screens that it had not opened before, and a reload removes the old shell', {
  timeout: 300_000,
}, async () => {
  const context = await fixture.browser.newContext({ viewport: { width: 320, height: 640 }, locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}/app/sign-in`)
  await fillIn(page, people.technician.email, password)
  await page.getByRole('heading', { level: 1, name: 'My tasks' }).waitFor()
  await until(page, 'navigator.serviceWorker.controller !== null')
  const shells = async (): Promise<string[]> =>
    (await page.evaluate<string[]>('caches.keys()')).filter((name) => !name.endsWith('photos'))
  const [first] = await shells()

  isDeployed = true
  await page.evaluate('globalThis.isSamePage = true')
  await page.evaluate(
    'navigator.serviceWorker.getRegistration().then((one) => one.update()).then(() => undefined)',
  )
  await page.getByText('A new version is ready').waitFor()
  assert.deepEqual(await shells(), [first, 'wellkept-work-next'])
  await page.getByRole('link', { name: 'Me' }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  assert.equal(await page.evaluate('globalThis.isSamePage'), true)

  await page.getByRole('button', { name: 'Update now' }).click()
  await until(page, 'globalThis.isSamePage !== true')
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  await until(
    page,
    "caches.keys().then((names) => names.filter((one) => !one.endsWith('photos')).length === 1)",
  )
  assert.deepEqual(await shells(), ['wellkept-work-next'])
  await context.close()
})
