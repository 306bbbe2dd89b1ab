/** A short, private folder for the server's socket. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Account, makePrivateFolder } from './account.ts'

/** The path of a socket may have 107 bytes; PostgreSQL adds "/.s.PGSQL.5432.lock", mkdtemp the rest. */
const PARENT_LIMIT = 70
const PREFIX = 'wellkept-'

const recordIn = (home: string): string => join(home, 'postgres.socket')

/** The folder that the server of this home has, or had last. */
export const knownSocketFolder = (home: string): string | undefined => {
  try {
    return readFileSync(recordIn(home), 'utf8') || undefined
  } catch {
    return undefined
  }
}

/**
 * Its path is kept in the home, so that the next start takes away the folder of one that was killed.
 * @throws Error when no temporary folder can be used
 */
export const makeSocketFolder = (home: string, { ids }: Account): string => {
  const earlier = knownSocketFolder(home)
  if (earlier && basename(earlier).startsWith(PREFIX)) rmSync(earlier, { recursive: true, force: true })
  for (const parent of [tmpdir(), '/tmp', '/run', '/dev/shm', '/var/tmp', home]) {
    if (Buffer.byteLength(parent) > PARENT_LIMIT || /["',\s]/.test(parent)) continue
    const folder = makePrivateFolder(parent, PREFIX, ids)
    if (folder === undefined) continue
    writeFileSync(recordIn(home), folder)
    return folder
  }
  throw new Error(
    'PostgreSQL needs a folder for its socket: neither the temporary folder nor /tmp can be used',
  )
}
