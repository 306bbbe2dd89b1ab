/** How many of each rating; bars from zero, the word and the number beside each, each leading to its rows. */
import { Link } from '@tanstack/react-router'
import { distributionBars, type RatingName } from '#ui/charts/distribution.ts'
import type { InboxSearch } from '../feedback/search.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { Face } from '../parts/face.tsx'
import { chartWords } from './words.ts'

interface DistributionProps {
  readonly counts: Readonly<Record<RatingName, number>>
  readonly search: InboxSearch
}

export const Distribution = ({ counts, search }: DistributionProps) => {
  const { words } = useWords()
  const charts = useWords(chartWords)
  const { number, percent } = useFormat()
  const { n, bars } = distributionBars(counts)
  return (
    <figure className="chart">
      <ul className="distribution">
        {bars.map(({ rating, count, share, length }) => (
          <li key={rating}>
            <Link to="/feedback" search={{ ...search, rating: [rating] }}>
              <Face rating={Number(rating)} /> {words.rating[rating]}
            </Link>
            <span className="distribution-bar">
              <svg width="100%" height="12" aria-hidden="true">
                <rect width={`${length * 100}%`} height="12" fill={`var(--rating-${rating})`} />
              </svg>
            </span>
            <span className="number">
              {number(count)} <small>{share === null ? '' : percent(share)}</small>
            </span>
          </li>
        ))}
      </ul>
      <figcaption>{charts.distribution({ n: number(n) })}</figcaption>
    </figure>
  )
}
