/**
 * Every screen, narrow and light, wide and dark: nothing overflows, nothing fails, axe finds nothing.
 * PICTURES=FOLDER keeps a picture of each.
 */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { test } from 'node:test'
import type { Page, Response } from 'playwright-core'
import { startStageProvider } from './provider.ts'
import { plainTexts, pretendLanguage } from './pseudo.ts'
import { rest } from './quiet.ts'
import { openStage, password, type Stage } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const provider = await startStageProvider()
const stage: Stage = await openStage({ env: { ...provider.env, WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { base, server, place, people } = stage

const feedback = await server.call<{ id: string; trackingToken: string }>('POST', '/api/feedback', {
  body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'], comment: 'The left one overflows' },
})
await server.drain()
const tasks = await server.call<{ id: string }[]>('GET', '/api/tasks', { token: people.manager.token })
const taskId = tasks.json.data[0]?.id ?? ''

await server.call('POST', '/api/admin/api-keys', {
  token: people.admin.token,
  body: { name: 'Nightly report', scopes: ['read', 'write'] },
})
await server.call('POST', '/api/admin/data-export', { token: people.admin.token })
await server.drain()
const webhook = await server.call<{ id: string }>('POST', '/api/admin/webhooks', {
  token: people.admin.token,
  body: { url: 'https://127.0.0.1:9/hooks', description: 'Washroom displays', events: ['task.created'] },
})
await server.call('POST', `/api/admin/webhooks/${webhook.json.data.id}/test`, { token: people.admin.token })

interface Finding {
  id: string
  nodes: { html: string }[]
}

const inspect = async (page: Page, name: string): Promise<void> => {
  await rest(page)
  if (process.env.PICTURES)
    await page.screenshot({
      path: path.join(process.env.PICTURES, `${name.replaceAll(/[^\w]+/g, '-')}.png`),
      fullPage: true,
    })
  const overflow = await page.locator('html').evaluate((root) => root.scrollWidth - root.clientWidth)
  assert.ok(overflow <= 0, `${name} is ${overflow} px too wide`)
  // The page's policy lets no script in; the debugger's evaluation is not bound by it.
  await page.evaluate(axe)
  const findings = await page.evaluate(async () => {
    const { axe: tool } = globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } }
    return (await tool.run()).violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)
  })
  assert.deepEqual(findings, [], name)
  assert.ok((await page.title()).length > 0, `${name} has a title`)
  assert.equal(await page.locator('h1').count(), 1, `${name} has one h1`)
}

const signIn = async (page: Page, email: string): Promise<void> => {
  await page.goto(`${base}/app/sign-in`)
  await page.getByLabel('E-mail').first().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in with password' }).click()
  await page.waitForURL((url) => !url.pathname.includes('sign-in'))
}

const walk = async (
  kind: 'phone' | 'desk',
  dark: boolean,
  email: string | undefined,
  paths: readonly string[],
): Promise<void> => {
  const { page, context, faults } = await stage.open(kind)
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  if (email) await signIn(page, email)
  for (const target of paths) {
    await page.goto(base + target)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await inspect(page, `${target} ${kind}`)
  }
  assert.deepEqual(faults, [])
  await context.close()
}

const open = [
  `/q/${place.qrCode}`,
  '/q/ZZZZZZZZZZZZZZZZZZZZ',
  `/status/${place.qrCode}`,
  `/status/${place.qrCode}/report`,
  `/t/${feedback.json.data.trackingToken}`,
  `/privacy?from=${place.qrCode}`,
  '/app/sign-in',
  '/app/register',
  '/app/reset',
]
const field = [
  '/app/work',
  `/app/work/tasks/${taskId}`,
  '/app/work/me',
  '/app/work/me/notifications',
  '/app/work/me/profile',
  '/app/work/me/security',
]

/** The desk's screens as the desk declares them; without types, since they lead to its pages. */
const { screens } = (await import(new URL('../apps/desk/src/screens.ts', import.meta.url).href)) as {
  screens: Readonly<Record<string, { readonly path: string }>>
}
const operator = await server.call<{ id: string }>('POST', '/api/operator/operators', {
  token: people.admin.token,
  body: { name: 'Washroom crew', skills: ['CLEANING'] },
})
await server.call('PUT', `/api/operator/operators/${operator.json.data.id}/certifications`, {
  token: people.admin.token,
  body: { certifications: [{ name: 'Washroom permit', skill: 'LIFT', validUntil: '2026-01-31' }] },
})
await server.call('PUT', `/api/operator/operators/${operator.json.data.id}/shifts`, {
  token: people.admin.token,
  body: {
    weekly: [1, 2, 3, 4, 5].map((day) => ({ day, from: '06:00', to: '14:00' })),
    exceptions: [{ date: '2030-12-24', off: true }],
  },
})
await server.call('POST', '/api/operator/companies', {
  token: people.admin.token,
  body: { name: 'Washroom company', coverage: [{ buildingIds: [place.buildingId], skills: ['CLEANING'] }] },
})

