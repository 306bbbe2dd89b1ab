/** Shared by all benchmarks: one database, the service as a separate process, tenants with places and tasks. */
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { limits } from '#contracts/kit/vocabulary.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import {
  call,
  type Prepared,
  password,
  prepareTenant,
  type Service,
  startService,
} from '#test/faults/service.ts'

export interface Stage {
  /** as the owner of the tables */
  readonly url: string
  /** of a role that bypasses row security */
  readonly superuserUrl: string
  /** pid of the postmaster, if it is ours */
  databasePid(): number | undefined
  /** Runs SQL as the superuser. */
  sql<R extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<R[]>
  /** Starts the service on this database. @param env in addition to the common settings */
  start(env?: Readonly<Record<string, string>>, nodeArguments?: readonly string[]): Promise<Service>
  close(): Promise<void>
}

/** The flags of `npm start`. */
export const nodeFlags = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../scripts/node-flags.json'), 'utf8'),
) as string[]

/** High limits instead of none, so that they are still counted. */
const rateLimits = JSON.stringify(
  Object.fromEntries(Object.keys(limits).map((name) => [name, { limit: 1_000_000, windowSeconds: 60 }])),
)

export const serviceSecret = 'a secret of the measurements'

export const serviceEnvironment: Readonly<Record<string, string>> = {
  RATE_LIMITS: rateLimits,
  TRUST_PROXY: '127.0.0.1/32',
  DEFAULT_PLAN: 'ENTERPRISE',
}

const openDatabase = async (
  folder: string,
): Promise<{ url: string; superuserUrl: string; pid(): number | undefined; close(): Promise<void> }> => {
  const given = process.env.DATABASE_URL
  if (!given) {
    const embedded = await startEmbedded({ dataDir: path.join(folder, 'database'), log: () => {} })
    const superuser = new URL(embedded.superuserUrl)
    superuser.pathname = new URL(embedded.url).pathname
    return {
      url: embedded.url,
      superuserUrl: superuser.href,
      pid: embedded.pid,
      close: () => embedded.stop(),
    }
  }
  const name = `wk_bench_${process.pid}`
  const run = async (text: string): Promise<void> => {
    const client = new pg.Client({ connectionString: given })
    await client.connect()
    await client.query(text).finally(() => client.end())
  }
  await run(`create database ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return {
    url: url.href,
    superuserUrl: url.href,
    pid: () => undefined,
    close: () => run(`drop database ${name} with (force)`),
  }
}

/**
 * Creates a database on DATABASE_URL, which is dropped at the end; without it, an embedded PostgreSQL in a
 * temporary folder.
 */
export const openStage = async (): Promise<Stage> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wk-bench-'))
  chmodSync(folder, 0o755)
  const database = await openDatabase(folder)
  const client = new pg.Client({ connectionString: database.superuserUrl })
  client.on('error', () => {})
  await client.connect()
  let services = 0
  return {
    url: database.url,
    superuserUrl: database.superuserUrl,
    databasePid: database.pid,
    sql: async <R extends pg.QueryResultRow>(text: string, values: unknown[] = []) =>
      (await client.query<R>(text, values)).rows,
    start: (env = {}, nodeArguments = []) =>
      startService(
        {
          ...serviceEnvironment,
          DATABASE_URL: database.url,
          DATA_DIR: path.join(folder, `service-${++services}`),
          SECRET: serviceSecret,
          ...env,
        },
        nodeArguments,
        path.join(import.meta.dirname, 'serve.ts'),
      ),
    close: async () => {
      await client.end()
      await database.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Runs `work` with a running service. */
export const withService = async <T>(
  stage: Stage,
  env: Readonly<Record<string, string>>,
  work: (service: Service) => Promise<T>,
  nodeArguments: readonly string[] = [],
): Promise<T> => {
  const service = await stage.start(env, nodeArguments)
  try {
    return await work(service)
  } finally {
    service.kill('SIGTERM')
    await service.ended
  }
}

/** A fresh access token, valid for 15 minutes. */
export const signIn = async (service: Service, tenant: Prepared): Promise<string> => {
  const { json } = await call<{ tokens: { accessToken: string } }>(service, 'POST', '/api/auth/login', {
    body: { email: tenant.email, password },
  })
  return json.data.tokens.accessToken
}

export const newTenant = (service: Service, amenities: number): Promise<Prepared> =>
  prepareTenant(service, amenities)

export const portOf = (service: { readonly url: string }): number => Number(new URL(service.url).port)

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

const patienceMs = 120_000

/**
 * @param question SQL for a count @param everyMs polling interval; polling affects the measurement @returns
 * milliseconds until the count is reached
 */
export const until = async (
  stage: Stage,
  question: string,
  wanted: (n: number) => boolean,
  everyMs: number,
): Promise<number> => {
  const began = performance.now()
  for (;;) {
    const [row] = await stage.sql<{ n: string }>(question)
    const taken = performance.now() - began
    if (wanted(Number(row?.n))) return taken
    if (taken > patienceMs) throw new Error(`After two minutes ${row?.n} still wait`)
    await delay(everyMs)
  }
}
