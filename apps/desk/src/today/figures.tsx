/** At most five figures, each linked to its rows, with its source. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Overview } from '#contracts/dashboard.ts'
import { Figure } from '#desk-kit/charts/figure.tsx'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { otherOf, useComparedText } from '../figures/compared.ts'
import { todayMessages } from './messages.ts'
import type { TodaySearch } from './search.ts'

export const Figures = ({ overview, search }: { overview: Overview; search: TodaySearch }) => {
  const today = useMessages(todayMessages)
  const { number, average, change, points: inPoints, day, full } = useFormat()
  const { feedback, tasks, period } = overview
  const days = `${day(period.from)} – ${day(period.to)}, ${period.timeZone}`
  const other = otherOf(period)
  const compared = useComparedText()(period)
  const source = [today.made({ at: full(overview.generatedAt) }), compared].filter(Boolean).join('. ')
  const rows = { from: period.from, to: period.to, building: search.building, counted: true } as const
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
  // A change that rounds to zero is shown as none.
  const points = (value: number): string =>
    Math.abs(value) < 0.05 ? today.asBefore({ other }) : today.against({ other, change: inPoints(value) })
  return (
    <dl className="figures">
      <Figure
        label={today.feedback}
        value={number(feedback.count)}
        beside={
          feedback.change === null
            ? today.noBefore({ other })
            : today.against({ other, change: change(feedback.change) })
        }
        link={toFeedback}
        how={today.feedbackHow}
        n={feedback.count}
        period={days}
        source={source}
      />
      <Figure
        label={today.average}
        value={feedback.average === null ? '–' : average(feedback.average)}
        beside={
          few
            ? today.tooFew({ n: feedback.rated })
            : feedback.averageChange === null
              ? `n = ${number(feedback.rated)}`
              : `n = ${number(feedback.rated)}, ${points(feedback.averageChange)}`
        }
        faint={few}
        link={toFeedback}
        how={today.averageHow}
        n={feedback.rated}
        period={days}
        source={source}
      />
      <Figure
        label={today.open}
        value={number(tasks.open)}
        beside={
          tasks.createdChange === null
            ? today.created({ n: tasks.created })
            : `${today.created({ n: tasks.created })}, ${today.against({ other, change: change(tasks.createdChange) })}`
        }
        link={toTasks({ status: 'OPEN' })}
        how={today.openHow}
        n={tasks.open}
        period={today.now}
        source={source}
      />
      <Figure
        label={today.inProgress}
        value={number(tasks.inProgress)}
        beside={today.done({ n: tasks.done })}
        link={toTasks({ status: 'IN_PROGRESS' })}
        how={today.inProgressHow}
        n={tasks.inProgress}
        period={today.now}
        source={source}
      />
      <Figure
        label={today.overdue}
        value={number(tasks.overdue)}
        link={toTasks({ overdue: true })}
        how={today.overdueHow}
        n={tasks.overdue}
        period={today.now}
        source={source}
      />
    </dl>
  )
}
