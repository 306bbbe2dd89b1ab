/** Facts of a task; status, assignee and remaining time come first. */
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { Mark, PriorityMark, StateMark, StatusMark } from '#desk-kit/parts/mark.tsx'
import { When, WhenFull } from '#desk-kit/parts/when.tsx'
import { instant } from '#i18n/times.ts'
import { AssignmentReason } from './assignment-reason.tsx'
import type { TaskChanges } from './changes.ts'
import { TaskClock } from './clock.tsx'
import { EditDue, EditPriority } from './editors.tsx'
import { Due, TaskFlags } from './marks.tsx'
import { taskMessages } from './messages.ts'

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** The local time of the building, where its time zone differs from the reader's. */
const LocalTime = ({ at, zone }: { at: string; zone: string }) => {
  const tasks = useMessages(taskMessages)
  const { locale, timeZone } = useFormat()
  const there = instant(Date.parse(at), 'full', locale, zone)
  if (zone === timeZone || there === instant(Date.parse(at), 'full', locale, timeZone)) return null
  return <small>{tasks.atBuilding({ time: there, zone })}</small>
}

interface TaskFactsProps {
  readonly task: TaskDetail
  readonly changes: TaskChanges
}

export const TaskFacts = ({ task, changes }: TaskFactsProps) => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const { full, number } = useFormat()
  const admin = useHasRole('ADMIN')
  const may = task.allowed.includes('edit')
  const editor = { tasks: [task], change: changes.change }
  // While the task is open, its amenity is not shown as operational.
  const hidesState = task.status !== 'DONE' && task.amenity?.state === 'OPERATIONAL'
  const due = task.dueAt ? (
    <Due task={{ ...task, sla: null, blocked: null }} />
  ) : (
    <span className="quiet">{tasks.noDueShort}</span>
  )
  return (
    <>
      <h2 className="hidden">{words.facts}</h2>
      <dl className="facts">
        <Fact name={tasks.status}>
          <StatusMark status={task.status} />
          <TaskFlags task={{ ...task, blocked: null, rejection: null }} />
        </Fact>
        {task.blocked ? (
          <Fact name={tasks.blocked}>
            <Mark tone="warn">{tasks.reasons[task.blocked.reason]}</Mark>
            <small>
              {tasks.since} <When at={task.blocked.since} />
              {task.blocked.until ? `, ${tasks.until} ${full(task.blocked.until)}` : ''}
            </small>
            {task.blocked.note ? (
              <p className="prose" dir="auto">
                {task.blocked.note}
              </p>
            ) : null}
          </Fact>
        ) : null}
        <Fact name={tasks.assignee}>
          {task.assignee?.name ?? <span className="quiet">{tasks.nobody}</span>}
        </Fact>
        {task.routing ? (
          <Fact name={tasks.why}>
            <AssignmentReason routing={task.routing} />
          </Fact>
        ) : null}
        {task.sla ? (
          <Fact name={tasks.clock}>
            <TaskClock task={task} sla={task.sla} />
          </Fact>
        ) : null}
        <Fact name={tasks.due}>
          {may ? <EditDue {...editor}>{due}</EditDue> : due}
          {task.dueAt ? <LocalTime at={task.dueAt} zone={task.timeZone} /> : null}
        </Fact>
        <Fact name={tasks.priority}>
          {may ? (
            <EditPriority {...editor}>
              <PriorityMark priority={task.priority} />
            </EditPriority>
          ) : (
            <PriorityMark priority={task.priority} />
          )}
        </Fact>
        {task.amenity ? (
          <Fact name={words.amenity}>
            <span className="line-of">
              {admin ? (
                <Link to="/amenities/$id" params={{ id: task.amenity.id }}>
                  {task.amenity.name}
                </Link>
              ) : (
                task.amenity.name
              )}
              {hidesState ? null : <StateMark state={task.amenity.state} />}
            </span>
          </Fact>
        ) : null}
        {task.location ? <Fact name={words.location}>{task.location}</Fact> : null}
        {task.building ? <Fact name={words.building}>{task.building.name}</Fact> : null}
        {task.categoryName ? <Fact name={tasks.category}>{task.categoryName}</Fact> : null}
        <Fact name={tasks.number}>#{task.number}</Fact>
        <Fact name={tasks.source}>{tasks.sources[task.source]}</Fact>
        {task.labels.length > 0 ? <Fact name={tasks.labels}>{task.labels.join(', ')}</Fact> : null}
        {task.escalationLevel > 0 ? <Fact name={tasks.escalated}>{number(task.escalationLevel)}</Fact> : null}
        {task.verification === 'NONE' ? null : (
          <Fact name={tasks.verification}>{tasks.verifications[task.verification]}</Fact>
        )}
        {task.resolution ? <Fact name={tasks.resolution}>{task.resolution}</Fact> : null}
        {task.minutesSpent === null ? null : <Fact name={tasks.minutes}>{number(task.minutesSpent)}</Fact>}
        <Fact name={words.created}>
          <WhenFull at={task.createdAt} />
          <small>{task.createdBy.kind === 'VISITOR' ? tasks.visitor : task.createdBy.name}</small>
        </Fact>
        {task.followers > 0 ? <Fact name={tasks.followers}>{number(task.followers)}</Fact> : null}
      </dl>
    </>
  )
}
