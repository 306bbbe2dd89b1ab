/** Challenges as they are edited. */
import type { AdminSeason } from '#contracts/arena/admin.ts'
import type { ChallengeKind, ChallengeMetric } from '#contracts/arena/records.ts'
import { type Typed, wholeNumber } from './whole-number.tsx'

type Challenge = AdminSeason['challenges'][number]
interface Dates {
  readonly startsAt: string
  readonly endsAt: string
}

export interface ChallengeDraft {
  readonly key: string
  readonly title: string
  readonly description: string
  readonly kind: ChallengeKind
  readonly metric: ChallengeMetric
  readonly target: Typed
  /** undefined: those of the season */
  readonly dates: Dates | undefined
}

export const mostTarget = 100_000
export const mostChallenges = 20

export const newChallenge = (key: string): ChallengeDraft => ({
  key,
  title: '',
  description: '',
  kind: 'TEAM',
  metric: 'TASKS',
  target: 100,
  dates: undefined,
})

export const draftOfChallenge = (
  { startsAt, endsAt, ...challenge }: Challenge,
  at: number,
): ChallengeDraft => ({
  ...challenge,
  key: String(at),
  dates: { startsAt, endsAt },
})

/** Dates that another client gave are kept as far as they lie within the season. */
export const challengeFrom = (
  { key: _, title, description, target, dates, ...rest }: ChallengeDraft,
  season: Dates,
) => {
  const within =
    dates &&
    Date.parse(dates.startsAt) >= Date.parse(season.startsAt) &&
    Date.parse(dates.endsAt) <= Date.parse(season.endsAt)
  return {
    ...rest,
    title: title.trim(),
    description: description.trim(),
    target: Number(target),
    ...(within ? dates : {}),
  }
}

export const isChallenge = ({ title, target }: ChallengeDraft): boolean =>
  title.trim() !== '' && wholeNumber(target, 1, mostTarget) !== undefined
