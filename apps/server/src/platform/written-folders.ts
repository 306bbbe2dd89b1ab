/** Folders that the service writes to: the data folder, and those of database, files and emails outside it. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { knownHome } from './db/embedded/home.ts'
import { parseMailUrl } from './mail/transport.ts'
import { parseStorageUrl } from './storage/storage.ts'

/** DATA_DIR is not created if database, emails and files are all elsewhere; then its nearest existing parent counts. */
const thatExists = (folder: string): string => {
  const parent = path.dirname(folder)
  return existsSync(folder) || parent === folder ? folder : thatExists(parent)
}

/** Inside the other folder and on the same disk, so that measuring the other covers this one. */
const isPartOf = (folder: string, other: string): boolean => {
  const relative = path.relative(other, folder)
  const isWithin = relative !== '' && relative !== '..' && !relative.startsWith(`..${path.sep}`)
  return isWithin && statSync(folder).dev === statSync(other).dev
}

/** Absolute paths without duplicates, all existing. */
export const writtenFolders = ({
  dataDir,
  databaseUrl,
  mailUrl,
  storageUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl' | 'mailUrl' | 'storageUrl'>): string[] => {
  const targets = [parseStorageUrl(storageUrl), parseMailUrl(mailUrl)]
  const named = [
    dataDir,
    ...(databaseUrl === undefined ? [knownHome(dataDir) ?? dataDir] : []),
    ...targets.flatMap((target) => (target.kind === 'file' ? [target.folder] : [])),
  ]
  const folders = [...new Set(named.map(thatExists))]
  return folders.filter((folder) => !folders.some((other) => isPartOf(folder, other)))
}
