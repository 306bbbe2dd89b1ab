/** The real application on a real database; only time, email and storage are replaced. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import { limits } from '#contracts/kit/vocabulary.ts'
import { type Built, build } from '../build.ts'
import { readConfig } from '../src/platform/config.ts'
import type { MailMessage } from '../src/platform/mail/transport.ts'
import type { Module } from '../src/platform/module.ts'
import { openLog } from '../start.ts'
import { noteCalls } from './called.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { shared } from './shared.ts'

if (process.env.TEST_CALLED) noteCalls(process.env.TEST_CALLED)

export interface TestClock {
  now(): Date
  /** moves the test clock */
  advance(milliseconds: number): void
  set(at: Date): void
  /** Stops the clock until the test ends, so that comparisons and exact seconds do not depend on load. */
  stand(test: { after(end: () => void): void }): void
}

export interface Reply<T = unknown> {
  readonly status: number
  readonly headers: Headers
  /** the parsed JSON; undefined for other content */
  readonly json: {
    success: boolean
    data: T
    error: string
    code: string
    total: number
    totalPages: number
    details?: { path: string; message: string }[]
  }
  readonly text: string
  readonly bytes: Uint8Array
}

export interface CallOptions {
  readonly token?: string | undefined
  /** value of X-System-Secret */
  readonly secret?: string | undefined
  /** an API key */
  readonly key?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
  /** the visitor's address, as sent by a trusted proxy */
  readonly from?: string
}

export interface TestServer {
  readonly base: string
  readonly built: Built
  readonly clock: TestClock
  readonly mails: MailMessage[]
  readonly database: TestDatabase
  readonly dataDir: string
  /** run before the server is stopped and its database dropped */
  readonly beforeEnd: (() => Promise<void>)[]
  call<T = unknown>(method: string, path: string, options?: CallOptions): Promise<Reply<T>>
  /** runs all waiting jobs */
  drain(): Promise<void>
}

export const systemSecret = 'system-secret-of-the-tests-40-bytes-long'

/** High enough not to be reached by accident; tests of limits set `limits: 'spec'`. */
const generous = JSON.stringify(
  Object.fromEntries(Object.keys(limits).map((name) => [name, { limit: 100_000, windowSeconds: 60 }])),
)

export interface TestServerOptions {
  readonly limits?: 'spec' | 'generous'
  readonly env?: Record<string, string>
  /** start time of the clock; default: real time */
  readonly startAt?: Date
  /** default: as long as a statement may take, for load tests on a busy machine */
  readonly lockMs?: number
  readonly worker?: boolean
  /** default: any free port */
  readonly port?: number
  readonly freeBytes?: () => Promise<number>
  /** gets every log line, at the finest level */
  readonly onLog?: (line: string) => void
  /** counts limits in the database, as with DATABASE_URL, instead of in memory */
  readonly sharedLimits?: boolean
  /** a second instance beside this one: same database, files and clock, and the same limits if those are shared */
  readonly beside?: TestServer
  /** writes emails to DATA_DIR/mail, as in a demo, instead of `mails` */
  readonly mailFolder?: boolean
  /**
   * no sharing with other test files, for tests that change or count what all tenants share; default: whether `env`
   * is given
   */
  readonly own?: boolean
  /** beside those of the product */
  readonly moreModules?: readonly Module[]
}

const openClock = (startAt: Date | undefined): TestClock => {
  let offset = startAt ? startAt.getTime() - Date.now() : 0
  let since: number | undefined
  const passed = (): number => since ?? Date.now()
  return {
    now: () => new Date(passed() + offset),
    advance: (milliseconds) => {
      offset += milliseconds
    },
    set: (at) => {
      offset = at.getTime() - passed()
    },
    stand: (test) => {
      since = Date.now()
      test.after(() => {
        offset += passed() - Date.now()
        since = undefined
      })
    },
  }
}

type Opened = readonly [TestServer, end: () => Promise<void>]

