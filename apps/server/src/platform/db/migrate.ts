/**
 * Migrations: plain SQL, forward only, with options in the head comment: `-- outside a transaction`, `-- breaks: …`
 * (CONTRIBUTING). Requests go on meanwhile and queue behind a waiting lock, so a migration waits for locks only
 * briefly.
 */
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

export interface MigrateOptions {
  readonly folder?: string
  /** lock timeout of one try */
  readonly lockMs?: number
  readonly tries?: number
  /** pause between tries, in which requests that waited go on */
  readonly pauseMs?: number
}

interface Migration {
  readonly name: string
  readonly text: string
  readonly outside: boolean
  /** why older program versions must not run with it; null: they can */
  readonly breaks: string | null
}

const migrations = path.resolve(import.meta.dirname, '../../../migrations')

const readMigration = async (folder: string, name: string): Promise<Migration> => {
  const text = await readFile(path.join(folder, name), 'utf8')
  const head = /^(?:--.*\n)*/.exec(text)?.[0] ?? ''
  return {
    name,
    text,
    outside: text.startsWith('-- outside a transaction\n'),
    breaks: /^-- breaks: (.+)$/m.exec(head)?.[1] ?? null,
  }
}

/** File names of the migrations that this program knows, in their order. */
export const migrationNames = async (folder = migrations): Promise<string[]> =>
  (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()

interface AppliedMigration {
  readonly name: string
  readonly breaks: string | null
}

/** Adds the column only if it is missing, so that a start without migrations takes no lock. */
const knownMigrations = async (client: pg.Client): Promise<readonly AppliedMigration[]> => {
  await client.query(
    'create table if not exists schema_migration (name text primary key, applied_at timestamptz not null default now())',
  )
  const { rowCount } = await client.query(
    "select from pg_attribute where attrelid = 'schema_migration'::regclass and attname = 'breaks'",
  )
  if (!rowCount) await client.query('alter table schema_migration add column breaks text')
  return (await client.query<AppliedMigration>('select name, breaks from schema_migration order by name'))
    .rows
}

const recordApplied = (client: pg.Client, { name, breaks }: Migration): Promise<unknown> =>
  client.query('insert into schema_migration (name, breaks) values ($1, $2)', [name, breaks])

const runInside = async (client: pg.Client, migration: Migration, lockMs: number): Promise<void> => {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${lockMs}`)
    await client.query(migration.text)
    await recordApplied(client, migration)
    await client.query('commit')
  } catch (error) {
    // If the connection is gone there is nothing to roll back; the original error is reported.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const concurrently = /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:(if not exists)\s+(\w+))?/i

/** Runs the statements one by one; each must be repeatable, since an interrupted migration starts again. */
const runOutside = async (client: pg.Client, migration: Migration, lockMs: number): Promise<void> => {
  const statements = migration.text
    .replaceAll(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
  try {
    for (const statement of statements) {
      if (statement.includes('$$')) throw new Error('Create functions in a transaction')
      const index = concurrently.exec(statement)
      if (index && !index[1]) throw new Error('CREATE INDEX CONCURRENTLY needs IF NOT EXISTS')
      // A concurrent build blocks nobody while it waits, so it needs no lock timeout.
      await client.query(`set lock_timeout = ${/\bconcurrently\b/i.test(statement) ? 0 : lockMs}`)
      if (index) {
        const { rowCount } = await client.query(
          'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
          [index[2]],
        )
        if (rowCount) await client.query(`drop index concurrently if exists ${index[2]}`)
      }
      await client.query(statement)
    }
    await recordApplied(client, migration)
  } finally {
    await client.query('reset lock_timeout').catch(() => {})
  }
}

const hasNoLock = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03'

const run = async (
  client: pg.Client,
  migration: Migration,
  { lockMs = 5000, tries = 6, pauseMs = 1000 }: MigrateOptions,
): Promise<void> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await (migration.outside ? runOutside : runInside)(client, migration, lockMs)
    } catch (cause) {
      if (hasNoLock(cause) && attempt < tries) {
        await delay(pauseMs)
        continue
      }
      const reason = cause instanceof Error ? cause.message : String(cause)
      const message = hasNoLock(cause)
        ? `${reason}. Tried ${tries} times for ${lockMs / 1000} s each: another transaction holds the lock (see pg_stat_activity). Start again when it has ended`
        : reason
      throw new Error(`Migration ${migration.name} failed: ${message}`, { cause })
    }
  }
}

/** Migrations that this program does not know and that break it. @throws Error with their names and effects */
const assertFits = (known: readonly AppliedMigration[], files: readonly string[]): void => {
  const breaking = known.filter(({ name, breaks }) => breaks !== null && !files.includes(name))
  if (breaking.length === 0) return
  const message = breaking.map(({ name, breaks }) => `${name} (${breaks})`).join(', ')
  throw new Error(
    `The database is newer than this program and no longer fits it: ${message}. Start a newer version of the program`,
  )
}

export interface PendingMigration extends Pick<Migration, 'name' | 'outside' | 'breaks'> {
  /** first sentence of its head comment, empty if it has none */
  readonly about: string
}

/** The first sentence of the head comment, without the lines that are options. */
const aboutOf = (text: string): string => {
  const head = /^(?:--.*\n)*/.exec(text)?.[0] ?? ''
  const lines = head.split('\n').map((line) => line.replace(/^-- ?/, ''))
  const words = lines.filter((line) => line !== 'outside a transaction' && !line.startsWith('breaks: '))
  return (/^.*?[.:](?=\s|$)|^.*$/.exec(words.join(' ').trim())?.[0] ?? '').replace(/:$/, '')
}

/**
 * What `migrate` would apply; changes nothing.
 * @throws Error as `migrate`
 */
export const pendingMigrations = async (
  client: pg.Client,
  folder = migrations,
): Promise<PendingMigration[]> => {
  const { rows } = await client.query<{ there: boolean; breaks: boolean }>(
    `select to_regclass('schema_migration') is not null as there, exists (select from pg_attribute
       where attrelid = to_regclass('schema_migration') and attname = 'breaks') as breaks`,
  )
  const columns = rows[0]?.breaks ? 'name, breaks' : 'name, null as breaks'
  const known = rows[0]?.there
    ? (await client.query<AppliedMigration>(`select ${columns} from schema_migration`)).rows
    : []
  const files = await migrationNames(folder)
  assertFits(known, files)
  const pending = files.filter((name) => !known.some((one) => one.name === name))
  const read = await Promise.all(pending.map((name) => readMigration(folder, name)))
  return read.map(({ name, outside, breaks, text }) => ({ name, outside, breaks, about: aboutOf(text) }))
}

/**
 * @returns names of the migrations applied now
 * @throws Error if the database has a migration that this program does not know and that breaks it
 */
export const migrate = async (client: pg.Client, options: MigrateOptions = {}): Promise<string[]> => {
  const { folder = migrations } = options
  const known = await knownMigrations(client)
  const files = await migrationNames(folder)
  assertFits(known, files)
  const applied: string[] = []
  for (const name of files) {
    if (known.some((one) => one.name === name)) continue
    await run(client, await readMigration(folder, name), options)
    applied.push(name)
  }
  return applied
}
