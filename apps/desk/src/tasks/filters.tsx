/** Filters of the task list; choices and counts come from one summary. */

import { priorities, taskStatuses } from '#contracts/records.ts'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { useWords } from '../lib/language.tsx'
import { FilterBar, FilterMenu, SearchField, ToggleFilter } from '../parts/filters.tsx'
import { type TaskSearch, taskSources } from './search.ts'
import { taskWords } from './words.ts'

interface TaskFiltersProps {
  readonly search: TaskSearch
  readonly summary: TaskSummary | undefined
  readonly set: (change: TaskSearch) => void
  readonly clear: () => void
}

export const isFiltered = (search: TaskSearch): boolean =>
  Boolean(
    search.q ||
      search.status ||
      search.assignee ||
      search.building ||
      search.amenity ||
      search.priority ||
      search.source ||
      search.category ||
      search.overdue,
  )

export const TaskFilters = ({ search, summary, set, clear }: TaskFiltersProps) => {
  const { words } = useWords()
  const tasks = useWords(taskWords)
  const named = <T extends { id: string; name: string }>(list: readonly T[] | undefined) =>
    (list ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <FilterBar active={isFiltered(search)} onClear={clear}>
      <SearchField label={tasks.search} value={search.q} onChange={(q) => set({ q })} />
      <FilterMenu
        label={tasks.status}
        choices={taskStatuses.map((status) => ({ value: status, label: words.status[status] }))}
        chosen={search.status}
        onChange={(status) => set({ status: status as TaskSearch['status'] })}
      />
      <FilterMenu
        label={tasks.assignee}
        choices={[
          { value: 'me', label: tasks.me },
          { value: 'none', label: tasks.nobody },
          ...named(summary?.assignees),
        ]}
        chosen={search.assignee}
        onChange={(assignee) => set({ assignee })}
      />
      <FilterMenu
        label={words.building}
        choices={named(summary?.buildings)}
        chosen={search.building}
        onChange={(building) => set({ building })}
      />
      <FilterMenu
        label={words.amenity}
        choices={(summary?.amenities ?? []).map(({ id, name, building }) => ({
          value: id,
          label: `${name}, ${building.name}`,
        }))}
        chosen={search.amenity}
        onChange={(amenity) => set({ amenity })}
      />
      <FilterMenu
        label={tasks.priority}
        choices={priorities
          .map((priority) => ({ value: priority, label: words.priority[priority] }))
          .reverse()}
        chosen={search.priority}
        onChange={(priority) => set({ priority: priority as TaskSearch['priority'] })}
      />
      <FilterMenu
        label={tasks.source}
        choices={taskSources.map((source) => ({ value: source, label: tasks.sources[source] }))}
        chosen={search.source}
        onChange={(source) => set({ source: source as TaskSearch['source'] })}
      />
      <ToggleFilter
        label={tasks.overdue}
        on={search.overdue ?? false}
        onChange={(on) => set({ overdue: on || undefined })}
      />
    </FilterBar>
  )
}
