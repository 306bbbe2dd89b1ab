/** MAN-6: tasks as list, board or calendar of the same query. Two queries: rows and counts. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, Suspense, useCallback, useState } from 'react'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { listTasks, taskSummary } from '#contracts/tasks.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useKeys } from '#desk-kit/lib/keys.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useReader } from '#desk-kit/lib/reader.ts'
import { ColumnChoice } from '#desk-kit/list/columns.tsx'
import { ListFilters, ListSearch } from '#desk-kit/list/list-filters.tsx'
import type { ListState } from '#desk-kit/list/use-list-state.ts'
import { Views } from '#desk-kit/list/views.tsx'
import { FilterBar } from '#desk-kit/parts/filters.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { Empty, Filtered, QueryView, useErrorText } from '#desk-kit/parts/states.tsx'
import { Pager, type Selection } from '#desk-kit/parts/table.tsx'
import { takeBack, UndoBar } from '#desk-kit/parts/undo.tsx'
import { ExportButton } from '../export/export-button.tsx'
import { Board } from './board.tsx'
import { Bulk } from './bulk.tsx'
import { Calendar } from './calendar.tsx'
import { useTaskChanges } from './changes.ts'
import { useTaskFilters } from './filters.tsx'
import { useMerging } from './merging.ts'
import { taskMessages } from './messages.ts'
import { Refused } from './refused.tsx'
import {
  alertFiltersOf,
  countsOf,
  fileOf,
  filterCount,
  filtersOf,
  isFiltered,
  orderOf,
  rowsOf,
  type TaskSearch,
  tabOf,
} from './search.ts'
import { TaskTable, useTaskColumns } from './table.tsx'
import { Tabs, ViewLinks } from './tabs.tsx'
import './tasks.css'

/** Export columns for the list's columns. */
const shownInFile = [
  'number',
  'title',
  'status',
  'priority',
  'amenity',
  'building',
  'location',
  'assignee',
  'createdAt',
  'dueAt',
  'resolveBy',
] as const

const NewTask = lazyComponent(async () => (await import('./new-task.tsx')).NewTask)

const route = getRouteApi('/tasks')

/** Opens the inline editor `what` of the focused row. */
const editHere = (what: string): void =>
  document.activeElement?.closest('[data-row]')?.querySelector<HTMLElement>(`[data-edit="${what}"]`)?.click()

