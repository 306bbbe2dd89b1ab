/** How many of each rating; bars from zero, the word and the number beside each, each leading to its rows. */
import { Link } from '@tanstack/react-router'
import type { InboxSearch } from '../feedback/search.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { Face } from '../parts/face.tsx'
import { chartWords } from './words.ts'

const all = ['5', '4', '3', '2', '1'] as const
type Rating = (typeof all)[number]

interface DistributionProps {
  readonly counts: Readonly<Record<Rating, number>>
  readonly search: InboxSearch
}

export const Distribution = ({ counts, search }: DistributionProps) => {
  const { words } = useWords()
  const charts = useWords(chartWords)
  const { number, percent } = useFormat()
  const n = all.reduce((sum, rating) => sum + counts[rating], 0)
  const most = Math.max(1, ...all.map((rating) => counts[rating]))
  return (
    <figure className="chart">
      <ul className="distribution">
        {all.map((rating) => (
          <li key={rating}>
            <Link to="/feedback" search={{ ...search, rating: [rating] }}>
              <Face rating={Number(rating)} /> {words.rating[rating]}
            </Link>
            <span className="distribution-bar">
              <svg width="100%" height="12" aria-hidden="true">
                <rect
                  width={`${(counts[rating] / most) * 100}%`}
                  height="12"
                  fill={`var(--rating-${rating})`}
                />
              </svg>
            </span>
            <span className="number">
              {number(counts[rating])} <small>{n === 0 ? '' : percent(counts[rating] / n)}</small>
            </span>
          </li>
        ))}
      </ul>
      <figcaption>{charts.distribution({ n: number(n) })}</figcaption>
    </figure>
  )
}
