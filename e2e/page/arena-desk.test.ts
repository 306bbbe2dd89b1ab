/** ADM-30: what the screen of the arena shows, and what its dialogs send. PICTURES=FOLDER keeps pictures. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import {
  type ArenaSetup,
  createSeason,
  decideDispute,
  decideRedemption,
  getArena,
  replaceArena,
  updateSeason,
} from '#contracts/arena/admin.ts'
import { defaultCaps, defaultWeights } from '#contracts/arena/records.ts'
import { inspect, narrow, take, wide } from '../inspect.ts'
import { looks } from '../screen-pictures.ts'
import { openDeskPage } from './desk-page.ts'
import { exampleOf, idOf } from './examples.ts'

const desk = await openDeskPage()
const { base, answer, calls } = desk

const at = '2026-11-20T08:00:00.000Z'
const example = exampleOf(getArena.data) as ArenaSetup
const exampleEntry = example.disputes[0]?.entry as NonNullable<ArenaSetup['disputes'][number]['entry']>
const season = {
  ...(example.seasons[0] as ArenaSetup['seasons'][number]),
  caps: defaultCaps,
  weights: defaultWeights,
  rules: ['A finished task gives 1 to 4 points by its priority.', 'At most 12 points in an hour.'],
  players: 14,
}
const challenge = {
  title: 'Two hundred together',
  description: 'Finished and confirmed',
  kind: 'TEAM' as const,
  metric: 'CONFIRMED' as const,
  target: 200,
  startsAt: '2026-12-01T00:00:00.000Z',
  endsAt: '2027-01-30T00:00:00.000Z',
}
const player = (displayName: string) => ({
  id: idOf(displayName),
  displayName,
  avatar: 'OWL' as const,
  team: { id: idOf('team'), name: 'Riverside cleaning' },
})
const group = (name: string) => ({ name, finishers: 9, p50: 46, perHour: 1.25 })
const simulation = {
  days: 30,
  finishers: 23,
  points: 1184,
  capped: 37,
  perFinisher: { p10: 8, p50: 46, p90: 112 },
  byTeam: [group('Riverside cleaning'), group('Own team')],
  byBuilding: [group('Main station')],
  byShift: [group('DAY'), group('EVENING')],
  notes: ['Some work was over a cap.', 'Helping and finding are not in these figures.'],
}

const empty: ArenaSetup = {
  enabled: false,
  weights: defaultWeights,
  caps: defaultCaps,
  rewards: [],
  kiosks: [],
  seasons: [],
  participants: { joined: null, teams: null },
  disputes: [],
  redemptions: [],
  version: 7,
}

const full: ArenaSetup = {
  ...empty,
  enabled: true,
  participants: { joined: 14, teams: null },
  rewards: [
    {
      id: idOf('coffee'),
      title: 'Coffee voucher for the café in the entrance hall',
      description: 'Any drink, also a large one',
      cost: 50,
      stock: 20,
      perPerson: 2,
      active: true,
      left: 3,
    },
    {
      id: idOf('shoes'),
      title: 'Better work shoes',
      description: '',
      cost: 1200,
      stock: null,
      perPerson: null,
      active: false,
      left: null,
    },
  ],
  kiosks: [
    { id: idOf('canteen'), name: 'Canteen', buildingIds: [], state: 'ACTIVE', lastSeenAt: at, expiresAt: at },
    {
      id: idOf('hall'),
      name: 'Entrance hall of the eastern building',
      buildingIds: [idOf('east')],
      state: 'PAIRING',
      lastSeenAt: null,
      expiresAt: null,
    },
  ],
  seasons: [
    {
      ...season,
      id: idOf('winter'),
      name: 'Winter',
      state: 'DRAFT',
      startsAt: '2026-11-30T23:00:00.000Z',
      endsAt: '2027-01-31T23:00:00.000Z',
      challenges: [challenge],
      version: 3,
    },
    { ...season, id: idOf('autumn'), name: 'Autumn', state: 'ACTIVE', challenges: [], version: 5 },
    { ...season, id: idOf('summer'), name: 'Summer', state: 'SETTLING', challenges: [], version: 9 },
  ],
  disputes: [
    {
      id: idOf('points'),
      kind: 'POINTS',
      by: 'Quiet Owl',
      entry: {
        ...exampleEntry,
        points: -4,
        rule: 'Taken back: the work did not hold',
        task: { id: idOf('task'), number: 118, title: 'Tap drips', status: 'OPEN' },
      },
      reason: 'It was another tap that dripped.',
      at,
    },
    {
      id: idOf('kudos'),
      kind: 'KUDOS',
      by: 'Brave Bee',
      kudos: {
        id: idOf('thanks'),
        from: player('Fast Fox'),
        to: player('Brave Bee'),
        reason: 'KIND',
        text: 'Thanks for the cake, but next time less salt',
        at,
        mine: false,
      },
      reason: '',
      at,
    },
  ],
  redemptions: [
    {
      id: idOf('asked'),
      reward: { id: idOf('coffee'), title: 'Coffee voucher' },
      points: 50,
      state: 'REQUESTED',
      reason: null,
      at,
      decidedAt: null,
      by: 'Ana Novak',
    },
  ],
}

const show = (setup: ArenaSetup): void => {
  answer(getArena, () => ({ data: setup }))
  answer(replaceArena, ({ body }) => {
    const { dryRun, kiosks } = body as { dryRun?: boolean; kiosks?: { id?: string; name?: string }[] }
    if (dryRun) return { data: { ...setup, simulation } }
    const fresh = kiosks?.find(({ id }) => id === undefined)
    const pairingCode = 'K7M2XQ4P'
    const paired = { pairingCode, url: `${base}/arena/wall#code=${pairingCode}` }
    const made = { ...full.kiosks[1], id: idOf('fresh'), name: fresh?.name, ...paired }
    return { data: { ...setup, kiosks: fresh ? [...setup.kiosks, made] : setup.kiosks } }
  })
}

const open = async (page: Page): Promise<void> => {
  await page.goto(`${base}/app/arena`)
  await page.getByRole('heading', { level: 1, name: 'Arena' }).waitFor()
}

const bodyOf = (name: string): unknown => calls.findLast((call) => call.name === name)?.body

for (const [state, setup] of [
  ['full', full],
  ['empty', empty],
] as const)
  test(`The arena’s screen fits on a phone and on a desk, ${state}`, { timeout: 120_000 }, async () => {
    show(setup)
    const { page, context, faults } = await desk.open('phone', { as: 'admin' })
    for (const look of [narrow, wide]) {
      await take(page, look)
      await open(page)
      await inspect(page, `arena ${state} ${look.kind}`)
    }
    await looks(page, `arena-${state}`)
    assert.deepEqual(faults, [])
    await context.close()
  })

test('The arena is switched on only after what the last 30 days would have given was shown', {
  timeout: 120_000,
}, async () => {
  show(empty)
  const { page, context, faults } = await desk.open('desk', { as: 'admin' })
  await open(page)
  await page.getByRole('button', { name: 'Switch on' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Switch the arena on?' })
  await dialog.getByText('half have 46 or more').waitFor()
  assert.deepEqual(bodyOf(replaceArena.name), { enabled: true, dryRun: true })
  await dialog.getByRole('cell', { name: 'Day, 6–14' }).waitFor()
  for (const look of [narrow, wide]) {
    await take(page, look)
    await inspect(page, `arena switch on ${look.kind}`)
  }
  await dialog.getByRole('button', { name: 'Switch on' }).press('Enter')
  await dialog.waitFor({ state: 'hidden' })
  assert.deepEqual(bodyOf(replaceArena.name), { enabled: true })
  assert.deepEqual(faults, [])
  await context.close()
})

test('Points are tried before they are saved, and a number out of bounds is not sent', {
  timeout: 120_000,
}, async () => {
  show(full)
  const { page, context } = await desk.open('phone', { as: 'admin' })
  await open(page)
  await page.getByRole('button', { name: 'Edit points and caps' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit points and caps' })
  const urgent = dialog.getByLabel('Task, urgent')
  await urgent.fill('21')
  await dialog.getByText('Whole number from 0 to 20.').first().waitFor()
  const before = calls.length
  await dialog.getByRole('button', { name: 'Save' }).click()
  assert.equal(calls.slice(before).filter(({ name }) => name === replaceArena.name).length, 0)
  await urgent.fill('6')
  await dialog.getByRole('button', { name: 'Try on the last 30 days' }).click()
  await dialog.getByText('half have 46 or more').waitFor()
  const weights = { ...defaultWeights, URGENT: 6 }
  assert.deepEqual(bodyOf(replaceArena.name), { weights, caps: defaultCaps, dryRun: true })
  await inspect(page, 'arena rules phone')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'hidden' })
  assert.deepEqual(bodyOf(replaceArena.name), { weights })
  await context.close()
})

test('A dispute is decided with a reason; a reward is approved, or declined with a reason', {
  timeout: 120_000,
}, async () => {
  show(full)
  const { page, context } = await desk.open('phone', { as: 'admin' })
  await open(page)
  await page.getByText('#118 Tap drips').waitFor()
  await page.getByRole('button', { name: 'Decide: Quiet Owl disputes -4 points' }).click()
  const dispute = page.getByRole('dialog', { name: 'Quiet Owl disputes -4 points' })
  await dispute.getByLabel('Decision').selectOption({ label: 'The player is right: turn it round' })
  await dispute.getByRole('button', { name: 'Decide' }).click()
  await dispute.getByText('Enter at least 3 characters.').waitFor()
  await inspect(page, 'arena dispute phone')
  await dispute.getByLabel('Reason').fill('It was the other tap.')
  await dispute.getByRole('button', { name: 'Decide' }).click()
  await dispute.waitFor({ state: 'hidden' })
  assert.deepEqual(bodyOf(decideDispute.name), { decision: 'REVERSE', reason: 'It was the other tap.' })

  await page.getByRole('button', { name: /^Approve: Ana Novak/ }).click()
  await page.getByRole('button', { name: /^Decline: Ana Novak/ }).click()
  const decline = page.getByRole('dialog', { name: 'Decline Coffee voucher?' })
  await decline.getByLabel('Reason').fill('The café is closed.')
  await decline.getByRole('button', { name: 'Decline' }).click()
  await decline.waitFor({ state: 'hidden' })
  const sent = calls.filter(({ name }) => name === decideRedemption.name).map(({ body }) => body)
  assert.deepEqual(sent, [{ decision: 'APPROVE' }, { decision: 'REJECT', reason: 'The café is closed.' }])
  await context.close()
})

test('A wall gets a code that is shown once with its link', { timeout: 120_000 }, async () => {
  show(full)
  const { page, context } = await desk.open('phone', { as: 'admin' })
  await open(page)
  await page.getByRole('button', { name: 'Add wall' }).click()
  const form = page.getByRole('dialog', { name: 'Add wall' })
  await form.getByLabel('Name').fill('Workshop')
  await form.getByRole('button', { name: 'Save' }).click()
  const code = page.getByRole('dialog', { name: 'Pair Workshop' })
  await code.getByText('K7M2 XQ4P').waitFor()
  await code.getByText('/arena/wall#code=K7M2XQ4P').waitFor()
  await inspect(page, 'arena wall code phone')
  const { kiosks } = bodyOf(replaceArena.name) as { kiosks: object[] }
  assert.deepEqual(kiosks.at(-1), { name: 'Workshop', buildingIds: [] })
  assert.equal(kiosks.length, 3, 'the walls that are there are sent too')
  await context.close()
})

test('A planned season keeps its challenges; one that runs is ended after a question', {
  timeout: 120_000,
}, async () => {
  show(full)
  const { page, context } = await desk.open('desk', { as: 'admin', timezoneId: 'Europe/Berlin' })
  await open(page)
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByText(name, { exact: true }) })
  await row('Winter').getByRole('button', { name: 'Edit' }).click()
  const form = page.getByRole('dialog', { name: 'Edit season' })
  assert.equal(await form.getByLabel('Title').inputValue(), challenge.title)
  await form.getByRole('button', { name: 'Add challenge' }).click()
  await form.getByLabel('Title').last().fill('Ten photos')
  await form.getByLabel('Target').last().fill('10')
  for (const look of [narrow, wide]) {
    await take(page, look)
    await inspect(page, `arena season ${look.kind}`)
  }
  await form.getByRole('button', { name: 'Save' }).click()
  await form.waitFor({ state: 'hidden' })
  const { challenges } = bodyOf(updateSeason.name) as { challenges: { title: string }[] }
  assert.deepEqual(
    challenges.map(({ title }) => title),
    [challenge.title, 'Ten photos'],
  )
  await row('Autumn').getByRole('button', { name: 'End now' }).click()
  const question = page.getByRole('dialog', { name: 'End Autumn now?' })
  await question.getByRole('button', { name: 'End now' }).click()
  await question.waitFor({ state: 'hidden' })
  assert.deepEqual(bodyOf(updateSeason.name), { state: 'SETTLING' })
  assert.equal(calls.filter(({ name }) => name === createSeason.name).length, 0)
  await context.close()
})

test('The arena’s screen is in German for whoever reads German', { timeout: 120_000 }, async () => {
  show(full)
  desk.signIn({ language: 'de' })
  const { page, context } = await desk.open('phone', { as: 'admin' })
  for (const look of [narrow, wide]) {
    await take(page, look)
    await page.goto(`${base}/app/arena`)
    await page.getByRole('button', { name: 'Saison anlegen' }).waitFor()
    await inspect(page, `arena de ${look.kind}`)
  }
  await context.close()
})
