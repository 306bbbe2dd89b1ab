/** MAN-6: all tasks, as a list or a board of the same query. Two reads: the rows and the summary. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useCallback, useState } from 'react'
import { listTasks, taskSummary } from '#contracts/tasks.ts'
import { useApi } from '../lib/api.ts'
import { useFormat } from '../lib/format.ts'
import { useWords } from '../lib/language.tsx'
import { Screen } from '../parts/screen.tsx'
import { Answer, Empty, Filtered } from '../parts/states.tsx'
import { Pager, type Selection } from '../parts/table.tsx'
import { useKeys } from '../shell/keys.ts'
import { Board } from './board.tsx'
import { Bulk } from './bulk.tsx'
import { isFiltered, TaskFilters } from './filters.tsx'
import { NewTask } from './new-task.tsx'
import { countsOf, filtersOf, rowsOf, type TaskSearch } from './search.ts'
import { TaskTable } from './table.tsx'
import { taskWords } from './words.ts'

const route = getRouteApi('/tasks')

export const Page: ComponentType = () => {
  const { places } = useWords()
  const tasks = useWords(taskWords)
  const { number } = useFormat()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const board = search.view === 'board'
  const sort = search.sort ?? '-createdAt'
  const list = useApi(listTasks, rowsOf(search), { keep: true })
  const summary = useApi(taskSummary, countsOf(search), { keep: true })
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const set = useCallback(
    (change: TaskSearch): void => {
      setPicked(new Set())
      void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
    },
    [navigate],
  )
  const clear = (): void =>
    set(Object.fromEntries(Object.keys(filtersOf(search)).map((name) => [name, undefined])))
  const toggle = (id: string): void =>
    setPicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  const openNew = (add: boolean): void =>
    void navigate({ search: (before) => ({ ...before, add: add || undefined }), replace: true })
  useKeys({
    n: () => openNew(true),
    x: () => {
      const id = (document.activeElement as HTMLElement | null)?.dataset.id
      if (id) toggle(id)
    },
  })
  const rows = list.data?.items ?? []
  const selection: Selection = {
    ids: picked,
    toggle,
    all: (ids) => setPicked(new Set(ids)),
    label: (id) => rows.find((task) => task.id === id)?.title ?? '',
  }
  const counts = summary.data
  return (
    <Screen
      title={places.tasks.name}
      beside={
        counts ? (
          <p className="quiet">
            {tasks.counts({
              open: number(counts.byStatus.OPEN),
              inProgress: number(counts.byStatus.IN_PROGRESS),
              overdue: number(counts.overdue),
              today: number(counts.dueToday),
            })}
          </p>
        ) : null
      }
      actions={
        <>
          <Button aria-pressed={board} onClick={() => set({ view: board ? undefined : 'board' })}>
            {board ? tasks.asList : tasks.asBoard}
          </Button>
          <Button variant="filled" onClick={() => openNew(true)}>
            {tasks.newTask}
          </Button>
        </>
      }
    >
      <TaskFilters search={search} summary={summary.data} set={set} clear={clear} />
      {board ? null : (
        <Bulk
          ids={[...picked]}
          rows={rows}
          summary={summary.data}
          onDone={(failed) => setPicked(new Set(failed))}
        />
      )}
      <Answer of={list} rows={12}>
        {(page) =>
          page.total === 0 ? (
            isFiltered(search) ? (
              <Filtered onClear={clear} />
            ) : (
              <Empty
                title={tasks.noneTitle}
                action={<Button onClick={() => openNew(true)}>{tasks.newTask}</Button>}
              >
                {tasks.noneHelp}
              </Empty>
            )
          ) : (
            <>
              {board ? (
                <Board rows={page.items} summary={summary.data} waiting={list.isPlaceholderData} />
              ) : (
                <TaskTable
                  rows={page.items}
                  sort={sort}
                  onSort={(next) => set({ sort: next as TaskSearch['sort'] })}
                  selection={selection}
                  waiting={list.isPlaceholderData}
                />
              )}
              <Pager page={page.page} totalPages={page.totalPages} total={page.total} />
            </>
          )
        }
      </Answer>
      {search.add ? <NewTask onClose={() => openNew(false)} summary={summary.data} /> : null}
    </Screen>
  )
}
