/** Calendar: the tasks of the list by due day. Tasks can be dragged; their menus do the same by keyboard. */
import { ActionIcon, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type DragEvent, useState } from 'react'
import type { Task } from '#contracts/tasks/records.ts'
import { localTimeIn, plusDays, todayIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useReader } from '#desk-kit/lib/reader.ts'
import { PriorityMark } from '#desk-kit/parts/mark.tsx'
import { instant } from '#i18n/times.ts'
import { arrowsAmong } from './arrows.ts'
import { dueOn, endOf, layOut, moved } from './calendar-days.ts'
import { mayEdit, type TaskChanges } from './changes.ts'
import { useFocusWhereMoved } from './focus-moved.ts'
import { placeOf, TaskFlags, TimeLeft } from './marks.tsx'
import { taskMessages } from './messages.ts'
import { spanOf, type TaskSearch } from './search.ts'
import { whole } from './tabs.tsx'

const week = 7
/** Tasks shown per day in a month; the week shows all. */
const mostInMonth = 4

interface EntryProps {
  readonly task: Task
  /** the last task moved by its menu */
  readonly isMoved: boolean
  /** HH:MM */
  readonly time: string | undefined
  readonly onMove: (date: string) => void
  readonly onDrag: (task: Task | undefined) => void
}

