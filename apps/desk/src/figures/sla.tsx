/** MAN-8: SLA now, outcomes of the period by group, and what is due today. */
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Priority } from '#contracts/records.ts'
import { getSlaFigures, type SlaFigures, type SlaPromise } from '#contracts/task-figures.ts'
import { Series } from '#desk-kit/charts/series.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { localTimeIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { FilterMenu } from '#desk-kit/parts/filters.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { figureMessages } from './messages.ts'
import { type Cell, FigureFilters, Formulas, GroupTable, useSource } from './parts.tsx'
import { type SlaSearch, samePlaces, slaFiguresOf, slaGroups } from './search.ts'
import { toBreaches, toTasks } from './to-rows.tsx'

const route = getRouteApi('/sla')

interface CurrentCountProps {
  readonly label: string
  readonly value: number
  readonly link?: (value: ReactNode) => ReactNode
  readonly beside?: string
}

const CurrentCount = ({ label, value, link = (shown) => shown, beside }: CurrentCountProps) => {
  const { number } = useFormat()
  return (
    <div className="figure">
      <dt>{label}</dt>
      <dd>
        <span className="figure-value">{link(number(value))}</span>
        <span className="figure-beside">{beside}</span>
      </dd>
    </div>
  )
}

const Now = ({ figures, search }: { figures: SlaFigures; search: SlaSearch }) => {
  const t = useMessages(figureMessages)
  // Overdue tasks are independent of the period, so their links have no dates.
  const { building, type } = search
  const rows = (state: 'BREACHED' | 'AT_RISK') => (value: ReactNode) => (
    <Link to="/sla/breaches" search={{ building, type, open: true, state: [state] }}>
      {value}
    </Link>
  )
  const { now, today } = figures
  return (
    <>
      <dl className="figures">
        <CurrentCount
          label={t.missed}
          value={now.missed}
          link={rows('BREACHED')}
          beside={t.lateToday({ count: today.missed })}
        />
        <CurrentCount label={t.atRisk} value={now.atRisk} link={rows('AT_RISK')} />
        <CurrentCount label={t.onTrack} value={now.onTrack} />
        <CurrentCount label={t.paused} value={now.paused} />
        <CurrentCount label={t.dueToday} value={today.due} />
      </dl>
      <p className="quiet">{t.nowHelp}</p>
    </>
  )
}

interface SlaRows {
  readonly from?: string
  readonly to?: string
  readonly building?: string[]
  readonly priority?: Priority[]
  readonly slaPolicyId?: string[]
}

/** Filter for the rows of a group; rows without place or policy cannot be filtered. */
const rowsOf = (group: SlaFigures['group'], key: string | null): SlaRows | undefined => {
  if (key === null) return undefined
  switch (group) {
    case 'policy':
      return { slaPolicyId: [key] }
    case 'building':
      return { building: [key] }
    case 'priority':
      return { priority: [key as Priority] }
    default:
      return group satisfies never
  }
}

const SlaOutcomes = ({ figures, search }: { figures: SlaFigures; search: SlaSearch }) => {
  const { words } = useMessages()
  const t = useMessages(figureMessages)
  const { number, percent } = useFormat()
  const shareOf = ({ share, low, high }: SlaPromise): string =>
    share === null
      ? '–'
      : t.keptOf({ share: percent(share), low: percent(low ?? 0), high: percent(high ?? 1) })
  const rows = (missed: number, more: SlaRows | undefined): ReactNode =>
    missed === 0 || more === undefined ? (
      number(missed)
    ) : (
      <Link to="/sla/breaches" search={{ ...samePlaces(search), ...more, state: ['BREACHED'] }}>
        {number(missed)}
      </Link>
    )
  const cellsOf = (one: SlaPromise, more?: SlaRows): Cell[] => [
    { head: t.kept, value: shareOf(one) },
    { head: t.met, value: number(one.met) },
    { head: t.missed, value: rows(one.missed, more) },
    { head: t.running, value: number(one.running) },
    { head: t.paused, value: number(one.paused) },
  ]
  const { group } = figures
  const nameOf = ({ key, name }: SlaFigures['by'][number]): string => {
    if (key === null) return group === 'policy' ? t.usual : t.noBuilding
    return group === 'priority' ? words.priority[key as Priority] : (name ?? t.gone)
  }
  return (
    <>
      <GroupTable
        caption={t.inPeriod}
        head={t.groups[group]}
        rows={[
          { key: 'all', name: t.everything, cells: cellsOf(figures, {}) },
          { key: 'respond', name: t.toBegin, cells: cellsOf(figures.clocks.respond) },
          { key: 'resolve', name: t.toFinish, cells: cellsOf(figures.clocks.resolve) },
          ...figures.by.map((one) => ({
            key: `of ${one.key}`,
            name: nameOf(one),
            cells: cellsOf(one, rowsOf(group, one.key)),
          })),
        ]}
      />
    </>
  )
}

const OverTime = ({ figures, search }: { figures: SlaFigures; search: SlaSearch }) => {
  const t = useMessages(figureMessages)
  const { percent } = useFormat()
  const sourceOf = useSource()
  const places = { building: search.building, type: search.type }
  if (figures.met + figures.missed === 0) return <p className="quiet">{t.noneDecided}</p>
  const dates = figures.points.map(({ at }) => localTimeIn(at, figures.period.timeZone).slice(0, 10))
  return (
    <Series
      name={t.inPeriod}
      label={t.flowLabel({ name: t.inPeriod, count: figures.points.length })}
      source={sourceOf(figures)}
      bars={[
        {
          name: t.met,
          look: 'bar',
          rows: (createdFrom, createdTo) => toTasks({ ...places, createdFrom, createdTo, promise: ['MET'] }),
        },
        {
          name: t.missed,
          look: 'bar bad',
          rows: (from, to) => toBreaches({ ...samePlaces(search), from, to, state: ['BREACHED'] }),
        },
      ]}
      to={figures.period.to}
      more={[t.kept]}
      points={figures.points.map(({ met, missed, share }, index) => ({
        date: dates[index] ?? '',
        bars: [met, missed],
        more: [share === null ? '–' : percent(share)],
      }))}
    />
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(figureMessages)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const figures = useApi(getSlaFigures, slaFiguresOf(search), { keep: true })
  const set = (change: SlaSearch): void => void navigate({ search: { ...search, ...change } })
  const group = search.group ?? 'policy'
  return (
    <Screen title={places.sla.name} breadcrumb={<Breadcrumb name="sla" />}>
      <FigureFilters search={search} onChange={set} />
      <QueryView of={figures} rows={14}>
        {(data) => (
          <>
            <Section title={t.now} className="first">
              <Now figures={data} search={search} />
            </Section>
            <Section
              title={t.inPeriod}
              actions={
                <FilterMenu
                  label={t.groups[group]}
                  plain
                  single
                  none={false}
                  choices={slaGroups.map((value) => ({ value, label: t.groups[value] }))}
                  chosen={[group]}
                  onChange={(chosen) => set({ group: slaGroups.find((one) => one === chosen?.[0]) })}
                />
              }
            >
              <SlaOutcomes figures={data} search={search} />
              <Formulas>{[t.formulas.met, t.formulas.missed, t.formulas.share]}</Formulas>
            </Section>
            <Section title={t.overTime}>
              <OverTime figures={data} search={search} />
            </Section>
          </>
        )}
      </QueryView>
    </Screen>
  )
}

export const PlanTeaser: ComponentType = () => {
  const t = useMessages(figureMessages)
  return (
    <ul className="gives">
      {Object.values(t.gives).map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
}
