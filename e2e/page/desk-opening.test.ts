/** Opening a screen of the desk: texts, code and data load in parallel, and failures are shown. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openDesk } from '../desk.ts'
import { rest } from '../quiet.ts'
import { openDeskPage } from './desk-page.ts'
import { idOf } from './examples.ts'

const desk = await openDeskPage()

const words = /\/assets\/(en|de)-[^/]+\.js$/

const goTo = (page: Page, place: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name: place }).click()

test('Only texts of the current language are loaded, for each screen when it opens', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(desk, 'admin', '/profile')
  // The last part of the profile comes with texts of its own.
  await page.getByRole('heading', { name: 'AI assistants' }).waitFor()
  const fetched: string[] = []
  page.on('request', (request) => {
    const language = words.exec(request.url())?.[1]
    if (language) fetched.push(language)
  })
  await goTo(page, 'Tasks')
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  assert.deepEqual(fetched, ['en'])
  await goTo(page, 'Setup')
  await page.getByRole('heading', { level: 1, name: 'Setup' }).waitFor()
  assert.deepEqual(fetched, ['en', 'en'], 'the overview has words of its own')
  await goTo(page, 'Tasks')
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  assert.deepEqual(fetched, ['en', 'en'], 'what was fetched is not fetched again')
  assert.deepEqual(faults, [])
})

test('Texts that do not load are reported with a retry, and requests end', {
  timeout: 300_000,
}, async () => {
  const { page } = await openDesk(desk, 'admin', '/profile')
  let tries = 0
  await page.route(words, (route) => {
    tries++
    return route.abort()
  })
  await goTo(page, 'Tasks')
  // The page has reloaded itself once and has no texts at all.
  await page.getByRole('heading', { level: 1, name: 'No connection to Wellkept' }).waitFor()
  const before = tries
  await delay(3000)
  assert.equal(tries, before)
  await page.unroute(words)
  await page.getByRole('button', { name: 'Try again now' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
})

test('The first load requests current user, texts, code and data in parallel', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(desk, 'admin', '/profile')
  // None of these is answered until all were requested.
  const wanted = ['/api/auth/me', '/api/tasks?', '/api/tasks/summary', '/assets/tasks-', '/assets/en-']
  const asked = new Set<string>()
  let tell = (): void => undefined
  const all = new Promise<void>((resolve) => {
    tell = resolve
  })
  await page.route(
    (url) => wanted.some((part) => `${url.pathname}${url.search}`.includes(part)),
    async (route) => {
      const url = route.request().url()
      for (const part of wanted) if (url.includes(part)) asked.add(part)
      if (asked.size === wanted.length) tell()
      await all
      await route.continue()
    },
  )
  await page.goto(`${desk.base}/app/tasks`)
  await all
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  assert.deepEqual(faults, [])
})

test('A list requests its rows before its code and the current user have arrived', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(desk, 'admin', '/profile')
  let come = (): void => undefined
  const rows = new Promise<void>((resolve) => {
    come = resolve
  })
  const addresses: string[] = []
  await page.route(/\/api\/auth\/me$|\/assets\/audit-log-/, async (route) => {
    await rows
    await route.continue()
  })
  page.on('request', (request) => {
    // Without a sort order it is the request of the filter that searches a name.
    if (!/\/api\/admin\/audit-log\?.*sort=-at/.test(request.url())) return
    addresses.push(new URL(request.url()).search)
    come()
  })
  await page.goto(`${desk.base}/app/audit-log?actor=${idOf('actor')}`)
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await rest(page)
  assert.deepEqual(addresses.slice(1), [], 'the list takes over what was asked')
  assert.match(addresses[0] ?? '', new RegExp(`actor=${idOf('actor')}`))
  assert.deepEqual(faults, [])
})

test('Hovering a link loads its code but no data', { timeout: 300_000 }, async () => {
  const { page, faults } = await openDesk(desk, 'admin', '/profile')
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url())
  })
  const code = page.waitForRequest((request) => request.url().includes('/assets/tasks-'))
  await page.getByRole('navigation').getByRole('link', { name: 'Tasks' }).hover()
  await code
  await rest(page)
  assert.deepEqual(calls, [])
  assert.deepEqual(faults, [])
})

test('Today opens with at most two reads besides the current user', { timeout: 300_000 }, async () => {
  const { page, faults } = await openDesk(desk, 'manager', '/profile')
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !/^\/api\/(dashboard\/live|auth\/me)$/.test(pathname))
      reads.push(pathname)
  })
  await page.goto(`${desk.base}/app/`)
  await page.getByRole('heading', { level: 2, name: 'Needs attention' }).waitFor()
  await rest(page)
  assert.ok(reads.length > 0 && reads.length <= 2, reads.join(', '))
  assert.deepEqual(faults, [])
})
