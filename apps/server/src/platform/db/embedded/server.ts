/** One run of the PostgreSQL server, from spawn to exit. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Account, cleanEnvironment } from './account.ts'
import type { Binaries } from './binaries.ts'
import { endLeftovers, recordedPid, signal } from './leftovers.ts'
import { serverArguments } from './settings.ts'

export interface Launch {
  readonly binaries: Binaries
  readonly account: Account
  readonly cluster: string
  readonly socketFolder: string
  readonly logFile: string
  readonly log: (message: string) => void
  /** in addition to settings.ts */
  readonly settings?: Readonly<Record<string, string>>
}

export interface Server {
  readonly pid: number
  /** Resolves with a reason for the log, e.g. "signal SIGKILL". */
  readonly exited: Promise<string>
  /** Resolves when it accepts connections; rejects if it ends before. */
  readonly ready: Promise<void>
  isRunning(): boolean
  signal(name: NodeJS.Signals): void
}

/** A shell that ends the server when our end of its pipe closes, even after kill -9. */
const GUARD = `read -r line
if [ -d /proc/self ] && [ "$(readlink "/proc/$1/cwd")" != "$2" ]; then exit; fi
kill -INT "$1"`

const startGuard = ({ account, cluster }: Launch, pid: number): ChildProcess => {
  const guard = spawn('/bin/sh', ['-c', GUARD, 'guard', String(pid), realpathSync(cluster)], {
    ...account.ids,
    cwd: '/',
    env: cleanEnvironment(),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  guard.on('error', () => {})
  guard.stdin?.on('error', () => {})
  guard.unref()
  return guard
}

/** PostgreSQL writes its state into line 8 of postmaster.pid. */
const isReady = (cluster: string, pid: number): boolean => {
  if (recordedPid(cluster) !== pid) return false
  try {
    return readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready'
  } catch {
    return false
  }
}

/** The end of the server's log, for the error of a failed start. */
const lastLines = (logFile: string): string => {
  try {
    return readFileSync(logFile, 'utf8').trimEnd().split('\n').slice(-5).join('\n')
  } catch {
    return ''
  }
}

const waitUntilReady = async (launch: Launch, server: Omit<Server, 'ready'>): Promise<void> => {
  const began = performance.now()
  let nextNote = began + 10_000
  while (server.isRunning()) {
    if (isReady(launch.cluster, server.pid)) return
    if (performance.now() > nextNote) {
      launch.log(`PostgreSQL is still recovering after ${Math.round((performance.now() - began) / 1000)} s`)
      nextNote += 10_000
    }
    await delay(15)
  }
  throw new Error(
    `PostgreSQL ended while starting (${await server.exited}). Its log, ${launch.logFile}, ends with:\n${lastLines(launch.logFile)}`,
  )
}

/**
 * Starts the server after ending leftovers of a killed one. It gets its own session, so that Ctrl-C reaches it only
 * through us, after the running requests.
 */
export const startServer = async (launch: Launch, more: Record<string, string> = {}): Promise<Server> => {
  await endLeftovers(launch.cluster, launch.log)
  const logFile = openSync(launch.logFile, 'a', 0o600)
  const child = spawn(
    launch.binaries.postgres,
    serverArguments(launch.cluster, launch.socketFolder, { ...launch.settings, ...more }),
    {
      ...launch.account.ids,
      cwd: '/',
      env: cleanEnvironment(),
      detached: true,
      stdio: ['ignore', logFile, logFile],
    },
  )
  closeSync(logFile)
  let running = true
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, name) => resolve(name ? `signal ${name}` : `exit code ${code}`))
  }).then((how) => {
    running = false
    return how
  })
  const { pid } = child
  if (pid === undefined) throw new Error(`PostgreSQL cannot be started: ${await exited}`)
  const guard = startGuard(launch, pid)
  exited.then(() => guard.kill('SIGKILL'))
  const server = {
    pid,
    exited,
    isRunning: () => running,
    signal: (name: NodeJS.Signals) => {
      if (running) signal(pid, name)
    },
  }
  const ready = waitUntilReady(launch, server)
  // Callers that only await `exited` must not get an unhandled rejection.
  ready.catch(() => {})
  return { ...server, ready }
}

/** Fast shutdown; after 8 s an immediate one; leaves no process behind. */
export const stopServer = async (launch: Launch, server: Server): Promise<void> => {
  const exitsWithin = (milliseconds: number) =>
    Promise.race([server.exited.then(() => true), delay(milliseconds, false, { ref: false })])
  server.signal('SIGINT')
  if (await exitsWithin(8000)) return
  launch.log('PostgreSQL does not stop; killing it')
  server.signal('SIGQUIT')
  if (!(await exitsWithin(2000))) await endLeftovers(launch.cluster, launch.log, 0)
}
