/** Five faces of our own, from worst to best: same stroke and size, no colour until chosen. */
import type { MessageKey } from '../messages/en.ts'
import type { View } from './view.ts'

export const ratings = [1, 2, 3, 4, 5] as const
export type Rating = (typeof ratings)[number]

/** Mouths in equal steps of curvature; the third is slightly upward, a straight line reads as negative. */
const mouths: Record<Rating, string> = {
  1: 'M14.5 33.5q9.5-9 19 0',
  2: 'M15 32q9-3.5 18 0',
  3: 'M15 30.5q9 2 18 0',
  4: 'M14.5 29q9.5 7.5 19 0',
  5: 'M14 27.5q10 13 20 0',
}

const words: Record<Rating, MessageKey> = {
  1: 'rating1',
  2: 'rating2',
  3: 'rating3',
  4: 'rating4',
  5: 'rating5',
}

export const ratingWord = (rating: number, { t }: View): string => {
  const known = ratings.find((value) => value === rating)
  return known ? t(words[known]) : String(rating)
}

export const Face = ({ rating }: { rating: Rating }) => (
  <svg viewBox="0 0 48 48" aria-hidden="true">
    <path d={`M4 24a20 20 0 1 0 40 0a20 20 0 1 0-40 0M17 18v3M31 18v3${mouths[rating]}`} />
  </svg>
)

/** The question with its five answers; nothing is chosen beforehand. */
export const Faces = ({
  view,
  chosen,
  describedBy,
}: {
  view: View
  chosen: number | undefined
  describedBy: string | undefined
}) => (
  <fieldset id="choice" aria-describedby={describedBy}>
    <legend>{view.t('question')}</legend>
    <div class="faces">
      {ratings.map((rating) => (
        <label key={rating} class={`face f${rating}${rating <= 2 ? ' low' : ''}`}>
          <input type="radio" name="rating" value={rating} checked={rating === chosen} />
          <Face rating={rating} />
          <span>
            <span class="vh">{view.t('ofFive', { n: rating })} </span>
            {view.t(words[rating])}
          </span>
        </label>
      ))}
    </div>
  </fieldset>
)
