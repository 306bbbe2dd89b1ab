/** Links from marks of charts to the rows behind them. */
import { Link } from '@tanstack/react-router'
import type { CallInput } from '#client/types.ts'
import type { HeatmapCell } from '#contracts/figures.ts'
import type { listSlaBreaches } from '#contracts/task-figures.ts'
import type { ToRows } from '#desk-kit/charts/chart.tsx'
import type { RatingName } from '#ui/charts/distribution.ts'
import type { InboxSearch } from '../feedback/search.ts'
import type { TaskSearch } from '../tasks/search.ts'

/** Includes hidden submissions, which count in figures. */
export const toFeedback =
  (search: InboxSearch): ToRows =>
  (props) => <Link {...props} to="/feedback" search={{ ...search, counted: true }} />

/** For a bar of a distribution. */
export const toRating =
  (search: InboxSearch) =>
  (rating: RatingName): ToRows =>
    toFeedback({ ...search, rating: [rating] })

/** For a cell of a heat map. */
export const toHour =
  (search: InboxSearch) =>
  ({ weekday, hour }: HeatmapCell): ToRows =>
    toFeedback({ ...search, weekday: [String(weekday) as '1'], hour: [String(hour) as '0'] })

export const toIssue =
  (search: InboxSearch) =>
  (code: string): ToRows =>
    toFeedback({ ...search, issue: [code] })

export const toTasks =
  (search: TaskSearch): ToRows =>
  (props) => <Link {...props} to="/tasks" search={search} />

type BreachQuery = NonNullable<CallInput<typeof listSlaBreaches>['query']>

export const toBreaches =
  (search: Pick<BreachQuery, 'from' | 'to' | 'building' | 'type' | 'state' | 'priority'>): ToRows =>
  (props) => <Link {...props} to="/sla/breaches" search={search} />
