/** ADM-29: rounds of scouts. */
import { Link } from '@tanstack/react-router'
import { createSchedule } from '#contracts/schedules.ts'
import type { listRounds } from '#contracts/scout/admin-rounds.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { adminMessages } from '../../admin/messages.ts'
import { Result, RoundMark } from './marks.tsx'
import { roundMessages } from './messages.ts'

const RoundEditor = lazyComponent(
  async () => (await import('../../admin/schedules/round-editor.tsx')).RoundEditor,
)

export const useList: UseList<typeof listRounds> = () => {
  const { words } = useMessages()
  const t = useMessages(roundMessages)
  const house = useMessages(adminMessages)
  const { full, number } = useFormat()
  return {
    name: ({ number: own, title }) => t.heading({ number: String(own), title }),
    help: t.help,
    first: { title: t.noneTitle, help: t.noneHelp },
    filters: [
      { of: 'state', label: house.state, words: t.states },
      { of: 'building', label: words.building, from: 'buildings' },
      { of: 'scout', label: t.scout, from: 'scouts' },
      { of: 'template', label: t.template, from: 'checklists' },
      {
        of: 'passed',
        label: t.result,
        choices: [
          { value: 'true', label: t.passed },
          { value: 'false', label: t.failed },
        ],
      },
      { period: true, label: t.days },
    ],
    create: [
      {
        label: t.plan,
        by: createSchedule,
        layer: (close) => <RoundEditor schedule={undefined} onClose={() => close()} />,
      },
    ],
    opens: ({ id, title }) => ({
      label: title,
      link: (props) => <Link {...props} to="/rounds/$id" params={{ id }} />,
    }),
    columns: [
      {
        key: 'round',
        head: t.round,
        cell: ({ title }) => title,
        below: ({ number: own, building }) => t.number({ number: String(own), building: building.name }),
      },
      { key: 'state', head: house.state, cell: ({ state }) => <RoundMark state={state} /> },
      {
        key: 'scout',
        head: t.scout,
        cell: ({ scout }) => scout?.name ?? <span className="quiet">{t.nobody}</span>,
      },
      { key: 'dueBy', head: t.dueBy, cell: ({ dueBy }) => <time dateTime={dueBy}>{full(dueBy)}</time> },
      { key: 'score', head: t.result, cell: (round) => <Result {...round} /> },
      {
        key: 'stops',
        head: t.stops,
        cell: ({ doneCount, stopCount }) => t.stopsDone({ done: number(doneCount), all: number(stopCount) }),
      },
      { key: 'findings', head: t.findings, end: true, cell: ({ findings }) => number(findings) },
    ],
  }
}
