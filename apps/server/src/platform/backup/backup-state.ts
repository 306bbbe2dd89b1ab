/** When the last backup was made, when the next one is due, and whether somebody should look. */
import type { PartState } from '#contracts/system.ts'
import type { Platform } from '../context.ts'
import { freeBytes, reserveBytes } from '../disk.ts'
import { listBackups } from './layout.ts'

export const nightlyKept = 14
const hour = 3_600_000
const lateAfterMs = 26 * hour
/** Of the machine. */
const nightHour = 2

/** The last 02:00 of the machine that has passed. */
export const lastNight = (now: Date): Date => {
  const tonight = new Date(now.getFullYear(), now.getMonth(), now.getDate(), nightHour)
  return tonight <= now ? tonight : new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, nightHour)
}

export const nextNight = (now: Date): Date => {
  const last = lastNight(now)
  return new Date(last.getFullYear(), last.getMonth(), last.getDate() + 1, nightHour)
}

export interface BackupState {
  readonly state: PartState
  readonly lastAt: string | null
  readonly nextAt: string
  readonly kept: number
  readonly freeMegabytes: number
  /** whether the log of changes reaches the folder */
  readonly isArchiving: boolean
}

const archiverText = `select last_failed_time is null or last_archived_time > last_failed_time as works from pg_stat_archiver`

/** @returns undefined where BACKUP_DIR is not set. @throws if the folder cannot be read */
export const readBackupState = async ({
  config,
  databases,
  clock,
}: Pick<Platform, 'config' | 'databases' | 'clock'>): Promise<BackupState | undefined> => {
  if (config.backupDir === undefined) return undefined
  const [all, free, { rows }] = await Promise.all([
    listBackups(config.backupDir),
    freeBytes(config.backupDir),
    databases.worker.query<{ works: boolean }>(archiverText),
  ])
  const now = clock.now()
  const last = all.at(-1)?.startedAt
  const isLate = last === undefined || now.getTime() - last.getTime() > lateAfterMs
  const isArchiving = rows[0]?.works ?? false
  const isDue = last === undefined || last < lastNight(now)
  return {
    state: isLate || free < reserveBytes || !isArchiving ? 'DEGRADED' : 'OK',
    lastAt: last?.toISOString() ?? null,
    nextAt: (isDue ? now : nextNight(now)).toISOString(),
    kept: all.length,
    freeMegabytes: Math.round(free / 1024 / 1024),
    isArchiving,
  }
}
