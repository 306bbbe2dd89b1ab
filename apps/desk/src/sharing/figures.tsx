/** Shared figures, in the preview of a link and in a grant. */
import type { ReactNode } from 'react'
import type { Overview } from '#contracts/dashboard.ts'
import type { IssueFigure } from '#contracts/figures.ts'
import type { SharedView } from '#contracts/sharing/view.ts'
import { Trend } from '#desk-kit/charts/trend.tsx'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { GroupTable } from '../figures/parts.tsx'
import { sharingMessages } from './messages.ts'

export const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

export const FeedbackFacts = ({ feedback }: { feedback: Overview['feedback'] }) => {
  const t = useMessages(sharingMessages)
  const { words } = useMessages()
  const { number, average } = useFormat()
  return (
    <>
      <Fact name={t.average}>
        {feedback.average === null ? words.noRating : average(feedback.average)}
        <small>{t.ofRatings({ n: feedback.rated })}</small>
      </Fact>
      <Fact name={t.submissions}>{number(feedback.count)}</Fact>
    </>
  )
}

export const TaskFacts = ({ tasks }: { tasks: Overview['tasks'] }) => {
  const t = useMessages(sharingMessages)
  const { number } = useFormat()
  return (
    <>
      <Fact name={t.openTasks}>{number(tasks.open)}</Fact>
      <Fact name={t.overdueTasks}>{number(tasks.overdue)}</Fact>
      <Fact name={t.doneTasks}>{number(tasks.done)}</Fact>
    </>
  )
}

interface SharedTrendProps {
  readonly trend: NonNullable<SharedView['trend']>
  /** YYYY-MM-DD, inclusive */
  readonly to: string
}

export const SharedTrend = ({ trend, to }: SharedTrendProps) => {
  const t = useMessages(sharingMessages)
  if (trend.every(({ rated }) => rated === 0)) return <p className="quiet">{t.nothingYet}</p>
  return (
    <Trend
      days={trend.map(({ date, rated, average }) => ({ date, count: rated, average }))}
      name={t.trend}
      unit={t.ofFive}
      source={t.source}
      to={to}
    />
  )
}

interface Estimate {
  readonly share: number | null
  readonly low: number | null
  readonly high: number | null
}

const useShare = (): ((estimate: Estimate) => string) => {
  const t = useMessages(sharingMessages)
  const { percent } = useFormat()
  return ({ share, low, high }) => {
    if (share === null) return '–'
    if (low === null || high === null) return percent(share)
    return t.shareRange({ share: percent(share), low: percent(low), high: percent(high) })
  }
}

export const IssueTable = ({ issues }: { issues: readonly IssueFigure[] }) => {
  const t = useMessages(sharingMessages)
  const { number } = useFormat()
  const share = useShare()
  if (issues.length === 0) return <p className="quiet">{t.nothingYet}</p>
  return (
    <GroupTable
      caption={t.topIssues}
      head={t.issue}
      rows={issues.map((issue) => ({
        key: issue.code,
        name: issue.name,
        cells: [
          { head: t.named, value: number(issue.count) },
          { head: t.share, value: share(issue) },
        ],
      }))}
    />
  )
}

export const SlaTable = ({ buildings }: { buildings: NonNullable<SharedView['buildings']> }) => {
  const t = useMessages(sharingMessages)
  const { number } = useFormat()
  const share = useShare()
  if (buildings.length === 0) return <p className="quiet">{t.nothingYet}</p>
  return (
    <GroupTable
      caption={t.contentNames.SLA}
      head={t.building}
      rows={buildings.map((one) => ({
        key: one.name,
        name: one.name,
        cells: [
          { head: t.met, value: number(one.slaMet) },
          { head: t.missed, value: number(one.slaMissed) },
          { head: t.share, value: share({ share: one.slaShare, low: one.slaLow, high: one.slaHigh }) },
        ],
      }))}
    />
  )
}
