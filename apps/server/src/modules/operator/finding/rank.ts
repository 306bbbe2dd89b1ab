/** Scores how well somebody fits a task, with reasons for and against. Pure functions. */
import { compareNames } from '#server/platform/compare-names.ts'
import { localDay } from '#server/platform/local-day.ts'
import { coversPlace, inContract, isFull, type WorkPlace } from '../roster/covering.ts'
import { isOnDuty } from '../roster/duty.ts'
import type { RosterOperator } from '../roster/read-roster.ts'
import type { MatchWords } from './match-words.ts'

export interface NamedWorkPlace extends WorkPlace {
  readonly buildingName: string | null
}

export interface Ranked {
  readonly id: string
  readonly name: string
  readonly score: number
  readonly for: readonly string[]
  readonly against: readonly string[]
}

/** Maximum points; 100 in total. People without a required property score on nothing else. */
const points = { onDuty: 40, skill: 25, place: 15, load: 20 } as const

interface ScorePart {
  readonly points: number
  readonly isGood: boolean
  /** required: nothing outweighs it */
  readonly isNeeded: boolean
  readonly word: string
}

const dutyPart = (one: RosterOperator, place: NamedWorkPlace, at: Date, words: MatchWords): ScorePart =>
  isOnDuty(one, place.timeZone, at)
    ? { points: points.onDuty, isGood: true, isNeeded: false, word: words.onDuty }
    : { points: 0, isGood: false, isNeeded: false, word: words.offDuty }

const skillParts = (
  one: RosterOperator,
  { skill, timeZone }: NamedWorkPlace,
  at: Date,
  words: MatchWords,
): ScorePart[] => {
  const given = { points: points.skill, isGood: true, isNeeded: true }
  if (skill === null) return [{ ...given, word: '' }]
  if (!one.skills.includes(skill))
    return [{ points: 0, isGood: false, isNeeded: true, word: words.lacksSkill(skill) }]
  const has = { ...given, word: words.hasSkill(skill) }
  const until = one.certifiedUntil[skill]
  if (until === undefined) return [has]
  if (until !== null && until < localDay(at, timeZone))
    return [has, { points: 0, isGood: false, isNeeded: true, word: words.certificateOver(skill) }]
  return [has, { points: 0, isGood: true, isNeeded: false, word: words.certified(skill) }]
}

const placePart = (one: RosterOperator, place: NamedWorkPlace, at: Date, words: MatchWords): ScorePart => {
  const bad = { points: 0, isGood: false, isNeeded: true }
  if (one.company !== null && !inContract(one.company, localDay(at, place.timeZone)))
    return { ...bad, word: words.contractOver(one.company.name) }
  const { buildingName } = place
  if (!coversPlace(one, place)) {
    const coversBuilding = coversPlace(one, { ...place, type: null, skill: null })
    return {
      ...bad,
      word: buildingName === null || coversBuilding ? words.coversNotKind : words.coversNot(buildingName),
    }
  }
  const word = buildingName === null ? words.coversAnywhere : words.covers(buildingName)
  return { points: points.place, isGood: true, isNeeded: true, word }
}

/** Full points without tasks, none from ten or from their own maximum. */
const loadPart = (one: RosterOperator, words: MatchWords): ScorePart => {
  const count = one.load.open + one.load.inProgress
  const most = one.maxOpenTasks
  if (most !== null && isFull(one))
    return { points: 0, isGood: false, isNeeded: false, word: words.full(count, most) }
  const share = Math.max(0, 1 - count / (most ?? 10))
  return {
    points: Math.round(points.load * share),
    isGood: true,
    isNeeded: false,
    word: count === 0 ? words.free : words.loaded(count, most),
  }
}

const rank = (one: RosterOperator, place: NamedWorkPlace, at: Date, words: MatchWords): Ranked => {
  const parts = [
    dutyPart(one, place, at, words),
    ...skillParts(one, place, at, words),
    placePart(one, place, at, words),
    loadPart(one, words),
  ]
  const sum = parts.reduce((total, part) => total + part.points, 0)
  const misses = parts.some(({ isNeeded, isGood }) => isNeeded && !isGood)
  const wordsOf = (isGood: boolean): string[] =>
    parts.filter((part) => part.isGood === isGood && part.word !== '').map(({ word }) => word)
  // People who may not do it come after all who may, in their own order.
  return {
    id: one.id,
    name: one.name,
    score: misses ? Math.floor(sum / 10) : sum,
    for: wordsOf(true),
    against: wordsOf(false),
  }
}

const byName = (a: Ranked, b: Ranked): number => compareNames(a.name, b.name) || (a.id < b.id ? -1 : 1)

const compareRanked = {
  score: (a, b) => a.score - b.score || byName(a, b),
  '-score': (a, b) => b.score - a.score || byName(a, b),
  name: byName,
  '-name': (a, b) => byName(b, a),
} as const satisfies Record<string, (a: Ranked, b: Ranked) => number>

/** Equal scores are ordered by name. */
export const rankAll = (
  operators: readonly RosterOperator[],
  place: NamedWorkPlace,
  at: Date,
  words: MatchWords,
  order: keyof typeof compareRanked,
): Ranked[] => operators.map((one) => rank(one, place, at, words)).sort(compareRanked[order])
