/** What every list needs: bounds of the page, a closed set of orders, literal search. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'

/** Page 1 and 20 rows where the client says nothing. */
export const pageBounds = (query: {
  readonly page?: number
  readonly pageSize?: number
}): { limit: number; offset: number } => {
  const limit = query.pageSize ?? 20
  // An offset beyond any table: PostgreSQL's bigint holds it, and the page is empty.
  return { limit, offset: ((query.page ?? 1) - 1) * limit }
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

/** Whether a name holds the text, whatever the case and accents of both. */
export const nameHas = (column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`strpos(fold_name(${column}), fold_name(${text}::text)) > 0`

/** A pattern for ILIKE that matches the text itself anywhere. */
export const containing = (text: string): string => `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`

/** What was typed of a place: "washroom level 3" is found where all three words stand, in any order. */
export const wordsOf = (text: string): string[] => {
  const words = text.split(/[\s,·]+/u).filter((word) => word !== '')
  return words.length > 0 ? words : [text]
}
