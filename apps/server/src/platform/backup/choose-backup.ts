/** Chooses the backup to restore and the log that continues it, and refuses what does not fit this program. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { migrationNames } from '../db/migrate.ts'
import { version } from '../version.ts'
import { type KeptBackup, listBackups } from './layout.ts'
import { type ManifestEnd, type ManifestHead, readEnd, readHead } from './manifest.ts'
import { archivedSegments, nextSegment } from './wal.ts'

export interface Chosen {
  readonly name: string
  readonly folder: string
  readonly head: ManifestHead
  readonly end: ManifestEnd
  /** archived after it, without a gap */
  readonly segments: readonly string[]
  /** the segment that is missing though later ones are there */
  readonly gap: string | undefined
}

/** The first segment that a later backup of the same life begins with: what comes from there is after `at`. */
const enoughAt = async (
  dir: string,
  later: readonly KeptBackup[],
  wal: string,
): Promise<string | undefined> => {
  for (const { name } of later) {
    const { database } = await readHead(join(dir, name))
    if (database?.wal === wal) return database.firstSegment
  }
  return undefined
}

const segmentsAfter = async (
  dir: string,
  wal: string | null | undefined,
  last: string | null,
  enough: string | undefined,
): Promise<Pick<Chosen, 'segments' | 'gap'>> => {
  if (!wal || last === null) return { segments: [], gap: undefined }
  const later = (await archivedSegments(dir, wal)).filter((segment) => segment > last)
  const there = new Set(later)
  const segments: string[] = []
  let next = nextSegment(last)
  while (there.has(next)) {
    segments.push(next)
    if (next === enough) return { segments, gap: undefined }
    next = nextSegment(next)
  }
  return { segments, gap: segments.length < later.length ? next : undefined }
}

const noneText = (dir: string, all: readonly KeptBackup[], at: Date | undefined): string => {
  const [oldest] = all
  if (!oldest) return `There is no backup in ${dir}`
  return `There is no backup from before ${at?.toISOString()} in ${dir}; the oldest is of ${oldest.startedAt.toISOString()}`
}

/**
 * The newest one that ended before `at`.
 * @param major version of PostgreSQL that this program brings
 * @throws Error if there is none, or it does not fit this program
 */
export const chooseBackup = async (dir: string, at: Date | undefined, major: string): Promise<Chosen> => {
  await readdir(dir).catch((cause: unknown) => {
    throw new Error(`${dir} cannot be read`, { cause })
  })
  const all = await listBackups(dir)
  for (const [index, { name }] of [...all.entries()].reverse()) {
    const folder = join(dir, name)
    const end = await readEnd(folder)
    if (at && new Date(end.endedAt) > at) continue
    const head = await readHead(folder)
    const { database } = head
    if (database && database.postgres !== major)
      throw new Error(
        `${name} is of PostgreSQL ${database.postgres}, and this version brings ${major}. Restore it with version ${head.version} of the program, then move the data with pg_dump`,
      )
    if (database && !(await migrationNames()).includes(`${database.migration}.sql`))
      throw new Error(
        `${name} was made by version ${head.version} with the migration ${database.migration}, which version ${version} does not know. Restore it with that version or a newer one`,
      )
    const enough = at && database?.wal ? await enoughAt(dir, all.slice(index + 1), database.wal) : undefined
    return { name, folder, head, end, ...(await segmentsAfter(dir, database?.wal, end.lastSegment, enough)) }
  }
  throw new Error(noneText(dir, all, at))
}
