/** The pools of a process, one for each kind of work. */
import type { Logger } from 'pino'
import type { DatabaseHealthMonitor } from './database-health.ts'
import { openPool } from './pools.ts'
import type { Databases } from './tenant-db.ts'

/** A request that waits longer for a lock is answered with SERVICE_UNAVAILABLE. */
const usualLockMs = 5000
/** Jobs wait long for their few connections instead of failing. */
const jobsWaitMs = 60_000

interface PoolOptions {
  readonly databaseUrl: string
  readonly log: Logger
  readonly waitMs?: number
  readonly lockMs?: number
}

export const openDatabases = (
  { databaseUrl: url, log, waitMs = 1800, lockMs = usualLockMs }: PoolOptions,
  databaseHealth: DatabaseHealthMonitor,
): Databases => {
  // Not the error itself, which contains the connection with its settings.
  const onError = (error: Error & { code?: string }): void =>
    log.warn({ code: error.code, reason: error.message }, 'A database connection was lost')
  const databases = {
    app: openPool({ url, role: 'wellkept_app', max: 10, waitMs, lockMs, onError }),
    jobs: openPool({ url, role: 'wellkept_app', max: 4, waitMs: jobsWaitMs, onError }),
    intake: openPool({ url, role: 'wellkept_intake', max: 3, waitMs, lockMs, onError }),
    worker: openPool({ url, role: 'wellkept_worker', max: 3, waitMs, onError }),
  }
  for (const pool of Object.values(databases)) databaseHealth.watchPool(pool)
  return databases
}
