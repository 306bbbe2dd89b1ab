/** Query of a list for an address. */
import type { CallInput } from '#client/types.ts'
import { type ListEndpoint, type SearchOf, valuesOf } from '../lib/contract.ts'

const pageSize = 50

/** The order from the address, else the list's default, else the contract's first. */
export const orderOf = <E extends ListEndpoint>(
  reads: E,
  search: SearchOf<E>,
  own: string | undefined,
): string | undefined => (search as { readonly sort?: string }).sort ?? own ?? valuesOf(reads, 'sort')[0]

export const listQuery = <E extends ListEndpoint>(
  reads: E,
  search: SearchOf<E>,
  own: string | undefined,
): CallInput<E> => {
  const { columns: _, ...query } = search
  return { query: { ...query, sort: orderOf(reads, search, own), pageSize } } as unknown as CallInput<E>
}
