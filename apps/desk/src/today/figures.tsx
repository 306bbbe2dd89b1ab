/** At most five numbers. Each leads to its rows and says how it was made. */
import { Popover } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Overview } from '#contracts/dashboard.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import type { TodaySearch } from './search.ts'
import { todayWords } from './words.ts'

interface FigureProps {
  readonly label: string
  readonly value: string
  readonly link: (value: ReactNode) => ReactNode
  readonly beside?: string | undefined
  readonly faint?: boolean
  readonly how: string
  readonly n: number
  readonly period: string
  readonly made: string
}

const Figure = ({ label, value, link, beside, faint, how, n, period, made }: FigureProps) => {
  const today = useWords(todayWords)
  const { number } = useFormat()
  return (
    <div className={`figure ${faint ? 'faint' : ''}`}>
      <dt>{label}</dt>
      <dd>
        <span className="figure-value">{link(value)}</span>
        <span className="figure-beside">{beside}</span>
        <Popover width={300} returnFocus>
          <Popover.Target>
            <button type="button" className="as-link" aria-label={today.howOf({ figure: label })}>
              {today.how}
            </button>
          </Popover.Target>
          <Popover.Dropdown>
            <p>{how}</p>
            <p className="quiet">
              n = {number(n)}
              <br />
              {period}
              <br />
              {made}
            </p>
          </Popover.Dropdown>
        </Popover>
      </dd>
    </div>
  )
}

export const Figures = ({ overview, search }: { overview: Overview; search: TodaySearch }) => {
  const today = useWords(todayWords)
  const { number, average, change, points, day, full } = useFormat()
  const { feedback, tasks, period } = overview
  const days = `${day(period.from)} – ${day(period.to)}, ${period.timeZone}`
  const made = today.made({ at: full(overview.generatedAt) })
  const rows = { from: period.from, to: period.to, building: search.building }
  const toFeedback = (value: ReactNode) => (
    <Link to="/feedback" search={rows}>
      {value}
    </Link>
  )
  const toTasks = (filter: { status?: 'OPEN' | 'IN_PROGRESS'; overdue?: true }) => (value: ReactNode) => (
    <Link
      to="/tasks"
      search={{
        building: search.building,
        ...(filter.status ? { status: [filter.status] } : {}),
        ...(filter.overdue ? { overdue: true } : {}),
      }}
    >
      {value}
    </Link>
  )
  const few = feedback.rated < 5
  return (
    <dl className="figures">
      <Figure
        label={today.feedback}
        value={number(feedback.count)}
        beside={
          feedback.change === null ? today.noBefore : today.against({ change: change(feedback.change) })
        }
        link={toFeedback}
        how={today.feedbackHow}
        n={feedback.count}
        period={days}
        made={made}
      />
      <Figure
        label={today.average}
        value={feedback.average === null ? '–' : average(feedback.average)}
        beside={
          few
            ? today.tooFew({ n: feedback.rated })
            : feedback.averageChange === null
              ? `n = ${number(feedback.rated)}`
              : `n = ${number(feedback.rated)}, ${today.against({ change: points(feedback.averageChange) })}`
        }
        faint={few}
        link={toFeedback}
        how={today.averageHow}
        n={feedback.rated}
        period={days}
        made={made}
      />
      <Figure
        label={today.open}
        value={number(tasks.open)}
        link={toTasks({ status: 'OPEN' })}
        how={today.openHow}
        n={tasks.open}
        period={today.now}
        made={made}
      />
      <Figure
        label={today.inProgress}
        value={number(tasks.inProgress)}
        link={toTasks({ status: 'IN_PROGRESS' })}
        how={today.inProgressHow}
        n={tasks.inProgress}
        period={today.now}
        made={made}
      />
      <Figure
        label={today.overdue}
        value={number(tasks.overdue)}
        link={toTasks({ overdue: true })}
        how={today.overdueHow}
        n={tasks.overdue}
        period={today.now}
        made={made}
      />
    </dl>
  )
}
