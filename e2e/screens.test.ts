/**
 * Every screen once: nothing overflows, nothing fails, axe finds nothing, and nothing is broken or covered that an eye
 * would see. `states.long.test.ts` looks at each wide, between and in all its states. PICTURES=FOLDER keeps a picture of
 * each. @alone: the longest walk of all.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Response } from 'playwright-core'
import { rounds } from '#test/rounds.ts'
import { fillDesk } from './desk-places.ts'
import { each, inspect, narrow, take, wide } from './inspect.ts'
import { startStageProvider } from './provider.ts'
import { plainTexts, pretendLanguage } from './pseudo.ts'
import { openStage, type Stage } from './stage.ts'

const provider = await startStageProvider()
const stage: Stage = await openStage({ env: { ...provider.env, WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { base, place, people } = stage

const { places, taskId, trackingToken } = await fillDesk(stage)

/** Wide and dark is in the long run. */
const looks = [narrow, wide].slice(0, rounds(1, 2))
const where = ['at 320 px in light', 'at 1440 px in dark'].slice(0, looks.length).join(' and ')

/** Each opens once, narrow and light, and is then made wide and dark as it stands. */
const walk = async (email: string | undefined, paths: readonly string[]): Promise<void> => {
  const { page, context, faults } = await stage.open('phone', email ? { as: email } : {})
  for (const target of paths) {
    await take(page, narrow)
    await page.goto(base + target)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    for (const look of looks) {
      await take(page, look)
      await inspect(page, `${target} ${look.kind}`)
    }
  }
  assert.deepEqual(faults, [])
  await context.close()
}

const open = [
  `/q/${place.qrCode}`,
  '/q/ZZZZZZZZZZZZZZZZZZZZ',
  `/status/${place.qrCode}`,
  `/status/${place.qrCode}/report`,
  `/t/${trackingToken}`,
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

/** The desk in longer words than any of its languages has: they find room where it is narrowest, and none stays as it was. */
const walkPretending = async (): Promise<void> => {
  const { page, context, faults } = await stage.open('phone', { as: people.admin.email })
  await take(page, narrow)
  await page.goto(`${base}/app/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await pretendLanguage(page)
  const found = await each(places, async ({ address: target }) => {
    const answers: Promise<string>[] = []
    const hear = (response: Response): void => {
      const { pathname } = new URL(response.url())
      // The stream has no end.
      if (pathname.startsWith('/api/') && pathname !== '/api/dashboard/live')
        answers.push(response.text().catch(() => ''))
    }
    page.on('response', hear)
    await page.goto(base + target)
    await page.getByRole('heading', { level: 1, name: /⟦|Washroom|building|blocked|Tenant/ }).waitFor()
    await inspect(page, `${target} phone pretending`)
    page.off('response', hear)
    assert.deepEqual(await plainTexts(page, (await Promise.all(answers)).join('\n')), [], target)
  })
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
}

/** What the sign-in pages say when something went another way than expected. */
const signInStates = async (): Promise<void> => {
  const { page, context, faults } = await stage.open('phone', { hosts: provider.hosts })
  const show = async (name: string, address: string, act?: () => Promise<void>): Promise<void> => {
    await take(page, narrow)
    await page.goto('about:blank')
    await page.goto(base + address)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await act?.()
    for (const look of looks) {
      await take(page, look)
      await inspect(page, `${name} ${look.kind}`)
    }
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

test(`Visitors' pages and the sign-in pages are sound ${where}`, { timeout: 600_000 }, () =>
  walk(undefined, open),
)
test(
  `The sign-in pages are sound also when something goes wrong, ${where}`,
  { timeout: 600_000 },
  signInStates,
)
test(`The technician's app is sound ${where}`, { timeout: 600_000 }, () =>
  walk(people.technician.email, field),
)
test(
  "The manager's and administrator's screens are sound at 320 px, have room for longer words, and say none but those of a catalogue",
  {
    timeout: 600_000,
  },
  walkPretending,
)
