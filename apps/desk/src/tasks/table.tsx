/** Columns of the list of tasks, with inline editors. */
import { Link } from '@tanstack/react-router'
import type { Assignee, Task } from '#contracts/tasks/records.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { shownColumns } from '#desk-kit/list/columns.tsx'
import type { ListColumn } from '#desk-kit/list/declaration.ts'
import { PriorityMark, StatusMark } from '#desk-kit/parts/mark.tsx'
import { type Column, type Selection, Table } from '#desk-kit/parts/table.tsx'
import type { TaskChanges } from './changes.ts'
import { EditAssignee, Editable, EditDue, EditPriority, EditStatus } from './editors.tsx'
import { Age, placeOf, TaskFlags, TimeLeft } from './marks.tsx'
import { taskMessages } from './messages.ts'

/** Keeps day and time on one line. */
const unbroken = (time: string): string => time.replaceAll(' ', '\u00a0')

/** Without a due time, the SLA clock is shown. */
const ByClock = ({ task }: { task: Task }) => {
  const tasks = useMessages(taskMessages)
  const { full } = useFormat()
  const end = task.sla?.resolveBy
  return (
    <span className="quiet number">
      {end && task.status !== 'DONE' ? tasks.bySla({ time: unbroken(full(end)) }) : tasks.noDueShort}
    </span>
  )
}

interface ColumnTools {
  readonly changes: TaskChanges
  readonly assignees: readonly Assignee[]
}

/** A hook, because it uses texts. */
export const useTaskColumns = ({ changes, assignees }: ColumnTools): readonly ListColumn<Task>[] => {
  const tasks = useMessages(taskMessages)
  const { full } = useFormat()
  const common = (task: Task) => ({ tasks: [task], change: changes.change })
  return [
    {
      key: 'title',
      head: tasks.title,
      cell: (task) => (
        <Link to="/tasks/$id" params={{ id: task.id }} data-row-link>
          {task.title}
        </Link>
      ),
      below: (task) => `#${task.number} ${placeOf(task)}`,
    },
    {
      key: 'status',
      head: tasks.status,
      cell: (task) => (
        <>
          <Editable task={task} edit={(value) => <EditStatus {...common(task)}>{value}</EditStatus>}>
            <StatusMark status={task.status} />
          </Editable>
          <TaskFlags task={task} />
        </>
      ),
    },
    {
      key: 'priority',
      head: tasks.priority,
      cell: (task) => (
        <Editable task={task} edit={(value) => <EditPriority {...common(task)}>{value}</EditPriority>}>
          <PriorityMark priority={task.priority} />
        </Editable>
      ),
    },
    {
      key: 'assignee',
      head: tasks.assignee,
      cell: (task) => (
        <Editable
          task={task}
          edit={(value) => (
            <EditAssignee {...common(task)} assignees={assignees}>
              {value}
            </EditAssignee>
          )}
        >
          {task.assignee?.name ?? <span className="quiet">{tasks.nobody}</span>}
        </Editable>
      ),
    },
    {
      key: 'dueAt',
      head: tasks.due,
      cell: (task) => (
        <Editable task={task} edit={(value) => <EditDue {...common(task)}>{value}</EditDue>}>
          {task.dueAt ? (
            <span className="number">{unbroken(full(task.dueAt))}</span>
          ) : (
            <ByClock task={task} />
          )}
        </Editable>
      ),
      below: (task) => <TimeLeft task={task} />,
    },
    { key: 'reports', head: tasks.reports, end: true, wide: true, cell: (task) => task.reporterCount },
    { key: 'createdAt', head: tasks.age, wide: true, cell: (task) => <Age task={task} /> },
  ]
}

interface TaskTableProps {
  readonly rows: readonly Task[]
  readonly columns: readonly ListColumn<Task>[]
  readonly chosen: readonly string[] | undefined
  readonly sort: string
  readonly onSort: (sort: string) => void
  readonly selection: Selection
  readonly waiting: boolean
}

const sorted: readonly string[] = ['priority', 'dueAt', 'createdAt']

export const TaskTable = ({ columns, chosen, ...props }: TaskTableProps) => {
  const { places } = useMessages()
  const shown = shownColumns(columns, chosen).map(
    ({ key, cell, below, ...column }): Column<Task> => ({
      ...column,
      key,
      ...(sorted.includes(key) ? { sort: key } : {}),
      cell: (task) => {
        const more = below?.(task)
        return (
          <>
            {cell(task)}
            {more ? <small>{more}</small> : null}
          </>
        )
      },
    }),
  )
  return <Table caption={places.tasks.name} columns={shown} {...props} />
}
