/** The embedded PostgreSQL: started with the service and supervised until it ends. */
import { existsSync, realpathSync, renameSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { assertRestored } from '../../backup/unfinished.ts'
import { openArchive } from '../../backup/wal.ts'
import { makeFolder } from '../../folders.ts'
import { chooseAccount } from './account.ts'
import { findBinaries } from './binaries.ts'
import { assertVersion, createCluster } from './cluster.ts'
import { makeCredentials, readCredentials } from './credentials.ts'
import { chooseHome, clusterIn, isCluster, knownHome } from './home.ts'
import { type Lock, lockFolder } from './lock.ts'
import { keepReserve } from './reserve.ts'
import { ensureOwner, ownerUrl, resetPasswords, superuserUrl } from './roles.ts'
import type { Launch } from './server.ts'
import { makeSocketFolder } from './socket-folder.ts'
import { supervise } from './supervisor.ts'

export interface EmbeddedOptions {
  /** Created if missing. The cluster is in it or, if PostgreSQL cannot access it, where postgres.path says. */
  readonly dataDir: string
  readonly log: (message: string) => void
  /** The database cannot be restarted; if its folder is missing, until it is back. */
  readonly onFatal?: (error: Error) => void
  /** PostgreSQL settings that override ours; for tests */
  readonly settings?: Record<string, string>
  /** folder of backups, to which the write-ahead log is archived */
  readonly backupDir?: string
  /** opens a folder whose restore is not finished */
  readonly restoring?: true
}

export interface Embedded {
  /** Database `wellkept` as its owner, who is no superuser. */
  readonly url: string
  readonly superuserUrl: string
  /** The cluster's folder. */
  readonly directory: string
  /** undefined while the server is down */
  pid(): number | undefined
  /** Fast shutdown, at most about 10 s; can be called more than once. */
  stop(): Promise<void>
  /** Immediate, without waiting; no acknowledged write is lost. */
  kill(): void
}

const LOG_LIMIT = 10 << 20

const rotate = (logFile: string): void => {
  if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT) renameSync(logFile, `${logFile}.1`)
}

const openDataFolder = (dataDir: string): string => {
  // The files in it are private by themselves; PostgreSQL's account must be able to pass through.
  makeFolder(dataDir)
  return realpathSync(dataDir)
}

const start = async (
  { log, onFatal, backupDir, settings = {} }: EmbeddedOptions,
  dataDir: string,
  locks: Lock[],
  undo: (() => void)[],
): Promise<Embedded> => {
  const earlier = knownHome(dataDir)
  const account = chooseAccount(earlier === undefined ? undefined : clusterIn(earlier))
  const binaries = findBinaries(account, log)
  const home = chooseHome(dataDir, account, log)
  if (home !== dataDir) locks.push(await lockFolder(home))

  const cluster = clusterIn(home)
  const isNew = !isCluster(cluster)
  const known = readCredentials(home)
  const credentials = known ?? makeCredentials(home)
  if (isNew) {
    log('Creating the database')
    createCluster(home, binaries, account, credentials.superuser)
  }
  assertVersion(cluster, binaries)

  const socketFolder = makeSocketFolder(home, account)
  undo.push(() => rmSync(socketFolder, { recursive: true, force: true }))
  const logFile = join(dataDir, 'postgres.log')
  rotate(logFile)
  const archive = backupDir === undefined ? {} : openArchive(backupDir, home, account)
  const launch: Launch = {
    binaries,
    account,
    cluster,
    socketFolder,
    logFile,
    log,
    settings: { ...archive, ...settings },
  }
  if (!known && !isNew) {
    log('The passwords of the database were lost; setting new ones')
    await resetPasswords(launch, credentials)
  }

  const reserve = keepReserve(home, log)
  undo.push(reserve.stop)
  const supervisor = await supervise(launch, {
    onExit: reserve.giveBackIfFull,
    ...(onFatal ? { onFatal } : {}),
  })
  undo.push(supervisor.kill)
  await ensureOwner(socketFolder, credentials)

  const release = (): void => {
    process.off('exit', kill)
    for (const step of undo) step()
    for (const lock of locks) lock.release()
  }
  const kill = (): void => {
    supervisor.kill()
    release()
  }
  // Also after process.exit(): no server is left running.
  process.on('exit', kill)
  let stopped: Promise<void> | undefined
  return {
    url: ownerUrl(socketFolder, credentials),
    superuserUrl: superuserUrl(socketFolder, credentials),
    directory: cluster,
    pid: supervisor.pid,
    stop: () => {
      stopped ??= supervisor.stop().finally(release)
      return stopped
    },
    kill,
  }
}

/**
 * Resolves when the database accepts connections. Then it is restarted whenever it ends, with the same URLs.
 * @throws DataFolderInUse if another process uses the data folder
 * @throws Error if this machine cannot run it; the message says what to do
 */
export const startEmbedded = async (options: EmbeddedOptions): Promise<Embedded> => {
  if (process.platform === 'win32')
    throw new Error('The embedded PostgreSQL needs Linux or macOS. Set DATABASE_URL')
  const dataDir = openDataFolder(resolve(options.dataDir))
  if (!options.restoring) assertRestored(dataDir)
  const locks = [await lockFolder(dataDir)]
  const undo: (() => void)[] = []
  try {
    return await start(options, dataDir, locks, undo)
  } catch (error) {
    for (const step of undo) step()
    for (const lock of locks) lock.release()
    throw error
  }
}
