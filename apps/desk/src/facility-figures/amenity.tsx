/** MAN-5: figures of one amenity. One query; reports and tasks load when scrolled into view. */
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, Suspense } from 'react'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import { type AmenityFigures, getAmenityFigures } from '#contracts/figures.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { getAmenity } from '#contracts/places/amenities.ts'
import { listTasks } from '#contracts/tasks.ts'
import { Distribution } from '#desk-kit/charts/distribution.tsx'
import { Figure } from '#desk-kit/charts/figure.tsx'
import { Pareto } from '#desk-kit/charts/pareto.tsx'
import { Trend } from '#desk-kit/charts/trend.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { hasRole } from '#desk-kit/lib/contract.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { RatingMark } from '#desk-kit/parts/face.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { AmenityStateMark, Mark, StatusMark } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { When, WhenFull } from '#desk-kit/parts/when.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { FigureFilters, Formulas, useSource } from '../figures/parts.tsx'
import { toFeedback, toIssue, toRating, toTasks } from '../figures/to-rows.tsx'
import { facilityMessages } from './messages.ts'
import { CountedFigures, notesFor, ScoreFigure, useRowsOf } from './parts.tsx'
import { amenityOf } from './search.ts'
import { PrintAll, WhenVisible } from './when-visible.tsx'

const Inspections = lazyComponent(async () => (await import('./inspections.tsx')).Inspections)

const route = getRouteApi('/amenities/$id/figures')

const CurrentFigures = ({ figures }: { figures: AmenityFigures }) => {
  const t = useMessages(facilityMessages)
  const { amenity, tasks } = figures
  return (
    <p className="amenity-standing">
      {amenity.archived ? (
        <Mark tone="muted">{t.archived}</Mark>
      ) : (
        <AmenityStateMark state={amenity.state} open={tasks.open + tasks.inProgress} />
      )}
    </p>
  )
}

const Numbers = ({ figures }: { figures: AmenityFigures }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const rowsOf = useRowsOf()
  const { number, day } = useFormat()
  const { feedback, tasks, period, amenity } = figures
  const days = `${day(period.from)} – ${day(period.to)}`
  const source = sourceOf(figures)
  const only = rowsOf(amenity, period.timeZone)
  return (
    <dl className="figures">
      <CountedFigures
        of={feedback}
        period={period}
        days={days}
        source={source}
        rows={toFeedback({ ...only, from: period.from, to: period.to })}
      />
      <ScoreFigure of={feedback} days={days} source={source} />
      <Figure
        label={t.openTasks}
        value={number(tasks.open + tasks.inProgress)}
        beside={t.overdueOf({ count: number(tasks.overdue) })}
        link={(children) => toTasks({ amenity: [amenity.id], status: ['OPEN', 'IN_PROGRESS'] })({ children })}
        how={t.formulas.openTasks}
        n={tasks.open + tasks.inProgress}
        period={t.now}
        source={source}
      />
      <Figure
        label={t.done}
        value={number(tasks.done)}
        beside={t.confirmedOf({ count: number(tasks.confirmed), created: number(tasks.created) })}
        link={(children) => toTasks({ ...only, doneFrom: period.from, doneTo: period.to })({ children })}
        how={t.formulas.done}
        n={tasks.done}
        period={days}
        source={source}
      />
    </dl>
  )
}

/** Usage and upkeep. */
const Care = ({ figures }: { figures: AmenityFigures }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const { number, percent, day, full } = useFormat()
  const { uptime, usage, cleanings, period } = figures
  const shared = { period: `${day(period.from)} – ${day(period.to)}`, source: sourceOf(figures) }
  return (
    <dl className="figures">
      <Figure
        label={t.uptime}
        value={uptime.share === null ? '–' : percent(uptime.share)}
        beside={t.uptimeOf({ usable: number(uptime.usableMinutes), all: number(uptime.minutes) })}
        how={t.formulas.uptime}
        n={uptime.minutes}
        {...shared}
      />
      <Figure
        label={t.cleanings}
        value={number(cleanings.count)}
        beside={cleanings.lastAt === null ? t.neverCleaned : t.lastCleaned({ at: full(cleanings.lastAt) })}
        how={t.formulas.cleanings}
        n={cleanings.count}
        {...shared}
      />
      <Figure
        label={t.scans}
        value={number(usage.scans)}
        beside={usage.lastScanAt === null ? t.neverScanned : t.lastScan({ at: full(usage.lastScanAt) })}
        how={t.formulas.scans}
        n={usage.scans}
        {...shared}
        period={t.sinceStickers}
      />
    </dl>
  )
}

const newest = 5