const Entry = ({ task, isMoved, time, onMove, onDrag }: EntryProps) => {
  const tasks = useMessages(taskMessages)
  const { locale, timeZone } = useFormat()
  const may = mayEdit(task)
  const menu = useFocusWhereMoved(isMoved)
  const end = endOf(task)
  const date = end === null ? undefined : localTimeIn(end, timeZone).slice(0, 10)
  const today = todayIn(timeZone)
  const days = date
    ? [
        { label: tasks.dayBefore, date: plusDays(date, -1) },
        { label: tasks.dayAfter, date: plusDays(date, 1) },
        { label: tasks.weekAfter, date: plusDays(date, week) },
      ]
    : [
        { label: tasks.today, date: today },
        { label: tasks.onTomorrow, date: plusDays(today, 1) },
        { label: tasks.onNextWeek, date: plusDays(today, week) },
      ]
  return (
    <li
      className="entry"
      data-row={task.id}
      draggable={may}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move'
        event.dataTransfer.setData('text/plain', task.id)
        onDrag(task)
      }}
      onDragEnd={() => onDrag(undefined)}
    >
      <div className="entry-head">
        <span>
          {time && end ? (
            <span className="number">{instant(Date.parse(end), 'time', locale, timeZone)} </span>
          ) : null}
          <Link to="/tasks/$id" params={{ id: task.id }} data-row-link draggable={false}>
            {task.title}
          </Link>
        </span>
        {may ? (
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon ref={menu} size={24} aria-label={tasks.moveTask({ title: task.title })}>
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Label>{tasks.due}</Menu.Label>
              {days.map((one) => (
                <Menu.Item key={one.label} onClick={() => onMove(one.date)}>
                  {one.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        ) : null}
      </div>
      <small>{placeOf(task)}</small>
      <div className="entry-marks">
        <PriorityMark priority={task.priority} />
        {task.dueAt || !task.sla ? null : <small>{tasks.clock}</small>}
        <TimeLeft task={task} />
        <TaskFlags task={task} />
      </div>
    </li>
  )
}

interface CalendarProps {
  readonly rows: readonly Task[]
  readonly search: TaskSearch
  readonly changes: TaskChanges
  readonly waiting: boolean
}

export const Calendar = ({ rows, search, changes, waiting }: CalendarProps) => {
  const tasks = useMessages(taskMessages)
  const { locale, timeZone, shortDay, day: fullDay } = useFormat()
  const [dragged, setDragged] = useState<Task>()
  const [movedId, setMovedId] = useState<string>()
  const [over, setOver] = useState<string>()
  const span = spanOf(search, useReader())
  const { days, undated } = layOut(rows, span, timeZone)
  const today = todayIn(timeZone)
  const month = span.day.slice(0, 7)
  const most = search.span === 'week' ? rows.length : mostInMonth
  const named = (options: Intl.DateTimeFormatOptions, date: string): string =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(Date.parse(`${date}T12:00:00Z`))
  const title =
    search.span === 'week'
      ? tasks.stretch({ from: shortDay(span.from), to: fullDay(span.to) })
      : named({ month: 'long', year: 'numeric' }, `${month}-15`)
  const move = (task: Task, date: string): void =>
    void changes.change([task], { dueAt: dueOn(task, date, timeZone) })
  const byMenu = (task: Task) => (date: string) => {
    setMovedId(task.id)
    move(task, date)
  }
  const go = (change: TaskSearch) => ({
    to: '/tasks' as const,
    search: { ...search, add: undefined, ...change },
    activeOptions: whole,
  })
  const onto = (date: string) =>
    dragged
      ? {
          onDragOver: (event: DragEvent) => {
            event.preventDefault()
            setOver(date)
          },
          onDrop: (event: DragEvent) => {
            event.preventDefault()
            setOver(undefined)
            setDragged(undefined)
            move(dragged, date)
          },
        }
      : {}
  const weeks = Array.from({ length: days.length / week }, (_, at) => days.slice(at * week, (at + 1) * week))
  return (
    <>
      <div className="calendar-head">
        <h2 aria-live="polite">{title}</h2>
        <nav className="looks" aria-label={tasks.times}>
          <Link {...go({ day: moved(span, search.span, -1) })}>{tasks.before[search.span ?? 'month']}</Link>
          <Link {...go({ day: undefined })}>{tasks.today}</Link>
          <Link {...go({ day: moved(span, search.span, 1) })}>{tasks.after[search.span ?? 'month']}</Link>
        </nav>
        <nav className="looks" aria-label={tasks.length}>
          {([undefined, 'week'] as const).map((one) => (
            <Link
              key={one ?? 'month'}
              {...go({ span: one })}
              aria-current={one === search.span ? 'page' : undefined}
            >
              {tasks.spans[one ?? 'month']}
            </Link>
          ))}
        </nav>
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys are heard of the links within */}
      <div className={`with-calendar ${waiting ? 'waiting' : ''}`} onKeyDown={arrowsAmong('td, section')}>
        <table className="calendar" data-span={search.span ?? 'month'}>
          <caption className="hidden">{title}</caption>
          <thead>
            <tr>
              {days.slice(0, week).map(({ date }) => (
                <th key={date} scope="col">
                  {named({ weekday: 'short' }, date)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {weeks.map((row) => (
              <tr key={row[0]?.date}>
                {row.map(({ date, tasks: dated }) => (
                  <td
                    key={date}
                    data-date={date}
                    data-empty={dated.length === 0 || undefined}
                    data-beside={(search.span !== 'week' && !date.startsWith(month)) || undefined}
                    data-over={over === date || undefined}
                    aria-current={date === today ? 'date' : undefined}
                    {...onto(date)}
                  >
                    <span className="calendar-day">
                      <span className="calendar-number">{named({ day: 'numeric' }, date)}</span>
                      <span className="calendar-long">
                        {named({ weekday: 'long', day: 'numeric', month: 'long' }, date)}
                      </span>
                    </span>
                    {dated.length > 0 ? (
                      <ul>
                        {dated.slice(0, most).map(({ task, time }) => (
                          <Entry
                            key={task.id}
                            task={task}
                            time={time}
                            isMoved={movedId === task.id}
                            onMove={byMenu(task)}
                            onDrag={setDragged}
                          />
                        ))}
                      </ul>
                    ) : null}
                    {dated.length > most ? (
                      <Link {...go({ day: date, span: 'week' })}>
                        {tasks.moreOnDay({ count: dated.length - most })}
                      </Link>
                    ) : null}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {undated.length > 0 ? (
          <section className="undated" aria-label={tasks.noDue}>
            <h2>
              {tasks.noDue} <small className="number">{undated.length}</small>
            </h2>
            <ul>
              {undated.map((task) => (
                <Entry
                  key={task.id}
                  task={task}
                  time={undefined}
                  isMoved={movedId === task.id}
                  onMove={byMenu(task)}
                  onDrag={setDragged}
                />
              ))}
            </ul>
          </section>
        ) : null}
      </div>
    </>
  )
}
