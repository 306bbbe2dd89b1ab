/** Ctrl-K: results, navigation, and one search at a time. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { getTask, listTasks } from '#contracts/tasks.ts'
import { axeFindings } from '../axe.ts'
import { focusIn, openDesk } from '../desk.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf, idOf, rowsOf } from './examples.ts'

const desk = await openDeskPage()
desk.signIn({ roles: ['MANAGER'] })
const titles = ['Fill the soap', 'Mend the lamp', 'Sweep the stairs']
const tasks = rowsOf(listTasks.list, titles.length, (number) => ({
  id: idOf(`task ${number}`),
  number,
  title: titles[number - 1],
})) as { id: string; number: number; title: string }[]
/** By number or words, as the service searches. */
desk.answer(listTasks, ({ query }) => {
  const typed = (query.get('q') ?? '').toLowerCase()
  const isFound = ({ number, title }: { number: number; title: string }): boolean =>
    typed === `#${number}` || title.toLowerCase().includes(typed)
  return { data: tasks.filter(isFound) }
})
desk.answer(getTask, ({ params }) => ({
  data: { ...(exampleOf(getTask.data) as object), ...tasks.find(({ id }) => id === params.id) },
}))

const openPalette = async (page: Page, typed: string): Promise<void> => {
  await page.keyboard.press('Control+k')
  await focusIn(page, page.getByRole('combobox', { name: 'Go to' }))
  await page.keyboard.type(typed)
}

const option = (page: Page, part: string, name: string | RegExp) =>
  page.getByRole('group', { name: part, exact: true }).getByRole('option', { name })

/** Presses the arrow key until this option is the selected one. */
const walkTo = async (page: Page, part: string, name: string | RegExp): Promise<void> => {
  await option(page, part, name).waitFor()
  const wanted = option(page, part, name).and(page.locator('[aria-selected="true"]'))
  for (let step = 0; step < 40 && (await wanted.count()) === 0; step++) await page.keyboard.press('ArrowDown')
  await wanted.waitFor()
}

test('A task is found by number and words, and opened by keyboard', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(desk, 'manager', '/')
  await openPalette(page, '#2')
  await walkTo(page, 'Tasks', '#2 Mend the lamp')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Mend the lamp/ }).waitFor()
  await openPalette(page, 'stairs')
  await walkTo(page, 'Tasks', '#3 Sweep the stairs')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Sweep the stairs/ }).waitFor()
  assert.deepEqual(faults, [])
})

test('A new task is started from the palette', { timeout: 300_000 }, async () => {
  const { page, faults } = await openDesk(desk, 'manager', '/')
  await openPalette(page, 'new ta')
  await walkTo(page, 'Actions', 'New task')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'New task' }).waitFor()
  assert.deepEqual(faults, [])
})

interface Looks {
  open: number
  most: number
  asked: string[]
}

declare global {
  var looks: Looks
}

/**
 * Counts in the page itself, from request to last byte or cancellation, because the browser reports network events
 * later than the page's next request.
 */
const countSearches = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const looks: Looks = { open: 0, most: 0, asked: [] }
    globalThis.looks = looks
    const ask = globalThis.fetch
    globalThis.fetch = async (target, init) => {
      const address = target instanceof Request ? target.url : target
      const { pathname, searchParams } = new URL(address, 'http://page')
      if (!/^\/api\/tasks(\/summary)?$/.test(pathname)) return ask(target, init)
      looks.asked.push(`${pathname} ${searchParams.get('q') ?? searchParams.get('amenityQ')}`)
      looks.most = Math.max(looks.most, ++looks.open)
      const ended = new AbortController()
      ended.signal.addEventListener('abort', () => looks.open--)
      init?.signal?.addEventListener('abort', () => ended.abort())
      try {
        const answer = await ask(target, init)
        const body = await answer.blob()
        return new Response(answer.status === 304 ? null : body, answer)
      } finally {
        ended.abort()
      }
    }
  })
}

