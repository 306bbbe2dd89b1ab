/** TEC-1: the task list in sections. */
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'
import type { Task } from '#contracts/tasks/records.ts'
import { useCell } from '#field-kit/cell.ts'
import { Heading } from '#field-kit/heading.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { sendStateOf } from '#field-kit/send-mark.tsx'
import { useAppServices } from '../app-services.ts'
import { fold, keepFilters } from '../data/list-address.ts'
import { shownTasks } from '../data/new-task.ts'
import { filtered, inSections, readFilters, sectionNames } from '../data/sections.ts'
import { Announcements } from '../pieces/announcements.tsx'
import { Banner } from '../pieces/banner.tsx'
import { Chips } from '../pieces/chips.tsx'
import { useNow } from '../pieces/clock.ts'
import { Ago } from '../pieces/marks.tsx'
import { TaskRow } from '../pieces/task-row.tsx'
import { useOperations } from '../pieces/use-operations.ts'
import { Withdrawn } from '../pieces/withdrawn.tsx'
import { useRouter } from '../use-router.ts'
import { useWords } from '../words.ts'

const Skeleton = (): JSX.Element => {
  const words = useWords()
  return (
    <div class="skeleton" role="status">
      <span class="vh">{words.loading}</span>
      <span />
      <span />
      <span />
    </div>
  )
}

const Empty = ({ isFiltered, isKnown }: { isFiltered: boolean; isKnown: boolean }): JSX.Element | null => {
  const words = useWords()
  const { go } = useRouter()
  const trouble = useCell(useAppServices().tasks.listTrouble)
  // Other problems are shown in the banner.
  if (!isKnown && trouble && trouble.kind !== 'OFFLINE') return null
  if (isFiltered) {
    return (
      <div class="empty">
        <p>{words.noneFiltered}</p>
        <button type="button" onClick={() => go('/app/work', { replace: true })}>
          {words.clearFilters}
        </button>
      </div>
    )
  }
  return (
    <div class="empty">
      <Icon name={isKnown ? 'check' : 'offline'} />
      <p>{isKnown ? words.noneLeft : words.noneKnown}</p>
    </div>
  )
}

export const MyTasks = (): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const { search } = useRouter()
  const now = useNow()
  const seen = useCell(services.tasks.list)
  const loading = useCell(services.tasks.listLoading)
  const operations = useOperations()
  const filters = readFilters(search)
  useEffect(() => keepFilters(search), [search])

  const tasks = shownTasks(seen, operations, services.persons.current())
  const buildings = [
    ...new Map(tasks.flatMap(({ building }) => (building ? [[building.id, building]] : []))).values(),
  ]
  const sections = inSections(filtered(tasks, filters), now)
  const count = [...sections.values()].reduce((sum, list) => sum + list.length, 0)
  const title = {
    danger: words.danger,
    begun: words.inProgress,
    mine: words.filterMine,
    blocked: words.blocked,
    done: words.done,
    free: words.nobody,
  }
  const rows = (list: readonly Task[]): JSX.Element => (
    <ul class="rows">
      {list.map((task) => (
        <TaskRow key={task.id} task={task} now={now} send={sendStateOf(operations, task.id)} />
      ))}
    </ul>
  )
  const free = sections.get('free') ?? []
  const isFoldOpen = (): boolean => filters.names.includes('free') || (fold.isOpen ?? free.length === count)

  return (
    <>
      <Heading text={words.tasks} />
      <Banner />
      <Announcements />
      <Withdrawn />
      {tasks.length > 0 && <Chips filters={filters} buildings={buildings} />}
      {!seen && loading && <Skeleton />}
      {sectionNames.map((name) => {
        const list = sections.get(name) ?? []
        return list.length === 0 || name === 'free' ? null : (
          <section key={name} class={`of-${name}`} aria-labelledby={`section-${name}`}>
            <h2 id={`section-${name}`}>
              {name === 'danger' && <Icon name="alert" />}
              {title[name]} <span class="count">{list.length}</span>
            </h2>
            {rows(list)}
          </section>
        )
      })}
      {free.length > 0 && (
        <details
          class="fold"
          open={isFoldOpen()}
          onToggle={({ currentTarget: { open } }) => {
            if (open !== isFoldOpen()) fold.isOpen = open
          }}
        >
          <summary>
            <h2>
              {title.free} <span class="count">{free.length}</span>
            </h2>
          </summary>
          {rows(free)}
        </details>
      )}
      {count === 0 && !(loading && !seen) && (
        <Empty isFiltered={tasks.length > 0} isKnown={seen !== undefined} />
      )}
      <div class="row">
        <button type="button" onClick={() => services.tasks.refresh(true)}>
          <Icon name="redo" />
          {words.refresh}
        </button>
        {seen && (
          <small>
            {words.asOf} <Ago at={seen.readAt} now={now} />
          </small>
        )}
      </div>
      {seen && seen.total > seen.tasks.length && (
        <p class="hint">{words.someShown({ shown: seen.tasks.length, total: seen.total })}</p>
      )}
    </>
  )
}
