/** Status marks of a task, each with a shape and a word, never colour alone. */
import type { JSX } from 'preact'
import { sayPlace } from '#contracts/kit/place.ts'
import type { Priority } from '#contracts/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { Icon, Shape } from '#field-kit/icon.tsx'
import { instant, relative, shortSpan } from '#i18n/times.ts'
import { endAt, pressingOf } from '#ui/clock.ts'
import { priorityTones } from '#ui/marks.ts'
import { priorityWord, statusWord, useLocale, useWords } from '../words.ts'

export const PriorityMark = ({ priority }: { priority: Priority }): JSX.Element => {
  const words = useWords()
  return (
    <span class="mark">
      <Shape tone={priorityTones[priority]} />
      {priorityWord(words, priority)}
    </span>
  )
}

/** "5 minutes ago", with the exact time as a tooltip. */
export const Ago = ({ at, now }: { at: string | number; now: number }): JSX.Element => {
  const { locale } = useLocale()
  const time = typeof at === 'number' ? at : Date.parse(at)
  const itself = instant(time, 'short', locale)
  return (
    <time dateTime={new Date(time).toISOString()} title={itself}>
      {relative(time, now, locale) ?? itself}
    </time>
  )
}

export const DueMark = ({ task, now }: { task: Task; now: number }): JSX.Element | null => {
  const { locale, words } = useLocale()
  const pressing = pressingOf(task, now)
  if (!pressing) return null
  const { kind, at } = pressing
  if (at === undefined) {
    return (
      <span class="mark">
        <Icon name="pause" />
        {words.clockStopped}
      </span>
    )
  }
  const itself = instant(at, 'short', locale)
  const isLate = kind === 'LATE'
  const time = shortSpan(at - now, locale)
  const late = endAt(task, at) === 'RESPOND' ? words.beginLate : words.overdueFor
  const text = (isLate ? late : words.left)({ time })
  return (
    <span class={isLate ? 'mark bad' : 'mark'}>
      <Icon name={isLate ? 'alert' : 'clock'} />
      <time dateTime={new Date(at).toISOString()} title={itself}>
        {text}
      </time>
    </span>
  )
}

/** Shown when a visitor said that it is not fixed and it has not been finished since. */
export const RejectedMark = ({ task }: { task: Task }): JSX.Element | null => {
  const words = useWords()
  return task.rejection ? (
    <span class="mark bad">
      <Icon name="redo" />
      {words.rejected}
    </span>
  ) : null
}

const statusIcon = { OPEN: 'more', IN_PROGRESS: 'play', DONE: 'check' } as const

export const StatusMark = ({ task }: { task: Task }): JSX.Element => {
  const words = useWords()
  return (
    <span class="mark">
      <Icon name={statusIcon[task.status]} />
      {statusWord(words, task.status)}
    </span>
  )
}

/** The place: room, level, building. */
export const placeText = (task: Pick<Task, 'amenity' | 'location' | 'building'>, unnamed: string): string =>
  sayPlace(task.amenity?.name, task.location, task.building?.name) || unnamed
