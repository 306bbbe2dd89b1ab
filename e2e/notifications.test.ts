/**
 * Notifications of a technician: requested once a task is open, shown by the service worker, confirmed to the service,
 * opened by a press. The test browser has no push service, so the test replaces it: the browser subscribes at the
 * test, which passes messages to the service worker. The rest is the product's code.
 */
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { BrowserContext, Page } from 'playwright-core'
import type { Me } from '#contracts/auth.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { startPushService, type TestBrowser } from '#server/platform/push/testing/test-browser.ts'
import { openFixture } from './fixture.ts'

const service = await startPushService()
after(() => service.close())
const fixture = await openFixture({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { base, server, people, tenant } = fixture

/** Adds what a browser with a push service has: a permission to request, and a subscription. */
const mockPushService = (page: Page, { subscription }: TestBrowser): Promise<unknown> =>
  page.addInitScript(
    `{
      const made = ${JSON.stringify(subscription)}
      const read = (name) => localStorage.getItem('test.' + name)
      const found = { endpoint: made.endpoint, options: {}, toJSON: () => made, unsubscribe: async () => localStorage.removeItem('test.on') }
      Object.defineProperty(Notification, 'permission', { get: () => read('permission') ?? 'default' })
      Notification.requestPermission = async () => {
        localStorage.setItem('test.asked', String(Number(read('asked') ?? 0) + 1))
        localStorage.setItem('test.permission', 'granted')
        return 'granted'
      }
      PushManager.prototype.getSubscription = async () => (read('on') ? found : null)
      PushManager.prototype.subscribe = async () => { localStorage.setItem('test.on', '1'); return found }
    }`,
  )

interface Said {
  readonly title: string
  readonly renotify?: boolean
}

/** A headless browser shows no notifications, so they are recorded and can be pressed. */
const mockNotifications = `{
  self.said = []
  const shown = new Map()
  self.registration.showNotification = async (title, options) => {
    self.said.push({ title, renotify: options.renotify })
    shown.set(options.tag, options)
  }
  self.registration.getNotifications = async ({ tag }) => (shown.has(tag) ? [shown.get(tag)] : [])
  self.press = ({ id, path }) => {
    const event = new Event('notificationclick')
    Object.assign(event, { notification: { data: { id, path }, close: () => {} }, waitUntil: () => {} })
    self.dispatchEvent(event)
  }
}`

/** Passes the received push messages to the service worker, as a browser does. */
const deliverPushTo = async (page: Page, context: BrowserContext) => {
  const cdp = await context.newCDPSession(page)
  const registration = new Promise<string>((resolve) => {
    cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const found = registrations.find(({ scopeURL }) => scopeURL.includes('/app/work'))
      if (found) resolve(found.registrationId)
    })
  })
  await cdp.send('ServiceWorker.enable')
  const registrationId = await registration
  return (payload: object | undefined) =>
    cdp.send('ServiceWorker.deliverPushMessage', {
      origin: base,
      registrationId,
      data: JSON.stringify(payload),
    })
}

