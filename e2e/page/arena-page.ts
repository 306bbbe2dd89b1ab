/** The built arena, with answers from the contracts' examples that have something in every part. */
import {
  getFairness,
  listBadges,
  listBuildingBoard,
  listPlayerBoard,
  listTeamBoard,
} from '#contracts/arena/boards.ts'
import { getChallenge, listChallenges, listKudos, listRewards } from '#contracts/arena/play.ts'
import { badgeCodes, challengeStates, kudosReasons, redemptionStates } from '#contracts/arena/records.ts'
import {
  getArenaProfile,
  listMyBadges,
  listMyPoints,
  listMyRedemptions,
  listVisitorThanks,
} from '#contracts/arena.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import type { Kind, Opened, Options } from '../browser.ts'
import { type Answer, type DeskPage, openDeskPage } from './desk-page.ts'
import { exampleOf, idOf, rowsOf } from './examples.ts'

export const at = '2026-11-20T08:00:00.000Z'

const team = { id: idOf('team'), name: 'Riverside Cleaning and Maintenance Company' }

export const player = (number: number) => ({
  id: idOf(`player ${number}`),
  displayName: `Silver Lynx ${number}`,
  avatar: 'OWL',
  team: number % 2 ? team : { id: null, name: 'Own team' },
})

export const profile = {
  optedIn: true,
  player: player(1),
  alias: 'Silver Lynx 1',
  avatar: 'OWL',
  visibility: 'ALIAS',
  level: 3,
  points: { credited: 109, pending: 7, balance: 84 },
  streakWeeks: 5,
  quietHours: null,
  season: { id: idOf('season'), name: 'Autumn season', endsAt: '2027-01-05T08:00:00.000Z' },
  version: 3,
}

const sums = { credited: 109, pending: 7, reversed: 4, spent: 25, balance: 84 }
const task = {
  id: idOf('task'),
  number: 407,
  title: 'Water is leaking in the washroom of the north wing',
  status: 'DONE',
}
const line = {
  at,
  task,
  creditAt: null,
  reverses: null,
  capped: false,
  season: { id: idOf('season'), name: 'Autumn season' },
  dispute: null,
  state: 'CREDITED',
}
export const lines = [
  {
    ...line,
    id: idOf('waits'),
    kind: 'TASK',
    points: 5,
    state: 'PENDING',
    creditAt: at,
    rule: 'You finished a task',
  },
  {
    ...line,
    id: idOf('back'),
    kind: 'REVERSAL',
    points: -4,
    reverses: idOf('turned'),
    rule: 'Taken back: the work did not hold',
  },
  { ...line, id: idOf('spent'), kind: 'REDEMPTION', points: -25, task: null, rule: 'You asked for a reward' },
  { ...line, id: idOf('turned'), kind: 'TASK', points: 4, rule: 'You finished a task' },
  {
    ...line,
    id: idOf('asked'),
    kind: 'HELP',
    points: 1,
    rule: 'You helped with a task',
    dispute: { state: 'OPEN', reason: null },
  },
  {
    ...line,
    id: idOf('decided'),
    kind: 'PHOTO',
    points: 1,
    rule: 'You added a photo of the finished work',
    dispute: { state: 'UPHELD', reason: 'The photo shows another room.' },
  },
]

/** All rows of a list on one page, with what stands beside them. */
export const listOf = (data: readonly object[], about: object): Answer => ({
  json: { success: true, data, ...about, total: data.length, page: 1, pageSize: 100, totalPages: 1 },
})

const sample = exampleOf(getFairness.data) as object

