/** Renders the declared filters. */
import { useCallback } from 'react'
import { FindFilter } from '../find/find-filter.tsx'
import { type ListEndpoint, parametersOf, type SearchOf, valuesOf } from '../lib/contract.ts'
import { FilterMenu, SearchField, ToggleFilter } from '../parts/filters.tsx'
import { PeriodFilter } from '../parts/period.tsx'
import type { Filter, ListDeclaration } from './declaration.ts'
import type { ListState } from './use-list-state.ts'

type Values = Readonly<Record<string, unknown>>

const asList = (value: unknown): string[] | undefined =>
  value === undefined ? undefined : Array.isArray(value) ? value.map(String) : [String(value)]

interface OneFilterProps<E extends ListEndpoint> {
  readonly reads: E
  readonly filter: Filter<E>
  readonly values: Values
  readonly change: (values: Values) => void
}

const OneFilter = <E extends ListEndpoint>({ reads, filter, values, change }: OneFilterProps<E>) => {
  if ('period' in filter) {
    const [from] = asList(values.from) ?? []
    const [to] = asList(values.to) ?? []
    const comparable = 'compare' in parametersOf(reads)
    return (
      <PeriodFilter
        from={from}
        to={to}
        compare={values.compare === 'YEAR_BEFORE' ? 'YEAR_BEFORE' : undefined}
        comparable={comparable}
        none={filter.label}
        onChange={(days) =>
          change({ from: days.from, to: days.to, ...(comparable ? { compare: days.compare } : {}) })
        }
      />
    )
  }
  const { of } = filter
  const value = values[of]
  if ('named' in filter) {
    if (value === undefined) return null
    return (
      <ToggleFilter label={filter.named(String(value))} on onChange={() => change({ [of]: undefined })} />
    )
  }
  if ('pressed' in filter) {
    return (
      <ToggleFilter
        label={filter.label}
        on={value === filter.pressed}
        onChange={(on) => change({ [of]: on ? filter.pressed : undefined })}
      />
    )
  }
  const several = parametersOf(reads)[of]?.type === 'array'
  const choose = (chosen: string[] | undefined): void => change({ [of]: several ? chosen : chosen?.[0] })
  const common = { label: filter.label, chosen: asList(value), onChange: choose }
  if ('from' in filter) {
    return <FindFilter {...common} from={filter.from} single={filter.single ?? !several} />
  }
  const choices =
    'words' in filter
      ? valuesOf(reads, of).map((one) => ({ value: one, label: filter.words[one] ?? one }))
      : filter.choices
  return <FilterMenu {...common} choices={choices} single={!several} />
}

interface ListFiltersProps<E extends ListEndpoint> {
  readonly reads: E
  readonly declared: Pick<ListDeclaration<E>, 'search' | 'filters'>
  readonly state: ListState<E>
}

export const ListSearch = <E extends ListEndpoint>({
  declared,
  state,
}: Pick<ListFiltersProps<E>, 'declared' | 'state'>) => {
  const { set } = state
  const setText = useCallback((q: string | undefined) => set({ q } as unknown as SearchOf<E>, true), [set])
  return declared.search ? (
    <SearchField label={declared.search} value={asList((state.search as Values).q)?.[0]} onChange={setText} />
  ) : null
}

export const ListFilters = <E extends ListEndpoint>({ reads, declared, state }: ListFiltersProps<E>) => {
  const values = state.search as Values
  const change = state.set as (values: Values) => void
  return (
    <>
      {(declared.filters ?? []).map((filter) => (
        <OneFilter
          key={'period' in filter ? 'period' : `${filter.of}${'pressed' in filter ? filter.label : ''}`}
          reads={reads}
          filter={filter}
          values={values}
          change={change}
        />
      ))}
    </>
  )
}
