/** A short, private folder for the server's socket. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Account, makePrivateFolder } from './account.ts'

/** A socket path has at most 107 bytes; PostgreSQL appends "/.s.PGSQL.5432.lock", mkdtemp the rest. */
const PARENT_LIMIT = 70
const PREFIX = 'wellkept-'

const recordIn = (home: string): string => join(home, 'postgres.socket')

/** The current or last socket folder of this home. */
export const knownSocketFolder = (home: string): string | undefined => {
  try {
    return readFileSync(recordIn(home), 'utf8') || undefined
  } catch {
    return undefined
  }
}

/**
 * The path is stored in the home, so that the next start removes the folder of a killed one.
 * @throws Error if no temporary folder can be used
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
