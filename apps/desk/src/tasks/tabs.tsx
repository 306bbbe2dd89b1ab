/** Tabs and views of the tasks, as links. */
import { Link } from '@tanstack/react-router'
import type { TaskSummary } from '#contracts/tasks/records.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { taskMessages } from './messages.ts'
import { searchOf, type Tab, type TaskSearch, tabOf, tabs } from './search.ts'

/** All tabs have the same path, so the active link is found by the whole search. */
export const whole = { exact: true, includeSearch: true, explicitUndefined: true } as const

const countOf = (tab: Tab, { byStatus, mine, unassigned, overdue }: TaskSummary): number => {
  switch (tab) {
    case 'open':
      return byStatus.OPEN + byStatus.IN_PROGRESS
    case 'mine':
      return mine
    case 'nobody':
      return unassigned
    case 'overdue':
      return overdue
    case 'done':
      return byStatus.DONE
    default:
      return tab satisfies never
  }
}

interface TabsProps {
  readonly search: TaskSearch
  readonly summary: TaskSummary | undefined
}

export const Tabs = ({ search, summary }: TabsProps) => {
  const tasks = useMessages(taskMessages)
  const { number } = useFormat()
  const now = tabOf(search)
  return (
    <nav className="tabs" aria-label={tasks.which}>
      {tabs.map((tab) => (
        <Link
          key={tab}
          to="/tasks"
          search={searchOf(tab, search)}
          activeOptions={whole}
          aria-current={tab === now ? 'page' : undefined}
        >
          {tasks.tabs[tab]} <small className="number">{summary ? number(countOf(tab, summary)) : ' '}</small>
        </Link>
      ))}
    </nav>
  )
}

const views = ['list', 'board', 'calendar'] as const

export const ViewLinks = ({ search }: { search: TaskSearch }) => {
  const tasks = useMessages(taskMessages)
  return (
    <nav className="looks" aria-label={tasks.look}>
      {views.map((look) => (
        <Link
          key={look}
          activeOptions={whole}
          to="/tasks"
          search={{ ...search, view: look === 'list' ? undefined : look, page: undefined, add: undefined }}
          aria-current={look === (search.view ?? 'list') ? 'page' : undefined}
        >
          {tasks.looks[look]}
        </Link>
      ))}
    </nav>
  )
}
