/** The list of tasks. */
import { Link } from '@tanstack/react-router'
import type { Task } from '#contracts/tasks/records.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
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

export const Due = ({ task }: { task: Pick<Task, 'dueAt' | 'overdue'> }) => {
  const tasks = useWords(taskWords)
  const { full } = useFormat()
  if (!task.dueAt) return <span className="quiet">–</span>
  return (
    <span>
      {full(task.dueAt)}
      {task.overdue ? (
        <>
          {' '}
          <Mark tone="bad">{tasks.overdue}</Mark>
        </>
      ) : null}
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
