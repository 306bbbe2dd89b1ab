/** Shared by the task figures: filters, how figures are counted, and durations. */
import type { ReactNode } from 'react'
import { FindFilter } from '#desk-kit/find/find-filter.tsx'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { FilterBar, FilterMenu } from '#desk-kit/parts/filters.tsx'
import { PeriodFilter } from '#desk-kit/parts/period.tsx'
import { shortSpan } from '#i18n/times.ts'
import { type Period, useComparedText } from './compared.ts'
import { figureMessages } from './messages.ts'
import { type Filters, steps } from './search.ts'

interface FiltersProps<S extends Filters> {
  readonly search: S
  readonly onChange: (search: S) => void
  /** the page is about one building, so there is no building filter */
  readonly inBuilding?: boolean
  /** left out: true */
  readonly withSteps?: boolean
  readonly comparable?: boolean
}

export const FigureFilters = <S extends Filters>({
  search,
  onChange,
  inBuilding = false,
  withSteps = true,
  comparable = false,
}: FiltersProps<S>) => {
  const { words, period } = useMessages()
  const t = useMessages(figureMessages)
  const { from, to, compare, building, type, by } = search
  return (
    <FilterBar
      active={Boolean(from ?? to ?? compare ?? building ?? type ?? by)}
      onClear={() =>
        onChange({
          ...search,
          from: undefined,
          to: undefined,
          compare: undefined,
          building: undefined,
          type: undefined,
          by: undefined,
        })
      }
    >
      {inBuilding ? null : (
        <>
          <FindFilter
            label={words.building}
            from="buildingsOfTasks"
            single={false}
            chosen={building}
            onChange={(chosen) => onChange({ ...search, building: chosen })}
          />
          <FindFilter
            label={t.allTypes}
            from="types"
            single={false}
            chosen={type}
            onChange={(chosen) => onChange({ ...search, type: chosen })}
          />
        </>
      )}
      <PeriodFilter
        from={from}
        to={to}
        compare={compare}
        comparable={comparable}
        none={period.last({ days: 30 })}
        onChange={(days) => onChange({ ...search, compare: undefined, ...days })}
      />
      {withSteps ? (
        <FilterMenu
          label={t.step}
          single
          none={t.anyStep}
          choices={steps.map((step) => ({ value: step, label: t.steps[step] }))}
          chosen={by ? [by] : undefined}
          onChange={(chosen) => onChange({ ...search, by: steps.find((step) => step === chosen?.[0]) })}
        />
      ) : null}
    </FilterBar>
  )
}

interface About {
  readonly period: Period
  readonly freshness: string
}

/** Period, time zone and time of calculation of a figure, in words. */
export const useSource = (): ((about: About) => string) => {
  const t = useMessages(figureMessages)
  const { day, full } = useFormat()
  const comparedText = useComparedText()
  return ({ period, freshness }) => {
    const { from, to, timeZone } = period
    const made = t.made({ days: `${day(from)} – ${day(to)}`, zone: timeZone, at: full(freshness) })
    return [made, comparedText(period)].filter(Boolean).join(' ')
  }
}

export const Formulas = ({ children, tasks = true }: { children: readonly string[]; tasks?: boolean }) => {
  const t = useMessages(figureMessages)
  return (
    <details className="formulas">
      <summary>{t.how}</summary>
      {[...children, ...(tasks ? [t.merged] : [])].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </details>
  )
}

/** A duration in minutes. */
export const Span = ({ minutes }: { minutes: number | null | undefined }) => {
  const { locale } = useFormat()
  if (minutes === null || minutes === undefined) return <>–</>
  return <time>{shortSpan(minutes * 60_000, locale)}</time>
}

export interface Cell {
  readonly head: string
  readonly value: ReactNode
}

interface GroupTableProps {
  readonly caption: string
  readonly head: string
  readonly rows: readonly {
    readonly key: string
    readonly name: ReactNode
    readonly cells: readonly Cell[]
  }[]
}

/** Table of groups with their figures; stacks on a phone. */
export const GroupTable = ({ caption, head, rows }: GroupTableProps) => (
  <table className="table">
    <caption className="hidden">{caption}</caption>
    <thead>
      <tr>
        <th scope="col">{head}</th>
        {(rows[0]?.cells ?? []).map((cell) => (
          <th scope="col" className="end" key={cell.head}>
            {cell.head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.key}>
          <td data-label={head}>{row.name}</td>
          {row.cells.map((cell) => (
            <td key={cell.head} data-label={cell.head} className="end">
              {cell.value}
            </td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)
