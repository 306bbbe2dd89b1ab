/** Figures of one building by floor. Its trend loads when scrolled into view. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { type BuildingFigures, getBuildingFigures, listFeedbackTrends } from '#contracts/figures.ts'
import { getBuilding } from '#contracts/places/buildings.ts'
import { Distribution } from '#desk-kit/charts/distribution.tsx'
import { Figure } from '#desk-kit/charts/figure.tsx'
import { Trend } from '#desk-kit/charts/trend.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { hasRole } from '#desk-kit/lib/contract.ts'
import { localTimeIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { FigureFilters, Formulas, useSource } from '../figures/parts.tsx'
import { toFeedback, toRating, toTasks } from '../figures/to-rows.tsx'
import { facilityMessages } from './messages.ts'
import { AmenityTable, CountedFigures, notesFor, ScoreFigure } from './parts.tsx'
import { buildingOf, type DaysSearch } from './search.ts'
import { PrintAll, WhenVisible } from './when-visible.tsx'

const Inspections = lazyComponent(async () => (await import('./inspections.tsx')).Inspections)

const route = getRouteApi('/buildings/$id/figures')

const Numbers = ({ figures }: { figures: BuildingFigures }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const { number, percent, day } = useFormat()
  const { feedback, tasks, period, building } = figures
  const days = `${day(period.from)} – ${day(period.to)}`
  const source = sourceOf(figures)
  const decided = tasks.slaMet + tasks.slaMissed
  return (
    <dl className="figures">
      <CountedFigures
        of={feedback}
        period={period}
        days={days}
        source={source}
        rows={toFeedback({ building: [building.id], from: period.from, to: period.to })}
      />
      <ScoreFigure of={feedback} days={days} source={source} />
      <Figure
        label={t.openTasks}
        value={number(tasks.openTasks)}
        beside={t.overdueOf({ count: number(tasks.overdue) })}
        link={(children) =>
          toTasks({ building: [building.id], status: ['OPEN', 'IN_PROGRESS'] })({ children })
        }
        how={t.formulas.openTasks}
        n={tasks.openTasks}
        period={t.now}
        source={source}
      />
      {tasks.slaShare === null ? null : (
        <Figure
          label={t.slaKept}
          value={percent(tasks.slaShare)}
          beside={t.slaBetween({
            n: number(decided),
            low: percent(tasks.slaLow ?? 0),
            high: percent(tasks.slaHigh ?? 1),
          })}
          faint={decided < 5}
          how={t.formulas.sla}
          n={decided}
          period={days}
          source={source}
        />
      )}
    </dl>
  )
}

const BuildingTrend = ({ id, search }: { id: string; search: DaysSearch }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const trends = useApi(
    listFeedbackTrends,
    { query: { building: [id], from: search.from, to: search.to, by: 'day', pageSize: 1 } },
    { keep: true },
  )
  return (
    <QueryView of={trends} rows={7}>
      {({ items, about }) =>
        items.map(({ key, points }) => (
          <Trend
            key={key}
            days={points.map(({ at, ...point }) => ({
              ...point,
              date: localTimeIn(at, about.period.timeZone).slice(0, 10),
            }))}
            name={t.trend}
            unit={t.scale}
            source={sourceOf(about)}
            to={about.period.to}
            notes={notesFor(about.notes)}
            rows={(from, to) => toFeedback({ building: [id], from, to })}
          />
        ))
      }
    </QueryView>
  )
}

const Content = ({ figures, search }: { figures: BuildingFigures; search: DaysSearch }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const { period, building, feedback, floors } = figures
  return (
    <>
      <Numbers figures={figures} />
      {floors.every(({ amenities }) => amenities.length === 0) ? (
        <p className="quiet">{t.noAmenities}</p>
      ) : (
        floors.map(({ location, amenities }) =>
          amenities.length === 0 ? null : (
            <Section key={location?.id ?? 'none'} title={location?.name ?? t.noFloor}>
              <AmenityTable caption={location?.name ?? t.noFloor} amenities={amenities} days={search} />
            </Section>
          ),
        )
      )}
      <Formulas tasks={false}>{[t.formulas.score, t.formulas.likely, t.formulas.rankInBuilding]}</Formulas>
      {figures.inspections.count > 0 ? (
        <Suspense>
          <Inspections of={figures.inspections} period={period} source={sourceOf(figures)} />
        </Suspense>
      ) : null}
      {feedback.count === 0 ? (
        <p className="quiet">{t.noFeedback}</p>
      ) : (
        <>
          <Section title={t.distribution}>
            <Distribution
              counts={feedback.distribution}
              rowsOf={toRating({ building: [building.id], from: period.from, to: period.to })}
              source={sourceOf(figures)}
            />
          </Section>
          <Section title={t.trend}>
            <WhenVisible height={260}>
              <BuildingTrend id={building.id} search={search} />
            </WhenVisible>
          </Section>
        </>
      )}
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(facilityMessages)
  const me = useMe()
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const figures = useApi(getBuildingFigures, buildingOf(search, id), { keep: true })
  return (
    <Screen
      title={figures.data?.building.name ?? places.buildingFigures.name}
      breadcrumb={<Breadcrumb name="buildingFigures" />}
      actions={
        <>
          {figures.data && hasRole(me, getBuilding) ? (
            <Link to="/buildings/$id" params={{ id }}>
              {t.record}
            </Link>
          ) : null}
          <PrintAll />
        </>
      }
    >
      <FigureFilters
        search={search}
        inBuilding
        comparable
        withSteps={false}
        onChange={({ from, to, compare }) => void navigate({ search: { from, to, compare } })}
      />
      <QueryView of={figures} rows={14}>
        {(data) => <Content figures={data} search={search} />}
      </QueryView>
    </Screen>
  )
}
