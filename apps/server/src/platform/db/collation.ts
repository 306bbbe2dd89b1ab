/** Indexes on names use the server's ICU library, whose order can change with its version. */
import type pg from 'pg'

const changedText = `select oid from pg_collation where collname = 'natural_order'
  and collversion is distinct from pg_collation_actual_version(oid)`

const indexesText = `select indexrelid::regclass::text as name from pg_index where $1::oid = any(indcollation::oid[])`

/** Rebuilds indexes on names if the server's ICU version differs from the one that built them. */
export const followCollation = async (client: pg.Client): Promise<readonly string[]> => {
  const [changed] = (await client.query<{ oid: string }>(changedText)).rows
  if (!changed) return []
  const { rows } = await client.query<{ name: string }>(indexesText, [changed.oid])
  for (const { name } of rows) await client.query(`reindex index concurrently ${name}`)
  await client.query('alter collation natural_order refresh version')
  return rows.map(({ name }) => name)
}
