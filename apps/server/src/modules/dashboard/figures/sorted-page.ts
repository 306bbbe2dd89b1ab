/** Sorts and pages figures in memory: buildings, amenities, issues; not rows whose number grows over time. */

import { compareNames } from '#server/platform/compare-names.ts'
import { pageBounds } from '#server/platform/db/lists.ts'

type Value = string | number | null

/** Text in locale order; null is last in both directions. */
const compare = (a: Value, b: Value, descending: boolean): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  const order = typeof a === 'string' ? compareNames(a, String(b)) : a - Number(b)
  return descending ? -order : order
}

interface PageQuery {
  readonly page?: number
  readonly pageSize?: number
}

/**
 * @param sort a field, `-` for descending
 * @param tie the field that decides between equals
 */
export const sortedPage = <T extends object>(
  all: readonly T[],
  query: PageQuery,
  sort: string,
  tie: keyof T,
): { items: T[]; total: number } => {
  const descending = sort.startsWith('-')
  const field = (descending ? sort.slice(1) : sort) as keyof T
  const { limit, offset } = pageBounds(query)
  const items = all
    .toSorted(
      (a, b) => compare(a[field] as Value, b[field] as Value, descending) || (a[tie] < b[tie] ? -1 : 1),
    )
    .slice(offset, offset + limit)
  return { items, total: all.length }
}
