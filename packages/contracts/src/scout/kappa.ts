/** Agreement of two scouts: Cohen's κ of what both judged, with its interval of 95 %. */

/** Fewer pairs say nothing. */
export const fewestPairs = 20

export interface Agreement {
  readonly kappa: number
  readonly low: number
  readonly high: number
  /** pairs */
  readonly n: number
}

/** How often this scout and the other judged so: passed or failed. */
export interface Judgements {
  readonly bothPassed: number
  readonly bothFailed: number
  readonly onlyMinePassed: number
  readonly onlyTheirsPassed: number
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000

/** null below 20 pairs, and where chance alone explains everything */
export const agreementOf = (judged: Judgements): Agreement | null => {
  const { bothPassed, bothFailed, onlyMinePassed, onlyTheirsPassed } = judged
  const n = bothPassed + bothFailed + onlyMinePassed + onlyTheirsPassed
  if (n < fewestPairs) return null
  const observed = (bothPassed + bothFailed) / n
  const mine = (bothPassed + onlyMinePassed) / n
  const theirs = (bothPassed + onlyTheirsPassed) / n
  const byChance = mine * theirs + (1 - mine) * (1 - theirs)
  if (byChance === 1) return null
  const kappa = (observed - byChance) / (1 - byChance)
  const half = (1.96 * Math.sqrt((observed * (1 - observed)) / n)) / (1 - byChance)
  return { kappa: rounded(kappa), low: rounded(kappa - half), high: rounded(kappa + half), n }
}
