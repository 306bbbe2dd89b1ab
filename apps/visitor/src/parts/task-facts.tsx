/** What there is to know of a task at a glance: how urgent, until when, what about, and where it stands. */
import { priorityTones, statusTones, type Tone, toneShapes } from '#ui/marks.ts'
import type { LinkedTask } from '../models.ts'
import type { PlainMessage } from '../translate.ts'
import type { View } from './view.ts'

const priorities: Record<LinkedTask['priority'], PlainMessage> = {
  LOW: 'taskLow',
  MEDIUM: 'taskMedium',
  HIGH: 'taskHigh',
  URGENT: 'taskUrgent',
}

/** Why a task may have to wait. */
export const reasons: readonly (readonly [code: string, word: PlainMessage])[] = [
  ['PARTS', 'taskParts'],
  ['ACCESS', 'taskAccess'],
  ['VENDOR', 'taskVendor'],
  ['VISITOR', 'taskVisitor'],
  ['OTHER', 'taskOther'],
]

export const Mark = ({ tone }: { tone: Tone }) => (
  <svg viewBox="0 0 12 12" fill="currentColor" fill-rule="evenodd" aria-hidden="true">
    <path d={toneShapes[tone]} />
  </svg>
)

export const Facts = ({ task, view }: { task: LinkedTask; view: View }) => {
  const { t } = view
  return (
    <ul class="facts">
      <li class={task.priority === 'URGENT' ? 'OUT_OF_ORDER' : undefined}>
        <Mark tone={priorityTones[task.priority]} />
        {t(priorities[task.priority])}
      </li>
      {task.dueAt && (
        <li>
          <time dateTime={task.dueAt}>{t('taskDue', { time: view.clock(task.dueAt) })}</time>
        </li>
      )}
      {task.category && (
        <li>
          <bdi>{task.category}</bdi>
        </li>
      )}
      {task.reporterCount > 0 && <li>{t('taskReporters', { n: task.reporterCount })}</li>}
    </ul>
  )
}

export const State = ({ task, view }: { task: LinkedTask; view: View }) => {
  const { blocked, status } = task
  const begun = status === 'IN_PROGRESS'
  const reason = reasons.find(([code]) => code === blocked?.reason)?.[1] ?? 'taskOther'
  return (
    <>
      <p class={`state big ${blocked ? 'REPORTED' : begun ? 'IN_PROGRESS' : ''}`}>
        <Mark tone={blocked ? 'warn' : statusTones[status]} />
        {view.t(blocked ? 'taskBlocked' : begun ? 'taskInProgress' : 'taskOpen')}
      </p>
      {blocked && (
        <p>
          {view.t(reason)}
          {blocked.until && ` · ${view.t('taskUntil', { time: view.clock(blocked.until) })}`}
          {blocked.note && (
            <>
              {' · '}
              <bdi>{blocked.note}</bdi>
            </>
          )}
        </p>
      )}
    </>
  )
}
