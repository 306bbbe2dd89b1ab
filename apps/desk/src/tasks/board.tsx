/** Board: the tasks of the list by status. Cards can be dragged; their menus do the same by keyboard. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type TaskStatus, taskStatuses } from '#contracts/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { PriorityMark } from '#desk-kit/parts/mark.tsx'
import { arrowsAmong } from './arrows.ts'
import { mayEdit, type TaskChanges } from './changes.ts'
import { useFocusWhereMoved } from './focus-moved.ts'
import { Age, Due, placeOf, TaskFlags } from './marks.tsx'
import { taskMessages } from './messages.ts'
import { doneDays, type TaskSearch } from './search.ts'

interface CardProps {
  readonly task: Task
  /** the last task moved by its menu */
  readonly isMoved: boolean
  readonly onMove: (status: TaskStatus) => void
  readonly onDrag: (task: Task | undefined) => void
}

const Card = ({ task, isMoved, onMove, onDrag }: CardProps) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const may = mayEdit(task)
  const menu = useFocusWhereMoved(isMoved)
  return (
    <li
      className="board-card"
      data-row={task.id}
      draggable={may}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', task.id)
        onDrag(task)
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <div className="board-card-head">
        <Link to="/tasks/$id" params={{ id: task.id }} data-row-link draggable={false}>
          {task.title}
        </Link>
        {may ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon ref={menu} size={32} aria-label={tasks.moveTask({ title: task.title })}>
                <IconDots size={18} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{tasks.moveTo}</Menu.Label>
              {taskStatuses
                .filter((status) => status !== task.status)
                .map((status) => (
                  <Menu.Item key={status} onClick={() => onMove(status)}>
                    {words.status[status]}
                  </Menu.Item>
                ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
      <small className="board-card-facts">
        <span>
          #{task.number} {placeOf(task)}
        </span>
        <Age task={task} />
      </small>
      <TaskFlags task={task} />
      <div className="board-card-foot">
        <PriorityMark priority={task.priority} />
        <span className={task.assignee ? '' : 'quiet'}>{task.assignee?.name ?? tasks.nobody}</span>
        <Due task={task} />
      </div>
    </li>
  )
}

interface BoardProps {
  readonly rows: readonly Task[]
  readonly search: TaskSearch
  readonly changes: TaskChanges
  readonly waiting: boolean
}

/** The newest of what is done comes first; one that was just moved has no time yet. */
const newestFirst = (one: Task, other: Task): number =>
  (other.completedAt ?? '9').localeCompare(one.completedAt ?? '9')

export const Board = ({ rows, search, changes, waiting }: BoardProps) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const { number } = useFormat()
  const [dragged, setDragged] = useState<Task>()
  const [movedId, setMovedId] = useState<string>()
  const [over, setOver] = useState<TaskStatus>()
  const shownStatuses = taskStatuses.filter((status) =>
    search.overdue ? status !== 'DONE' : (search.status?.includes(status) ?? true),
  )
  const move = (task: Task, status: TaskStatus): void => void changes.change([task], { status })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are heard of the links within
    <div
      className={`board ${waiting ? 'waiting' : ''}`}
      data-columns={shownStatuses.length}
      onKeyDown={arrowsAmong('section')}
    >
      {shownStatuses.map((status) => {
        const found = rows.filter((task) => task.status === status)
        const cards = status === 'DONE' ? found.sort(newestFirst) : found
        return (
          <section
            key={status}
            aria-label={words.status[status]}
            data-over={(dragged && dragged.status !== status && over === status) || undefined}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(status)
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault()
              setOver(undefined)
              if (dragged) move(dragged, status)
              setDragged(undefined)
            }}
          >
            <h2>
              {words.status[status]} <small className="number">{number(cards.length)}</small>{' '}
              {status === 'DONE' ? <small>{tasks.lastDays({ days: doneDays })}</small> : null}
            </h2>
            {cards.length === 0 ? <p className="quiet">{words.none}</p> : null}
            <ul>
              {cards.map((task) => (
                <Card
                  key={task.id}
                  task={task}
                  isMoved={movedId === task.id}
                  onMove={(next) => {
                    setMovedId(task.id)
                    move(task, next)
                  }}
                  onDrag={setDragged}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}
