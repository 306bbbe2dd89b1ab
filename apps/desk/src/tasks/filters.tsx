/** Filters of the tasks, besides the tabs. */
import { useMemo } from 'react'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import type { listTasks } from '#contracts/tasks.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import type { Filter, ListDeclaration } from '#desk-kit/list/declaration.ts'
import { taskMessages } from './messages.ts'

type Reads = typeof listTasks

const named = <T extends { id: string; name: string }>(list: readonly T[] | undefined) =>
  (list ?? []).map(({ id, name }) => ({ value: id, label: name }))

/** As filters of a list declaration, so that ListFilters renders them. */
export const useTaskFilters = (
  summary: TaskSummary | undefined,
): Pick<ListDeclaration<Reads>, 'search' | 'filters'> => {
  const { words } = useMessages()
  const tasks = useMessages(taskMessages)
  const { issue, type } = useNames()
  const { day, list } = useFormat()
  return useMemo(() => {
    const filters: Filter<Reads>[] = [
      { of: 'status', label: tasks.status, words: words.status },
      {
        of: 'assignee',
        label: tasks.assignee,
        choices: [
          { value: 'me', label: tasks.me },
          { value: 'none', label: tasks.nobody },
          ...named(summary?.assignees),
        ],
      },
      { of: 'building', label: words.building, choices: named(summary?.buildings) },
      { of: 'amenity', label: words.amenity, from: 'amenitiesOfTasks' },
      { of: 'priority', label: tasks.priority, words: words.priority },
      { of: 'source', label: tasks.source, words: tasks.sources },
      { of: 'type', named: (codes) => list(codes.split(',').map(type)) },
      {
        of: 'promise',
        named: (codes) => list(codes.split(',').map((one) => tasks.promises[one as 'MET'] ?? one)),
      },
      { of: 'createdFrom', named: (date) => tasks.madeIn({ days: `${day(date)} –` }) },
      { of: 'createdTo', named: (date) => tasks.madeIn({ days: `– ${day(date)}` }) },
      { of: 'doneFrom', named: (date) => tasks.doneIn({ days: `${day(date)} –` }) },
      { of: 'doneTo', named: (date) => tasks.doneIn({ days: `– ${day(date)}` }) },
      { of: 'category', named: (codes) => `${tasks.category}: ${codes.split(',').map(issue).join(', ')}` },
    ]
    return { search: tasks.search, filters }
  }, [words, tasks, issue, type, day, list, summary])
}
