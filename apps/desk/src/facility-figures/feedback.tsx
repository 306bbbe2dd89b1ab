/**
 * MAN-3: feedback over time, by hour, by issue and compared. Two queries: figures and trend; sections below load
 * when scrolled into view.
 */
import { Button } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, Suspense, useState } from 'react'
import type { CallOutput } from '#client/types.ts'
import { type FeedbackFigures, getFeedbackFigures, listFeedbackTrends } from '#contracts/figures.ts'
import { updateSettings } from '#contracts/settings.ts'
import { Distribution } from '#desk-kit/charts/distribution.tsx'
import { Figure } from '#desk-kit/charts/figure.tsx'
import { HeatMap } from '#desk-kit/charts/heat-map.tsx'
import { Trend } from '#desk-kit/charts/trend.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { hasRole } from '#desk-kit/lib/contract.ts'
import { localTimeIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { FilterMenu } from '#desk-kit/parts/filters.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { FigureFilters, Formulas, useSource } from '../figures/parts.tsx'
import { toFeedback, toHour, toRating } from '../figures/to-rows.tsx'
import { facilityMessages } from './messages.ts'
import { CountedFigures, notesFor } from './parts.tsx'
import { comparedOf, type FeedbackSearch, figuresOf, placesOf, trendGroups, trendsOf } from './search.ts'
import { Comparison, Issues, Topics } from './sections.tsx'
import { PrintAll, WhenVisible } from './when-visible.tsx'

const route = getRouteApi('/figures')

/** Rarely used, so its code loads when opened. */
const Notes = lazyComponent(async () => (await import('./notes.tsx')).Notes)

const Numbers = ({ figures, search }: { figures: FeedbackFigures; search: FeedbackSearch }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const { day, number, percent } = useFormat()
  const { from, to } = figures.period
  const days = `${day(from)} – ${day(to)}`
  const source = sourceOf(figures)
  const rows = toFeedback({ ...placesOf(search), from, to })
  const { repliedShare: share, repliedLow: low, repliedHigh: high } = figures
  return (
    <dl className="figures">
      <CountedFigures of={figures} period={figures.period} days={days} source={source} rows={rows} />
      <Figure
        label={t.replied}
        value={share === null ? '–' : percent(share)}
        beside={
          low === null || high === null
            ? t.noSubmissions
            : t.repliedOf({
                replied: number(figures.replied),
                count: number(figures.count),
                low: percent(low),
                high: percent(high),
              })
        }
        how={t.formulas.replied}
        n={figures.count}
        period={days}
        source={source}
      />
    </dl>
  )
}

type Trends = CallOutput<typeof listFeedbackTrends>

const useTrendName = (): ((trend: Trends['items'][number], group: FeedbackSearch['group']) => string) => {
  const t = useMessages(facilityMessages)
  const names = useNames()
  return ({ key, name, place }, group) =>
    place ?? name ?? (group === 'type' ? names.type(key) : group === undefined ? t.trend : t.gone)
}

const OverTime = ({ answer, search }: { answer: Trends; search: FeedbackSearch }) => {
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const nameOf = useTrendName()
  const { number } = useFormat()
  const { items, total, about } = answer
  const source = sourceOf(about)
  const notes = notesFor(about.notes)
  const { building, type } = search
  if (items.every(({ count }) => count === 0)) return <p className="quiet">{t.noFeedback}</p>
  const charts = items.map((trend) => {
    const only = search.group === undefined ? {} : { [search.group]: [trend.key] }
    return (
      <div key={trend.key}>
        {search.group ? (
          <h3>
            {search.group === 'amenity' ? (
              <Link
                to="/amenities/$id/figures"
                params={{ id: trend.key }}
                search={{ from: search.from, to: search.to, compare: search.compare }}
              >
                {nameOf(trend, search.group)}
              </Link>
            ) : search.group === 'building' ? (
              <Link
                to="/buildings/$id/figures"
                params={{ id: trend.key }}
                search={{ from: search.from, to: search.to, compare: search.compare }}
              >
                {nameOf(trend, search.group)}
              </Link>
            ) : (
              nameOf(trend, search.group)
            )}
          </h3>
        ) : null}
        <Trend
          days={trend.points.map(({ at, ...point }) => ({
            ...point,
            date: localTimeIn(at, about.period.timeZone).slice(0, 10),
          }))}
          name={nameOf(trend, search.group)}
          unit={t.scale}
          source={source}
          to={about.period.to}
          notes={notes}
          rows={(from, to) => toFeedback({ building, type, ...only, from, to })}
        />
      </div>
    )
  })
  return (
    <>
      {search.group ? <div className="multiples">{charts}</div> : charts}
      {total > items.length ? (
        <p className="quiet">{t.mostOnly({ shown: number(items.length), all: number(total) })}</p>
      ) : null}
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(facilityMessages)
  const sourceOf = useSource()
  const me = useMe()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [noting, setNoting] = useState(false)
  const figures = useApi(getFeedbackFigures, figuresOf(search), { keep: true })
  const trends = useApi(listFeedbackTrends, trendsOf(search), { keep: true })
  const set = (change: FeedbackSearch): void => void navigate({ search: { ...search, ...change } })
  const rows = (data: FeedbackFigures) => ({
    ...placesOf(search),
    from: data.period.from,
    to: data.period.to,
  })
  const group = search.group
  return (
    <Screen
      title={places.figures.name}
      actions={
        <>
          <Link to="/figures/amenities" search={comparedOf(search)}>
            {places.ranking.name}
          </Link>
          <Link to="/work-figures" search={placesOf(search)}>
            {places.workFigures.name}
          </Link>
          <Link to="/reports" search={comparedOf(search)}>
            {places.reports.name}
          </Link>
          <PrintAll />
          {hasRole(me, updateSettings) ? <Button onClick={() => setNoting(true)}>{t.notes}</Button> : null}
        </>
      }
    >
      <FigureFilters search={search} onChange={set} comparable />
      <QueryView of={figures} rows={4}>
        {(data) => <Numbers figures={data} search={search} />}
      </QueryView>
      <Section
        title={t.trend}
        actions={
          <FilterMenu
            label={group ? t.groups[group] : t.groups.all}
            plain
            single
            none={t.groups.all}
            choices={trendGroups.map((value) => ({ value, label: t.groups[value] }))}
            chosen={group ? [group] : undefined}
            onChange={(chosen) => set({ group: trendGroups.find((one) => one === chosen?.[0]) })}
          />
        }
      >
        <QueryView of={trends} rows={7}>
          {(answer) => <OverTime answer={answer} search={search} />}
        </QueryView>
        <Formulas tasks={false}>{[t.formulas.average, t.formulas.likely]}</Formulas>
      </Section>
      <QueryView of={figures} rows={14}>
        {(data) =>
          data.count === 0 ? null : (
            <>
              <Section title={t.distribution}>
                <Distribution
                  counts={data.distribution}
                  rowsOf={toRating(rows(data))}
                  source={sourceOf(data)}
                />
              </Section>
              <Section
                title={t.week}
                actions={
                  <FilterMenu
                    label={search.hours ? t.hours.average : t.hours.count}
                    plain
                    single
                    none={false}
                    choices={[
                      { value: 'count', label: t.hours.count },
                      { value: 'average', label: t.hours.average },
                    ]}
                    chosen={[search.hours ?? 'count']}
                    onChange={(chosen) => set({ hours: chosen?.[0] === 'average' ? 'average' : undefined })}
                  />
                }
              >
                <HeatMap
                  cells={data.heatmap}
                  by={search.hours ?? 'count'}
                  rowsOf={toHour(rows(data))}
                  source={sourceOf(data)}
                />
              </Section>
            </>
          )
        }
      </QueryView>
      <Section title={t.issues}>
        <WhenVisible height={320}>
          <Issues search={search} />
        </WhenVisible>
      </Section>
      <Section title={t.topics}>
        <WhenVisible height={320}>
          <Topics search={search} />
        </WhenVisible>
      </Section>
      <Section title={t.buildings}>
        <WhenVisible height={320}>
          <Comparison search={search} />
        </WhenVisible>
      </Section>
      {noting ? (
        <Suspense fallback={null}>
          <Notes onClose={() => setNoting(false)} />
        </Suspense>
      ) : null}
    </Screen>
  )
}
