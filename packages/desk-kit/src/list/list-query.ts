/** Query of a list for an address. */
import type { CallInput } from '#client/types.ts'
import { type ListEndpoint, parametersOf, type SearchOf, valuesOf } from '../lib/contract.ts'
import { plusDays, startOfDay } from '../lib/days.ts'
import { readerNow } from '../lib/reader.ts'

const pageSize = 50

/** The order from the address, else the list's default, else the contract's first. */
export const orderOf = <E extends ListEndpoint>(
  reads: E,
  search: SearchOf<E>,
  own: string | undefined,
): string | undefined => (search as { readonly sort?: string }).sort ?? own ?? valuesOf(reads, 'sort')[0]

/** The days of an address as instants, for a contract that takes no days. */
const instantsOf = (reads: ListEndpoint, { from, to }: { from?: string; to?: string }): object => {
  if (parametersOf(reads).from?.['x-format'] !== 'instant') return {}
  const { timeZone } = readerNow()
  return {
    from: from && startOfDay(from, timeZone),
    to: to && startOfDay(plusDays(to, 1), timeZone),
  }
}

export const listQuery = <E extends ListEndpoint>(
  reads: E,
  search: SearchOf<E>,
  own: string | undefined,
): CallInput<E> => {
  const { columns: _, ...query } = search
  const days = instantsOf(reads, query as object)
  return {
    query: { ...query, ...days, sort: orderOf(reads, search, own), pageSize },
  } as unknown as CallInput<E>
}
