/** The arena on phones: what each screen shows, and what it sends. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { giveKudos, redeemReward, reportKudos } from '#contracts/arena/play.ts'
import { disputePoints, getArenaProfile, openArenaSession } from '#contracts/arena.ts'
import { rounds } from '#test/rounds.ts'
import { each, inspect, inspectPlaces } from '../inspect.ts'
import { clear, fill, openArenaPage, player, profile } from './arena-page.ts'
import { idOf } from './examples.ts'

const arena = await openArenaPage()
const { base, calls, answer, openArena } = arena

const screens = ['', '/points', '/challenges', '/thanks', '/rewards', '/badges', '/fairness', '/profile'].map(
  (address) => ({ name: `arena ${address}`, address: `/arena${address}` }),
)

const refused = (status: number, code: string) => ({ status, json: { success: false, error: code, code } })

/** Empty screens are part of the long run. */
const states = (
  [
    ['full', fill],
    ['empty', clear],
  ] as const
).slice(0, rounds(1, 2))

for (const [state, prepare] of states)
  test(`Every screen of the arena fits on a phone and on a desk, ${state}`, {
    timeout: 300_000,
  }, async () => {
    prepare(arena)
    const { page, faults } = await openArena('phone', '')
    const found = await inspectPlaces(page, screens)
    assert.deepEqual(found, [])
    assert.deepEqual(faults, [])
    await page.context().close()
  })

