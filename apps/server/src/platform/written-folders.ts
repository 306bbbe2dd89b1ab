/** What fills up as the service works: the data folder, and what of database, files and mails lies elsewhere. */
import { existsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Config } from './config.ts'
import { knownHome } from './db/embedded/home.ts'
import { parseMailUrl } from './mail/transport.ts'
import { parseStorageUrl } from './storage/storage.ts'

/** Where the database, mails and files are all elsewhere, nobody makes DATA_DIR. */
const thatExists = (folder: string): string => {
  const parent = path.dirname(folder)
  return existsSync(folder) || parent === folder ? folder : thatExists(parent)
}

/** Within the other and on the same disk: who looks at that one has seen this one. */
const isPartOf = (folder: string, other: string): boolean => {
  const way = path.relative(other, folder)
  const isWithin = way !== '' && way !== '..' && !way.startsWith(`..${path.sep}`)
  return isWithin && statSync(folder).dev === statSync(other).dev
}

/** Absolute, each once, and all there. */
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
