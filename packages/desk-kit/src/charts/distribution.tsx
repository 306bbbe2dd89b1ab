/** Number of ratings by value, as bars from zero; each links to its rows. */
import { distributionBars, type RatingName } from '#ui/charts/distribution.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { Face } from '../parts/face.tsx'
import { Chart, orNone, rowsCell, type ToRows } from './chart.tsx'
import { chartMessages } from './messages.ts'

interface DistributionProps {
  readonly counts: Readonly<Record<RatingName, number>>
  readonly rowsOf: (rating: RatingName) => ToRows
  readonly source: string
}

export const Distribution = ({ counts, rowsOf, source }: DistributionProps) => {
  const { words } = useMessages()
  const charts = useMessages(chartMessages)
  const { number, percent } = useFormat()
  const { n, bars } = distributionBars(counts)
  const label = charts.distribution({ n: number(n) })
  const shareOf = (share: number | null): string => (share === null ? '–' : percent(share))
  const marks = bars.map(({ rating, count, share }) => ({
    text: charts.saidRating({
      rating: words.rating[rating],
      count: number(count),
      share: shareOf(share),
      n: number(n),
      source,
    }),
    rows: orNone(count, rowsOf(rating)),
  }))
  return (
    <Chart
      label={label}
      caption={`${label} ${source}`}
      marks={marks}
      table={{
        heads: [charts.rating, 'n', charts.share],
        rows: bars.map(({ rating, count, share }, index) => ({
          key: rating,
          cells: [words.rating[rating], rowsCell(number(count), marks[index]?.rows), shareOf(share)],
        })),
      }}
    >
      {({ at, touch }) =>
        bars.map(({ rating, count, share, length }, index) => (
          <div
            key={rating}
            data-mark
            className={`chart-row rating-${rating} ${at === index ? 'at-row' : ''}`}
            {...touch(index)}
          >
            <span className="name">
              <Face rating={Number(rating)} /> {words.rating[rating]}
            </span>
            <svg aria-hidden="true" width="100%" height="12">
              <rect width={`${length * 100}%`} height="12" fill={`var(--rating-${rating})`} />
            </svg>
            <span className="number">
              {number(count)} <small>{share === null ? '' : percent(share)}</small>
            </span>
          </div>
        ))
      }
    </Chart>
  )
}
