import type { CallInput } from '#client/types.ts'
import { priorities, taskStatuses } from '#contracts/records.ts'
import type { listTasks, taskSummary } from '#contracts/tasks.ts'
import { codes, flag, ids, one, pageNumber, some, sortOf, text } from '../lib/search.ts'

export const taskSorts = ['createdAt', 'updatedAt', 'dueAt', 'priority', 'number'] as const
export const taskSources = ['FEEDBACK', 'STATUS_REPORT', 'SCOUT', 'SCHEDULE', 'MANUAL'] as const

type Sort = (typeof taskSorts)[number]

export interface TaskSearch {
  readonly q?: string | undefined
  readonly status?: (typeof taskStatuses)[number][] | undefined
  readonly assignee?: string[] | undefined
  readonly building?: string[] | undefined
  readonly amenity?: string[] | undefined
  readonly priority?: (typeof priorities)[number][] | undefined
  readonly source?: (typeof taskSources)[number][] | undefined
  readonly category?: string[] | undefined
  readonly overdue?: true | undefined
  readonly view?: 'board' | undefined
  readonly sort?: Sort | `-${Sort}` | undefined
  readonly page?: number | undefined
  readonly add?: true | undefined
}

export const readTasks = (search: Record<string, unknown>): TaskSearch => ({
  q: text(search.q),
  status: some(search.status, taskStatuses),
  assignee: ids(search.assignee, ['me', 'none']),
  building: ids(search.building),
  amenity: ids(search.amenity),
  priority: some(search.priority, priorities),
  source: some(search.source, taskSources),
  category: codes(search.category),
  overdue: flag(search.overdue),
  view: one(search.view, ['board']),
  sort: sortOf(search.sort, taskSorts),
  page: pageNumber(search.page),
  add: flag(search.add),
})

/** What narrows it. */
export const filtersOf = ({ view: _view, sort: _sort, page: _page, add: _add, ...filters }: TaskSearch) =>
  filters

/** The rows that an address shows. */
export const rowsOf = (search: TaskSearch): CallInput<typeof listTasks> => ({
  query: {
    ...filtersOf(search),
    sort: search.sort ?? '-createdAt',
    page: search.page,
    pageSize: search.view === 'board' ? 100 : 50,
  },
})

/** The counts above them. */
export const countsOf = (search: TaskSearch): CallInput<typeof taskSummary> => ({ query: filtersOf(search) })
