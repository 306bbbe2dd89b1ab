/**
 * Makes one backup: database, uploaded files and secret, with checksums. It is a folder `….partial` until it is
 * whole, and one is made at a time.
 */
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { DataFolderInUse, type Lock, lockFolder } from '../db/embedded/lock.ts'
import { reachServer } from '../db/embedded/reach.ts'
import { freeBytes, reserveBytes } from '../disk.ts'
import { makeFolder } from '../folders.ts'
import { version } from '../version.ts'
import { copyFile, hashFile, isGone, linkFile, syncDisks, walk } from './copy.ts'
import { openClusterBackup } from './copy-cluster.ts'
import { addErasures } from './erasures.ts'
import { databasePart, filesPart, listBackups, partial, secretName, stampOf, walIn } from './layout.ts'
import { type ManifestFile, readHead, writeManifest } from './manifest.ts'
import { filesBefore } from './previous.ts'
import { pruneWal, walIdOf } from './wal.ts'

export interface BackupJob {
  /** folder of all backups */
  readonly backupDir: string
  readonly keep: number
  readonly dataDir: string
  /** undefined: files are in a bucket */
  readonly filesFolder: string | undefined
  /** the database is outside */
  readonly filesOnly: boolean
  /** whether SECRET is the one in DATA_DIR; otherwise it came from the environment */
  readonly takesSecret: boolean
}

export interface MadeBackup {
  readonly name: string
  readonly bytes: number
  readonly files: number
  readonly seconds: number
  readonly kept: number
  /** whether later changes are archived beside it */
  readonly isArchiving: boolean
  readonly holdsFiles: boolean
  readonly holdsSecret: boolean
}

const lockBackups = async (backupDir: string): Promise<Lock> => {
  try {
    return await lockFolder(backupDir)
  } catch (error) {
    if (!(error instanceof DataFolderInUse)) throw error
    throw new Error(`Another backup to ${backupDir} is running; this one was not started`, { cause: error })
  }
}

/** Files are never changed in place, so one that the backup before has is linked from there. */
const takeFiles = async (
  { backupDir, filesFolder }: BackupJob,
  target: string,
  previous: string | undefined,
  add: (file: ManifestFile) => Promise<void>,
): Promise<void> => {
  if (filesFolder === undefined) return
  const before = filesBefore(previous === undefined ? undefined : join(backupDir, previous))
  for await (const { path, bytes } of walk(filesFolder, (path) => path !== 'unfinished')) {
    const [source, to] = [join(filesFolder, path), join(target, filesPart, path)]
    const known = await before(`${filesPart}/${path}`, bytes)
    try {
      const again = known !== undefined && (await linkFile(join(backupDir, previous ?? '', known.path), to))
      const copied = again
        ? known
        : (await linkFile(source, to))
          ? await hashFile(to)
          : await copyFile(source, to)
      await add({ path: `${filesPart}/${path}`, bytes: copied.bytes, sha256: copied.sha256 })
    } catch (error) {
      // A photo that was erased meanwhile.
      if (!isGone(error)) throw error
    }
  }
}

/** Removes backups beyond `keep`, and archived log from before the oldest that is left. @returns how many are left */
const prune = async (backupDir: string, keep: number): Promise<number> => {
  const all = await listBackups(backupDir)
  const left = all.slice(-keep)
  for (const { name } of all.slice(0, -keep))
    await rm(join(backupDir, name), { recursive: true, force: true })
  const needed = new Map<string, string>()
  for (const { name } of left) {
    const { database } = await readHead(join(backupDir, name))
    if (database?.wal && !needed.has(database.wal)) needed.set(database.wal, database.firstSegment)
  }
  await pruneWal(backupDir, needed)
  return left.length
}

const make = async (job: BackupJob): Promise<MadeBackup> => {
  const { backupDir, dataDir, filesFolder, filesOnly, keep, takesSecret } = job
  const began = performance.now()
  for (const name of await readdir(backupDir))
    if (name.endsWith(partial)) await rm(join(backupDir, name), { recursive: true, force: true })
  if ((await freeBytes(backupDir)) < reserveBytes)
    throw new Error(`Less than 512 MB are free in ${backupDir}; no backup was made`)
  const previous = (await listBackups(backupDir)).at(-1)?.name
  const startedAt = new Date()
  const name = stampOf(startedAt)
  if (existsSync(join(backupDir, name))) throw new Error(`There is a backup ${name} already`)
  const target = join(backupDir, name + partial)
  await mkdir(target, { mode: 0o700 })

  const reached = filesOnly ? undefined : reachServer(dataDir)
  const cluster = reached && (await openClusterBackup(reached))
  const walId = reached && walIdOf(reached.home)
  const wal = walId && cluster?.isArchiving && existsSync(join(walIn(backupDir), walId)) ? walId : null
  const manifest = await writeManifest(target, {
    version,
    startedAt: startedAt.toISOString(),
    database:
      reached && cluster
        ? {
            postgres: reached.major,
            migration: cluster.migration,
            lsn: cluster.lsn,
            firstSegment: cluster.firstSegment,
            wal,
          }
        : null,
    holdsFiles: filesFolder !== undefined,
    holdsSecret: takesSecret,
  })
  const sum = { bytes: 0, files: 0 }
  const add = async (file: ManifestFile): Promise<void> => {
    sum.bytes += file.bytes
    sum.files += 1
    await manifest.add(file)
  }
  try {
    // In the order of paths, as the next backup compares them.
    const copied = await cluster?.copyTo(join(target, databasePart), (file) =>
      add({ ...file, path: `${databasePart}/${file.path}` }),
    )
    await takeFiles(job, target, previous, add)
    if (takesSecret)
      await add({
        path: secretName,
        ...(await copyFile(join(dataDir, secretName), join(target, secretName))),
      })
    await manifest.end({ endedAt: new Date().toISOString(), lastSegment: copied?.lastSegment ?? null })
    if (cluster) await addErasures(backupDir, cluster.erasures)
  } finally {
    await manifest.close()
    await cluster?.close()
  }
  await syncDisks()
  await rename(target, join(backupDir, name))
  return {
    name,
    ...sum,
    seconds: (performance.now() - began) / 1000,
    kept: await prune(backupDir, keep),
    isArchiving: wal !== null,
    holdsFiles: filesFolder !== undefined,
    holdsSecret: takesSecret,
  }
}

/**
 * The service may run meanwhile; without `filesOnly` the database must run.
 * @throws Error with the reason
 */
export const makeBackup = async (job: BackupJob): Promise<MadeBackup> => {
  // Others may pass through, since PostgreSQL archives as its own user; only the owner can list it.
  makeFolder(job.backupDir, 0o711)
  const lock = await lockBackups(job.backupDir)
  try {
    return await make(job)
  } finally {
    lock.release()
  }
}
