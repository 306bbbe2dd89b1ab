/** The order of the day: what is now, what is later, what waits for something. */
import type { Priority } from '#contracts/records.ts'
import type { Task } from '#contracts/tasks/records.ts'

export const sectionNames = ['now', 'today', 'later', 'blocked', 'done'] as const
export type SectionName = (typeof sectionNames)[number]

const weight: Record<Priority, number> = { URGENT: 0, HIGH: 1, MEDIUM: 2, LOW: 3 }
const soonMilliseconds = 2 * 3600 * 1000

/** When it has to be done: the due time, else the end of its SLA clock; milliseconds. */
export const dueOf = (task: Pick<Task, 'dueAt' | 'sla'>): number | undefined => {
  const text = task.dueAt ?? task.sla?.resolveBy
  return text ? Date.parse(text) : undefined
}

const endOfDay = (now: number): number => new Date(now).setHours(23, 59, 59, 999)

export const sectionOf = (task: Task, now: number): SectionName => {
  if (task.status === 'DONE') return 'done'
  if (task.blocked) return 'blocked'
  const due = dueOf(task)
  const presses = task.sla?.state === 'AT_RISK' || task.sla?.state === 'BREACHED'
  if (
    task.status === 'IN_PROGRESS' ||
    task.rejection ||
    task.overdue ||
    presses ||
    weight[task.priority] <= 1
  )
    return 'now'
  if (due !== undefined && due - now <= soonMilliseconds) return 'now'
  return due === undefined || due <= endOfDay(now) ? 'today' : 'later'
}

/** Mine before nobody's, what a visitor calls not fixed first, then what is under way, then by priority, due time and number. */
const compare = (a: Task, b: Task): number =>
  Number(a.assignee === null) - Number(b.assignee === null) ||
  Number(Boolean(b.rejection)) - Number(Boolean(a.rejection)) ||
  Number(b.status === 'IN_PROGRESS') - Number(a.status === 'IN_PROGRESS') ||
  weight[a.priority] - weight[b.priority] ||
  (dueOf(a) ?? Number.MAX_SAFE_INTEGER) - (dueOf(b) ?? Number.MAX_SAFE_INTEGER) ||
  a.number - b.number

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
  mine: (task) => task.assignee !== null,
  free: (task) => task.assignee === null,
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

/** Filters as they stand in the address, e.g. `?show=mine,urgent&building=…`. */
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