/** Something in every part of every screen. */
export const fill = ({ answer }: DeskPage): void => {
  const list = (endpoint: Endpoint, count: number, change: (number: number) => object): void =>
    answer(endpoint, () => ({ data: rowsOf(endpoint.list ?? {}, count, change) }))
  answer(getArenaProfile, () => ({ data: profile }))
  answer(listMyPoints, () => listOf(lines, sums))
  answer(listKudos, () =>
    listOf(
      rowsOf(listKudos.list, 5, (number) => ({
        id: idOf(`kudos ${number}`),
        from: player(number),
        to: player(number + 1),
        reason: kudosReasons[number - 1],
        text: number === 2 ? null : 'Took over the second floor when my shift was full',
        mine: number === 1,
      })),
      { leftToday: 2, people: [2, 3, 4].map(player) },
    ),
  )
  list(listTeamBoard, 3, (number) => ({
    team: { id: idOf(`team ${number}`), name: `Team of the river bank ${number}` },
    perHour: 0.72,
    rank: number === 3 ? null : number,
  }))
  list(listPlayerBoard, 4, (number) => ({
    player: player(number),
    points: 1000 - number,
    rank: number,
    me: number === 1,
  }))
  list(listBuildingBoard, 2, (number) => ({
    building: { id: idOf(`building ${number}`), name: `Tower ${number}` },
  }))
  list(listBadges, badgeCodes.length, (number) => ({ code: badgeCodes[number - 1] }))
  list(listMyBadges, badgeCodes.length, (number) => ({
    code: badgeCodes[number - 1],
    earnedAt: number === 1 ? at : null,
    progress: 3,
    target: 10,
  }))
  list(listChallenges, 4, (number) => ({
    id: idOf(`challenge ${number}`),
    title: `One hundred tasks together ${number}`,
    state: challengeStates[number - 1],
    kind: number % 2 ? 'TEAM' : 'PERSONAL',
    joined: number > 2,
    target: 100,
    progress: number * 20,
    participants: 9,
  }))
  answer(getChallenge, () => ({
    data: {
      ...(exampleOf(getChallenge.data) as object),
      target: 100,
      teams: [{ team, progress: 40, won: false }],
    },
  }))
  list(listRewards, 3, (number) => ({
    id: idOf(`reward ${number}`),
    title: `Breakfast in the canteen ${number}`,
    cost: number * 40,
    left: [null, 0, 4][number - 1],
  }))
  list(listMyRedemptions, 4, (number) => ({
    id: idOf(`redemption ${number}`),
    state: redemptionStates[number - 1],
    reason: number === 4 ? 'The canteen is closed this week.' : null,
  }))
  list(listVisitorThanks, 2, (number) => ({
    text: `Never seen this washroom so clean, thank you ${number}`,
    rating: 5,
  }))
  answer(getFairness, () => ({
    data: {
      ...sample,
      rules: [
        'A finished task gives 1 to 4 points by its priority.',
        'A photo of the finished work gives 1.',
      ],
      samples: { players: 9, teams: 1, tasks: 240, dutyHours: 1234.5 },
      byShift: [{ shift: 'DAY', players: 6, perHour: 0.5 }],
      byBuilding: [{ building: { id: idOf('building'), name: 'Tower' }, players: 6, perHour: 0.5 }],
    },
  }))
}

/** Nothing in any part that may be empty; boards of fewer than five. */
export const clear = ({ answer }: DeskPage): void => {
  answer(getArenaProfile, () => ({
    data: { ...profile, season: null, streakWeeks: 0, points: { credited: 0, pending: 0, balance: 0 } },
  }))
  answer(listMyPoints, () => listOf([], { credited: 0, pending: 0, reversed: 0, spent: 0, balance: 0 }))
  answer(listKudos, () => listOf([], { leftToday: 0, people: [] }))
  for (const board of [listTeamBoard, listPlayerBoard]) answer(board, () => listOf([], { hidden: 'TOO_FEW' }))
  for (const endpoint of [
    listBuildingBoard,
    listChallenges,
    listRewards,
    listMyRedemptions,
    listVisitorThanks,
  ])
    answer(endpoint, () => ({ data: [] }))
  answer(getFairness, () => ({
    data: {
      ...sample,
      samples: { players: null, teams: 0, tasks: 0, dutyHours: 0 },
      byShift: [],
      byBuilding: [],
    },
  }))
}

export interface ArenaPage extends DeskPage {
  /** @param address below /arena */
  openArena(kind: Kind, address: string, options?: Options): Promise<Opened>
}

export const openArenaPage = async (): Promise<ArenaPage> => {
  const desk = await openDeskPage()
  return {
    ...desk,
    openArena: async (kind, address, options) => {
      const opened = await desk.open(kind, { as: 'a player', timezoneId: 'Europe/Berlin', ...options })
      await opened.page.goto(`${desk.base}/arena${address}`)
      await opened.page.getByRole('heading', { level: 1 }).waitFor()
      return opened
    },
  }
}
