/** Means, scores and shares from counts; the formulas are those of the contract. */
import type { ByRating } from './count.ts'

/** Ratings of one group in one time span. */
export interface Tally {
  readonly count: number
  readonly rated: number
  readonly sum: number
  readonly byRating: ByRating
}

const z = 1.96
const priorWeight = 10
const rankedFrom = 5

const tallyOf = (byRating: ByRating): Tally => {
  const [unrated, ...rest] = byRating
  const rated = rest.reduce((total, n) => total + n, 0)
  return {
    count: unrated + rated,
    rated,
    sum: rest.reduce((total, n, index) => total + n * (index + 1), 0),
    byRating,
  }
}

export const nothing: Tally = tallyOf([0, 0, 0, 0, 0, 0])

export const totalOf = (parts: readonly { readonly byRating: ByRating }[]): Tally => {
  const of = (index: 0 | 1 | 2 | 3 | 4 | 5): number =>
    parts.reduce((total, { byRating }) => total + byRating[index], 0)
  return tallyOf([of(0), of(1), of(2), of(3), of(4), of(5)])
}

export const meanOf = ({ sum, rated }: Tally): number | null => (rated === 0 ? null : sum / rated)

/** Relative change; null if there was nothing before. */
export const changeOf = (now: number, before: number): number | null =>
  before === 0 ? null : (now - before) / before

export const presentCount = (tally: Tally) => ({
  count: tally.count,
  rated: tally.rated,
  average: meanOf(tally),
})

export const presentChange = (now: Tally, before: Tally) => {
  const [average, averageBefore] = [meanOf(now), meanOf(before)]
  return {
    change: changeOf(now.count, before.count),
    averageChange: average === null || averageBefore === null ? null : average - averageBefore,
  }
}

export const presentDistribution = ({ byRating: [, r1, r2, r3, r4, r5] }: Tally) => ({
  '1': r1,
  '2': r2,
  '3': r3,
  '4': r4,
  '5': r5,
})

/** Mean and standard deviation of all the tenant's ratings in the period. */
export interface Prior {
  readonly mean: number
  readonly deviation: number
}

export const priorOf = (all: Tally): Prior | undefined => {
  const mean = meanOf(all)
  if (mean === null) return undefined
  const [, ...rest] = all.byRating
  const squares = rest.reduce((total, n, index) => total + n * (index + 1 - mean) ** 2, 0)
  return { mean, deviation: Math.sqrt(squares / all.rated) }
}

const clamped = (value: number): number => Math.min(5, Math.max(1, value))

export const scoreOf = ({ sum, rated }: Tally, prior: Prior | undefined) => {
  if (!prior) return { score: null, low: null, high: null }
  const n = rated + priorWeight
  const score = (priorWeight * prior.mean + sum) / n
  const margin = (z * prior.deviation) / Math.sqrt(n)
  return { score, low: clamped(score - margin), high: clamped(score + margin) }
}

/** Confidence bounds of an average without the prior. */
export const boundsOf = (tally: Tally, prior: Prior | undefined) => {
  const mean = meanOf(tally)
  if (mean === null || !prior) return { low: null, high: null }
  const margin = (z * prior.deviation) / Math.sqrt(tally.rated)
  return { low: clamped(mean - margin), high: clamped(mean + margin) }
}

/** Ranks by score, best first; equal scores share a rank, groups with few ratings have none. */
export const ranksOf = <T extends { readonly score: number | null; readonly rated: number }>(
  all: readonly T[],
): Map<T, number> => {
  const ranked = all
    .flatMap((one) => (one.score !== null && one.rated >= rankedFrom ? [{ one, score: one.score }] : []))
    .sort((a, b) => b.score - a.score)
  const ranks = new Map<T, number>()
  let rank = 0
  ranked.forEach(({ one, score }, index) => {
    if (index === 0 || score !== ranked[index - 1]?.score) rank = index + 1
    ranks.set(one, rank)
  })
  return ranks
}