test('A reversal stands at its line, and a line that was disputed says what became of it', async () => {
  fill(arena)
  const { page, faults } = await openArena('phone', '/points')
  const turned = page.getByRole('listitem').filter({ hasText: '+4' })
  await turned.getByText('Taken back: the work did not hold').waitFor()
  await page.getByText('Disputed, not decided yet').waitFor()
  await page.getByText('The photo shows another room.').waitFor()
  const dispute = page.getByRole('listitem').filter({ hasText: 'Counts from' })
  await dispute.getByRole('button', { name: 'Dispute this line' }).press('Enter')
  await dispute.getByRole('button', { name: 'Ask for a review' }).press('Enter')
  await dispute.getByText('Write at least 3 characters.').waitFor()
  await dispute.getByLabel('What is wrong?').fill('It was urgent')
  await inspect(page, 'arena dispute')
  // The answer is lost, so the next attempt must count as the same one.
  const keys: (string | undefined)[] = []
  await page.route('**/dispute', async (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    if (keys.length === 1) await route.abort()
    else await route.continue()
  })
  await dispute.getByRole('button', { name: 'Ask for a review' }).click()
  await dispute.getByText(/^No connection/).waitFor()
  await dispute.getByRole('button', { name: 'Ask for a review' }).click()
  await dispute.getByLabel('What is wrong?').waitFor({ state: 'detached' })
  assert.equal(keys.length, 2)
  assert.equal(keys[0], keys[1])
  assert.deepEqual(calls.findLast(({ name }) => name === disputePoints.name)?.body, {
    reason: 'It was urgent',
  })
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('Thanks go to a person who was found, for a reason; those of others can be reported', async () => {
  fill(arena)
  const { page, faults } = await openArena('phone', '/thanks')
  await page.getByRole('button', { name: 'Thank a colleague' }).press('Enter')
  await page.getByRole('button', { name: 'Say thanks' }).click()
  await page.getByText('Choose a colleague.').waitFor()
  await page.getByLabel('Whom?').fill('lynx')
  await inspect(page, 'arena giving')
  await page.getByRole('button', { name: /^Silver Lynx 3/ }).click()
  await page.getByRole('radio', { name: 'Stepped in' }).check()
  answer(giveKudos, () => refused(400, 'VALIDATION_ERROR'))
  await page.getByRole('button', { name: 'Say thanks' }).click()
  await page.getByText(/^This person thanked you in the last seven days/).waitFor()
  answer(giveKudos, () => ({ data: {} }))
  await page.getByRole('button', { name: 'Say thanks' }).click()
  await page.getByText('Your thanks have been sent.').waitFor()
  assert.deepEqual(calls.findLast(({ name }) => name === giveKudos.name)?.body, {
    to: player(3).id,
    reason: 'STEPPED_IN',
  })
  await page.getByRole('button', { name: 'Report' }).first().click()
  await page.getByLabel(/^Why\?/).fill('Not kind')
  await page.getByRole('button', { name: 'Report and hide' }).click()
  await page.getByLabel(/^Why\?/).waitFor({ state: 'detached' })
  assert.deepEqual(calls.findLast(({ name }) => name === reportKudos.name)?.body, { reason: 'Not kind' })
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('A reward is asked for after a question, and who comes too late reads that none is left', async () => {
  fill(arena)
  const { page, faults } = await openArena('phone', '/rewards')
  await page.getByRole('button', { name: 'Ask for it' }).first().waitFor()
  assert.equal(
    await page.getByRole('button', { name: 'Ask for it' }).count(),
    1,
    'one has none left, one costs more',
  )
  await page.getByRole('button', { name: 'Ask for it' }).press('Enter')
  await page.getByText('Spend 40 points on this?').waitFor()
  assert.equal(calls.filter(({ name }) => name === redeemReward.name).length, 0)
  answer(redeemReward, () => refused(409, 'CONFLICT'))
  await page.getByRole('button', { name: 'Spend', exact: true }).click()
  await page.getByText('None is left.').waitFor()
  assert.equal(calls.findLast(({ name }) => name === redeemReward.name)?.params.id, idOf('reward 1'))
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('Who has not joined reads rules and boards of teams, and is asked nothing of players', async () => {
  fill(arena)
  answer(getArenaProfile, () => ({ data: { ...profile, optedIn: false, player: null } }))
  const since = calls.length
  const { page, faults } = await openArena('phone', '/fairness')
  await page.getByText('Only players see this board.').waitFor()
  for (const address of ['/points', '/thanks', '/challenges', '/rewards', '/badges', '/profile', '']) {
    await page.goto(`${base}/arena${address}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    assert.equal(await page.getByRole('button', { name: /Take part|Ask for it|Thank a/ }).count(), 0, address)
  }
  await inspect(page, 'arena joining')
  const before = new Set([
    'openArenaSession',
    'getArenaProfile',
    'listSeasons',
    'listChallenges',
    'listBadges',
    'listRewards',
    'getFairness',
    'listTeamBoard',
    'listBuildingBoard',
    'getMe',
  ])
  const asked = calls.slice(since).filter(({ name }) => !before.has(name))
  assert.deepEqual(asked, [])
  assert.deepEqual(faults, [])
  await page.context().close()
})

test('Where the arena is switched off it says so and leads back; where the session has ended it leads to signing in', async () => {
  fill(arena)
  answer(openArenaSession, () => refused(403, 'FORBIDDEN'))
  const { page } = await openArena('phone', '')
  await page.getByText('Your organisation has the arena switched off.').waitFor()
  await inspect(page, 'arena closed')
  answer(openArenaSession, () => refused(401, 'UNAUTHORIZED'))
  await page.evaluate("localStorage.removeItem('wellkept.session')")
  await page.waitForTimeout(0)
  await page.reload()
  await page.getByRole('link', { name: 'Sign in' }).waitFor()
  await page.evaluate('localStorage.clear()')
  await page.goto(`${base}/arena/points`)
  await page.waitForURL(/\/app\/sign-in\?next=%2Farena%2Fpoints$/)
  await page.context().close()
})

test('In Arabic every screen is laid out from the right and nothing is too wide', {
  timeout: 300_000,
}, async () => {
  fill(arena)
  const { page, faults } = await openArena('phone', '', { locale: 'ar' })
  const found = await each(screens, async ({ address }) => {
    await page.goto(`${base}${address}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    assert.equal(await page.evaluate('document.dir'), 'rtl')
    await inspect(page, `${address} ar`)
  })
  assert.deepEqual(found, [])
  assert.deepEqual(faults, [])
  await page.context().close()
})
