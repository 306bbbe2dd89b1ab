/** Tasks by due day in the reader's time zone. */
import type { Task } from '#contracts/tasks/records.ts'
import { instantOf, localTimeIn, plusDays } from '#desk-kit/lib/days.ts'
import type { Span } from './search.ts'

/** Time for a task without one when it is moved to a day. */
const usualTime = '17:00'

/** The due time, else the SLA deadline for resolving; null: neither. */
export const endOf = ({ dueAt, sla }: Pick<Task, 'dueAt' | 'sla'>): string | null =>
  dueAt ?? sla?.resolveBy ?? null

export interface Dated {
  readonly task: Task
  readonly date: string
  /** HH:MM */
  readonly time: string
}

export interface CalendarLayout {
  /** whole weeks in order */
  readonly days: readonly { readonly date: string; readonly tasks: readonly Dated[] }[]
  readonly undated: readonly Task[]
}

export const layOut = (tasks: readonly Task[], { from, to }: Span, timeZone: string): CalendarLayout => {
  const byDay = new Map<string, Dated[]>()
  const undated: Task[] = []
  for (const task of tasks) {
    const end = endOf(task)
    if (end === null) undated.push(task)
    else {
      const [date = '', time = ''] = localTimeIn(end, timeZone).split(' ')
      byDay.set(date, [...(byDay.get(date) ?? []), { task, date, time }])
    }
  }
  const days: { date: string; tasks: Dated[] }[] = []
  for (let date = from; date <= to; date = plusDays(date, 1))
    days.push({ date, tasks: (byDay.get(date) ?? []).sort((a, b) => (a.time < b.time ? -1 : 1)) })
  return { days, undated }
}

/** The due time on another day, at the same local time. */
export const dueOn = (task: Pick<Task, 'dueAt' | 'sla'>, date: string, timeZone: string): string => {
  const end = endOf(task)
  return instantOf(date, end === null ? usualTime : localTimeIn(end, timeZone).slice(11), timeZone)
}

/** The first day of the next or previous week or month. */
export const moved = ({ day }: Span, span: 'week' | undefined, step: 1 | -1): string => {
  if (span === 'week') return plusDays(day, 7 * step)
  const first = `${day.slice(0, 7)}-01`
  return step === 1 ? `${plusDays(first, 31).slice(0, 7)}-01` : `${plusDays(first, -1).slice(0, 7)}-01`
}
