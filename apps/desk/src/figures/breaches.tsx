/** Tasks that breached their SLA: which deadline, since when, why, and who has them. */
import { Link } from '@tanstack/react-router'
import { sayPlace } from '#contracts/kit/place.ts'
import type { listSlaBreaches } from '#contracts/task-figures.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Mark, PriorityMark } from '#desk-kit/parts/mark.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import { figureMessages } from './messages.ts'

export const useList: UseList<typeof listSlaBreaches> = () => {
  const { words } = useMessages()
  const t = useMessages(figureMessages)
  return {
    name: ({ task }) => `#${task.number} ${task.title}`,
    first: { title: t.noBreaches, help: t.noBreachesHelp },
    filters: [
      { of: 'building', label: words.building, from: 'buildingsOfTasks' },
      { of: 'type', label: t.allTypes, from: 'types' },
      { of: 'state', label: t.state, words: t.states },
      { of: 'priority', label: t.priority, words: words.priority },
      { of: 'slaPolicyId', named: () => t.onePolicy },
      { of: 'open', label: t.onlyOpen, pressed: true },
      { period: true, label: t.lastDays },
    ],
    opens: ({ id, task }) => ({
      label: task.title,
      link: (props) => <Link {...props} to="/tasks/$id" params={{ id }} />,
    }),
    columns: [
      {
        key: 'task',
        head: t.task,
        cell: ({ task }) => `#${task.number} ${task.title}`,
        below: ({ amenity, location, building }) => sayPlace(amenity?.name, location, building?.name),
      },
      {
        key: 'state',
        head: t.state,
        cell: ({ state }) => <Mark tone={state === 'BREACHED' ? 'bad' : 'warn'}>{t.states[state]}</Mark>,
        below: ({ why }) => why,
      },
      { key: 'dueAt', head: t.dueAt, cell: ({ dueAt }) => (dueAt === null ? '–' : <WhenFull at={dueAt} />) },
      { key: 'since', head: t.since, cell: ({ since }) => (since === null ? '–' : <WhenFull at={since} />) },
      { key: 'priority', head: t.priority, cell: ({ priority }) => <PriorityMark priority={priority} /> },
      {
        key: 'assignee',
        head: t.assignee,
        cell: ({ assignee }) => assignee?.name ?? <span className="quiet">{t.nobody}</span>,
      },
      { key: 'policy', head: t.policy, wide: true, cell: ({ policy }) => policy?.name ?? t.usual },
      {
        key: 'createdAt',
        head: t.createdAt,
        wide: true,
        cell: ({ createdAt }) => <WhenFull at={createdAt} />,
      },
    ],
  }
}
