/** The list of tasks. */
import { Link } from '@tanstack/react-router'
import type { Task } from '#contracts/tasks/records.ts'
import { type Pressed, pressingOf } from '#ui/clock.ts'
import { shortSpan } from '#ui/times.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { useNow } from '../lib/now.ts'
import { Mark, PriorityMark, StatusMark } from '../parts/mark.tsx'
import { type Column, type Selection, Table } from '../parts/table.tsx'
import { When } from '../parts/when.tsx'
import { taskWords } from './words.ts'

/** Where it is: amenity, location in words, building. */
export const placeOf = (task: Pick<Task, 'amenity' | 'location' | 'building'>): string =>
  [
    task.amenity?.name,
    task.location && task.amenity?.name.endsWith(task.location) ? '' : task.location,
    task.building?.name,
  ]
    .filter(Boolean)
    .join(', ')

/** Nothing while it is far away: "45 min left", "20 min late", "Paused". */
const useTimeLeft = (task: Pressed) => {
  const tasks = useWords(taskWords)
  const { locale } = useFormat()
  const now = useNow()
  const { kind, at = now } = pressingOf(task, now) ?? {}
  switch (kind) {
    case 'LATE':
      return <Mark tone="bad">{tasks.late({ time: shortSpan(now - at, locale) })}</Mark>
    case 'SOON':
      return <Mark tone="warn">{tasks.left({ time: shortSpan(at - now, locale) })}</Mark>
    case 'PAUSED':
      return task.sla ? <Mark tone="info">{tasks.slaStates.PAUSED}</Mark> : null
    default:
      return null
  }
}

/** The due time and what is left of the time, also of that of the SLA clock; nothing where there is neither. */
export const Due = ({ task }: { task: Pressed }) => {
  const { full } = useFormat()
  const left = useTimeLeft(task)
  if (!task.dueAt) return left
  return (
    <span className="line-of">
      <span>{full(task.dueAt)}</span>
      {left}
    </span>
  )
}

interface TaskTableProps {
  readonly rows: readonly Task[]
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly selection: Selection
  readonly waiting: boolean
}

export const TaskTable = (props: TaskTableProps) => {
  const { words, places } = useWords()
  const tasks = useWords(taskWords)
  const columns: Column<Task>[] = [
    {
      key: 'title',
      head: tasks.title,
      cell: (task) => (
        <>
          <Link to="/tasks/$id" params={{ id: task.id }} data-row-link data-id={task.id}>
            {task.title}
          </Link>
          <small>
            #{task.number} {placeOf(task)}
          </small>
        </>
      ),
    },
    {
      key: 'status',
      head: tasks.status,
      cell: (task) => (
        <>
          <StatusMark status={task.status} />
          {task.rejection ? <small>{tasks.notFixed}</small> : null}
          {task.blocked ? (
            <small>{tasks.blockedFor({ reason: tasks.reasons[task.blocked.reason] })}</small>
          ) : null}
        </>
      ),
    },
    {
      key: 'priority',
      head: tasks.priority,
      sort: 'priority',
      cell: (task) => <PriorityMark priority={task.priority} />,
    },
    {
      key: 'assignee',
      head: tasks.assignee,
      cell: (task) => task.assignee?.name ?? <span className="quiet">{tasks.nobody}</span>,
    },
    { key: 'due', head: tasks.due, sort: 'dueAt', cell: (task) => <Due task={task} /> },
    { key: 'reports', head: tasks.reports, end: true, wide: true, cell: (task) => task.reporterCount },
    {
      key: 'created',
      head: words.created,
      sort: 'createdAt',
      wide: true,
      cell: (task) => <When at={task.createdAt} />,
    },
  ]
  return (
    <Table
      caption={places.tasks.name}
      columns={columns}
      rows={props.rows}
      sort={props.sort}
      onSort={props.onSort}
      selection={props.selection}
      waiting={props.waiting}
    />
  )
}
