/** What the last 30 days would have given with these points and caps: of groups of five or more, of no person. */
import type { ArenaSimulation } from '#contracts/arena/admin.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { arenaMessages } from './messages.ts'

interface GroupsProps {
  readonly title: string
  readonly groups: ArenaSimulation['byTeam']
  /** of codes */
  readonly names?: Readonly<Record<string, string>>
}

const Groups = ({ title, groups, names = {} }: GroupsProps) => {
  const t = useMessages(arenaMessages)
  const { number } = useFormat()
  if (groups.length === 0) return null
  return (
    <>
      <h3>{title}</h3>
      <Table
        caption={title}
        rows={groups.map((group) => ({ ...group, id: group.name }))}
        columns={[
          { key: 'name', head: t.group, cell: ({ name }) => names[name] ?? name },
          { key: 'finishers', head: t.finishers, end: true, cell: ({ finishers }) => number(finishers) },
          { key: 'p50', head: t.middle, end: true, cell: ({ p50 }) => number(p50) },
          { key: 'perHour', head: t.perHour, end: true, cell: ({ perHour }) => number(perHour) },
        ]}
      />
    </>
  )
}

export const Simulation = ({ of }: { of: ArenaSimulation }) => {
  const t = useMessages(arenaMessages)
  const { number } = useFormat()
  const spread = of.perFinisher
  return (
    <section aria-label={t.simulation} className="form">
      <h3>{t.simulation}</h3>
      <dl className="facts wide-facts">
        <div>
          <dt>{t.finishers}</dt>
          <dd>{of.finishers === null ? t.fewer : number(of.finishers)}</dd>
        </div>
        {spread ? (
          <>
            <div>
              <dt>{t.points}</dt>
              <dd>{number(of.points)}</dd>
            </div>
            <div>
              <dt>{t.capped}</dt>
              <dd>{number(of.capped)}</dd>
            </div>
            <div>
              <dt>{t.perFinisher}</dt>
              <dd>
                {t.spread({ p10: number(spread.p10), p50: number(spread.p50), p90: number(spread.p90) })}
              </dd>
            </div>
          </>
        ) : null}
      </dl>
      <Groups title={t.byTeam} groups={of.byTeam} />
      <Groups title={t.byBuilding} groups={of.byBuilding} />
      <Groups title={t.byShift} groups={of.byShift} names={t.shifts} />
      <ul className="quiet">
        {of.notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </section>
  )
}
