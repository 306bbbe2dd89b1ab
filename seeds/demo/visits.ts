/** Ninety days of submissions: the daily pattern of offices and a clinic, with two stories. */
import { DateTime } from 'luxon'
import { builtInType } from '#contracts/catalogue/amenity-types.ts'
import { complaints, praise } from './phrases.ts'
import { badShift, type DemoAmenity, demoAmenities, failingPump } from './places.ts'
import { type Chance, chanceFrom, seedOf } from './random.ts'

export interface Visit {
  readonly amenity: DemoAmenity
  readonly at: Date
  readonly rating: number
  readonly issues: readonly string[]
  readonly comment: string | null
  readonly language: 'en' | 'de'
}

export const demoDays = 90
export const demoZone = 'Europe/Berlin'

/** Submissions on a working day. */
const perDay: Readonly<Record<string, number>> = {
  WASHROOM: 1,
  KITCHEN: 1.2,
  COFFEE_POINT: 1.2,
  MEETING_ROOM: 0.5,
  ELEVATOR: 0.4,
  ENTRANCE: 0.4,
  PARKING: 0.5,
  GYM: 0.6,
  WORKSPACE: 0.6,
  OUTDOOR: 0.3,
}
const weekendShare: Readonly<Record<string, number>> = { quay: 0.06, warehouse: 0.15, clinic: 0.35 }

/** By hour from 6 to 20: people arrive, and most come around lunch. */
const byHour = {
  6: 1,
  7: 2,
  8: 4,
  9: 5,
  10: 5,
  11: 6,
  12: 10,
  13: 9,
  14: 6,
  15: 5,
  16: 5,
  17: 4,
  18: 2,
  19: 1,
  20: 1,
} as const

/** Weight of each issue; default 1. */
const likely: Readonly<Record<string, number>> = {
  NO_PAPER: 5,
  NOT_CLEAN: 5,
  BIN_FULL: 3,
  NO_SOAP: 3,
  BAD_SMELL: 2,
  NO_COFFEE: 5,
  MACHINE_FAULT: 3,
  SCREEN_FAULT: 4,
  TOO_HOT: 3,
  TOO_COLD: 3,
  DOOR_FAULT: 3,
  PERSON_TRAPPED: 0,
  FLOODING: 0,
  FEELS_UNSAFE: 0.2,
  OTHER: 0.3,
}

const issueOf = (chance: Chance, type: string): string => {
  const issues = builtInType(type)?.issues ?? []
  return chance.weighted(Object.fromEntries(issues.map(({ code }) => [code, likely[code] ?? 1])))
}

const commentOf = (
  chance: Chance,
  rating: number,
  issue: string | undefined,
  language: 'en' | 'de',
): string | null => {
  if (issue !== undefined) {
    const own = complaints[language][issue] ?? complaints.en[issue]
    return own && chance.happens(0.4) ? chance.pick([own[0], ...own.slice(1)]) : null
  }
  return rating >= 4 && chance.happens(0.12)
    ? chance.pick([praise[language][0], ...praise[language].slice(1)])
    : null
}

/** How a story changes visits: more of them, worse ratings, the same complaint. */
interface Mood {
  readonly factor: number
  readonly spoilt: number
  readonly issue: (chance: Chance) => string
}

const moodOf = (amenity: DemoAmenity, daysAgo: number, hour: number): Mood | undefined => {
  if (amenity.key === failingPump && daysAgo <= 24) {
    return {
      factor: 2.2,
      spoilt: 0.3 + (24 - daysAgo) * 0.025,
      issue: (chance) => chance.weighted({ BLOCKED_TOILET: 6, LEAK: 3, BAD_SMELL: 2 }),
    }
  }
  const inShift = daysAgo <= badShift.firstDay && daysAgo >= badShift.lastDay && hour >= badShift.fromHour
  if (amenity.building === badShift.building && amenity.type === 'WASHROOM' && inShift) {
    return {
      factor: 2.5,
      spoilt: 0.85,
      issue: (chance) => chance.weighted({ NOT_CLEAN: 6, BIN_FULL: 4, BAD_SMELL: 3, NO_PAPER: 2 }),
    }
  }
  return undefined
}

const visitsOf = (amenity: DemoAmenity, day: DateTime, daysAgo: number): Visit[] => {
  const chance = chanceFrom(seedOf(`${amenity.key} ${daysAgo}`))
  const weekend = day.weekday >= 6 ? (weekendShare[amenity.building] ?? 0.1) : 1
  const pump = amenity.key === failingPump && daysAgo <= 24 ? 2.2 : 1
  const expected = (perDay[amenity.type] ?? 0.4) * weekend * pump
  // Each place is rated slightly differently.
  const liked = 0.8 + (Math.abs(seedOf(amenity.key)) % 100) / 700
  const count =
    Math.floor(expected) + (chance.happens(expected % 1) ? 1 : 0) + (chance.happens(expected / 5) ? 1 : 0)
  return Array.from({ length: count }, (): Visit => {
    const hour = Number(chance.weighted(byHour))
    const at = day.set({ hour, minute: chance.between(0, 59), second: chance.between(0, 59) }).toJSDate()
    const mood = moodOf(amenity, daysAgo, hour)
    const language = chance.happens(0.55) ? 'en' : 'de'
    const bad = mood ? chance.happens(mood.spoilt) : !chance.happens(liked)
    const rating = bad
      ? Number(chance.weighted({ 1: mood ? 5 : 2, 2: 4, 3: mood ? 1 : 4 }))
      : Number(chance.weighted({ 4: 4, 5: 6 }))
    const issues =
      bad && (rating <= 2 || chance.happens(0.6))
        ? [mood ? mood.issue(chance) : issueOf(chance, amenity.type)]
        : []
    return { amenity, at, rating, issues, language, comment: commentOf(chance, rating, issues[0], language) }
  })
}

/** Oldest first, none after `now`; the same for every `now` of a day. */
export const demoVisits = (now: Date): Visit[] => {
  const today = DateTime.fromJSDate(now, { zone: demoZone }).startOf('day')
  const visits: Visit[] = []
  for (let daysAgo = demoDays - 1; daysAgo >= 0; daysAgo--) {
    const day = today.minus({ days: daysAgo })
    for (const amenity of demoAmenities) visits.push(...visitsOf(amenity, day, daysAgo))
  }
  return visits
    .filter(({ at }) => at <= now)
    .sort(
      (one, other) => one.at.getTime() - other.at.getTime() || (one.amenity.key < other.amenity.key ? -1 : 1),
    )
}
