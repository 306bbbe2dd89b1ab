/** How a screen of the desk opens: its words, its code and its data come side by side, or are told when they do not. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { openDesk } from './desk.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { rest } from './quiet.ts'

const fixture: Fixture = await openFixture()
const { people, server, place } = fixture

const words = /\/assets\/(en|de)-[^/]+\.js$/

const goTo = (page: Page, place: string): Promise<void> =>
  page.getByRole('navigation').getByRole('link', { name: place }).click()

test('Only the words of the language in use are fetched, each screen’s when it is opened', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(fixture, people.admin.email, '/profile')
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

test('Words that do not come are told with the way to try again, and nothing asks for them for ever', {
  timeout: 300_000,
}, async () => {
  const { page } = await openDesk(fixture, people.admin.email, '/profile')
  let tries = 0
  await page.route(words, (route) => {
    tries++
    return route.abort()
  })
  await goTo(page, 'Tasks')
  // The page has loaded itself anew, once, and has no words at all then.
  await page.getByRole('heading', { level: 1, name: 'No connection to Wellkept' }).waitFor()
  const before = tries
  await delay(3000)
  assert.equal(tries, before)
  await page.unroute(words)
  await page.getByRole('button', { name: 'Try again now' }).click()
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
})

test('The first open asks for record, words, code and data side by side', { timeout: 300_000 }, async () => {
  const { page, faults } = await openDesk(fixture, people.admin.email, '/profile')
  // Nothing of these is answered until all were asked for.
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
  await page.goto(`${fixture.base}/app/tasks`)
  await all
  await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
  assert.deepEqual(faults, [])
})

test('A list asks for its rows before its code and the own record have come', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(fixture, people.admin.email, '/profile')
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
    // Without an order it is the filter that looks for a name.
    if (!/\/api\/admin\/audit-log\?.*sort=-at/.test(request.url())) return
    addresses.push(new URL(request.url()).search)
    come()
  })
  await page.goto(`${fixture.base}/app/audit-log?actor=${people.admin.id}`)
  await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor()
  await rest(page)
  assert.deepEqual(addresses.slice(1), [], 'the list takes over what was asked')
  assert.match(addresses[0] ?? '', new RegExp(`actor=${people.admin.id}`))
  assert.deepEqual(faults, [])
})

test('What passes under the pointer is not asked for, only its code', { timeout: 300_000 }, async () => {
  const { page, faults } = await openDesk(fixture, people.admin.email, '/profile')
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

test('Today opens with at most two reads besides the own record', { timeout: 300_000 }, async () => {
  await server.call('POST', '/api/feedback', { body: { qrCode: place.qrCode, rating: 1, issues: ['LEAK'] } })
  const { page, faults } = await openDesk(fixture, people.manager.email, '/profile')
  const reads: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/') && !/^\/api\/(dashboard\/live|auth\/me)$/.test(pathname))
      reads.push(pathname)
  })
  await page.goto(`${fixture.base}/app/`)
  await page.getByRole('heading', { level: 2, name: 'Needs attention' }).waitFor()
  await rest(page)
  assert.ok(reads.length > 0 && reads.length <= 2, reads.join(', '))
  assert.deepEqual(faults, [])
})
