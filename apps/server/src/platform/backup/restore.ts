/**
 * Restores a backup into an empty folder: copies and compares checksums in one pass, then lets PostgreSQL recover
 * and checks its tables and indexes. The folder stays unusable (unfinished.ts) until the caller has applied the
 * erasure list.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chooseAccount, giveTo } from '../db/embedded/account.ts'
import { findBinaries } from '../db/embedded/binaries.ts'
import { makeCredentials } from '../db/embedded/credentials.ts'
import { chooseHome, clusterIn, knownHome } from '../db/embedded/home.ts'
import { lockFolder } from '../db/embedded/lock.ts'
import { resetPasswords } from '../db/embedded/roles.ts'
import type { Launch } from '../db/embedded/server.ts'
import { makeSocketFolder } from '../db/embedded/socket-folder.ts'
import { makeFolder } from '../folders.ts'
import { type Chosen, chooseBackup } from './choose-backup.ts'
import { copyFile } from './copy.ts'
import { databasePart, filesPart, secretName } from './layout.ts'
import { readManifest } from './manifest.ts'
import { unfinishedIn } from './unfinished.ts'
import { unpackSegment } from './wal.ts'

export interface RestoreOptions {
  /** folder of all backups */
  readonly dir: string
  /** undefined: to the end of the archived log */
  readonly at: Date | undefined
  readonly dataDir: string
  /** undefined: in the data folder */
  readonly filesFolder: string | undefined
  /** whether SECRET is set */
  readonly hasSecret: boolean
  readonly log: (message: string) => void
}

export interface Restored {
  readonly name: string
  readonly bytes: number
  /** of the last change; null: none after the backup, or the database is outside */
  readonly lastCommit: string | null
  readonly holdsDatabase: boolean
  /** the log ends before the asked time */
  readonly endsEarly: boolean
  readonly gap: string | undefined
}

/** The folders of a cluster that can be empty; PostgreSQL creates them only when it creates the cluster. */
const folders = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_multixact/members',
  'pg_multixact/offsets',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
  'pg_xact',
]

const assertEmpty = async (folder: string): Promise<void> => {
  const names = existsSync(folder) ? await readdir(folder) : []
  if (names.length > 0)
    throw new Error(`${folder} is not empty. Restore to an empty folder: move this one away, or name another`)
}

/** @throws Error naming the first file that is not as it was */
const copyAll = async ({ folder }: Chosen, targetOf: (path: string) => string): Promise<number> => {
  let bytes = 0
  let isWhole = false
  for await (const line of readManifest(folder)) {
    if ('endedAt' in line) isWhole = true
    else {
      const copied = await copyFile(join(folder, line.path), targetOf(line.path)).catch((cause: unknown) => {
        throw new Error(`${join(folder, line.path)} cannot be copied; nothing was restored`, { cause })
      })
      if (copied.sha256 !== line.sha256 || copied.bytes !== line.bytes)
        throw new Error(
          `${join(folder, line.path)} is damaged: its checksum is not that of the backup. Nothing was restored; choose an older backup with --at`,
        )
      bytes += copied.bytes
    }
  }
  if (!isWhole) throw new Error(`The manifest of ${folder} is cut off; nothing was restored`)
  return bytes
}

/** PostgreSQL has no code for it, only these words. */
const endsEarlyText = 'recovery ended before configured recovery target was reached'

/** Replays the log. @returns whether it ended before `at` */
const recover = async (launch: Launch, home: string, at: Date | undefined): Promise<boolean> => {
  const settings = {
    ...launch.settings,
    archive_mode: 'off',
    // Without it "ready" means that recovery is over.
    hot_standby: 'off',
    // All of the log is in the cluster already.
    restore_command: 'false',
    recovery_target_timeline: 'current',
    recovery_target_action: 'promote',
  }
  const credentials = makeCredentials(home)
  if (at === undefined) {
    await resetPasswords({ ...launch, settings }, credentials)
    return false
  }
  try {
    const target = {
      ...settings,
      recovery_target_time: at.toISOString().replace('T', ' ').replace('Z', '+00'),
    }
    await resetPasswords({ ...launch, settings: target }, credentials)
    return false
  } catch (error) {
    if (!(await readFile(launch.logFile, 'utf8')).includes(endsEarlyText)) throw error
    await resetPasswords({ ...launch, settings }, credentials)
    return true
  }
}

