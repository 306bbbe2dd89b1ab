/**
 * A backup each night at 02:00 of the machine, and one at once if there is none since, or none of this life of the
 * database. It runs in a thread, so that requests are not slowed down by checksums.
 */
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { knownHome } from '../db/embedded/home.ts'
import { backupJob } from './backup-job.ts'
import { lastNight, nightlyKept } from './backup-state.ts'
import { listBackups } from './layout.ts'
import type { BackupJob, MadeBackup } from './make-backup.ts'
import { readHead } from './manifest.ts'
import { walIdOf } from './wal.ts'

const lookEveryMs = 30_000
/** After a failure. */
const pauseMs = 10 * 60_000

export interface Nightly {
  /** gives up one that is running; it is made again at the next start */
  stop(): Promise<void>
}

const isDue = async (backupDir: string, dataDir: string): Promise<boolean> => {
  const last = (await listBackups(backupDir)).at(-1)
  if (last === undefined || last.startedAt < lastNight(new Date())) return true
  const { database } = await readHead(join(backupDir, last.name))
  return database?.wal !== walIdOf(knownHome(dataDir) ?? dataDir)
}

const inThread = (job: BackupJob): { readonly made: Promise<MadeBackup>; stop(): Promise<unknown> } => {
  const thread = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData: job, execArgv: [] })
  const made = new Promise<MadeBackup>((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', () => reject(new Error('The backup was interrupted')))
  })
  return { made, stop: () => thread.terminate() }
}

/** Looks twice a minute. @param backupDir of the settings */
export const startNightly = (config: Config, backupDir: string, log: Logger): Nightly => {
  let running: ReturnType<typeof inThread> | undefined
  let isLooking = false
  let isStopped = false
  let notBefore = 0
  const look = async (): Promise<void> => {
    if (isLooking || isStopped || Date.now() < notBefore) return
    isLooking = true
    try {
      if (!(await isDue(backupDir, config.dataDir)) || isStopped) return
      running = inThread(backupJob(config, { backupDir, keep: nightlyKept, filesOnly: false }))
      log.info(await running.made, 'A backup was made')
    } catch (error) {
      if (isStopped) return
      notBefore = Date.now() + pauseMs
      log.error({ err: error }, 'The backup failed; it is tried again in ten minutes')
    } finally {
      running = undefined
      isLooking = false
    }
  }
  const timer = setInterval(() => void look(), lookEveryMs)
  timer.unref()
  void look()
  return {
    stop: async () => {
      isStopped = true
      clearInterval(timer)
      await running?.stop()
    },
  }
}
