/** MAN-1: what needs attention, and how things go. Two queries: overview and buildings for the filter. */
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import { getOverview, type Overview } from '#contracts/dashboard.ts'
import { taskSummary } from '#contracts/tasks.ts'
import { Distribution } from '#desk-kit/charts/distribution.tsx'
import { Trend } from '#desk-kit/charts/trend.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { FilterBar, FilterMenu } from '#desk-kit/parts/filters.tsx'
import { PeriodFilter } from '#desk-kit/parts/period.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { toFeedback, toRating } from '../figures/to-rows.tsx'
import { FirstUse } from '../first-use/first-use.tsx'
import { Activity } from './activity.tsx'
import { Attention } from './attention.tsx'
import { Figures } from './figures.tsx'
import { todayMessages } from './messages.ts'
import { overviewOf, type TodaySearch } from './search.ts'

const route = getRouteApi('/')

const isUntouched = ({ feedback, tasks, activity, attention }: Overview): boolean =>
  feedback.count + tasks.created + tasks.open + tasks.inProgress + tasks.done === 0 &&
  activity.length === 0 &&
  attention.length === 0

const Whole = ({ overview, search }: { overview: Overview; search: TodaySearch }) => {
  const today = useMessages(todayMessages)
  const { day } = useFormat()
  const { period, feedback } = overview
  const days = `${day(period.from)} – ${day(period.to)}`
  const rows = { from: period.from, to: period.to, building: search.building }
  return (
    <>
      <section aria-label={today.figures} className="first">
        <Figures overview={overview} search={search} />
      </section>
      <Section title={today.attention} className="next">
        <Attention overview={overview} building={search.building} />
      </Section>
      <Section
        title={today.satisfaction}
        actions={
          <Link to="/figures" search={search}>
            {today.allFigures}
          </Link>
        }
      >
        {feedback.rated === 0 ? (
          <p className="quiet">{today.noRatings}</p>
        ) : (
          <div className="charts">
            <Trend
              days={overview.satisfaction}
              name={today.trend}
              unit={today.scale}
              source={`${days}, ${period.timeZone}.`}
              to={period.to}
              notes={overview.notes}
              rows={(from, to) => toFeedback({ building: search.building, from, to })}
            />
            <Distribution
              counts={feedback.distribution}
              rowsOf={toRating(rows)}
              source={`${days}, ${period.timeZone}.`}
            />
          </div>
        )}
      </Section>
      <Section title={today.activity}>
        <Activity entries={overview.activity} />
      </Section>
    </>
  )
}

export const Page: ComponentType = () => {
  const { places, words, period } = useMessages()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const overview = useApi(getOverview, overviewOf(search), { keep: true, live: 'read' })
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const set = (change: TodaySearch): void => void navigate({ search: { ...search, ...change } })
  const filtered = Boolean(search.from || search.to || search.building || search.compare)
  return (
    <Screen title={places.today.name}>
      <FilterBar active={filtered} onClear={() => void navigate({ search: {} })}>
        <FilterMenu
          label={words.building}
          choices={(summary.data?.buildings ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          chosen={search.building}
          onChange={(building) => set({ building })}
        />
        <PeriodFilter
          from={search.from}
          to={search.to}
          compare={search.compare}
          comparable
          none={period.last({ days: 30 })}
          onChange={({ from, to, compare }) => set({ from, to, compare })}
        />
      </FilterBar>
      <QueryView of={overview} rows={14}>
        {(data) =>
          !filtered && isUntouched(data) ? <FirstUse /> : <Whole overview={data} search={search} />
        }
      </QueryView>
    </Screen>
  )
}
