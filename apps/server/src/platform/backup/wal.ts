/**
 * The archive of the write-ahead log: `wal/ID/SEGMENT.gz`. PostgreSQL archives a segment when it is full, or after a
 * minute. Each life of a database has an ID of its own, which is in no backup: a restored database that goes on
 * beside the old one, or from an earlier moment, would otherwise write other content under the same names.
 */
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Account, canWork } from '../db/embedded/account.ts'
import { makeFolder } from '../folders.ts'
import { walIn } from './layout.ts'

const ID_FILE = 'postgres.wal'
const SEGMENT = 16 << 20
const PAGE = 8192
/** A segment is archived after this time even if it is not full. */
const timeout = '60s'
const abandonedAfterMs = 2 * 86_400_000

/** The archive of this life of a database; undefined if it never had one. */
export const walIdOf = (home: string): string | undefined => {
  try {
    return readFileSync(join(home, ID_FILE), 'utf8').trim() || undefined
  } catch {
    return undefined
  }
}

const makeWalId = (home: string): string => {
  const id = randomBytes(6).toString('hex')
  const half = join(home, `${ID_FILE}.new`)
  writeFileSync(half, `${id}\n`)
  renameSync(half, join(home, ID_FILE))
  return id
}

const quoted = (path: string): string => `'${path.replaceAll("'", `'\\''`)}'`

/**
 * The archive_command. It is a line of the shell, since PostgreSQL's account may not be able to read the checkout or
 * run its Node, and would start one each minute. A segment that is there already must be the same.
 */
const walKeep = (folder: string): string => {
  const at = (name: string): string => quoted(join(folder, name).replaceAll('%', '%%')).replace('NAME', '%f')
  const [kept, half] = [at('NAME.gz'), at('NAME.half')]
  const keep = `gzip -1 -c '%p' > ${half} && sync ${half} && mv ${half} ${kept} && sync ${quoted(folder.replaceAll('%', '%%'))}`
  return `if [ -f ${kept} ]; then gzip -dc ${kept} | cmp -s - '%p'; else ${keep}; fi`
}

/**
 * Prepares the archive of a database before its server starts.
 * @returns settings of the server
 * @throws Error if PostgreSQL cannot write there
 */
export const openArchive = (backupDir: string, home: string, account: Account): Record<string, string> => {
  const folder = join(walIn(backupDir), walIdOf(home) ?? makeWalId(home))
  makeFolder(walIn(backupDir), 0o711)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { uid, gid } = account.ids
  if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid)
  if (!canWork(folder, account))
    throw new Error(
      `BACKUP_DIR ${backupDir}: PostgreSQL${uid === undefined ? '' : ', which does not run as root,'} cannot write to ${folder}. Set another folder, or let all users enter the folders above it`,
    )
  return { archive_mode: 'on', archive_timeout: timeout, archive_command: walKeep(folder) }
}

/** `000000010000000000000005`: time line, and position in two parts. */
const segmentPattern = /^([0-9A-F]{8})([0-9A-F]{8})([0-9A-F]{8})$/
const perFile = 256

/** The segment after this one, of the same time line. */
export const nextSegment = (segment: string): string => {
  const [, line = '', high = '', low = ''] = segmentPattern.exec(segment) ?? []
  if (line === '') throw new Error(`${segment} is no segment of the write-ahead log`)
  const next = Number.parseInt(high, 16) * perFile + Number.parseInt(low, 16) + 1
  const hex = (n: number): string => n.toString(16).toUpperCase().padStart(8, '0')
  return line + hex(Math.floor(next / perFile)) + hex(next % perFile)
}

/** Archived segments in their order. */
export const archivedSegments = async (backupDir: string, id: string): Promise<string[]> => {
  const names = await readdir(join(walIn(backupDir), id)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names
    .flatMap((name) =>
      name.endsWith('.gz') && segmentPattern.test(name.slice(0, -3)) ? [name.slice(0, -3)] : [],
    )
    .sort()
}

const unpack = promisify(gunzip)

/** Writes a segment as a sparse file: of a quiet minute only the first pages have content. */
export const unpackSegment = async (
  backupDir: string,
  id: string,
  segment: string,
  target: string,
): Promise<void> => {
  const packed = await readFile(join(walIn(backupDir), id, `${segment}.gz`))
  const content = await unpack(packed, { maxOutputLength: SEGMENT })
  const nothing = Buffer.alloc(PAGE)
  let end = content.length
  while (end >= PAGE && content.subarray(end - PAGE, end).equals(nothing)) end -= PAGE
  await writeFile(target, content.subarray(0, end), { mode: 0o600, flag: 'w' })
  await truncate(target, content.length)
}

/**
 * Removes what no backup needs any more.
 * @param needed first segment that is needed, by archive
 */
export const pruneWal = async (backupDir: string, needed: ReadonlyMap<string, string>): Promise<void> => {
  const archives = await readdir(walIn(backupDir)).catch(() => [])
  for (const id of archives) {
    const first = needed.get(id)
    const folder = join(walIn(backupDir), id)
    if (first === undefined) {
      // The archive of a database that has no backup yet is in use.
      const { mtimeMs } = await stat(folder)
      if (Date.now() - mtimeMs > abandonedAfterMs) await rm(folder, { recursive: true, force: true })
    } else
      for (const segment of await archivedSegments(backupDir, id))
        if (segment < first) await rm(join(folder, `${segment}.gz`), { force: true })
  }
}