const open = async (options: TestServerOptions): Promise<Opened> => {
  const { beside } = options
  const database = beside?.database ?? (await createTestDatabase())
  const dataDir = beside?.dataDir ?? (await mkdtemp(path.join(tmpdir(), 'wellkept-test-')))
  const clock = beside?.clock ?? openClock(options.startAt)
  const sharedLimits = options.sharedLimits ?? beside?.built.platform.config.databaseUrl !== undefined
  const mails: MailMessage[] = []
  const config = readConfig({
    PORT: '3000',
    BASE_URL: 'http://localhost:3000',
    DATA_DIR: dataDir,
    SYSTEM_SECRET: systemSecret,
    SECRET: 'test-secret-of-sufficient-length-0123456789',
    LOG_LEVEL: process.env.LOG_LEVEL ?? 'silent',
    CHECK_REPLIES: '1',
    TRUST_PROXY: '127.0.0.0/8,::1/128',
    RATE_LIMITS: options.limits === 'spec' ? 'on' : generous,
    ROLE: options.worker === false ? 'http' : 'all',
    SEED: 'none',
    // Nothing listens there; tests that talk with Slack start one of their own.
    SLACK_CLIENT_ID: 'client',
    SLACK_CLIENT_SECRET: 'client-secret',
    SLACK_SIGNING_SECRET: 'signing-secret',
    SLACK_API_URL: 'http://127.0.0.1:9/api/',
    ...(sharedLimits ? { DATABASE_URL: database.url } : {}),
    ...options.env,
  })
  const built = await build({
    config,
    databaseUrl: database.url,
    log: options.onLog
      ? openLog({ ...config, logLevel: 'trace' }, { write: options.onLog })
      : openLog(config),
    clock,
    waitMs: 30_000,
    lockMs: options.lockMs ?? 0,
    ...(options.moreModules ? { moreModules: options.moreModules } : {}),
    ...(options.freeBytes ? { freeBytes: options.freeBytes } : {}),
    ...(options.mailFolder
      ? {}
      : {
          mail: {
            send: async (message) => void mails.push(message),
            check: async () => {},
            close: () => {},
          },
        }),
  })
  await built.app.listen({ port: options.port ?? 0, host: '127.0.0.1' })
  const address = built.app.server.address()
  const base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
  const end = async (): Promise<void> => {
    await built.close()
    if (beside) return
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  }
  const server: TestServer = {
    base,
    built,
    clock,
    mails,
    database,
    dataDir,
    beforeEnd: [],
    drain: async () => {
      if (!built.worker) throw new Error('This server has no worker')
      await built.worker.drain()
    },
    call: async (method, target, { token, secret, key, body, headers, from } = {}) => {
      const response = await fetch(base + target, {
        method,
        redirect: 'manual',
        headers: {
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(key ? { 'x-api-key': key } : {}),
          ...(secret ? { 'x-system-secret': secret } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(from ? { 'x-forwarded-for': from } : {}),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : {
              body:
                typeof body === 'string' || body instanceof Uint8Array
                  ? (body as string | Uint8Array<ArrayBuffer>)
                  : JSON.stringify(body),
            }),
      })
      // Streams are not read here; test/live.ts reads them.
      const isStream = response.headers.get('content-type')?.startsWith('text/event-stream')
      if (isStream) await response.body?.cancel()
      const bytes = isStream ? new Uint8Array() : new Uint8Array(await response.arrayBuffer())
      const text = new TextDecoder().decode(bytes)
      const isJson = response.headers.get('content-type')?.includes('application/json')
      return {
        status: response.status,
        headers: response.headers,
        json: isJson && text ? JSON.parse(text) : undefined,
        text,
        bytes,
      }
    },
  }
  return [server, end]
}

/** The shared server for files with equal options, reset: no emails, real time. */
const openShared = async ({ worker, env = {} }: TestServerOptions): Promise<TestServer | undefined> => {
  const key = JSON.stringify([worker, Object.entries(env).sort()])
  const server = await shared(key, () => open({ ...(worker === undefined ? {} : { worker }), env }))
  server?.mails.splice(0)
  server?.clock.set(new Date())
  return server && { ...server, beforeEnd: [] }
}

const isShareable = ({ own, env, worker: _, ...others }: TestServerOptions): boolean =>
  !(own ?? env !== undefined) && Object.keys(others).length === 0

/**
 * Starts the application for a test file or a test, and stops it and drops its database afterwards. Files of one
 * process that need no more than a worker and settings share one.
 */
export const startTestServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const sharedOne = isShareable(options) ? await openShared(options) : undefined
  const [server, end] = sharedOne ? [sharedOne, async () => {}] : await open(options)
  const { beside } = options
  if (beside) beside.beforeEnd.push(end)
  else
    after(async () => {
      for (const first of server.beforeEnd) await first()
      await end()
    })
  return server
}
