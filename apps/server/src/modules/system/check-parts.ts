/** Checks each part of the service separately: one that fails or is late is DOWN, and does not affect the others. */
import type { PartState, SystemHealth } from '#contracts/system.ts'
import { readBackupState } from '#server/platform/backup/backup-state.ts'
import type { Platform } from '#server/platform/context.ts'
import { reserveBytes } from '#server/platform/disk.ts'
import { countParked, readBacklogs } from '#server/platform/events/backlogs.ts'
import { withTimeout } from '#server/platform/with-timeout.ts'

/** Milliseconds; the whole answer must arrive within 5 s, including the time in front of the handler. */
const partMs = 2500
const oldEventSeconds = 60
/** A worker reports that it is alive every 5 s. */
const lostWorkerSeconds = 30
const megabyte = 1024 * 1024

type HealthParts = SystemHealth['parts']
type PartCheck<P extends keyof HealthParts> = Omit<NonNullable<HealthParts[P]>, 'milliseconds'>

const timed = async <T extends { state: PartState }>(
  fallback: T,
  check: () => Promise<T>,
): Promise<T & { milliseconds: number }> => {
  const began = performance.now()
  const result = await withTimeout(partMs, Promise.resolve().then(check)).catch(() => undefined)
  return {
    ...(result ?? { ...fallback, state: 'DOWN' }),
    milliseconds: Math.round(performance.now() - began),
  }
}

const checkDatabase = async ({ databases }: Platform): Promise<PartCheck<'database'>> => {
  const [, { rows }] = await Promise.all([
    databases.app.query('select 1'),
    databases.worker.query<{ migration: string }>('select max(name) as migration from schema_migration'),
  ])
  return { state: 'OK', migration: rows[0]?.migration.replace(/\.sql$/, '') ?? null }
}

const seenText =
  'select extract(epoch from clock_timestamp() - worker_seen_at)::float8 as seen from service_state'

const checkQueue = async (platform: Platform): Promise<PartCheck<'queue'>> => {
  const [waiting, { rows }] = await Promise.all([
    readBacklogs(platform),
    platform.databases.worker.query<{ seen: number | null }>(seenText),
  ])
  const { events, oldestSeconds, subscribers } = waiting
  const parked = countParked(waiting)
  const seen = rows[0]?.seen ?? null
  const late = oldestSeconds > oldEventSeconds && !platform.maintenance.state.on
  const lost = seen === null || seen > lostWorkerSeconds
  return {
    state: lost ? 'DOWN' : late || parked > 0 ? 'DEGRADED' : 'OK',
    events,
    oldestSeconds,
    jobs: [...subscribers.values()].reduce((sum, one) => sum + one.waiting, 0),
    parked,
    workerSeenSeconds: seen,
  }
}

interface MailTimes {
  sent: Date | null
  failed: Date | null
}

/** Read separately from the check of the transport, so that the times are known while it is unreachable. */
const readMailTimes = async ({ databases }: Platform): Promise<MailTimes> => {
  const { rows } = await databases.worker.query<MailTimes>(
    'select mail_sent_at as sent, mail_failed_at as failed from service_state',
  )
  return rows[0] ?? { sent: null, failed: null }
}

const checkMail = async (platform: Platform): Promise<PartCheck<'mail'>> => {
  const [times, reached] = await Promise.all([
    withTimeout(partMs - 500, readMailTimes(platform)).catch(() => undefined),
    withTimeout(
      partMs - 500,
      platform.mail.check().then(() => true),
    ).catch(() => false),
  ])
  return {
    state: reached ? 'OK' : 'DOWN',
    lastSentAt: times?.sent?.toISOString() ?? null,
    lastFailedAt: times?.failed?.toISOString() ?? null,
  }
}

const checkLimits = async ({ limiter }: Platform): Promise<PartCheck<'limits'>> => {
  await limiter.peek('miss', 'health')
  const { store, first } = limiter.state
  return { state: store === first ? 'OK' : 'DEGRADED', store, first }
}

const checkDisk = async ({ disk }: Platform): Promise<PartCheck<'disk'>> => {
  const free = await disk.free()
  const state = free < reserveBytes ? 'DOWN' : free < 2 * reserveBytes ? 'DEGRADED' : 'OK'
  return { state, freeMegabytes: Math.round(free / megabyte) }
}

const unknownBackups: PartCheck<'backup'> = {
  state: 'DEGRADED',
  lastAt: null,
  nextAt: null,
  kept: null,
  freeMegabytes: null,
  isArchiving: null,
}

/** Never DOWN: the service works without backups. */
const checkBackup = async (platform: Platform): Promise<PartCheck<'backup'>> =>
  (await withTimeout(partMs - 500, readBackupState(platform)).catch(() => undefined)) ?? unknownBackups

export const checkParts = async (platform: Platform): Promise<HealthParts> => {
  const { store, first } = platform.limiter.state
  const [database, storage, queue, mail, limits, disk, backup] = await Promise.all([
    timed<PartCheck<'database'>>({ state: 'DOWN', migration: null }, () => checkDatabase(platform)),
    timed<PartCheck<'storage'>>({ state: 'DOWN' }, async () => {
      await platform.storage.check()
      return { state: 'OK' }
    }),
    timed<PartCheck<'queue'>>(
      { state: 'DOWN', events: null, oldestSeconds: null, jobs: null, parked: null, workerSeenSeconds: null },
      () => checkQueue(platform),
    ),
    timed<PartCheck<'mail'>>({ state: 'DOWN', lastSentAt: null, lastFailedAt: null }, () =>
      checkMail(platform),
    ),
    timed<PartCheck<'limits'>>({ state: 'DOWN', store, first }, () => checkLimits(platform)),
    timed<PartCheck<'disk'>>({ state: 'DOWN', freeMegabytes: null }, () => checkDisk(platform)),
    platform.config.backupDir === undefined
      ? undefined
      : timed<PartCheck<'backup'>>(unknownBackups, () => checkBackup(platform)),
  ])
  return { database, storage, queue, mail, limits, disk, ...(backup ? { backup } : {}) }
}
