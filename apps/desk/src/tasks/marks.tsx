/** What rows, cards and the calendar show of a task: place, urgency and flags. */
import { sayPlace } from '#contracts/kit/place.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useNow } from '#desk-kit/lib/now.ts'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { shortSpan, span } from '#i18n/times.ts'
import { endAt, type Pressed, pressingOf } from '#ui/clock.ts'
import { taskMessages } from './messages.ts'

/** Amenity, location and building. */
export const placeOf = (task: Pick<Task, 'amenity' | 'location' | 'building'>): string =>
  sayPlace(task.amenity?.name, task.location, task.building?.name)

/**
 * "45 min left", "20 min late" or "Paused"; nothing while there is plenty of time. Names the deadline where it is
 * not the due time shown beside it: responding can be late days before the due time.
 */
export const TimeLeft = ({ task }: { task: Pressed }) => {
  const tasks = useMessages(taskMessages)
  const { locale } = useFormat()
  const now = useNow()
  const { kind, at = now } = pressingOf(task, now) ?? {}
  const end = endAt(task, at)
  const shownEnd = end === 'RESOLVE' && !task.dueAt ? 'DUE' : end
  switch (kind) {
    case 'LATE':
      return <Mark tone="bad">{tasks.lateOf[shownEnd]({ time: shortSpan(now - at, locale) })}</Mark>
    case 'SOON':
      return <Mark tone="warn">{tasks.leftOf[shownEnd]({ time: shortSpan(at - now, locale) })}</Mark>
    case 'PAUSED':
      return task.sla ? <Mark tone="info">{tasks.slaStates.PAUSED}</Mark> : null
    default:
      return null
  }
}

/** The due time with the remaining time, also of the SLA clock. */
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

/** Why the task is on hold, that it was reopened, or that a visitor says it is not fixed. */
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

/** Time since creation, such as "4 days"; for finished tasks, when they were finished. */
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
