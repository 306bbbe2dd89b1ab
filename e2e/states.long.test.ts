/**
 * Every screen of the desk in each of its states, in the pseudo language, narrow and light, wide and dark: no
 * overflow, no errors, no axe findings. PICTURES=FOLDER keeps a picture of each. @alone
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page, Route } from 'playwright-core'
import { createTenant } from '#test/world.ts'
import { fillDesk } from './desk-screens.ts'
import { openFixture, password } from './fixture.ts'
import { each, hasRoom, inspect, inspectAsItStands, narrow, take, wide } from './inspect.ts'
import { usePseudoLanguage } from './pseudo-language.ts'
import { rest } from './quiet.ts'

const fixture = await openFixture({ env: { WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { base, server, people } = fixture
const { places } = await fillDesk(fixture)
const timeout = 1_800_000

/** Requests of the screen itself; current user, session and stream belong to the frame. */
const isOfScreen = (url: URL): boolean =>
  url.pathname.startsWith('/api/') &&
  !url.pathname.startsWith('/api/auth/') &&
  url.pathname !== '/api/dashboard/live'

const openAs = async (email: string) => {
  const opened = await fixture.open('phone', { as: email })
  await take(opened.page, narrow)
  await opened.page.goto(`${base}/app/`)
  await opened.page.getByRole('heading', { level: 1 }).waitFor()
  await rest(opened.page)
  await usePseudoLanguage(opened.page)
  return opened
}

const inBoth = async (page: Page, name: string, inspectOne = inspect): Promise<void> => {
  for (const look of [narrow, wide]) {
    await take(page, look)
    await inspectOne(page, `${name} ${look.kind}`)
  }
  await take(page, narrow)
}

const heading = (page: Page): Promise<void> => page.getByRole('heading', { level: 1 }).first().waitFor()

test('Each screen passes all checks in English', { timeout }, async () => {
  const { page, context, faults } = await openAs(people.admin.email)
  await page.unrouteAll()
  const found = await each(places, async ({ name, address }) => {
    await page.goto(base + address)
    await heading(page)
    await inBoth(page, `${name} English`)
  })
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('In the pseudo language each screen has room at every width, and passes all checks wide and dark', {
  timeout,
}, async () => {
  const { page, context, faults } = await openAs(people.admin.email)
  const found = await each(places, async ({ name, address }) => {
    await page.goto(base + address)
    await heading(page)
    for (const width of [800, 1000]) {
      await page.setViewportSize({ width, height: 900 })
      await rest(page)
      await hasRoom(page, `${name} at ${width} px`)
    }
    await take(page, wide)
    await inspect(page, `${name} desk`)
    await take(page, narrow)
  })
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('While loading, each screen shows placeholders', { timeout }, async () => {
  const { page, context, faults } = await openAs(people.admin.email)
  const found = await each(places, async ({ name, address }) => {
    const held: Route[] = []
    await page.route(isOfScreen, (route) => void held.push(route))
    await page.goto(base + address)
    await heading(page)
    if (held.length > 0)
      await page.locator('.skeleton, .skeleton-space').first().waitFor({ state: 'attached' })
    await page.locator('.skeleton-space').first().waitFor({ state: 'detached' })
    await inBoth(page, `${name} loading`, inspectAsItStands)
    await page.unroute(isOfScreen)
    await Promise.all(held.map((route) => route.continue().catch(() => {})))
    await page.locator('.skeleton, .skeleton-space').first().waitFor({ state: 'detached' })
  })
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('If the service fails, each screen says so with the request id, and loads on retry', {
  timeout,
}, async () => {
  const { page, context } = await openAs(people.admin.email)
  const found = await each(places, async ({ name, address }) => {
    let refused = 0
    await page.route(isOfScreen, async (route) => {
      refused++
      await route.fulfill({
        status: 500,
        headers: { 'x-request-id': 'request-of-the-walk' },
        json: { success: false, error: 'Something failed', code: 'INTERNAL_ERROR' },
      })
    })
    await page.goto(base + address)
    await heading(page)
    await rest(page)
    if (refused > 0) await page.locator('.error-panel').first().waitFor()
    await inBoth(page, `${name} failing`)
    await page.unroute(isOfScreen)
    if (refused === 0) return
    await page.locator('.error-panel').getByText('request-of-the-walk').first().waitFor()
    for (let panel = page.locator('.error-panel').first(); await panel.isVisible(); await rest(page))
      await panel.getByRole('button').first().click()
  })
  assert.deepEqual(found, [])
  await context.close()
})

test('In an empty organisation each screen says how to start', { timeout }, async () => {
  const empty = await createTenant(server)
  await empty.person(['ADMIN'], { email: 'empty@stage.example', password })
  const { page, context, faults } = await openAs('empty@stage.example')
  const found = await each(
    places.filter(({ kind }) => kind !== 'record'),
    async ({ name, address }) => {
      if (/[0-9a-f]{8}-[0-9a-f]{4}/.test(address)) return
      await page.goto(base + address)
      await heading(page)
      await inBoth(page, `${name} empty`)
    },
  )
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('A list without matches says so and offers to clear the filters', { timeout }, async () => {
  const { page, context, faults } = await openAs(people.admin.email)
  const found = await each(
    places.filter(({ kind }) => kind === 'list'),
    async ({ name, address }) => {
      await page.goto(`${base}${address}?q=zzzzzzzz`)
      await heading(page)
      await inBoth(page, `${name} filtered`)
    },
  )
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('Each screen that needs another role names it', { timeout }, async () => {
  const { page, context, faults } = await openAs(people.manager.email)
  const found = await each(places, async ({ name, address }) => {
    await page.goto(base + address)
    await heading(page)
    await inBoth(page, `${name} manager`)
  })
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('Each screen outside the plan names the plan', { timeout }, async () => {
  const small = await createTenant(server, { plan: 'STARTER' })
  await small.person(['ADMIN'], { email: 'starter@stage.example', password })
  const { page, context, faults } = await openAs('starter@stage.example')
  const found = await each(places, async ({ name, address }) => {
    if (/[0-9a-f]{8}-[0-9a-f]{4}/.test(address)) return
    await page.goto(base + address)
    await heading(page)
    await inBoth(page, `${name} gated`)
  })
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('A record that is deleted or of another organisation is reported as not found', {
  timeout,
}, async () => {
  const { page, context, faults } = await openAs(people.admin.email)
  const id = /[0-9a-f]{8}-[0-9a-f-]{27}/
  const found = await each(
    places.filter(({ address }) => id.test(address)),
    async ({ name, address }) => {
      await page.goto(base + address.replace(id, '019a0000-0000-7000-8000-000000000000'))
      await heading(page)
      await inBoth(page, `${name} not there`)
      assert.equal(await page.locator('main a[href*="019a0000"]').count(), 0, name)
    },
  )
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
})

test('An open screen stays as it is when the connection is lost', { timeout }, async () => {
  const { page, context } = await openAs(people.admin.email)
  const found = await each(places, async ({ name, address }) => {
    await page.goto(base + address)
    await heading(page)
    await rest(page)
    await context.setOffline(true)
    await inBoth(page, `${name} offline`)
    await context.setOffline(false)
  })
  assert.deepEqual(found, [])
  await context.close()
})