/** A record for each screen that shows one. */
const records: Readonly<Record<string, string>> = {
  submission: feedback.json.data.id,
  task: taskId,
  building: place.buildingId,
  amenity: place.amenityId,
  operator: operator.json.data.id,
  webhook: webhook.json.data.id,
}
const desk = Object.entries(screens).map(([name, { path: address }]) => {
  if (!address.includes('$id')) return `/app${address}`
  const id = records[name]
  assert.ok(id, `a record for ${name}`)
  return `/app${address.replace('$id', id)}`
})

/** The desk in longer words than any of its languages has: they find room, and none stays as it was. */
const walkPretending = async (kind: 'phone' | 'desk', dark: boolean): Promise<void> => {
  const { page, context, faults } = await stage.open(kind)
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  await signIn(page, people.admin.email)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await pretendLanguage(page)
  for (const target of desk) {
    const answers: Promise<string>[] = []
    const hear = (response: Response): void => {
      const { pathname } = new URL(response.url())
      // The stream has no end.
      if (pathname.startsWith('/api/') && pathname !== '/api/dashboard/live')
        answers.push(response.text().catch(() => ''))
    }
    page.on('response', hear)
    await page.goto(base + target)
    await page.getByRole('heading', { level: 1, name: /⟦|Washroom|building|blocked/ }).waitFor()
    await inspect(page, `${target} ${kind} pretending`)
    page.off('response', hear)
    assert.deepEqual(await plainTexts(page, (await Promise.all(answers)).join('\n')), [], target)
  }
  assert.deepEqual(faults, [])
  await context.close()
}

/** What the sign-in pages say when something went another way than expected. */
const signInStates = async (kind: 'phone' | 'desk', dark: boolean): Promise<void> => {
  const { page, context, faults } = await stage.open(kind, { hosts: provider.hosts })
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  const show = async (name: string, address: string, act?: () => Promise<void>): Promise<void> => {
    await page.goto('about:blank')
    await page.goto(base + address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await act?.()
    await inspect(page, `${name} ${kind}`)
  }
  const tryToSignIn = async (): Promise<void> => {
    await page.getByLabel('E-mail').fill('nobody@stage.example')
    await page.getByLabel('Password', { exact: true }).fill('wrong password')
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await page.locator('.notice').waitFor()
  }
  await show('session ended', '/app/sign-in?ended=1')
  await show('refused', '/app/sign-in', tryToSignIn)
  await page.route('**/api/auth/login', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '700' },
      json: { success: false, error: 'Too many requests', code: 'RATE_LIMITED' },
    }),
  )
  await show('locked out', '/app/sign-in', tryToSignIn)
  await page.unroute('**/api/auth/login')
  await show('empty form', '/app/sign-in', async () => {
    await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click()
  })
  await show('link sent', '/app/sign-in', async () => {
    await page.getByLabel('E-mail').fill('nobody@stage.example')
    await page.getByRole('button', { name: 'E-mail me a sign-in link' }).click()
    await page.getByLabel('Code from the mail').waitFor()
  })
  await show('mailed link', '/app/sign-in#token=abc')
  await show('used link', '/app/sign-in#token=abc', async () => {
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.locator('.notice').waitFor()
  })
  for (const code of ['PROVIDER_UNREACHABLE', 'NOT_AVAILABLE', 'SPENT', 'ANYTHING'])
    await show(code, `/app/sign-in#trouble=${code}`, () => page.locator('.notice').waitFor())
  provider.answer = { error: 'access_denied' }
  await show('back from Google', '/app/sign-in', async () => {
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.locator('.notice').waitFor()
  })
  await show('invitation', '/app/welcome#token=abc')
  await show('invitation without its token', '/app/welcome')
  await show('used invitation', '/app/welcome#token=abc', async () => {
    await page.getByLabel('Your name').fill('Ana')
    await page.getByRole('button', { name: 'Join the team' }).click()
    await page.locator('.notice').waitFor()
  })
  await show('new password', '/app/reset#token=abc')
  assert.deepEqual(faults, [])
  await context.close()
}

for (const [kind, dark] of [
  ['phone', false],
  ['desk', true],
] as const) {
  const how = kind === 'phone' ? 'at 320 px in light' : 'at 1440 px in dark'
  test(`Visitors' pages and the sign-in pages are sound ${how}`, { timeout: 120_000 }, () =>
    walk(kind, dark, undefined, open),
  )
  test(`The sign-in pages are sound also when something goes wrong, ${how}`, { timeout: 120_000 }, () =>
    signInStates(kind, dark),
  )
  test(`The technician's app is sound ${how}`, { timeout: 60_000 }, () =>
    walk(kind, dark, people.technician.email, field),
  )
  test(`The manager's and administrator's screens are sound ${how}`, { timeout: 240_000 }, () =>
    walk(kind, dark, people.admin.email, desk),
  )
  // On a phone words meet their narrowest place; the wide page is walked too before a release.
  if (kind === 'phone' || process.env.TEST_LONG)
    test(
      `The manager's and administrator's screens have room for longer words, and say none but those of a catalogue, ${how}`,
      { timeout: 240_000 },
      () => walkPretending(kind, dark),
    )
}
