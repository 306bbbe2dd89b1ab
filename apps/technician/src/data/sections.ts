/** Groups tasks into sections: danger to people, begun here, mine, on hold, done, and what nobody has. */
import type { Priority } from '#contracts/records.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { endOf } from '#ui/clock.ts'
import { isFree } from './with-pending.ts'

export const sectionNames = ['danger', 'begun', 'mine', 'blocked', 'done', 'free'] as const
export type SectionName = (typeof sectionNames)[number]

const weight: Record<Priority, number> = { URGENT: 0, HIGH: 1, MEDIUM: 2, LOW: 3 }

export const sectionOf = (task: Task, now: number): SectionName => {
  if (task.status === 'DONE') return 'done'
  // An expired hold counts as ended before the service says so, because the phone may be offline.
  if (task.blocked && !(Date.parse(task.blocked.until ?? '') <= now)) return 'blocked'
  if (task.safety) return 'danger'
  if (isFree(task)) return 'free'
  return task.status === 'IN_PROGRESS' ? 'begun' : 'mine'
}

/** Urgent tasks and those that a visitor rejected come first. */
const urgencyOf = (task: Task): number => (task.priority === 'URGENT' || task.rejection ? 0 : 1)

/**
 * Urgent and rejected tasks first, then by time left; without a deadline by priority, mine before unassigned,
 * oldest first. The service's `sort=clock` has the same order, so its first page holds the first tasks.
 */
const compare = (a: Task, b: Task): number => {
  const [endOfA, endOfB] = [endOf(a) ?? Number.MAX_SAFE_INTEGER, endOf(b) ?? Number.MAX_SAFE_INTEGER]
  return (
    urgencyOf(a) - urgencyOf(b) ||
    endOfA - endOfB ||
    weight[a.priority] - weight[b.priority] ||
    Number(a.assignee === null) - Number(b.assignee === null) ||
    a.number - b.number
  )
}

export const inSections = (
  tasks: readonly Task[],
  now: number,
): ReadonlyMap<SectionName, readonly Task[]> => {
  const sections = new Map<SectionName, Task[]>(sectionNames.map((name) => [name, []]))
  for (const task of [...tasks].sort(compare)) sections.get(sectionOf(task, now))?.push(task)
  return sections
}

export const filterNames = ['mine', 'free', 'urgent', 'overdue'] as const
export type FilterName = (typeof filterNames)[number]

const fits: Record<FilterName, (task: Task) => boolean> = {
  mine: (task) => !isFree(task),
  free: isFree,
  urgent: (task) => weight[task.priority] <= 1,
  overdue: (task) => task.overdue,
}

export interface Filters {
  readonly names: readonly FilterName[]
  /** id; undefined for all */
  readonly building: string | undefined
}

export const filtered = (tasks: readonly Task[], { names, building }: Filters): readonly Task[] =>
  tasks.filter(
    (task) =>
      names.every((name) => fits[name](task)) && (building === undefined || task.building?.id === building),
  )

/** Filters from the URL, e.g. `?show=mine,urgent&building=…`. */
export const readFilters = (search: string): Filters => {
  const query = new URLSearchParams(search)
  const wanted = (query.get('show') ?? '').split(',')
  return {
    names: filterNames.filter((name) => wanted.includes(name)),
    building: query.get('building') ?? undefined,
  }
}

export const writeFilters = ({ names, building }: Filters): string => {
  const query = new URLSearchParams()
  if (names.length > 0) query.set('show', names.join(','))
  if (building) query.set('building', building)
  const text = query.toString()
  return text ? `?${text}` : ''
}
