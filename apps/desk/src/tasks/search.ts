/** Search parameters of the tasks, and the queries derived from them. */
import type { CallInput } from '#client/types.ts'
import { type TaskStatus, taskStatuses } from '#contracts/records.ts'
import { listTasks, type taskSummary } from '#contracts/tasks.ts'
import { readSearch, type SearchOf } from '#desk-kit/lib/contract.ts'
import { plusDays, startOfDay, todayIn, weekOf } from '#desk-kit/lib/days.ts'
import type { Reader } from '#desk-kit/lib/reader.ts'
import { countSet, day, flag, one } from '#desk-kit/lib/search.ts'

type Filters = Omit<
  SearchOf<typeof listTasks>,
  | 'assigneeId'
  | 'buildingId'
  | 'amenityId'
  | 'doneSince'
  | 'endsFrom'
  | 'endsBefore'
  | 'undated'
  | 'updatedSince'
>

export interface TaskSearch extends Filters {
  /** left out: list */
  readonly view?: 'board' | 'calendar' | undefined
  /** a day in the shown week or month; left out: today */
  readonly day?: string | undefined
  /** left out: month */
  readonly span?: 'week' | undefined
  readonly add?: true | undefined
}

const readFilters = readSearch(listTasks)

export const readTasks = (search: Record<string, unknown>): TaskSearch => {
  const {
    assigneeId: _,
    buildingId: _1,
    amenityId: _2,
    doneSince: _3,
    endsFrom: _4,
    endsBefore: _5,
    undated: _6,
    updatedSince: _7,
    ...filters
  } = readFilters(search)
  return {
    ...filters,
    view: one(search.view, ['board', 'calendar']),
    day: day(search.day),
    span: one(search.span, ['week']),
    createdFrom: day(search.createdFrom),
    createdTo: day(search.createdTo),
    doneFrom: day(search.doneFrom),
    doneTo: day(search.doneTo),
    add: flag(search.add),
  }
}

export const taskSources = ['FEEDBACK', 'STATUS_REPORT', 'SCOUT', 'SCHEDULE', 'MANUAL'] as const

export const tabs = ['open', 'mine', 'nobody', 'overdue', 'done'] as const
export type Tab = (typeof tabs)[number]

const isOnly = (values: readonly string[] | undefined, only: string): boolean =>
  values?.length === 1 && values[0] === only

const isOwn = (assignee: TaskSearch['assignee']): boolean =>
  isOnly(assignee, 'me') || isOnly(assignee, 'none')

/** Links from chart bars count tasks of every status. */
const isFromChart = ({ type, promise, createdFrom, createdTo, doneFrom, doneTo }: TaskSearch): boolean =>
  [type, promise, createdFrom, createdTo, doneFrom, doneTo].some((value) => value !== undefined)

/** The tab of an address; undefined where its status matches none. */
export const tabOf = (search: TaskSearch): Tab | undefined => {
  const { overdue, status, assignee } = search
  if (overdue) return 'overdue'
  if (isOnly(status, 'DONE')) return 'done'
  if (status?.includes('DONE') || (isFromChart(search) && !status)) return undefined
  if (isOnly(assignee, 'me')) return 'mine'
  return isOnly(assignee, 'none') ? 'nobody' : 'open'
}

const presets: Readonly<Record<Tab, Pick<TaskSearch, 'overdue' | 'status'>>> = {
  open: {},
  mine: {},
  nobody: {},
  overdue: { overdue: true },
  done: { status: ['DONE'] },
}

/** Address of a tab: other filters are kept, and the assignee too unless the tab sets it. */
export const searchOf = (tab: Tab, search: TaskSearch): TaskSearch => ({
  ...search,
  status: undefined,
  overdue: undefined,
  page: undefined,
  sort: undefined,
  add: undefined,
  assignee:
    tab === 'mine'
      ? ['me']
      : tab === 'nobody'
        ? ['none']
        : isOwn(search.assignee)
          ? undefined
          : search.assignee,
  type: undefined,
  promise: undefined,
  createdFrom: undefined,
  createdTo: undefined,
  doneFrom: undefined,
  doneTo: undefined,
  ...presets[tab],
})

/** The filters, without view and order. */
export const filtersOf = ({
  view: _view,
  day: _day,
  span: _span,
  sort: _sort,
  page: _page,
  add: _add,
  columns: _columns,
  ...filters
}: TaskSearch) => filters

