/** The rating question with five faces; only the chosen one has a colour. */
import { facePath, isRating, type Rating, ratings } from '#ui/faces.ts'
import type { PlainMessage } from '../translate.ts'
import type { View } from './view.ts'

const words: Record<Rating, PlainMessage> = {
  1: 'rating1',
  2: 'rating2',
  3: 'rating3',
  4: 'rating4',
  5: 'rating5',
}

export const ratingWord = (rating: number, { t }: View): string =>
  isRating(rating) ? t(words[rating]) : String(rating)

export const Face = ({ rating }: { rating: Rating }) => (
  <svg viewBox="0 0 48 48" aria-hidden="true">
    <path d={facePath(rating)} />
  </svg>
)

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
