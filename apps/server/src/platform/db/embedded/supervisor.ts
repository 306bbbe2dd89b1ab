/** Restarts the server until it is told to stop. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Launch, type Server, startServer, stopServer } from './server.ts'

export interface Supervisor {
  pid(): number | undefined
  stop(): Promise<void>
  /** Immediate shutdown without waiting; PostgreSQL recovers at the next start. */
  kill(): void
}

export interface Hooks {
  /** After an unexpected end, before the first restart. */
  readonly onExit?: () => void
  /** It cannot be restarted: its folder is missing (until it is back), or the supervisor has a bug. */
  readonly onFatal?: (error: Error) => void
}

const FIRST_PAUSE = 100
const LONGEST_PAUSE = 5000
/** A server that ran this long (ms) is not in a crash loop. */
const STABLE = 30_000
const FIRST_TRIES = 3
/** Milliseconds between checks for a missing folder. */
const FOLDER_POLL = 500

/** Resolves when the server accepts connections. @throws Error if it does not start */
export const supervise = async (launch: Launch, hooks: Hooks): Promise<Supervisor> => {
  const stopping = new AbortController()
  const { signal: stopped } = stopping
  let server: Server | undefined
  let end: Promise<void> | undefined

  const isThere = (): boolean => existsSync(join(launch.cluster, 'PG_VERSION'))

  const start = async (): Promise<Server> => {
    server = await startServer(launch)
    if (stopped.aborted) server.signal('SIGINT')
    await server.ready
    return server
  }

  const startAgain = async (pause: number): Promise<number> => {
    const began = performance.now()
    let next = pause
    let failures = 0
    while (!stopped.aborted) {
      await delay(next, undefined, { signal: stopped }).catch(() => {})
      if (stopped.aborted) break
      next = Math.min(next * 2, LONGEST_PAUSE)
      try {
        await start()
        launch.log(`PostgreSQL runs again after ${Math.round(performance.now() - began)} ms`)
        break
      } catch (error) {
        // Logged once: a disk may stay full for hours.
        if (failures++ === 0) launch.log(`${(error as Error).message}\nRetrying until it runs`)
      }
    }
    return next
  }

  const keepRunning = async (): Promise<void> => {
    let pause = FIRST_PAUSE
    while (server) {
      const began = performance.now()
      const how = await server.exited
      if (stopped.aborted) return
      if (!isThere()) {
        hooks.onFatal?.(new Error(`The database in ${launch.cluster} is missing`))
        // Waits, e.g. for a disk to be mounted again; starting now would create a new, empty database.
        while (!isThere()) {
          await delay(FOLDER_POLL, undefined, { signal: stopped }).catch(() => {})
          if (stopped.aborted) return
        }
      }
      launch.log(`PostgreSQL ended unexpectedly (${how}); restarting it`)
      hooks.onExit?.()
      pause = await startAgain(performance.now() - began > STABLE ? FIRST_PAUSE : pause)
    }
  }

  for (let tries = 1; ; tries++) {
    try {
      await start()
      break
    } catch (error) {
      if (tries === FIRST_TRIES) throw error
      await delay(tries * 200)
    }
  }
  const keeping = keepRunning()
  // An error in the loop must be reported.
  keeping.catch((error: Error) => hooks.onFatal?.(error))

  const finish = async (): Promise<void> => {
    stopping.abort()
    if (server?.isRunning()) await stopServer(launch, server)
    await keeping.catch(() => {})
    if (server?.isRunning()) await stopServer(launch, server)
  }
  return {
    pid: () => (server?.isRunning() ? server.pid : undefined),
    stop: () => {
      end ??= finish()
      return end
    },
    kill: () => {
      stopping.abort()
      server?.signal('SIGQUIT')
    },
  }
}
