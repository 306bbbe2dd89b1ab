/** Where a list stands: its address, what is picked, which layer is open. */
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type ListEndpoint, parametersOf, type SearchOf } from '../lib/contract.ts'

export interface ListState<E extends ListEndpoint> {
  readonly search: SearchOf<E>
  /** another choice, from the first page on; what was picked is let go; `replace`: Back leads to before the last one */
  readonly set: (change: SearchOf<E>, replace?: boolean) => void
  /** no filter; the order and the columns stay */
  readonly clear: () => void
  readonly filtered: boolean
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
    picked,
    pick,
  }
}
