/** ARE-5: the arena's wall. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import path from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { walls } from '#client/realms.ts'
import type { CallOutput } from '#client/types.ts'
import { getKioskBoard } from '#contracts/arena/boards.ts'
import { openArenaSession } from '#contracts/arena.ts'
import { visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { rounds } from '#test/rounds.ts'
import { axeFindings } from '../axe.ts'
import { hasRoom } from '../inspect.ts'
import { untilTrue } from '../until-true.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf, idOf } from './examples.ts'

type Board = CallOutput<typeof getKioskBoard>

const desk = await openDeskPage()
const { base, answer, calls, browser } = desk

const now = '2026-11-20T11:00:00.000Z'
const example = exampleOf(getKioskBoard.data) as Board
const player = (displayName: string) => ({
  id: idOf(displayName),
  displayName,
  avatar: 'OWL' as const,
  team: { id: null, name: 'Own team' },
})
const team = (name: string, rank: number | null, id: string | null = idOf(name)) => ({
  team: { id, name },
  players: 6,
  dutyHours: 240,
  points: 300,
  perHour: 1.25,
  score: 1.2,
  rank,
})
const challenge = (title: string, progress: number) => ({
  ...(example.challenges[0] as Board['challenges'][number]),
  id: idOf(title),
  title,
  progress,
  target: 200,
  state: progress >= 200 ? ('WON' as const) : ('RUNNING' as const),
})
const held = (share: number) => ({ n: 40, share, low: share - 0.1, high: share + 0.05 })

const full: Board = {
  season: {
    ...(example.season as NonNullable<Board['season']>),
    name: 'Autumn',
    state: 'ACTIVE',
    endsAt: '2026-12-19T23:00:00.000Z',
  },
  teams: [
    team('Riverside cleaning', 1),
    team('Night watch of the eastern wing', 2),
    team('Own team', null, null),
  ],
  buildings: ['Main station', 'Hall of the eastern fairground'].map((name) => ({
    building: { id: idOf(name), name },
    now: held(0.92),
    before: held(0.85),
    change: 0.07,
  })),
  challenges: [challenge('Two hundred together', 200), challenge('Photos of finished work', 84)],
  kudos: Array.from({ length: 10 }, (_, at) => ({
    id: idOf(`kudos ${at}`),
    from: player(`Quiet Owl ${at}`),
    to: player(`Brave Bee ${at}`),
    reason: (['HELPED', 'CAREFUL', 'STEPPED_IN', 'KIND', 'IDEA'] as const)[at % 5] ?? 'HELPED',
    text: at % 2 === 0 ? 'Carried the heavy door with me although the shift was over long ago' : null,
    at: now,
    mine: false,
  })),
  totals: { confirmedToday: 17, thanksToday: 4 },
  updatedAt: now,
}
const empty: Board = {
  ...full,
  season: null,
  teams: [],
  buildings: [],
  challenges: [],
  kudos: [],
  totals: { confirmedToday: 0, thanksToday: 0 },
}

const refusal = (status: number, code: string) => ({ status, json: { success: false, error: code, code } })
const paired = (expiresAt = '2026-12-20T11:00:00.000Z') => ({
  data: { accessToken: 'wall token', expiresAt, kind: 'KIOSK', kiosk: { id: idOf('wall'), name: 'Canteen' } },
})

const show = (board: Board): void => {
  answer(openArenaSession, () => paired())
  answer(getKioskBoard, () => ({ data: board, headers: { etag: '"1"' } }))
}

const session = {
  accessToken: 'wall token',
  refreshToken: '',
  user: { id: idOf('wall'), email: '', name: 'Canteen', roles: [] },
}

interface Screen {
  readonly width: number
  readonly height: number
}
const landscape: Screen = { width: 1920, height: 1080 }
const portrait: Screen = { width: 1080, height: 1920 }

const open = async (
  viewport: Screen,
  { isPaired = true, address = '', locale = 'en-GB', time = now } = {},
) => {
  const storage = isPaired
    ? [
        { name: walls.key, value: JSON.stringify(session) },
        { name: 'wellkept.wall.ends', value: '2026-12-20T11:00:00.000Z' },
      ]
    : []
  const context = await browser.newContext({
    viewport,
    locale,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    storageState: { cookies: [], origins: [{ origin: base, localStorage: storage }] },
  })
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  await page.clock.install({ time: new Date(time) })
  await page.goto(`${base}/arena/wall${address}`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  return { page, context, faults }
}

const picture = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.PICTURES
  if (folder) await page.screenshot({ path: path.join(folder, `wall-${name}.png`) })
}

const asks = (): number => calls.filter(({ name }) => name === getKioskBoard.name).length

/** The empty wall is part of the long run. */
const states = (
  [
    ['full', full],
    ['empty', empty],
  ] as const
).slice(0, rounds(1, 2))

