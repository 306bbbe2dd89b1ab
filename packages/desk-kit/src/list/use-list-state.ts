/** State of a list: filters in its address and selected rows. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type ListEndpoint, parametersOf, type SearchOf } from '../lib/contract.ts'
import { countSet } from '../lib/search.ts'

export interface ListState<E extends ListEndpoint> {
  readonly search: SearchOf<E>
  /** changes filters, returns to the first page and clears the selection; `replace`: replaces the history entry */
  readonly set: (change: SearchOf<E>, replace?: boolean) => void
  /** clears the filters; order and columns stay */
  readonly clear: () => void
  readonly filtered: boolean
  /** number of filters that are set, without the search */
  readonly count: number
  readonly picked: ReadonlySet<string>
  readonly pick: (ids: ReadonlySet<string>) => void
}

const noFilters = ['page', 'sort', 'pageSize']

export const useListState = <E extends ListEndpoint>(reads: E): ListState<E> => {
  const search = useSearch({ strict: false } as never) as SearchOf<E>
  const navigate = useNavigate()
  const [picked, pick] = useState<ReadonlySet<string>>(new Set())
  const set = useCallback(
    (change: SearchOf<E>, replace = false): void => {
      pick(new Set())
      void navigate({
        to: '.',
        search: ((before: object) => ({ ...before, page: undefined, ...change })) as never,
        replace,
      })
    },
    [navigate],
  )
  const filters = Object.keys(parametersOf(reads)).filter((name) => !noFilters.includes(name))
  const values = search as Readonly<Record<string, unknown>>
  return {
    search,
    set,
    clear: () => set(Object.fromEntries(filters.map((name) => [name, undefined])) as SearchOf<E>),
    filtered: filters.some((name) => values[name] !== undefined),
    count: countSet(Object.fromEntries(filters.map((name) => [name, values[name]]))),
    picked,
    pick,
  }
}
