/** Figures that a partner organisation has granted; each read is visible to the partner. */
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { type GrantView, viewGrant } from '#contracts/sharing/grants.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { PeriodFilter } from '#desk-kit/parts/period.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { FeedbackFacts, IssueTable, SharedTrend, SlaTable, TaskFacts } from './figures.tsx'
import { sharingMessages } from './messages.ts'
import { figuresOf } from './search.ts'

const GrantInspections = lazyComponent(async () => (await import('./grant-inspections.tsx')).GrantInspections)

const route = getRouteApi('/partners/$id')

const Figures = ({ view }: { view: GrantView }) => {
  const t = useMessages(sharingMessages)
  const { day, full, list } = useFormat()
  const { period, places, other, feedback, tasks, trend, issues, buildings, inspections } = view
  return (
    <>
      {places.length > 0 ? <p>{list(places)}</p> : null}
      <p className="quiet">
        {t.grantMade({
          days: `${day(period.from)} – ${day(period.to)}`,
          zone: period.timeZone,
          at: full(view.freshness),
          name: other.name,
        })}
      </p>
      {feedback || tasks ? (
        <dl className="facts">
          {feedback ? <FeedbackFacts feedback={feedback} /> : null}
          {tasks ? <TaskFacts tasks={tasks} /> : null}
        </dl>
      ) : null}
      {trend ? (
        <Section title={t.trend}>
          <SharedTrend trend={trend} to={view.period.to} />
        </Section>
      ) : null}
      {issues ? (
        <Section title={t.topIssues}>
          <IssueTable issues={issues} />
        </Section>
      ) : null}
      {buildings ? (
        <Section title={t.contentNames.SLA}>
          <SlaTable buildings={buildings} />
        </Section>
      ) : null}
      {inspections ? (
        <Suspense>
          <GrantInspections of={inspections} />
        </Suspense>
      ) : null}
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(sharingMessages)
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  // The partner sees each read, so there is no automatic refetch.
  const view = useApi(viewGrant, figuresOf(id, search), { keep: true, staleMinutes: 10 })
  return (
    <Screen title={view.data?.other.name ?? places.grant.name} breadcrumb={<Breadcrumb name="grant" />}>
      <div className="filters">
        <PeriodFilter
          from={search.from}
          to={search.to}
          none={t.lastDays}
          onChange={({ from, to }) => void navigate({ search: { from, to }, resetScroll: false })}
        />
      </div>
      <QueryView of={view} rows={12}>
        {(one) => <Figures view={one} />}
      </QueryView>
    </Screen>
  )
}
