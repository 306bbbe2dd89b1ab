/** Shape of a rating distribution, best rating first, bars from zero. For web and print. */

export const ratingsDown = ['5', '4', '3', '2', '1'] as const
export type RatingName = (typeof ratingsDown)[number]

export interface DistributionBar {
  readonly rating: RatingName
  readonly count: number
  /** of all ratings; null without ratings */
  readonly share: number | null
  /** relative to the longest bar, 0 to 1 */
  readonly length: number
}

export const distributionBars = (
  counts: Readonly<Record<RatingName, number>>,
): { readonly n: number; readonly bars: readonly DistributionBar[] } => {
  const n = ratingsDown.reduce((sum, rating) => sum + counts[rating], 0)
  const most = Math.max(1, ...ratingsDown.map((rating) => counts[rating]))
  return {
    n,
    bars: ratingsDown.map((rating) => ({
      rating,
      count: counts[rating],
      share: n === 0 ? null : counts[rating] / n,
      length: counts[rating] / most,
    })),
  }
}
