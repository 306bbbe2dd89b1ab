/** The running embedded server of a data folder, as its superuser. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCredentials } from './credentials.ts'
import { clusterIn, knownHome } from './home.ts'
import { OWNER, superuserUrl } from './roles.ts'
import { knownSocketFolder } from './socket-folder.ts'

export interface Reached {
  /** major version of PostgreSQL */
  readonly major: string
  readonly home: string
  readonly cluster: string
  /** of the database of the service */
  readonly url: string
}

/** @throws Error if no server was ever started there */
export const reachServer = (dataDir: string): Reached => {
  const home = knownHome(dataDir)
  const credentials = home === undefined ? undefined : readCredentials(home)
  const socketFolder = home === undefined ? undefined : knownSocketFolder(home)
  if (home === undefined || !credentials || !socketFolder)
    throw new Error(`There is no embedded PostgreSQL in ${dataDir}`)
  const url = new URL(superuserUrl(socketFolder, credentials))
  url.pathname = OWNER
  const cluster = clusterIn(home)
  return { major: readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim(), home, cluster, url: url.href }
}
