/** Reads every table and index of a restored database for damage (amcheck). */
import pg from 'pg'

const indexesText = `select c.oid::regclass::text as name, bt_index_check(c.oid, false)
  from pg_index i join pg_class c on c.oid = i.indexrelid join pg_am a on a.oid = c.relam
  where a.amname = 'btree' and c.relkind = 'i' and i.indisvalid and i.indisready and c.relpersistence = 'p'`
const tablesText = `select c.oid::regclass::text as name, v.msg from pg_class c
  cross join lateral verify_heapam(c.oid) v
  where c.relkind in ('r', 't', 'm') and c.relpersistence = 'p' limit 1`

/**
 * @param url of the database, as a superuser
 * @throws Error naming what is damaged
 */
export const checkDatabase = async (url: string): Promise<void> => {
  const client = new pg.Client({ connectionString: url, application_name: 'wellkept restore' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    // Rolled back, so that the extension does not stay.
    await client.query('begin')
    await client.query('create extension amcheck')
    const { rows } = await client.query<{ name: string; msg: string }>(tablesText)
    const [damaged] = rows
    if (damaged) throw new Error(`The restored table ${damaged.name} is damaged: ${damaged.msg}`)
    await client.query(indexesText).catch((cause: unknown) => {
      throw new Error(`A restored index is damaged: ${cause instanceof Error ? cause.message : cause}`, {
        cause,
      })
    })
    await client.query('rollback')
  } finally {
    await client.end()
  }
}