test('However fast one types, one request runs at a time, and the last search is answered', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(desk, 'manager', '/profile')
  await page.clock.install()
  await countSearches(page)
  await page.reload()
  await page.getByRole('heading', { level: 1 }).waitFor()
  const looks = () => page.evaluate(() => globalThis.looks)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'Go to' })
  await focusIn(page, field)
  // The page's clock is paused, so that a slow machine does not count as a pause in typing.
  await page.clock.pauseAt(Date.now() + 60_000)
  await field.pressSequentially('sweep the stairs')
  assert.deepEqual((await looks()).asked, [], 'who types on has not asked')
  await page.clock.runFor(200)
  await option(page, 'Tasks', '#3 Sweep the stairs').waitFor()
  await page.getByText(/^\d+ found$/).waitFor()
  const first = ['/api/tasks sweep the stairs', '/api/tasks/summary sweep the stairs']
  assert.deepEqual((await looks()).asked, first)
  // A pause after each letter, so that each starts a search and cancels the previous one.
  await field.fill('')
  for (const letter of 'lamp') {
    await field.press(letter)
    await page.clock.runFor(200)
  }
  await option(page, 'Tasks', '#2 Mend the lamp').waitFor()
  await page.getByText(/^\d+ found$/).waitFor()
  const { asked, most } = await looks()
  assert.equal(most, 1, `${most} at a time`)
  assert.ok(asked.length <= 2 + 8, asked.join(', '))
  assert.deepEqual(asked.slice(-2), ['/api/tasks lamp', '/api/tasks/summary lamp'])
  assert.deepEqual(faults, [])
})

test('Results of the palette have names, groups and announcements for screen readers', {
  timeout: 300_000,
}, async () => {
  const { page, faults } = await openDesk(desk, 'manager', '/')
  await openPalette(page, 'a')
  await page
    .getByRole('status')
    .getByText(/^\d+ found$/)
    .waitFor()
  const field = page.getByRole('combobox', { name: 'Go to' })
  await focusIn(page, field)
  const active = await field.getAttribute('aria-activedescendant')
  assert.equal(await page.locator(`[id="${active}"]`).getAttribute('aria-selected'), 'true')
  assert.deepEqual(await axeFindings(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.deepEqual(faults, [])
})

test('If the service does not answer, screens are found all the same, and the palette says so', {
  timeout: 300_000,
}, async () => {
  const { page } = await desk.open('desk', { as: 'manager', serviceWorkers: 'block' })
  await page.route(/\/api\/tasks/, (route) => route.abort())
  await page.goto(`${desk.base}/app/profile`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await openPalette(page, 'feedb')
  await page.getByRole('status').getByText('Search failed').waitFor({ timeout: 30_000 })
  await walkTo(page, 'Go to', 'Feedback')
})

for (const [platform, locale, language, shown] of [
  ['MacIntel', 'en-GB', 'en', '⌘ K'],
  ['MacIntel', 'de-DE', 'de', '⌘ K'],
  ['Win32', 'en-GB', 'en', 'Ctrl K'],
  ['Linux x86_64', 'de-DE', 'de', 'Strg K'],
] as const)
  test(`Keyboard shortcuts are named as on the keyboard: ${platform}, ${language}`, {
    timeout: 300_000,
  }, async () => {
    desk.signIn({ roles: ['MANAGER'], language })
    const { page, context, faults } = await desk.open('desk', { as: 'manager', locale })
    await page.addInitScript(`Object.defineProperty(navigator, 'platform', { get: () => '${platform}' })`)
    await page.goto(`${desk.base}/app/profile`)
    await page.locator('kbd', { hasText: shown }).waitFor()
    await page.getByText(`${shown} ${language === 'en' ? 'always works.' : 'funktioniert immer.'}`).waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog').locator('kbd', { hasText: shown }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press(platform === 'MacIntel' ? 'Meta+k' : 'Control+k')
    await page.getByRole('dialog').getByRole('combobox').waitFor()
    assert.deepEqual(faults, [])
    await context.close()
  })
