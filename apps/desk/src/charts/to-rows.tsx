/** Links from a mark of a chart to the rows that it was counted from. */
import { Link } from '@tanstack/react-router'
import type { CallInput } from '#client/types.ts'
import type { listSlaBreaches } from '#contracts/task-figures.ts'
import type { InboxSearch } from '../feedback/search.ts'
import type { TaskSearch } from '../tasks/search.ts'
import type { ToRows } from './chart.tsx'

/** Submissions that count in figures, hidden ones among them. */
export const toFeedback =
  (search: InboxSearch): ToRows =>
  (props) => <Link {...props} to="/feedback" search={{ ...search, counted: true }} />

export const toTasks =
  (search: TaskSearch): ToRows =>
  (props) => <Link {...props} to="/tasks" search={search} />

type BreachQuery = NonNullable<CallInput<typeof listSlaBreaches>['query']>

export const toBreaches =
  (search: Pick<BreachQuery, 'from' | 'to' | 'building' | 'type' | 'state' | 'priority'>): ToRows =>
  (props) => <Link {...props} to="/sla/breaches" search={search} />

/** Only what is there can be opened. */
export const orNone = (count: number, rows: ToRows | undefined): ToRows | undefined =>
  count > 0 ? rows : undefined
