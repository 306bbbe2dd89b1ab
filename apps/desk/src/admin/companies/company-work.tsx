/** What a company achieved in the last 30 days: SLA, fixed first time, and the rating afterwards. */
import { Link } from '@tanstack/react-router'
import { listTeamPerformance } from '#contracts/task-figures.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { hasRole } from '#desk-kit/lib/contract.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { companyMessages } from './messages.ts'

/** With fewer results a share says little. */
const fewest = 5

export const CompanyWork = ({ id }: { id: string }) => {
  const t = useMessages(companyMessages)
  const { average, number } = useFormat()
  const { data } = useApi(
    listTeamPerformance,
    { query: { kind: ['COMPANY'], pageSize: 100 } },
    { staleMinutes: 10, enabled: hasRole(useMe(), listTeamPerformance) },
  )
  const work = data?.items.find((row) => row.id === id)
  if (!data) return null
  if (!work) return <span className="quiet">{t.noWork}</span>
  const { sla, rating, done, firstTimeFixed } = work
  const decided = sla ? sla.met + sla.missed : 0
  const parts = [
    ...(sla && decided > 0 ? [t.workSla({ met: number(sla.met), n: number(decided) })] : []),
    ...(done > 0 ? [t.workFirst({ first: number(firstTimeFixed), n: number(done) })] : []),
    ...(rating && rating.average !== null
      ? [t.workRating({ average: average(rating.average), n: number(rating.n) })]
      : []),
  ]
  return (
    <Link to="/team-figures" search={{ kind: ['COMPANY'] } as never} className="plain-link">
      {parts.map((part) => (
        <small key={part} className="line-of">
          {part}
        </small>
      ))}
      {done < fewest ? <small className="quiet">{t.workFew({ count: done })}</small> : null}
    </Link>
  )
}
