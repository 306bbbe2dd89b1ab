/** Workload and resolution times, with links to SLA and team figures. */
import { getRouteApi, Link } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type { CallOutput } from '#client/types.ts'
import type { Priority } from '#contracts/records.ts'
import { getResolutionTimes, getTaskTrends } from '#contracts/task-figures.ts'
import { Series } from '#desk-kit/charts/series.tsx'
import { useApi } from '#desk-kit/lib/api.ts'
import { localTimeIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { FilterMenu } from '#desk-kit/parts/filters.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { figureMessages } from './messages.ts'
import { FigureFilters, Formulas, GroupTable, Span, useSource } from './parts.tsx'
import { samePlaces, timesOf, trendsOf, type WorkSearch, workGroups } from './search.ts'
import { toTasks } from './to-rows.tsx'

const route = getRouteApi('/work-figures')

const Flow = ({ answer, search }: { answer: CallOutput<typeof getTaskTrends>; search: WorkSearch }) => {
  const t = useMessages(figureMessages)
  const sourceOf = useSource()
  const { data, about } = answer
  const places = { building: search.building, type: search.type }
  if (data.every(({ created, done, backlog }) => created + done + (backlog ?? 0) === 0))
    return <p className="quiet">{t.noTasks}</p>
  return (
    <Series
      name={t.flow}
      label={t.flowLabel({ name: t.flow, count: data.length })}
      source={sourceOf(about)}
      bars={[
        {
          name: t.created,
          look: 'bar',
          rows: (createdFrom, createdTo) => toTasks({ ...places, createdFrom, createdTo }),
        },
        {
          name: t.done,
          look: 'bar done',
          rows: (doneFrom, doneTo) => toTasks({ ...places, doneFrom, doneTo }),
        },
      ]}
      to={about.period.to}
      line={t.backlog}
      more={[t.reopened, t.medianAge]}
      points={data.map(({ at, created, done, backlog, reopened, medianAgeMinutes }) => ({
        date: localTimeIn(at, about.period.timeZone).slice(0, 10),
        bars: [created, done],
        line: backlog,
        more: [reopened, <Span key="age" minutes={medianAgeMinutes} />],
      }))}
    />
  )
}

const Times = ({ answer, search }: { answer: CallOutput<typeof getResolutionTimes>; search: WorkSearch }) => {
  const { words } = useMessages()
  const t = useMessages(figureMessages)
  const names = useNames()
  const { number } = useFormat()
  const { data, about } = answer
  const group = search.group ?? 'priority'
  const nameOf = (key: string | null): string => {
    if (group === 'priority') return words.priority[key as Priority]
    if (group === 'source') return t.sources[key as keyof typeof t.sources]
    return key === null ? t.noAmenity : names.type(key)
  }
  if (about.n === 0) return <p className="quiet">{t.noDone}</p>
  const cellsOf = ({
    n,
    firstActionMinutes: first,
    doneMinutes: done,
  }: Omit<(typeof data)[number], 'key'>) => [
    { head: 'n', value: number(n) },
    { head: `${t.firstAction}, ${t.half}`, value: <Span minutes={first?.p50} /> },
    { head: `${t.firstAction}, ${t.most90}`, value: <Span minutes={first?.p90} /> },
    { head: `${t.fixed}, ${t.half}`, value: <Span minutes={done?.p50} /> },
    { head: `${t.fixed}, ${t.most90}`, value: <Span minutes={done?.p90} /> },
    { head: `${t.fixed}, ${t.most99}`, value: <Span minutes={done?.p99} /> },
  ]
  return (
    <>
      <GroupTable
        caption={t.times}
        head={t.groups[group]}
        rows={[
          { key: 'all', name: t.everything, cells: cellsOf(about) },
          ...data.map((row) => ({ key: row.key ?? 'none', name: nameOf(row.key), cells: cellsOf(row) })),
        ]}
      />
      <p className="quiet">{t.limits}</p>
    </>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const t = useMessages(figureMessages)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const trends = useApi(getTaskTrends, trendsOf(search), { keep: true })
  const times = useApi(getResolutionTimes, timesOf(search), { keep: true })
  const set = (change: WorkSearch): void => void navigate({ search: { ...search, ...change } })
  return (
    <Screen
      title={places.workFigures.name}
      breadcrumb={<Breadcrumb name="workFigures" />}
      actions={
        <>
          <Link to="/sla" search={samePlaces(search)}>
            {places.sla.name}
          </Link>
          <Link to="/team-figures" search={samePlaces(search)}>
            {places.teamFigures.name}
          </Link>
        </>
      }
    >
      <FigureFilters search={search} onChange={set} />
      <Section title={t.flow} className="first">
        <QueryView of={trends} rows={7}>
          {(answer) => <Flow answer={answer} search={search} />}
        </QueryView>
        <Formulas>
          {[
            t.formulas.created,
            t.formulas.done,
            t.formulas.reopened,
            t.formulas.backlog,
            t.formulas.medianAge,
          ]}
        </Formulas>
      </Section>
      <Section
        title={t.times}
        actions={
          <FilterMenu
            label={t.groups[search.group ?? 'priority']}
            plain
            single
            none={false}
            choices={workGroups.map((value) => ({ value, label: t.groups[value] }))}
            chosen={[search.group ?? 'priority']}
            onChange={(chosen) => set({ group: workGroups.find((one) => one === chosen?.[0]) })}
          />
        }
      >
        <QueryView of={times} rows={5}>
          {(answer) => <Times answer={answer} search={search} />}
        </QueryView>
        <Formulas>{[t.formulas.done, t.formulas.firstAction, t.formulas.doneTime]}</Formulas>
      </Section>
    </Screen>
  )
}