for (const [state, board] of states)
  test(`The wall fits on a screen that lies, one that stands and a phone, ${state}`, {
    timeout: 120_000,
  }, async () => {
    show(board)
    for (const [size, viewport] of [
      ['lying', landscape],
      ['standing', portrait],
      ['wide', { width: 1440, height: 900 }],
      ['phone', { width: 320, height: 640 }],
    ] as const) {
      const { page, context, faults } = await open(viewport)
      await page.getByText('Confirmed today').waitFor()
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await picture(page, `${state}-${size}-${colorScheme}`)
        await hasRoom(page, `${state} ${size} ${colorScheme}`)
        assert.deepEqual(await axeFindings(page), [], `${state} ${size} ${colorScheme}`)
      }
      assert.deepEqual(faults, [])
      await context.close()
    }
  })

/** How many rows reach beyond their column. */
const cutOff = `[...document.querySelectorAll('.column')].flatMap((column) => {
  const end = column.getBoundingClientRect().bottom + 1
  return [...column.querySelectorAll('li')].filter((row) => row.getBoundingClientRect().bottom > end)
}).length`

test('All blocks are shown in turns where they do not all fit, and no row is cut off', {
  timeout: 120_000,
}, async () => {
  show(full)
  const { page, context } = await open({ width: 1280, height: 720 })
  await page.getByText('Confirmed today').waitFor()
  const seen = new Set<string>()
  for (let turn = 0; turn < 14; turn++) {
    for (const text of await page.locator('.block:visible li:visible').allTextContents()) seen.add(text)
    assert.equal(await page.evaluate(cutOff), 0, `turn ${turn}`)
    await page.clock.runFor(20_000)
  }
  assert.equal(seen.size, 3 + 2 + 10 + 2)
  await context.close()
})

test('A wall is paired by its code, typed or in the address, which does not stay there', {
  timeout: 120_000,
}, async () => {
  show(full)
  const { page, context } = await open(landscape, { isPaired: false })
  await page.getByRole('heading', { name: 'Pair this screen' }).waitFor()
  await picture(page, 'pairing-lying-light')
  assert.deepEqual(await axeFindings(page), [])
  answer(openArenaSession, () => refusal(401, 'UNAUTHORIZED'))
  await page.getByLabel('Code').fill('k7m2 xq4p')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('wrong or has expired').waitFor()
  show(full)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Autumn' }).waitFor()
  assert.deepEqual(calls.findLast(({ name }) => name === openArenaSession.name)?.body, {
    pairingCode: 'k7m2 xq4p',
  })
  await context.close()

  const linked = await open(portrait, { isPaired: false, address: '#code=K7M2XQ4P' })
  await linked.page.getByRole('heading', { name: 'Autumn' }).waitFor()
  assert.equal(new URL(linked.page.url()).hash, '')
  await linked.context.close()
})

test('A wall asks once a minute, shifts by 8 px a minute, and is dim from 22 to 6', {
  timeout: 120_000,
}, async () => {
  show(full)
  const { page, context } = await open(landscape, { time: '2026-11-20T20:57:30.000Z' })
  await page.getByText('Confirmed today').waitFor()
  const before = asks()
  const shift = () => page.evaluate(`document.querySelector('main').style.translate`)
  const look = () => page.evaluate('getComputedStyle(document.documentElement).filter')
  assert.equal(await look(), 'none')
  const places: unknown[] = []
  for (let minute = 0; minute < 4; minute++) {
    await page.clock.runFor(60_000)
    places.push(await shift())
  }
  assert.deepEqual(places, ['8px', '8px 8px', '0px 8px', '0px'])
  assert.ok(asks() >= before + 3 && asks() <= before + 4, `${asks() - before} in four minutes`)
  assert.equal(await look(), 'invert(1) hue-rotate(180deg) brightness(0.6)')
  await picture(page, 'night-lying-light')
  await page.clock.setSystemTime(new Date('2026-11-21T05:00:10.000Z'))
  await page.clock.runFor(60_000)
  assert.equal(await look(), 'none')
  await context.close()
})

