/** Plain SQL, forward only, each file in its own transaction; several instances may start at once. */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'

const folder = path.resolve(import.meta.dirname, '../../../migrations')
const lockKey = 7_261_001

/** @returns names of the migrations that were applied now */
export const migrate = async (url: string): Promise<string[]> => {
  const client = new pg.Client({ connectionString: url, application_name: 'wellkept-migrate' })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    await client.query(
      'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<{ name: string }>('select name from schema_migration')
    const known = new Set(rows.map((row) => row.name))
    const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
    const newest = files.at(-1)
    for (const name of known) {
      if (newest && name > newest)
        throw new Error(`The database is newer than this program: it knows migration ${name}`)
    }
    const applied: string[] = []
    for (const name of files) {
      if (known.has(name)) continue
      await client.query('begin')
      try {
        await client.query(await readFile(path.join(folder, name), 'utf8'))
        await client.query('insert into schema_migration (name) values ($1)', [name])
        await client.query('commit')
      } catch (error) {
        await client.query('rollback')
        throw new Error(
          `Migration ${name} failed: ${error instanceof Error ? error.message : String(error)}`,
          { cause: error },
        )
      }
      applied.push(name)
    }
    return applied
  } finally {
    // Ending the session frees the lock.
    await client.end()
  }
}