const until = async (holds: () => Promise<boolean>): Promise<void> => {
  for (let look = 0; look < 1200; look++) {
    if (await holds()) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.fail('It did not happen within a minute')
}

const asked = (page: Page): Promise<unknown> => page.evaluate("localStorage.getItem('test.asked')")

const devices = async (token: string) =>
  (await server.call<Me>('GET', '/api/auth/me', { token })).json.data.user?.pushSubscriptions ?? []

const createTask = async (title: string): Promise<Task> =>
  (
    await server.call<Task>('POST', '/api/tasks', {
      token: tenant.manager.token,
      body: { title, assignee: { userId: people.technician.id } },
    })
  ).json.data

test('Notifications are offered in an opened task, shown and confirmed by the service worker, opened by a press, and end at sign-out', {
  timeout: 300_000,
}, async () => {
  const { token } = people.technician
  const browser = service.subscribe()
  await createTask('Refill soap')
  // Without a device an email follows a moment later.
  await server.drain()
  server.clock.advance(121_000)
  await server.drain()
  const { page, context, faults } = await fixture.open('phone', { as: people.technician.email })
  await mockPushService(page, browser)
  await page.goto(`${base}/app/work`)
  await page.getByText('Refill soap').first().waitFor()
  assert.equal(await asked(page), null, 'never at the start')
  assert.equal(await page.getByText('while this app is closed').count(), 0)

  await page.getByText('Refill soap').first().click()
  const band = page.getByRole('region', { name: 'Notifications' })
  await band.waitFor()
  assert.equal(await asked(page), null, 'not before a press')
  await band.getByRole('button', { name: 'Switch on here' }).click()
  await page.getByText('Notifications are on here.').waitFor()
  assert.equal(await asked(page), '1')
  assert.equal((await devices(token)).length, 1)

  await page.goto(`${base}/app/work/me/notifications`)
  await page.getByText('Notifications are on here.').waitFor()
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText('Waiting for this device to confirm it').waitFor()
  await server.drain()
  const worker = context.serviceWorkers().find((one) => one.url().includes('/app/work/sw.js'))
  assert.ok(worker)
  await worker.evaluate(mockNotifications)
  const hand = await deliverPushTo(page, context)
  await hand(browser.received[0]?.payload)
  await page.getByText(/Arrived and confirmed at/).waitFor()

  const task = await createTask('Empty the bin')
  await server.drain()
  const { payload } = browser.received[1] ?? {}
  assert.equal(payload?.path, `/app/work/tasks/${task.id}`)
  await hand(payload)
  await hand(payload)
  await hand({})
  const said = async () =>
    JSON.parse((await worker.evaluate('JSON.stringify(self.said)')) as string) as Said[]
  await until(async () => (await said()).length === 4)
  assert.deepEqual(
    (await said()).map(({ title, renotify }) => [title, renotify]),
    [
      ['Test from Wellkept', true],
      ['Task for you: Empty the bin', true],
      ['Task for you: Empty the bin', false],
      // An unreadable message is shown too, because browsers require a notification for each push.
      ['Wellkept', undefined],
    ],
  )
  await until(async () => {
    const { rows } = await tenant.inside(async (ctx) => ({
      rows: await ctx.run<{ received_at: Date | null }>(
        'select received_at from push_delivery where tenant_id = $1',
        [tenant.id],
      ),
    }))
    return rows.filter(({ received_at }) => received_at !== null).length === 2
  })
  await worker.evaluate(`press(${JSON.stringify(payload)})`)
  await page.getByRole('heading', { level: 1, name: 'Empty the bin' }).waitFor()
  assert.equal(new URL(page.url()).pathname, `/app/work/tasks/${task.id}`)

  await page.goto(`${base}/app/work/me`)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with password' }).waitFor()
  assert.deepEqual(
    await tenant.inside((ctx) => ctx.db.selectFrom('push_subscription').select('id').execute()),
    [],
  )
  assert.equal(await page.evaluate("localStorage.getItem('test.on')"), null)
  assert.deepEqual(faults, [])
  await context.close()
})

test('A device that blocks notifications is reported as blocked, also for a test, and never waited for', {
  timeout: 300_000,
}, async () => {
  const { page, context, faults } = await fixture.open('phone', { as: people.manager.email })
  await mockPushService(page, service.subscribe())
  await page.goto(`${base}/app/work/me/notifications`)
  await page.getByText('Notifications are off here.').waitFor()

  // The question was dismissed without an answer, so it may be asked again.
  await page.evaluate("Notification.requestPermission = async () => 'default'")
  await page.getByRole('button', { name: 'Switch on here' }).click()
  await page.getByText('could not be switched on').waitFor()

  await page.evaluate(
    "Notification.requestPermission = async () => { localStorage.setItem('test.permission', 'granted'); return 'granted' }",
  )
  await page.getByRole('button', { name: 'Switch on here' }).click()
  await page.getByText('Notifications are on here.').waitFor()
  // The service knows the device; then the person blocks notifications in the browser's settings.
  await page.evaluate("localStorage.setItem('test.permission', 'denied')")
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText('This device does not accept notifications').waitFor()
  await page.getByText('The browser blocks notifications from Wellkept').waitFor()
  assert.equal(await page.getByText('Waiting for this device').count(), 0)

  for (let more = 0; more < 4; more++) {
    const answered = page.waitForResponse(
      (reply) => reply.request().method() === 'PATCH' && reply.url().endsWith('/api/auth/me'),
    )
    await page.getByRole('button', { name: 'Send me a test' }).click()
    await answered
    await page.getByText('This device does not accept notifications').waitFor()
  }
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await page.getByText('You can send at most five tests in ten minutes').waitFor()
  assert.equal(await page.getByText('does not accept notifications').count(), 0)
  assert.deepEqual(faults, [])
  await context.close()
})