const Reports = ({ figures }: { figures: AmenityFigures }) => {
  const t = useMessages(facilityMessages)
  const rowsOf = useRowsOf()
  const { period, amenity } = figures
  const only = rowsOf(amenity, period.timeZone)
  const filter = { ...only, from: period.from, to: period.to }
  const reports = useApi(listRecentFeedback, { query: { ...filter, counted: true, pageSize: newest } })
  return (
    <QueryView of={reports} rows={5}>
      {({ items, total }) =>
        items.length === 0 ? (
          <p className="quiet">{t.noFeedback}</p>
        ) : (
          <>
            <ul className="short-list">
              {items.map((item) => (
                <li key={item.id}>
                  <Link to="/feedback/$id" params={{ id: item.id }} dir="auto" lang={item.language}>
                    {item.comment?.slice(0, 160) ??
                      (item.issues.map(({ name }) => name).join(', ') || t.ratingOnly)}
                  </Link>
                  <small>
                    <RatingMark rating={item.rating} /> <When at={item.createdAt} />
                  </small>
                </li>
              ))}
            </ul>
            {total > items.length ? toFeedback(filter)({ children: t.allOf({ count: total }) }) : null}
          </>
        )
      }
    </QueryView>
  )
}

const Tasks = ({ figures }: { figures: AmenityFigures }) => {
  const t = useMessages(facilityMessages)
  const filter = { amenity: [figures.amenity.id] }
  const tasks = useApi(listTasks, { query: { ...filter, sort: '-createdAt', pageSize: newest } })
  return (
    <QueryView of={tasks} rows={5}>
      {({ items, total }) =>
        items.length === 0 ? (
          <p className="quiet">{t.noTasks}</p>
        ) : (
          <>
            <ul className="short-list">
              {items.map((task) => (
                <li key={task.id}>
                  <Link to="/tasks/$id" params={{ id: task.id }}>
                    #{task.number} {task.title}
                  </Link>
                  <small>
                    <StatusMark status={task.status} /> <WhenFull at={task.createdAt} />
                  </small>
                </li>
              ))}
            </ul>
            {total > items.length ? toTasks(filter)({ children: t.allOf({ count: total }) }) : null}
          </>
        )
      }
    </QueryView>
  )
}

const Content = ({ figures }: { figures: AmenityFigures }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const rowsOf = useRowsOf()
  const { period, amenity, feedback, issues, named, notes } = figures
  const only = rowsOf(amenity, period.timeZone)
  const rows = { ...only, from: period.from, to: period.to }
  const source = sourceOf(figures)
  return (
    <>
      <CurrentFigures figures={figures} />
      <Numbers figures={figures} />
      <Section title={t.trend}>
        {feedback.count === 0 ? (
          <p className="quiet">{t.noFeedback}</p>
        ) : (
          <div className="charts">
            <Trend
              days={feedback.trend}
              name={t.trend}
              unit={t.scale}
              source={source}
              to={period.to}
              notes={notesFor(notes)}
              rows={(from, to) => toFeedback({ ...only, from, to })}
            />
            <Distribution counts={feedback.distribution} rowsOf={toRating(rows)} source={source} />
          </div>
        )}
        <Formulas tasks={false}>{[t.formulas.average, t.formulas.score, t.formulas.likely]}</Formulas>
      </Section>
      {issues.length > 0 ? (
        <Section title={t.issues}>
          <Pareto issues={issues} named={named} rowsOf={toIssue(rows)} source={source} />
        </Section>
      ) : null}
      <Section title={t.care}>
        <Care figures={figures} />
      </Section>
      {figures.inspections.count > 0 ? (
        <Suspense>
          <Inspections of={figures.inspections} period={period} source={source} />
        </Suspense>
      ) : null}
      <Section title={t.reports}>
        <WhenVisible height={200}>
          <Reports figures={figures} />
        </WhenVisible>
      </Section>
      <Section title={t.tasks}>
        <WhenVisible height={200}>
          <Tasks figures={figures} />
        </WhenVisible>
      </Section>
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(facilityMessages)
  const names = useNames()
  const me = useMe()
  const { id } = route.useParams()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const figures = useApi(getAmenityFigures, amenityOf(search, id), { keep: true })
  const amenity = figures.data?.amenity
  return (
    <Screen
      title={amenity ? sayPlace(amenity.name, amenity.location) : places.amenityFigures.name}
      breadcrumb={<Breadcrumb name="amenityFigures" />}
      beside={
        amenity ? (
          <p className="quiet">
            {names.type(amenity.type)},{' '}
            <Link to="/buildings/$id/figures" params={{ id: amenity.building.id }} search={search}>
              {amenity.building.name}
            </Link>
          </p>
        ) : null
      }
      actions={
        <>
          {amenity && hasRole(me, getAmenity) ? (
            <Link to="/amenities/$id" params={{ id }}>
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
        {(data) => <Content figures={data} />}
      </QueryView>
    </Screen>
  )
}
