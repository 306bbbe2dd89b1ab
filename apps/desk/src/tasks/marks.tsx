/** What rows, cards and the calendar show of a task: where it is, what presses, what is the matter with it. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { endAt, type Pressed, pressingOf } from '#ui/clock.ts'
import { shortSpan, span } from '#ui/times.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { useNow } from '../lib/now.ts'
import { Mark } from '../parts/mark.tsx'
import { When } from '../parts/when.tsx'
import { taskMessages } from './messages.ts'

/** Where it is: amenity, location in words, building. */
export const placeOf = (task: Pick<Task, 'amenity' | 'location' | 'building'>): string =>
  sayPlace(task.amenity?.name, task.location, task.building?.name)

/**
 * Nothing while it is far away: "45 min left", "20 min late", "Paused". Where it is another end than the one that
 * is told beside it, it says which: a task can be late to be begun days before it is due.
 */
export const TimeLeft = ({ task }: { task: Pressed }) => {
  const tasks = useMessages(taskMessages)
  const { locale } = useFormat()
  const now = useNow()
  const { kind, at = now } = pressingOf(task, now) ?? {}
  const end = endAt(task, at)
  const told = end === 'RESOLVE' && !task.dueAt ? 'DUE' : end
  switch (kind) {
    case 'LATE':
      return <Mark tone="bad">{tasks.lateOf[told]({ time: shortSpan(now - at, locale) })}</Mark>
    case 'SOON':
      return <Mark tone="warn">{tasks.leftOf[told]({ time: shortSpan(at - now, locale) })}</Mark>
    case 'PAUSED':
      return task.sla ? <Mark tone="info">{tasks.slaStates.PAUSED}</Mark> : null
    default:
      return null
  }
}

/** The due time and what is left of the time, also of that of the SLA clock; nothing where there is neither. */
export const Due = ({ task }: { task: Pressed }) => {
  const { full } = useFormat()
  const left = <TimeLeft task={task} />
  if (!task.dueAt) return left
  return (
    <span className="line-of">
      <span>{full(task.dueAt)}</span>
      {left}
    </span>
  )
}

/** Why it stands, that it came back, that a visitor says it is not fixed; nothing where nothing is the matter. */
export const TaskFlags = ({
  task,
}: {
  task: Pick<Task, 'status' | 'blocked' | 'rejection' | 'reopenCount'>
}) => {
  const tasks = useMessages(taskMessages)
  const { blocked, rejection, reopenCount } = task
  if (!blocked && !rejection && reopenCount === 0) return null
  return (
    <span className="line-of task-flags">
      {rejection ? <Mark tone="bad">{tasks.notFixedShort}</Mark> : null}
      {reopenCount > 0 ? <Mark tone="warn">{tasks.reopenedTimes({ count: reopenCount })}</Mark> : null}
      {blocked ? (
        <span>
          <Mark tone="warn">{tasks.blockedFor({ reason: tasks.reasons[blocked.reason] })}</Mark>
          {blocked.note ? <small dir="auto">{blocked.note}</small> : null}
        </span>
      ) : null}
    </span>
  )
}

/** How long it has been there: "4 days"; of what is done, when that was. */
export const Age = ({ task }: { task: Pick<Task, 'status' | 'createdAt' | 'completedAt'> }) => {
  const { full, locale } = useFormat()
  const now = useNow()
  const { status, createdAt, completedAt } = task
  if (status === 'DONE') return <When at={completedAt ?? createdAt} />
  return (
    <time dateTime={createdAt} title={full(createdAt)} className="when">
      {span(now - Date.parse(createdAt), locale)}
    </time>
  )
}
