/** Our own five faces, line-drawn, the same stroke; the word or number stands beside them. */
import { useT } from '../lib/language.tsx'

const mouths: Record<number, string> = {
  1: 'M7.5 17c1-2.6 2.6-3.6 4.5-3.6s3.5 1 4.5 3.6',
  2: 'M8 16.3c1.2-1.3 2.5-1.8 4-1.8s2.8.5 4 1.8',
  3: 'M8 15.2c1.3.5 2.6.7 4 .7s2.7-.2 4-.7',
  4: 'M8 14.5c1.2 1.3 2.5 1.9 4 1.9s2.8-.6 4-1.9',
  5: 'M7.2 13.8c1 2.7 2.7 3.9 4.8 3.9s3.8-1.2 4.8-3.9',
}

export const Face = ({ rating }: { rating: number }) => (
  <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" className="face">
    <g fill="none" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round">
      <circle cx="12" cy="12" r="9.5" />
      <path d="M8.8 9.3v.4M15.2 9.3v.4" strokeWidth="2" />
      <path d={mouths[rating] ?? mouths[3]} />
    </g>
  </svg>
)

/** "4 Good" with its face. */
export const RatingMark = ({ rating }: { rating: number | null }) => {
  const { words } = useT()
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
