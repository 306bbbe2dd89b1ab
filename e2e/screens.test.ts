/** Every screen, narrow and light, wide and dark: nothing overflows, nothing fails, axe finds nothing. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openStage, password, type Stage } from './stage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const stage: Stage = await openStage()
const { base, server, place, people } = stage

const feedback = await server.call<{ id: string; trackingToken: string }>('POST', '/api/feedback', {
  body: { qrCode: place.qrCode, rating: 1, issues: ['BLOCKED_TOILET'], comment: 'The left one overflows' },
})
await server.drain()
const tasks = await server.call<{ id: string }[]>('GET', '/api/tasks', { token: people.manager.token })
const taskId = tasks.json.data[0]?.id ?? ''

interface Finding {
  id: string
  nodes: { html: string }[]
}

const inspect = async (page: Page, name: string): Promise<void> => {
  await page.waitForLoadState('networkidle')
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

const walk = async (
  kind: 'phone' | 'desk',
  dark: boolean,
  email: string | undefined,
  paths: readonly string[],
): Promise<void> => {
  const { page, context, faults } = await stage.open(kind)
  await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' })
  if (email) {
    await page.goto(`${base}/app/sign-in`)
    await page.getByLabel('E-mail').first().fill(email)
    await page.getByLabel('Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Sign in with password' }).click()
    await page.waitForURL((url) => !url.pathname.includes('sign-in'))
  }
  for (const path of paths) {
    await page.goto(base + path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await inspect(page, `${path} ${kind}`)
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
const field = ['/app/work', `/app/work/tasks/${taskId}`]
const desk = [
  '/app/',
  '/app/feedback',
  `/app/feedback/${feedback.json.data.id}`,
  '/app/tasks',
  `/app/tasks/${taskId}`,
  '/app/buildings',
  `/app/buildings/${place.buildingId}`,
  '/app/amenities',
  `/app/amenities/${place.amenityId}`,
  '/app/qr-codes',
  '/app/qr-studio',
  '/app/types',
  '/app/rules',
  '/app/team',
  '/app/settings',
]

for (const [kind, dark] of [
  ['phone', false],
  ['desk', true],
] as const) {
  const how = kind === 'phone' ? 'at 320 px in light' : 'at 1440 px in dark'
  test(`Visitors' pages and the sign-in pages are sound ${how}`, { timeout: 120_000 }, () =>
    walk(kind, dark, undefined, open),
  )
  test(`The technician's app is sound ${how}`, { timeout: 60_000 }, () =>
    walk(kind, dark, people.technician.email, field),
  )
  test(`The manager's and administrator's screens are sound ${how}`, { timeout: 180_000 }, () =>
    walk(kind, dark, people.admin.email, desk),
  )
}
