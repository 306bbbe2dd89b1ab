/** Shared by all lists: page bounds, sort orders, text search. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Default: page 1, 20 rows. */
export const pageBounds = (query: {
  readonly page?: number
  readonly pageSize?: number
}): { limit: number; offset: number } => {
  const limit = query.pageSize ?? 20
  // A huge offset fits PostgreSQL's bigint and gives an empty page.
  return { limit, offset: ((query.page ?? 1) - 1) * limit }
}

/** By the value that `sort` names, `-` for descending; without it as they are. */
export const inOrder = <T>(
  items: readonly T[],
  sort: string | undefined,
  keyOf: (item: T) => string | number,
): readonly T[] => {
  if (sort === undefined) return items
  const direction = sort.startsWith('-') ? -1 : 1
  return items.toSorted((a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    if (one === other) return 0
    return one < other ? -direction : direction
  })
}

/** The page of a list that is short enough to be held in memory. */
export const pageOf = <T>(
  items: readonly T[],
  query: { readonly page?: number; readonly pageSize?: number },
): { items: readonly T[]; total: number } => {
  const { limit, offset } = pageBounds(query)
  return { items: items.slice(offset, offset + limit), total: items.length }
}

/** `-name` → the column of `name`, descending. */
export const orderBy = <const C extends Readonly<Record<string, string>>>(
  sort: string,
  columns: C,
): { column: C[keyof C]; direction: 'asc' | 'desc' } => {
  const descending = sort.startsWith('-')
  const column = columns[descending ? sort.slice(1) : sort]
  if (column === undefined) throw new Error(`There is no order ${sort}`)
  return { column: column as C[keyof C], direction: descending ? 'desc' : 'asc' }
}

/** Whether a name contains the text, ignoring case and accents. */
export const nameHas = (column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`strpos(fold_name(${column}), fold_name(${text}::text)) > 0`

/** An ILIKE pattern that matches the literal text anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** Splits a search for a place: "washroom level 3" matches if all three words occur, in any order. */
export const wordsOf = (text: string): string[] => {
  const words = text.split(/[\s,·]+/u).filter((word) => word !== '')
  return words.length > 0 ? words : [text]
}