const lastCommitOf = async (logFile: string): Promise<string | null> => {
  const found = [
    ...(await readFile(logFile, 'utf8')).matchAll(/last completed transaction was at log time (.+)$/gm),
  ]
  const time = found.at(-1)?.[1]
  return time === undefined ? null : new Date(time.replace(/\+00$/, 'Z')).toISOString()
}

const restoreDatabase = async (
  { dir, at, dataDir, log }: RestoreOptions,
  { name, head: { database }, end, segments }: Chosen,
  home: string,
): Promise<Pick<Restored, 'lastCommit' | 'endsEarly'>> => {
  const account = chooseAccount(undefined)
  const binaries = findBinaries(account, log)
  const cluster = clusterIn(home)
  for (const path of folders) await mkdir(join(cluster, path), { recursive: true, mode: 0o700 })
  for (const segment of segments)
    await unpackSegment(dir, database?.wal ?? '', segment, join(cluster, 'pg_wal', segment)).catch(
      (cause: unknown) => {
        throw new Error(`The archived log ${segment} of ${dir} is damaged; nothing was restored`, { cause })
      },
    )
  await writeFile(join(cluster, 'recovery.signal'), '', { mode: 0o600 })
  giveTo(cluster, account.ids)
  log(`Recovering from ${name}, with ${segments.length} segments of the log after ${end.endedAt}`)
  const socketFolder = makeSocketFolder(home, account)
  const logFile = join(dataDir, 'postgres.log')
  try {
    const endsEarly = await recover({ binaries, account, cluster, socketFolder, logFile, log }, home, at)
    return { lastCommit: await lastCommitOf(logFile), endsEarly }
  } finally {
    await rm(socketFolder, { recursive: true, force: true })
  }
}

/** @throws Error with the reason; the folder is then as it was */
export const restore = async (options: RestoreOptions): Promise<Restored> => {
  const { dir, at, dataDir, filesFolder = join(dataDir, filesPart), hasSecret, log } = options
  await assertEmpty(dataDir)
  await assertEmpty(filesFolder)
  const account = chooseAccount(undefined)
  const chosen = await chooseBackup(dir, at, findBinaries(account, log).major)
  const { name, head, gap } = chosen
  if (!head.holdsSecret && !hasSecret)
    throw new Error(`${name} holds no secret, since it came from the environment: set SECRET to the same one`)
  makeFolder(dataDir)
  const lock = await lockFolder(dataDir)
  try {
    await writeFile(unfinishedIn(dataDir), '')
    const home = head.database ? chooseHome(dataDir, account, log) : dataDir
    const bytes = await copyAll(chosen, (path) => {
      const rest = path.slice(path.indexOf('/') + 1)
      if (path.startsWith(`${databasePart}/`)) return join(clusterIn(home), rest)
      return path.startsWith(`${filesPart}/`) ? join(filesFolder, rest) : join(dataDir, secretName)
    })
    const recovered = head.database
      ? await restoreDatabase(options, chosen, home)
      : { lastCommit: null, endsEarly: false }
    lock.release()
    return { name, bytes, gap, holdsDatabase: head.database !== null, ...recovered }
  } catch (error) {
    lock.release()
    await undoRestore(dataDir, filesFolder)
    throw error
  }
}

const homeOf = (dataDir: string): string => {
  try {
    return knownHome(dataDir) ?? dataDir
  } catch {
    return dataDir
  }
}

/** Leaves the folders empty, as they were. */
export const undoRestore = async (dataDir: string, filesFolder: string): Promise<void> => {
  const home = homeOf(dataDir)
  for (const folder of [filesFolder, ...(home === dataDir ? [] : [home]), dataDir])
    for (const name of existsSync(folder) ? await readdir(folder) : [])
      await rm(join(folder, name), { recursive: true, force: true })
}
