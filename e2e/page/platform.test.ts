/** The app of super admins: what each screen shows, and what its dialogs send. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlag } from '#contracts/super-admin/flags.ts'
import { createAnnouncement } from '#contracts/super-admin/platform.ts'
import { openPlatformSession } from '#contracts/super-admin/session.ts'
import {
  closeTenant,
  openSupportAccess,
  suspendTenant,
  updateTenant,
} from '#contracts/super-admin/tenants.ts'
import { rounds } from '#test/rounds.ts'
import { inspect, inspectPlaces } from '../inspect.ts'
import { clear, fill, openPlatformPage, session, tenant } from './platform-page.ts'

const platform = await openPlatformPage()
const { base, calls, answer, openPlatform } = platform

const screens = [
  '/',
  `/tenants/${tenant.id}`,
  '/jobs',
  '/deliveries',
  '/abuse',
  '/announcements',
  '/flags',
  '/system',
  '/audit',
].map((address) => ({ name: `platform ${address}`, address: `/platform${address}` }))

const bodyOf = (name: string): unknown => calls.findLast((call) => call.name === name)?.body

/** Empty screens are part of the long run. */
const states = (
  [
    ['full', fill],
    ['empty', clear],
  ] as const
).slice(0, rounds(1, 2))

for (const [state, prepare] of states)
  test(`Every screen of the platform fits on a phone and on a desk, ${state}`, {
    timeout: 300_000,
  }, async () => {
    prepare(platform)
    const { page, faults } = await openPlatform('phone', '/')
    const found = await inspectPlaces(page, screens)
    assert.deepEqual(found, [])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

test('Without a session the sign-in asks for password and code, says what was refused, and opens the address', {
  timeout: 300_000,
}, async () => {
  fill(platform)
  const { page, faults } = await platform.open('desk')
  await page.goto(`${base}/platform/flags`)
  await page.getByRole('heading', { level: 1, name: 'Sign in to the platform' }).waitFor()
  await inspect(page, 'platform sign-in')
  answer(openPlatformSession, () => ({
    status: 401,
    json: { success: false, error: 'Wrong', code: 'UNAUTHORIZED' },
  }))
  const code = page.getByLabel('Code from your authenticator app')
  const signIn = async (): Promise<void> => {
    await page.getByLabel('Email address').fill('super@stage.example')
    await page.getByLabel('Password').fill('a long password')
    await code.fill('123 456')
    await code.press('Enter')
  }
  await signIn()
  await page.getByRole('alert').getByText('A code works only once').waitFor()
  assert.equal(await code.inputValue(), '')
  answer(openPlatformSession, () => ({
    data: { accessToken: 'example', expiresAt: '2026-11-20T08:30:00.000Z', admin: session.user },
  }))
  await signIn()
  await page.getByRole('heading', { level: 1, name: 'Feature flags' }).waitFor()
  assert.deepEqual(bodyOf(openPlatformSession.name), {
    email: 'super@stage.example',
    password: 'a long password',
    totp: '123456',
  })
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('What was typed survives the end of the session and a new sign-in', { timeout: 300_000 }, async () => {
  fill(platform)
  const { page, faults } = await openPlatform('desk', `/tenants/${tenant.id}`)
  await page.getByRole('button', { name: 'Suspend' }).click()
  const reason = page.getByLabel('Reason')
  await reason.fill('They asked for it')
  let refusals = 0
  answer(suspendTenant, () => {
    if (refusals++ > 0) return { data: { ...tenant, state: 'SUSPENDED' } }
    return { status: 401, json: { success: false, error: 'Ended', code: 'UNAUTHORIZED' } }
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  const again = page.getByRole('dialog', { name: 'You were signed out' })
  await again.getByLabel('Email address').fill('super@stage.example')
  await again.getByLabel('Password').fill('a long password')
  await again.getByLabel('Code from your authenticator app').fill('123456')
  await again.getByRole('button', { name: 'Sign in' }).click()
  await again.waitFor({ state: 'detached' })
  assert.equal(await reason.inputValue(), 'They asked for it')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(bodyOf(suspendTenant.name), { reason: 'They asked for it' })
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('Every change of a tenant asks for a reason and sends nothing without one', {
  timeout: 300_000,
}, async () => {
  fill(platform)
  const { page, faults } = await openPlatform('desk', `/tenants/${tenant.id}`)
  const names = ['Open support access', 'Change plan', 'Move end of trial', 'Suspend', 'Close tenant']
  for (const name of names) {
    const before = calls.length
    await page.getByRole('button', { name, exact: true }).first().press('Enter')
    const dialog = page.getByRole('dialog')
    await inspect(page, `platform dialog ${name}`)
    await dialog.getByRole('button', { name, exact: true }).click()
    await dialog.getByText(/Enter a reason of at least (3|10) characters/).waitFor()
    assert.deepEqual(calls.slice(before), [], name)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
    // The focus is where it was.
    await page.getByRole('button', { name, exact: true }).and(page.locator(':focus')).waitFor()
  }
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('An override holds until the end of a day, and the others stay', { timeout: 300_000 }, async () => {
  fill(platform)
  const { page, faults } = await openPlatform('desk', `/tenants/${tenant.id}`)
  answer(updateTenant, () => ({ data: tenant }))
  await page.getByRole('button', { name: 'Override limit: Team members' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Allowed').fill('120')
  await dialog.getByLabel('Until the end of').fill('2027-03-31')
  await dialog.getByLabel('Reason').fill('A pilot with all sites')
  await inspect(page, 'platform override')
  await dialog.getByRole('button', { name: 'Override' }).click()
  await dialog.waitFor({ state: 'detached' })
  const kept = tenant.limits.find(({ override }) => override)
  assert.deepEqual(bodyOf(updateTenant.name), {
    overrides: [
      { limit: kept?.name, ...kept?.override },
      {
        limit: 'members',
        value: 120,
        until: '2027-03-31T22:00:00.000Z',
        reason: 'A pilot with all sites',
      },
    ],
    reason: 'A pilot with all sites',
  })
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('A tenant is closed only when its slug is typed', { timeout: 300_000 }, async () => {
  fill(platform)
  const { page, faults } = await openPlatform('desk', `/tenants/${tenant.id}`)
  await page.getByRole('button', { name: 'Close tenant' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type riverside to confirm').fill('river')
  await dialog.getByLabel('Reason').fill('The contract has ended')
  await dialog.getByRole('button', { name: 'Close tenant' }).click()
  await dialog.getByText('This is not the slug.').waitFor()
  assert.equal(bodyOf(closeTenant.name), undefined)
  await dialog.getByLabel('Type riverside to confirm').fill('riverside')
  await dialog.getByRole('button', { name: 'Close tenant' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual(bodyOf(closeTenant.name), { confirm: 'riverside', reason: 'The contract has ended' })
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('Support access says when it ends and leads to the desk of the tenant; a refusal says why', {
  timeout: 300_000,
}, async () => {
  fill(platform)
  const { page, faults } = await openPlatform('desk', `/tenants/${tenant.id}`)
  answer(openSupportAccess, () => ({
    status: 403,
    json: { success: false, error: 'Off', code: 'FORBIDDEN' },
  }))
  await page.getByRole('button', { name: 'Open support access' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Reason').fill('They asked why a report is missing')
  await dialog.getByRole('button', { name: 'Open support access' }).click()
  await dialog.getByText('This organisation has switched support access off.').waitFor()
  answer(openSupportAccess, () => ({
    data: {
      id: tenant.id,
      accessToken: 'example',
      expiresAt: '2026-11-20T08:15:00.000Z',
      url: `${base}/app#support=example`,
    },
  }))
  await dialog.getByRole('button', { name: 'Open support access' }).click()
  const opened = page.getByRole('dialog', { name: 'Access to Riverside is open' })
  const link = opened.getByRole('link', { name: 'Open their desk' })
  assert.equal(await link.getAttribute('href'), `${base}/app#support=example`)
  await inspect(page, 'platform access')
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('A feature is switched for a plan and a tenant, and undecided ones are left out', {
  timeout: 300_000,
}, async () => {
  fill(platform)
  const { page, faults } = await openPlatform('desk', '/flags')
  await page.getByRole('button', { name: 'SLACK' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Business').selectOption('off')
  await dialog.getByLabel('Pro').selectOption('')
  await dialog.getByRole('combobox', { name: 'Add a tenant' }).click()
  await page.getByRole('option', { name: 'Organisation of the river bank 2', exact: true }).click()
  await inspect(page, 'platform flag')
  await dialog.getByRole('button', { name: 'Switch' }).click()
  await page.getByText('SLACK has been switched.').waitFor()
  const body = bodyOf(setFlag.name) as { plans: object; tenants: object; global: null }
  assert.deepEqual(body.plans, { TRIAL: false, BUSINESS: false })
  assert.deepEqual(Object.values(body.tenants), [false])
  assert.equal(body.global, null)
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('An announcement is published to some plans, and ended by one that replaces it', {
  timeout: 300_000,
}, async () => {
  fill(platform)
  const { page, faults } = await openPlatform('desk', '/announcements')
  await page.getByRole('button', { name: 'New announcement' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Short pause')
  await dialog.getByLabel('Text').fill('Saving pauses for a minute.')
  await dialog.getByLabel('Add a language').selectOption('de')
  await dialog.getByLabel('Title in German').fill('Kurze Pause')
  await dialog.getByLabel('Text in German').fill('Speichern pausiert eine Minute.')
  await dialog.getByLabel('For', { exact: true }).selectOption('plans')
  await dialog.getByLabel('Pro').check()
  await dialog.getByLabel('Until').fill(new Date(Date.now() + 86_400_000).toISOString().slice(0, 16))
  await inspect(page, 'platform announcement')
  await dialog.getByRole('button', { name: 'Publish' }).click()
  await dialog.waitFor({ state: 'detached' })
  const body = bodyOf(createAnnouncement.name) as { audience: object; texts: object }
  assert.deepEqual(body.audience, { plans: ['PRO'] })
  assert.deepEqual(body.texts, { de: { title: 'Kurze Pause', text: 'Speichern pausiert eine Minute.' } })
  await page.getByRole('button', { name: 'End now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  const { replaces, until } = bodyOf(createAnnouncement.name) as { replaces: string; until: string }
  assert.ok(replaces)
  assert.ok(Date.parse(until) <= Date.now())
  assert.deepEqual(faults, [])
  await page.context().close()
})
