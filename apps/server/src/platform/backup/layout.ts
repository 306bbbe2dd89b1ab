/**
 * The folder of backups: `2026-11-27T02-00-00Z` is one, `….partial` one that is being made or was interrupted,
 * `wal/ID` the archived write-ahead log of one life of a database, `erasures.jsonl` what must not come back.
 */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

const stampPattern = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/
export const partial = '.partial'

/** Parts of a backup. */
export const databasePart = 'database'
export const filesPart = 'files'
export const secretName = 'secret'

export const walIn = (folder: string): string => join(folder, 'wal')
export const erasuresIn = (folder: string): string => join(folder, 'erasures.jsonl')

export const stampOf = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

export interface KeptBackup {
  readonly name: string
  readonly startedAt: Date
}

/** Complete backups, oldest first; none if there is no such folder. */
export const listBackups = async (folder: string): Promise<KeptBackup[]> => {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  return names.sort().flatMap((name) => {
    const [, day, hour, minute, second] = stampPattern.exec(name) ?? []
    return day ? [{ name, startedAt: new Date(`${day}T${hour}:${minute}:${second}Z`) }] : []
  })
}
