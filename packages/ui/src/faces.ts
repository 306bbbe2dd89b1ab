/** Five faces from worst to best, drawn as lines with the same stroke and size on a grid of 48. */

export const ratings = [1, 2, 3, 4, 5] as const
export type Rating = (typeof ratings)[number]

/**
 * Mouths in equal steps of curvature; the third curves slightly upwards because a straight line reads as negative.
 */
const mouths: Readonly<Record<Rating, string>> = {
  1: 'M14.5 33.5q9.5-9 19 0',
  2: 'M15 32q9-3.5 18 0',
  3: 'M15 30.5q9 2 18 0',
  4: 'M14.5 29q9.5 7.5 19 0',
  5: 'M14 27.5q10 13 20 0',
}

/** Outline, eyes and mouth. */
export const facePath = (rating: Rating): string =>
  `M4 24a20 20 0 1 0 40 0a20 20 0 1 0-40 0M17 18v3M31 18v3${mouths[rating]}`

export const isRating = (value: number): value is Rating => ratings.some((rating) => rating === value)
