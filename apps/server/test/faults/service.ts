/** The real service as its own process, to be killed, and simple HTTP calls to it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { readCredentials } from '#server/platform/db/embedded/credentials.ts'
import { knownHome } from '#server/platform/db/embedded/home.ts'
import { ownerUrl, superuserUrl } from '#server/platform/db/embedded/roles.ts'

const main = path.resolve(import.meta.dirname, '../../main.ts')

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
}

export interface Service {
  readonly pid: number
  readonly url: string
  /** its output so far, both streams */
  output(): string
  readonly ended: Promise<Ended>
  isRunning(): boolean
  kill(signal: NodeJS.Signals): void
}

/** Variables of the shell must not affect the service. */
export const cleanEnvironment = (): Record<string, string> => ({
  PATH: process.env.PATH ?? '',
  TMPDIR: tmpdir(),
  HOME: process.env.HOME ?? tmpdir(),
  // The compile cache, as with `npm start`.
  ...(process.env.NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE } : {}),
})

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

export interface Launched {
  readonly pid: number
  output(): string
  readonly ended: Promise<Ended>
  isRunning(): boolean
  kill(signal: NodeJS.Signals): void
}

/** Starts the service without waiting. @param env added to an empty environment */
export const launch = (
  env: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
  script = main,
): Launched => {
  const child = spawn(process.execPath, [...nodeArguments, script], {
    env: { ...cleanEnvironment(), PORT: '0', SEED: 'none', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (bytes: Buffer) => (output += bytes.toString()))
  let ends = false
  const ended = new Promise<Ended>((resolve) => {
    child.once('error', () => resolve({ code: null, signal: null }))
    child.once('exit', (code, signal) => resolve({ code, signal }))
  }).then((how) => {
    ends = true
    running.delete(child)
    return how
  })
  return {
    pid: child.pid ?? 0,
    output: () => output,
    ended,
    isRunning: () => !ends,
    kill: (signal) => void child.kill(signal),
  }
}

/** Resolves when the service listens. @throws Error with its output if it ends before */
export const startService = async (
  env: Readonly<Record<string, string>>,
  nodeArguments: readonly string[] = [],
  script = main,
): Promise<Service> => {
  const launched = launch(env, nodeArguments, script)
  for (;;) {
    const port = /Wellkept listens on http:\/\/localhost:(\d+)/.exec(launched.output())?.[1]
    if (port) return { ...launched, url: `http://127.0.0.1:${port}` }
    if (!launched.isRunning())
      throw new Error(`The service ended while starting:\n${launched.output().slice(-2000)}`)
    await delay(15)
  }
}

/** A folder for DATA_DIR that PostgreSQL can enter, which does not run as root. */
export const makeDataFolder = (): { readonly path: string; remove(): void } => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wk-faults-'))
  chmodSync(folder, 0o755)
  return {
    path: folder,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  }
}

export interface Answer<T = unknown> {
  readonly status: number
  readonly json: { readonly success: boolean; readonly data: T; readonly code?: string }
}

/** One call with a timeout of 20 s. */
export const call = async <T>(
  service: { readonly url: string },
  method: string,
  target: string,
  { token, body, headers }: { token?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer<T>> => {
  const response = await fetch(service.url + target, {
    method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    body: body === undefined ? null : JSON.stringify(body),
    signal: AbortSignal.timeout(20_000),
  })
  return { status: response.status, json: (await response.json()) as Answer<T>['json'] }
}

export interface Place {
  readonly amenityId: string
  readonly qrCode: string
}

export interface Prepared {
  readonly token: string
  readonly tenantId: string
  readonly userId: string
  readonly email: string
  readonly buildingId: string
  readonly places: readonly Place[]
}

export const password = 'a long walk over nine bridges'

let made = 0

const created = async <T>(answer: Promise<Answer<T>>): Promise<T> => {
  const { status, json } = await answer
  if (status !== 201) throw new Error(`The service answered ${status}: ${JSON.stringify(json)}`)
  return json.data
}

/** Creates a tenant with one building and amenities with codes, over the API. */
export const prepareTenant = async (
  service: { readonly url: string },
  amenities: number,
): Promise<Prepared> => {
  const email = `admin-${process.pid}-${++made}@example.com`
  const account = await created(
    call<{ user: { id: string }; tokens: { accessToken: string }; tenant: { id: string } }>(
      service,
      'POST',
      '/api/auth/register',
      {
        body: { organisation: `Organisation ${made}`, name: 'Admin', email, password },
      },
    ),
  )
  const token = account.tokens.accessToken
  const building = await created(
    call<{ id: string }>(service, 'POST', '/api/admin/buildings', { token, body: { name: 'Main building' } }),
  )
  const places: Place[] = []
  for (let index = 1; index <= amenities; index++) {
    const body = { name: `Washroom ${index}`, buildingId: building.id, type: 'WASHROOM' }
    const amenity = await created(
      call<{ id: string; qrCode: string }>(service, 'POST', '/api/admin/amenities', { token, body }),
    )
    places.push({ amenityId: amenity.id, qrCode: amenity.qrCode })
  }
  return {
    token,
    tenantId: account.tenant.id,
    userId: account.user.id,
    email,
    buildingId: building.id,
    places,
  }
}

/** State of the embedded PostgreSQL from its files: pid and socket folder. */
const postmaster = (dataDir: string): { pid: number; socketFolder: string; ready: boolean } | undefined => {
  const home = knownHome(dataDir)
  if (home === undefined) return undefined
  try {
    const lines = readFileSync(path.join(home, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    return { pid: Number(lines[0]), socketFolder: lines[4] ?? '', ready: lines[7]?.trim() === 'ready' }
  } catch {
    return undefined
  }
}

export const postmasterPid = (dataDir: string): number | undefined => postmaster(dataDir)?.pid

/** Whether PostgreSQL reports that it accepts connections. */
export const postmasterIsReady = (dataDir: string): boolean => postmaster(dataDir)?.ready === true

/** @param who the owner sees no rows of tenants, since row security is forced; the superuser sees all */
export const databaseUrlOf = (dataDir: string, who: 'owner' | 'superuser'): string => {
  const found = postmaster(dataDir)
  const credentials = readCredentials(knownHome(dataDir) ?? '')
  if (!found || !credentials) throw new Error(`No PostgreSQL runs in ${dataDir}`)
  if (who === 'owner') return ownerUrl(found.socketFolder, credentials)
  const url = new URL(superuserUrl(found.socketFolder, credentials))
  url.pathname = new URL(ownerUrl(found.socketFolder, credentials)).pathname
  return url.href
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** Polls every 20 ms. @returns milliseconds until it was true, or undefined if it never was */
export const until = async (
  holds: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<number | undefined> => {
  const began = performance.now()
  do {
    if (await holds()) return performance.now() - began
    await delay(20)
  } while (performance.now() - began < withinMs)
  return undefined
}
