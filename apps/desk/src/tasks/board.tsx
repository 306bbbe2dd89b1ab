/** The same tasks by status. A card can be dragged; its menu does the same without a pointer. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type TaskStatus, taskStatuses } from '#contracts/records.ts'
import type { Task, TaskSummary } from '#contracts/tasks/records.ts'
import { setTaskStatus } from '#contracts/tasks.ts'
import { useAct } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { PriorityMark } from '../parts/mark.tsx'
import { ErrorPanel } from '../parts/states.tsx'
import { Due, placeOf } from './table.tsx'
import { taskWords } from './words.ts'

interface BoardProps {
  readonly rows: readonly Task[]
  readonly summary: TaskSummary | undefined
  readonly waiting: boolean
}

const Card = ({
  task,
  onMove,
  onDrag,
}: {
  task: Task
  onMove: (status: TaskStatus) => void
  onDrag: () => void
}) => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
  return (
    <li
      className="board-card"
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', task.id)
        onDrag()
      }}
    >
      <div className="board-card-head">
        <Link to="/tasks/$id" params={{ id: task.id }} data-row-link draggable={false}>
          {task.title}
        </Link>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon size={32} aria-label={tasks.moveTask({ title: task.title })}>
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
      </div>
      <small>{placeOf(task)}</small>
      <div className="board-card-foot">
        <PriorityMark priority={task.priority} />
        <span>{task.assignee?.name ?? tasks.nobody}</span>
        <Due task={task} />
      </div>
    </li>
  )
}

export const Board = ({ rows, summary, waiting }: BoardProps) => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
  const { number } = useFormat()
  const move = useAct(setTaskStatus)
  const [dragged, setDragged] = useState<Task>()
  const [over, setOver] = useState<TaskStatus>()
  const [said, setSaid] = useState('')
  const go = (task: Task, status: TaskStatus): void => {
    if (task.status === status) return
    move.mutate(
      { params: { id: task.id }, body: { status } },
      { onSuccess: () => setSaid(tasks.moved({ title: task.title, status: words.status[status] })) },
    )
  }
  return (
    <>
      <p className="hidden" role="status">
        {said}
      </p>
      {move.error ? <ErrorPanel error={move.error} /> : null}
      <div className={`board ${waiting || move.isPending ? 'waiting' : ''}`}>
        {taskStatuses.map((status) => (
          <section
            key={status}
            aria-label={words.status[status]}
            data-over={over === status || undefined}
            onDragOver={(event) => {
              event.preventDefault()
              setOver(status)
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => {
              event.preventDefault()
              setOver(undefined)
              if (dragged) go(dragged, status)
              setDragged(undefined)
            }}
          >
            <h2>
              {words.status[status]} <small>{summary ? number(summary.byStatus[status]) : ''}</small>
            </h2>
            <ul>
              {rows
                .filter((task) => task.status === status)
                .map((task) => (
                  <Card
                    key={task.id}
                    task={task}
                    onMove={(next) => go(task, next)}
                    onDrag={() => setDragged(task)}
                  />
                ))}
            </ul>
          </section>
        ))}
      </div>
    </>
  )
}
