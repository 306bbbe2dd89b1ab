/** Options that a source finds for the typed text, with the labels of the chosen values. */

import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import type { ApiError } from '#client/errors.ts'
import { useNames } from '../lib/language.tsx'
import { type Found, type Source, type SourceName, sourceOf } from './sources.ts'

const minute = 60_000

interface FoundNow {
  /** matches, in the order of the service */
  readonly found: readonly Found[]
  readonly more: boolean
  readonly error: ApiError | null
  /** by value; missing while a label is loading */
  readonly names: ReadonlyMap<string, string>
}

interface UseFoundOptions {
  readonly typed: string
  readonly chosen: readonly string[]
  /** false until the menu is opened */
  readonly enabled?: boolean
  /** id of the building to search in */
  readonly within?: string | undefined
}

export const useFound = (from: SourceName, options: UseFoundOptions): FoundNow => {
  const { type: typeName } = useNames()
  const [settled] = useDebouncedValue(options.typed.trim(), 250)
  const answer = useQuery<Awaited<ReturnType<Source['find']>>, ApiError>({
    queryKey: ['found', from, settled, options.within],
    queryFn: async ({ signal }) =>
      (await sourceOf(from)).find(settled, { signal, typeName, within: options.within }),
    enabled: options.enabled ?? true,
    placeholderData: keepPreviousData,
    staleTime: minute,
  })
  const found = answer.data?.found ?? []
  const settledIn = answer.data !== undefined || options.enabled === false
  const unseen = options.chosen.filter((value) => !found.some((one) => one.value === value))
  const chosen = useQueries({
    queries: unseen.map((value) => ({
      queryKey: ['found one', from, value, options.within],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await sourceOf(from)).one(value, { signal, typeName, within: options.within }),
      enabled: settledIn,
      staleTime: 10 * minute,
    })),
  })
  const known = [...found, ...chosen.flatMap(({ data }) => data ?? [])]
  return {
    found,
    more: answer.data?.more ?? false,
    error: answer.error,
    names: new Map(known.map(({ value, label }) => [value, label])),
  }
}