/** The filters that apply to a new or late task, for an alert. Undefined where they ask for another state. */
export const alertFiltersOf = (search: TaskSearch) => {
  const {
    status,
    overdue,
    promise,
    doneFrom,
    doneTo,
    createdFrom: _from,
    createdTo: _to,
    ...filters
  } = filtersOf(search)
  if (doneFrom || doneTo || (status && !status.includes('OPEN'))) return undefined
  if (overdue === false || (promise && !isOnly(promise, 'MISSED'))) return undefined
  return { ...filters, ...(overdue ? { overdue } : {}), ...(promise ? { promise } : {}) }
}

/** The filters that the tab does not set. */
const besidesTab = (search: TaskSearch) => {
  const { status, assignee, overdue: _, ...others } = filtersOf(search)
  const tab = tabOf(search)
  return {
    ...others,
    status: tab === 'done' ? undefined : status,
    assignee: tab === 'mine' || tab === 'nobody' ? undefined : assignee,
  }
}

/** Whether there are filters besides those of the tab. */
export const isFiltered = (search: TaskSearch): boolean =>
  Object.values(besidesTab(search)).some((value) => value !== undefined)

export const filterCount = (search: TaskSearch): number => countSet(besidesTab(search))

const open: TaskStatus[] = ['OPEN', 'IN_PROGRESS']

/** Default order: most urgent first. */
export const orderOf = (search: TaskSearch): NonNullable<TaskSearch['sort']> => {
  if (search.sort) return search.sort
  return tabOf(search) === 'done' ? '-updatedAt' : 'clock'
}

/** Days for which finished tasks stay on the board. */
export const doneDays = 7
/** Most tasks of a board or calendar. */
export const mostShown = 100

export interface Span {
  readonly from: string
  /** last day, inclusive */
  readonly to: string
  /** in the shown week or month */
  readonly day: string
}

/** Whole weeks that cover the shown week or month. */
export const spanOf = ({ day: asked, span }: TaskSearch, { timeZone, firstDay }: Reader): Span => {
  const shown = asked ?? todayIn(timeZone)
  if (span === 'week') {
    const from = weekOf(shown, firstDay)
    return { from, to: plusDays(from, 6), day: shown }
  }
  const first = `${shown.slice(0, 7)}-01`
  const last = plusDays(`${plusDays(first, 31).slice(0, 7)}-01`, -1)
  return { from: weekOf(first, firstDay), to: plusDays(weekOf(last, firstDay), 6), day: shown }
}

/** Defaults to open tasks. */
const statusOf = (search: TaskSearch): TaskStatus[] | undefined =>
  search.status ?? (search.overdue || isFromChart(search) ? undefined : open)

/** Query of the rows. */
export const rowsOf = (search: TaskSearch, reader: Reader): CallInput<typeof listTasks> => {
  const { timeZone } = reader
  const filters = filtersOf(search)
  const { page } = search
  const status = statusOf(search)
  switch (search.view) {
    case 'board':
      return {
        query: {
          ...filters,
          status: search.status ?? (search.overdue ? undefined : [...taskStatuses]),
          doneSince: startOfDay(plusDays(todayIn(timeZone), 1 - doneDays), timeZone),
          sort: 'clock',
          pageSize: mostShown,
        },
      }
    case 'calendar': {
      const { from, to } = spanOf(search, reader)
      return {
        query: {
          ...filters,
          status,
          endsFrom: startOfDay(from, timeZone),
          endsBefore: startOfDay(plusDays(to, 1), timeZone),
          undated: tabOf(search) === 'done' ? undefined : true,
          pageSize: mostShown,
        },
      }
    }
    default:
      return { query: { ...filters, status, sort: orderOf(search), page, pageSize: 50 } }
  }
}

/** Query of the export, which cannot be ordered by SLA clock. */
export const fileOf = (search: TaskSearch) => {
  const { sort = '-priority' } = search
  return {
    filters: { ...filtersOf(search), status: statusOf(search) },
    sort: sort === 'clock' || sort === '-clock' ? ('-priority' as const) : sort,
  }
}

/** Query of the tab counts, with the filters that all tabs share. */
export const countsOf = (search: TaskSearch): CallInput<typeof taskSummary> => ({
  query: filtersOf(searchOf('open', search)),
})
