/** The folder of the cluster: the data folder, or one that the server's account can access. */
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type Account, canWork, makePrivateFolder } from './account.ts'

const CLUSTER = 'postgres'
const POINTER = 'postgres.path'

export const clusterIn = (home: string): string => join(home, CLUSTER)

export const isCluster = (folder: string): boolean => existsSync(join(folder, 'PG_VERSION'))

/** The home that an earlier start chose. */
export const knownHome = (dataDir: string): string | undefined => {
  if (isCluster(clusterIn(dataDir))) return dataDir
  let home: string
  try {
    home = readFileSync(join(dataDir, POINTER), 'utf8').trim()
  } catch {
    return undefined
  }
  if (!existsSync(home)) {
    throw new Error(
      `The database of ${dataDir} was in ${home}, which is missing. Restore it, or remove ${join(dataDir, POINTER)} to start with an empty one`,
    )
  }
  return home
}

const stateFolder = (): string =>
  process.getuid?.() === 0
    ? '/var/lib/wellkept'
    : join(process.env.XDG_DATA_HOME ?? join(homedir(), '.local', 'share'), 'wellkept')

const isUsable = (folder: string, { ids }: Account): boolean => {
  const probe = makePrivateFolder(folder, '.probe-', ids)
  if (probe === undefined) return false
  rmSync(probe, { recursive: true, force: true })
  return true
}

/** The data folder was deleted and created anew: its old cluster is kept but not used. */
const renameOldHome = (home: string, log: (message: string) => void): void => {
  if (!existsSync(clusterIn(home))) return
  const aside = `${home}.${new Date()
    .toISOString()
    .replace(/[^0-9]/g, '')
    .slice(0, 14)}`
  renameSync(home, aside)
  log(`The data folder is new; its previous database was kept as ${aside}`)
}

/**
 * @param dataDir absolute, exists
 * @returns the folder with the cluster and its passwords
 */
export const chooseHome = (dataDir: string, account: Account, log: (message: string) => void): string => {
  const known = knownHome(dataDir)
  if (known !== undefined) {
    if (isCluster(clusterIn(known)) && !canWork(clusterIn(known), account)) {
      throw new Error(
        `The database in ${clusterIn(known)} belongs to another user or is below a folder that PostgreSQL, which does not run as root, cannot enter`,
      )
    }
    return known
  }
  if (isUsable(dataDir, account)) return dataDir

  const state = stateFolder()
  const home = join(state, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  mkdirSync(state, { recursive: true, mode: 0o755 })
  renameOldHome(home, log)
  mkdirSync(home, { recursive: true, mode: 0o755 })
  // Independent of the umask, since the server's account must enter; the cluster itself is private.
  if (process.getuid?.() === 0) for (const folder of [state, home]) chmodSync(folder, 0o755)
  if (!isUsable(home, account))
    throw new Error(`PostgreSQL can keep its data neither in ${dataDir} nor in ${home}`)
  const half = join(dataDir, `${POINTER}.new`)
  writeFileSync(half, `${home}\n`)
  renameSync(half, join(dataDir, POINTER))
  log(`PostgreSQL, which does not run as root, cannot reach ${dataDir}: the database is in ${home}`)
  return home
}
