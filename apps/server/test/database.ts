/** A database for each test file, cloned from a template that was migrated once. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { cronJobs, subscribers } from '../build.ts'
import { distribute, setForCluster } from '../src/platform/db/distribute.ts'
import { prepareDatabase } from '../src/platform/db/prepare.ts'

const migrations = path.resolve(import.meta.dirname, '../migrations')

const serverUrl = (): string => {
  const url = process.env.TEST_DATABASE_URL ?? process.env.DATABASE_URL
  if (!url)
    throw new Error(
      'TEST_DATABASE_URL must name a PostgreSQL server on which databases may be made; npm test sets it',
    )
  return url
}

const urlOf = (name: string): string => {
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return url.href
}

const withServer = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The name depends on the migrations. */
export const templateName = async (): Promise<string> => {
  const hash = createHash('sha1')
  for (const name of (await readdir(migrations)).sort())
    hash.update(name).update(await readFile(path.join(migrations, name)))
  for (const { name } of [...subscribers, ...cronJobs]) hash.update(name)
  return `wk_template_${hash.digest('hex').slice(0, 12)}`
}

const connected = async (url: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await work(client).finally(() => client.end())
}

/** With TEST_DISTRIBUTED the server is a Citus cluster of one node, whose databases are cloned with their shards. */
const distributeTemplate = (url: string): Promise<void> =>
  connected(url, async (client) => {
    await client.query('create extension citus')
    await client.query("select citus_set_coordinator_host('localhost', current_setting('port')::int)")
    await client.query(
      "select citus_set_node_property('localhost', current_setting('port')::int, 'shouldhaveshards', true)",
    )
    // More than one, since a query that leaves out the tenant is one of a single shard too where there is only one.
    await distribute(client, 2)
  })

const makeTemplate = async (client: pg.Client, name: string): Promise<void> => {
  await client.query('select pg_advisory_lock(7261002)')
  try {
    const { rowCount } = await client.query(
      'select from pg_database where datname = $1 and datallowconn = false',
      [name],
    )
    if (rowCount) return
    await client.query(`drop database if exists ${name} with (force)`)
    await client.query(`create database ${name}`)
    await prepareDatabase(urlOf(name), subscribers, cronJobs)
    if (process.env.TEST_DISTRIBUTED) await distributeTemplate(urlOf(name))
    await client.query(`alter database ${name} allow_connections false`)
    // Citus keeps connections of its own, and a template must have none.
    if (process.env.TEST_DISTRIBUTED)
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name])
  } finally {
    await client.query('select pg_advisory_unlock(7261002)')
  }
}

export interface TestDatabase {
  /** as the owner of the tables */
  readonly url: string
  /** of the server, not of one database */
  readonly serverUrl: string
  drop(): Promise<void>
}

/** In memory copying files is much faster than logging them; on a disk it is slower. */
const strategy = process.env.TEST_IN_MEMORY ? 'strategy file_copy' : ''

export const createTestDatabase = async (): Promise<TestDatabase> => {
  const template = await templateName()
  const name = `wk_test_${process.pid}_${Date.now().toString(36)}_${Math.random().toString(36).slice(2, 8)}`
  await withServer(async (client) => {
    await makeTemplate(client, template)
    await client.query(`create database ${name} template ${template} ${strategy}`)
  })
  if (process.env.TEST_DISTRIBUTED) await connected(urlOf(name), setForCluster)
  return {
    url: urlOf(name),
    serverUrl: serverUrl(),
    drop: () =>
      withServer(async (client) => void (await client.query(`drop database if exists ${name} with (force)`))),
  }
}
