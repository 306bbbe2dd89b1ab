/** Shared by the feedback figures: numbers with n, amenities by floor, topics. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { PeriodNotes } from '#contracts/dashboard.ts'
import type { AmenityPerformance } from '#contracts/figures.ts'
import type { ToRows } from '#desk-kit/charts/chart.tsx'
import { Figure } from '#desk-kit/charts/figure.tsx'
import { ScoreLine } from '#desk-kit/charts/scores.tsx'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import type { TrendNote } from '#ui/charts/trend.ts'
import { tooFew } from '#ui/charts/trend.ts'
import { otherOf, type Period } from '../figures/compared.ts'
import './figures.css'
import { facilityMessages } from './messages.ts'
import type { DaysSearch } from './search.ts'

interface FeedbackCounts {
  readonly count: number
  readonly rated: number
  readonly average: number | null
  readonly change: number | null
  readonly averageChange: number | null
}

interface CountedFiguresProps {
  readonly of: FeedbackCounts
  readonly period: Period
  readonly days: string
  readonly source: string
  readonly rows: ToRows
}

/** Submissions and mean rating, compared with the period before or the year before. */
export const CountedFigures = ({ of, period, days, source, rows }: CountedFiguresProps) => {
  const t = useMessages(facilityMessages)
  const { number, average, change, points } = useFormat()
  const few = of.rated < tooFew
  const other = otherOf(period)
  const link = (value: ReactNode): ReactNode => rows({ children: value })
  const shared = { period: days, source, link }
  return (
    <>
      <Figure
        label={t.submissions}
        value={number(of.count)}
        beside={of.change === null ? t.noBefore({ other }) : t.against({ other, change: change(of.change) })}
        how={t.submissionsHow}
        n={of.count}
        {...shared}
      />
      <Figure
        label={t.average}
        value={of.average === null ? '–' : average(of.average)}
        beside={
          few
            ? t.tooFew({ n: number(of.rated) })
            : of.averageChange === null
              ? `n = ${number(of.rated)}`
              : t.ofAgainst({ other, n: number(of.rated), change: points(of.averageChange) })
        }
        faint={few}
        how={t.averageHow}
        n={of.rated}
        {...shared}
      />
    </>
  )
}

interface ScoreFigureProps {
  readonly of: {
    readonly rated: number
    readonly score: number | null
    readonly low: number | null
    readonly high: number | null
  }
  readonly days: string
  readonly source: string
}

export const ScoreFigure = ({ of: { score, low, high, rated }, days, source }: ScoreFigureProps) => {
  const t = useMessages(facilityMessages)
  const { number, average } = useFormat()
  const few = rated < tooFew
  return (
    <Figure
      label={t.score}
      value={score === null ? '–' : average(score)}
      beside={
        few || low === null || high === null
          ? t.tooFew({ n: number(rated) })
          : t.likely({ low: average(low), high: average(high) })
      }
      faint={few}
      how={t.formulas.score}
      n={rated}
      period={days}
      source={source}
    />
  )
}

export const notesFor = (notes: PeriodNotes): TrendNote[] =>
  notes.map(({ date, text, building }) => ({ date, text: building ? `${text} (${building.name})` : text }))

/**
 * Filters for the rows of one amenity. The building is included where its time zone differs from the
 * organisation's, because days are then cut by its clock.
 */
export const useRowsOf = (): ((
  amenity: { readonly id: string; readonly building: { readonly id: string } },
  timeZone: string,
) => { readonly amenity: string[]; readonly building?: string[] }) => {
  const { tenant } = useMe()
  return ({ id, building }, timeZone) => ({
    amenity: [id],
    ...(timeZone === tenant.timeZone ? {} : { building: [building.id] }),
  })
}

/** `4.1, between 3.8 and 4.4` with its interval; says so where there are few ratings. */
export const ScoreCell = ({ of }: { of: AmenityPerformance }) => {
  const t = useMessages(facilityMessages)
  const { average } = useFormat()
  if (of.score === null || of.low === null || of.high === null) return <>–</>
  return (
    <span className="score-cell">
      <ScoreLine {...of} />
      <span>{t.scoreOf({ score: average(of.score), low: average(of.low), high: average(of.high) })}</span>
    </span>
  )
}

interface AmenityTableProps {
  readonly caption: string
  readonly amenities: readonly AmenityPerformance[]
  readonly days: DaysSearch
}

/** Amenities of one floor. */
export const AmenityTable = ({ caption, amenities, days }: AmenityTableProps) => {
  const { words } = useMessages()
  const t = useMessages(facilityMessages)
  const names = useNames()
  const { number, change } = useFormat()
  const heads = [words.amenity, t.rank, t.score, 'n', t.change, t.openTasks]
  return (
    <table className="table">
      <caption className="hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th scope="col" key={head} className={index === 0 || index === 2 ? '' : 'end'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {amenities.map((one) => (
          <tr key={one.id}>
            <td data-label={heads[0]}>
              <Link to="/amenities/$id/figures" params={{ id: one.id }} search={days}>
                {one.name}
              </Link>
              <small>
                {one.archived ? t.archivedType({ type: names.type(one.type) }) : names.type(one.type)}
              </small>
            </td>
            <td data-label={heads[1]} className="end">
              {one.rank === null ? t.unranked : number(one.rank)}
            </td>
            <td data-label={heads[2]}>
              <ScoreCell of={one} />
            </td>
            <td data-label={heads[3]} className="end">
              {number(one.rated)}
            </td>
            <td data-label={heads[4]} className="end">
              {one.change === null ? '–' : change(one.change)}
            </td>
            <td data-label={heads[5]} className="end">
              {one.openTasks === 0 ? (
                '0'
              ) : (
                <Link to="/tasks" search={{ amenity: [one.id], status: ['OPEN', 'IN_PROGRESS'] }}>
                  {number(one.openTasks)}
                </Link>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
