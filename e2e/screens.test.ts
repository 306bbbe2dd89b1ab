/**
 * Opens every screen once: no overflow, no errors, no axe findings, nothing visibly broken or covered.
 * `states.long.test.ts` covers all widths and states. PICTURES=FOLDER keeps a picture of each. @alone, because it
 * takes longest.
 */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Response } from 'playwright-core'
import { rounds } from '#test/rounds.ts'
import { fillDesk } from './desk-screens.ts'
import { type Fixture, openFixture } from './fixture.ts'
import { each, inspect, narrow, navigate, take, wide } from './inspect.ts'
import { startFixtureProvider } from './provider.ts'
import { untranslatedTexts, usePseudoLanguage } from './pseudo-language.ts'

const provider = await startFixtureProvider()
const fixture: Fixture = await openFixture({ env: { ...provider.env, WEBHOOK_ALLOW_PRIVATE: 'true' } })
const { base, place, people } = fixture

const { places, taskId, trackingToken } = await fillDesk(fixture)

/** Wide and dark is part of the long run. */
const looks = [narrow, wide].slice(0, rounds(1, 2))
const where = ['at 320 px in light', 'at 1440 px in dark'].slice(0, looks.length).join(' and ')

/** Each screen is loaded once, narrow and light, and then made wide and dark without a reload. */
const walk = async (email: string | undefined, paths: readonly string[]): Promise<void> => {
  const { page, context, faults } = await fixture.open('phone', email ? { as: email } : {})
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

/** The desk in the pseudo language: longer words fit at the narrowest width, and no text is hard-coded. */
const walkInPseudoLanguage = async (): Promise<void> => {
  const { page, context, faults } = await fixture.open('phone', { as: people.admin.email })
  await take(page, narrow)
  await page.goto(`${base}/app/`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await usePseudoLanguage(page)
  const answers: Promise<string>[] = []
  page.on('response', (response: Response): void => {
    const { pathname } = new URL(response.url())
    // The stream has no end.
    if (pathname.startsWith('/api/') && pathname !== '/api/dashboard/live')
      answers.push(response.text().catch(() => ''))
  })
  // With the pseudo language from here on.
  await page.reload()
  const found = await each(places, async ({ address: target }) => {
    await navigate(page, target)
    await page.getByRole('heading', { level: 1, name: /⟦|Washroom|building|blocked|Tenant/ }).waitFor()
    await inspect(page, `${target} phone pretending`)
    assert.deepEqual(await untranslatedTexts(page, (await Promise.all(answers)).join('\n')), [], target)
  })
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await context.close()
}

test(`Visitor pages and sign-in pages pass all checks ${where}`, { timeout: 600_000 }, () =>
  walk(undefined, open),
)
test(`The technician's app passes all checks ${where}`, { timeout: 600_000 }, () =>
  walk(people.technician.email, field),
)
test(
  'The screens of managers and administrators pass all checks at 320 px, have room for longer words, and no hard-coded texts',
  {
    timeout: 600_000,
  },
  walkInPseudoLanguage,
)