test('Without a network a wall shows its last state with its time, also after a restart, and goes on by itself', {
  timeout: 120_000,
}, async () => {
  show(full)
  const { page, context, faults } = await open(landscape)
  await page.getByText('Confirmed today').waitFor()
  await untilTrue(page, 'navigator.serviceWorker.controller !== null')
  await context.setOffline(true)
  await page.clock.runFor(61_000)
  await page.getByText(/No connection. Last state: 20 Nov.* 12:00/).waitFor()
  await page.getByText('Riverside cleaning').waitFor()
  await picture(page, 'lost-lying-light')
  await page.reload()
  await page.getByText(/No connection. Last state: 20 Nov.* 12:0/).waitFor()
  await page.getByText('Riverside cleaning').waitFor()
  await context.setOffline(false)
  await page.getByText(/^As of/).waitFor()
  assert.deepEqual(faults, [])
  await context.close()
})

test('A wall whose pairing was revoked forgets its board and asks for a new code', {
  timeout: 120_000,
}, async () => {
  show(full)
  const { page, context } = await open(landscape)
  await page.getByText('Riverside cleaning').waitFor()
  answer(getKioskBoard, () => refusal(401, 'UNAUTHORIZED'))
  await page.clock.runFor(61_000)
  await page.getByRole('alert').getByText('no longer paired').waitFor()
  assert.deepEqual(await page.evaluate('Object.keys(localStorage)'), [])
  await context.close()
})

test('A wall says that the arena is switched off and shows nothing of it', { timeout: 120_000 }, async () => {
  show(full)
  const { page, context } = await open(landscape)
  await page.getByText('Riverside cleaning').waitFor()
  answer(getKioskBoard, () => refusal(403, 'FORBIDDEN'))
  await page.clock.runFor(61_000)
  await page.getByRole('heading', { name: 'The arena is switched off.' }).waitFor()
  assert.equal(await page.getByText('Riverside cleaning').count(), 0)
  show(full)
  await page.clock.runFor(61_000)
  await page.getByText('Riverside cleaning').waitFor()
  await context.close()
})

test('A wall renews its pairing long before the 30 days end', { timeout: 120_000 }, async () => {
  show(full)
  answer(openArenaSession, () => paired('2027-01-10T11:00:00.000Z'))
  const before = calls.length
  const { page, context } = await open(landscape, { time: '2026-12-10T11:00:00.000Z' })
  await page.getByText('Riverside cleaning').waitFor()
  const renewals = () =>
    calls.slice(before).filter(({ name, body }) => name === openArenaSession.name && !body).length
  assert.equal(renewals(), 1)
  assert.equal(await page.evaluate(`localStorage.getItem('wellkept.wall.ends')`), '2027-01-10T11:00:00.000Z')
  await page.clock.runFor(61_000)
  assert.equal(renewals(), 1)
  await context.close()
})

/** Left to right, right to left, without spaces, and with long words; a long run has the others. */
const languages = visitorLanguages.filter(
  (language) => rounds(0, 1) === 1 || ['de', 'ar', 'ja', 'pl'].includes(language),
)

test(`The wall speaks ${languages.length} languages`, { timeout: 180_000 }, async () => {
  show(full)
  for (const language of languages) {
    const { page, context, faults } = await open(landscape, { locale: language })
    await page.locator('.figures').waitFor()
    assert.equal(await page.locator('html').getAttribute('lang'), language)
    await hasRoom(page, language)
    await picture(page, `${language}-lying-light`)
    assert.deepEqual(faults, [], language)
    await context.close()
  }
  const { page, context } = await open({ width: 320, height: 640 }, { locale: 'de', isPaired: false })
  await page.getByLabel('Sprache').selectOption('pl')
  await page.getByRole('heading', { name: 'Sparuj ten ekran' }).waitFor()
  await picture(page, 'pairing-phone-pl')
  await hasRoom(page, 'pairing on a phone')
  await context.close()
})
