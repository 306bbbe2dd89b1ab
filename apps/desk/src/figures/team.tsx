/** MAN-9: workload and times as ranges and by name; never ranked. */
import type { listTeamPerformance, TeamPerformance } from '#contracts/task-figures.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { figureMessages } from './messages.ts'
import { Formulas, Span } from './parts.tsx'

const Range = ({ of, kind }: { of: TeamPerformance['doneMinutes'] } & Pick<TeamPerformance, 'kind'>) => {
  const t = useMessages(figureMessages)
  if (of === null)
    return (
      <small className="quiet">
        {kind === 'USER' || kind === 'OPERATOR' ? t.tooFewTasks : t.tooFewPeople}
      </small>
    )
  return (
    <>
      <Span minutes={of.p25} /> – <Span minutes={of.p75} />
    </>
  )
}

export const useList: UseList<typeof listTeamPerformance> = () => {
  const { words } = useMessages()
  const t = useMessages(figureMessages)
  const { average, number } = useFormat()
  const nameOf = ({ name, kind }: TeamPerformance): string =>
    name ?? (kind === 'TEAM' ? t.kinds.TEAM : t.gone)
  return {
    id: ({ kind, id }) => `${kind} ${id}`,
    name: nameOf,
    help: t.teamHelp,
    first: { title: t.noTeam, help: t.noTeamHelp },
    filters: [
      { of: 'building', label: words.building, from: 'buildingsOfTasks' },
      { of: 'type', label: t.allTypes, from: 'types' },
      { of: 'kind', label: t.whoKind, words: t.kinds },
      { period: true, label: t.lastDays },
    ],
    note: (
      <Formulas>
        {[
          t.teamOnly,
          t.formulas.assigned,
          t.formulas.done,
          t.formulas.confirmed,
          t.formulas.firstTimeFixed,
          t.formulas.companySla,
          t.formulas.ratingAfter,
          t.formulas.reopenedTasks,
          t.formulas.firstAction,
          t.formulas.doneTime,
        ]}
      </Formulas>
    ),
    columns: [
      {
        key: 'name',
        head: t.who,
        cell: nameOf,
        below: ({ kind }) => (kind === 'USER' || kind === 'OPERATOR' ? t.kinds[kind] : null),
      },
      {
        key: 'assigned',
        head: t.load,
        end: true,
        cell: ({ assigned }) => number(assigned),
        below: ({ open }) => t.loadOf({ open: number(open) }),
      },
      { key: 'done', head: t.done, end: true, cell: ({ done }) => number(done) },
      {
        key: 'confirmed',
        head: t.confirmed,
        end: true,
        cell: ({ confirmed, done }) => t.confirmedOf({ confirmed: number(confirmed), done: number(done) }),
      },
      {
        key: 'firstTime',
        head: t.firstTime,
        end: true,
        wide: true,
        cell: ({ firstTimeFixed, done }) =>
          t.confirmedOf({ confirmed: number(firstTimeFixed), done: number(done) }),
      },
      {
        key: 'sla',
        head: t.kept,
        end: true,
        wide: true,
        cell: ({ sla }) =>
          sla && sla.share !== null
            ? t.confirmedOf({ confirmed: number(sla.met), done: number(sla.met + sla.missed) })
            : '–',
      },
      {
        key: 'rating',
        head: t.ratingAfter,
        end: true,
        wide: true,
        cell: ({ rating }) => (rating?.average == null ? '–' : average(rating.average)),
        below: ({ rating }) => (rating && rating.n > 0 ? `n = ${number(rating.n)}` : null),
      },
      { key: 'reopened', head: t.reopened, end: true, wide: true, cell: ({ reopened }) => number(reopened) },
      {
        key: 'firstAction',
        head: t.firstAction,
        cell: ({ firstActionMinutes, kind }) => <Range of={firstActionMinutes} kind={kind} />,
      },
      {
        key: 'fixed',
        head: t.fixed,
        cell: ({ doneMinutes, kind }) => <Range of={doneMinutes} kind={kind} />,
      },
    ],
  }
}