const Nothing = ({
  search,
  summary,
  onNew,
}: {
  search: TaskSearch
  summary: TaskSummary | undefined
  onNew: () => void
}) => {
  const tasks = useMessages(taskMessages)
  // An empty calendar refers to the shown period only.
  const tab = search.view === 'calendar' ? 'span' : (tabOf(search) ?? 'open')
  const isNew =
    !isFiltered(search) &&
    summary !== undefined &&
    Object.values(summary.byStatus).every((count) => count === 0)
  if (!isNew && tab !== 'done') return <p className="all-done">{tasks.nothing[tab]}</p>
  return (
    <Empty title={tasks.noneTitle} action={<Button onClick={onNew}>{tasks.newTask}</Button>}>
      {tasks.noneHelp}
    </Empty>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const tasks = useMessages(taskMessages)
  const { number } = useFormat()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const list = useApi(listTasks, rowsOf(search, useReader()), { keep: true })
  const summary = useApi(taskSummary, countsOf(search), { keep: true })
  const changes = useTaskChanges()
  const [picked, pick] = useState<ReadonlySet<string>>(new Set())
  const set = useCallback(
    (change: TaskSearch, replace = false): void => {
      pick(new Set())
      void navigate({ search: (before) => ({ ...before, page: undefined, ...change }), replace })
    },
    [navigate],
  )
  const state: ListState<typeof listTasks> = {
    search,
    set: set as ListState<typeof listTasks>['set'],
    clear: () => set(Object.fromEntries(Object.keys(filtersOf(search)).map((name) => [name, undefined]))),
    filtered: isFiltered(search),
    count: filterCount(search),
    picked,
    pick,
  }
  const assignees = summary.data?.assignees ?? []
  const filters = useTaskFilters(summary.data)
  const columns = useTaskColumns({ changes, assignees })
  const openNew = (add: boolean): void =>
    void navigate({ search: (before) => ({ ...before, add: add || undefined }), replace: true })
  const toggle = (id: string): void => {
    const next = new Set(picked)
    if (!next.delete(id)) next.add(id)
    pick(next)
  }
  useKeys({
    n: () => openNew(true),
    u: takeBack,
    p: () => editHere('priority'),
    a: () => editHere('assignee'),
    d: () => editHere('due'),
    s: () => editHere('status'),
    x: () => {
      const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset.row
      if (id && !search.view) toggle(id)
    },
  })
  const merging = useMerging()
  const say = useErrorText()
  const rows = (list.data?.items ?? []).filter(({ id }) => !merging.hidden.has(id)).map(changes.shown)
  const selection: Selection = {
    ids: picked,
    toggle,
    all: (ids) => pick(new Set(ids)),
    label: (id) => rows.find((task) => task.id === id)?.title ?? '',
  }
  const { view } = search
  const { add: _, day: _day, ...kept } = search
  return (
    <Screen
      title={places.tasks.name}
      actions={
        <>
          <ViewLinks search={search} />
          <ExportButton request={{ what: 'tasks', ...fileOf(search), columns: shownInFile }} />
          <Button variant="filled" onClick={() => openNew(true)}>
            {tasks.newTask}
          </Button>
        </>
      }
    >
      <Tabs search={search} summary={summary.data} />
      <FilterBar
        search={<ListSearch declared={filters} state={state} />}
        active={state.filtered}
        count={state.count}
        onClear={state.clear}
      >
        <ListFilters reads={listTasks} declared={filters} state={state} />
        {view ? null : (
          <ColumnChoice
            columns={columns}
            chosen={search.columns}
            onChange={(next) => set({ columns: next })}
          />
        )}
        <Views screen="tasks" search={kept} alert={{ screen: 'tasks', filters: alertFiltersOf(search) }} />
      </FilterBar>
      {view ? null : (
        <Bulk
          picked={rows.filter(({ id }) => picked.has(id))}
          changes={changes}
          assignees={assignees}
          onNone={() => pick(new Set())}
        />
      )}
      <Refused
        refused={[
          ...changes.refused,
          ...merging.refused.map(({ merge: { into }, error }) => ({
            id: into.id,
            message: tasks.notMerged({ title: into.title, why: say(error) }),
          })),
        ]}
      />
      <QueryView of={list} rows={12}>
        {(page) => {
          const waiting = list.isPlaceholderData
          if (page.total === 0 && view !== 'calendar')
            return state.filtered ? (
              <Filtered onClear={state.clear} />
            ) : (
              <Nothing search={search} summary={summary.data} onNew={() => openNew(true)} />
            )
          return (
            <>
              {view && page.total > page.items.length ? (
                <p className="stale">
                  {tasks.notAllShown[view]({
                    shown: number(page.items.length),
                    total: number(page.total),
                  })}
                </p>
              ) : null}
              {page.total > 0 ? null : (
                <Nothing search={search} summary={summary.data} onNew={() => openNew(true)} />
              )}
              {view === 'board' ? (
                <Board rows={rows} search={search} changes={changes} waiting={waiting} />
              ) : view === 'calendar' ? (
                <Calendar rows={rows} search={search} changes={changes} waiting={waiting} />
              ) : (
                <>
                  <TaskTable
                    rows={rows}
                    columns={columns}
                    chosen={search.columns}
                    sort={orderOf(search)}
                    onSort={(next) => set({ sort: next as TaskSearch['sort'] })}
                    selection={selection}
                    waiting={waiting}
                  />
                  <Pager page={page.page} totalPages={page.totalPages} total={page.total} />
                </>
              )}
            </>
          )
        }}
      </QueryView>
      {search.add ? (
        <Suspense>
          <NewTask onClose={() => openNew(false)} summary={summary.data} />
        </Suspense>
      ) : null}
      <UndoBar />
    </Screen>
  )
}
