/** A short, private folder for the server's socket. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Account, makePrivateFolder } from './account.ts'

/** The path of a socket may have 107 bytes; PostgreSQL adds "/.s.PGSQL.5432.lock", mkdtemp the rest. */
const PARENT_LIMIT = 70
const PREFIX = 'wellkept-'

/**
 * Its path is kept in the home, so that the next start takes away the folder of one that was killed.
 * @throws Error when no temporary folder can be used
 */
export const makeSocketFolder = (home: string, { ids }: Account): string => {
  const record = join(home, 'postgres.socket')
  try {
    const earlier = readFileSync(record, 'utf8')
    if (basename(earlier).startsWith(PREFIX)) rmSync(earlier, { recursive: true, force: true })
  } catch {
    // The first start.
  }
  for (const parent of [tmpdir(), '/tmp', '/run', '/dev/shm', '/var/tmp', home]) {
    if (Buffer.byteLength(parent) > PARENT_LIMIT || /["',\s]/.test(parent)) continue
    const folder = makePrivateFolder(parent, PREFIX, ids)
    if (folder === undefined) continue
    writeFileSync(record, folder)
    return folder
  }
  throw new Error(
    'PostgreSQL needs a folder for its socket: neither the temporary folder nor /tmp can be used',
  )
}
