/** Rating faces, drawn as one line; the word or number beside them carries the meaning. */
import { facePath, isRating } from '#ui/faces.ts'
import { useMessages } from '../lib/language.tsx'

export const Face = ({ rating }: { rating: number }) => (
  <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true" className="face">
    <path
      d={facePath(isRating(rating) ? rating : 3)}
      fill="none"
      stroke="currentColor"
      strokeWidth="3.2"
      strokeLinecap="round"
    />
  </svg>
)

/** "4 Good" with its face. */
export const RatingMark = ({ rating }: { rating: number | null }) => {
  const { words } = useMessages()
  if (rating === null) return <span className="quiet">{words.noRating}</span>
  return (
    <span className={`rating-mark rating-${rating}`}>
      <Face rating={rating} />
      <span>
        {rating} {words.rating[String(rating) as '1']}
      </span>
    </span>
  )
}
