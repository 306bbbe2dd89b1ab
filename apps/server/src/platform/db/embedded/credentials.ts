/** The passwords of the embedded server, generated here and stored beside the cluster. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface Credentials {
  readonly owner: string
  readonly superuser: string
}

const FILE = 'postgres.json'

/** @returns undefined if the file is missing or damaged */
export const readCredentials = (home: string): Credentials | undefined => {
  try {
    const { owner, superuser } = JSON.parse(readFileSync(join(home, FILE), 'utf8')) as Partial<Credentials>
    return owner && superuser ? { owner, superuser } : undefined
  } catch {
    return undefined
  }
}

/** Synced to disk before it returns: after a crash no cluster must exist without its password. */
export const makeCredentials = (home: string): Credentials => {
  const credentials = { owner: randomBytes(24).toString('hex'), superuser: randomBytes(24).toString('hex') }
  const half = join(home, `${FILE}.new`)
  const file = openSync(half, 'w', 0o600)
  writeSync(file, `${JSON.stringify(credentials, null, 2)}\n`)
  fsyncSync(file)
  closeSync(file)
  renameSync(half, join(home, FILE))
  return credentials
}

/**
 * The socket folder is percent-encoded as the host, as libpq and pg read it, so that `new URL(url).pathname` is the
 * database.
 */
export const databaseUrl = (role: string, password: string, socketFolder: string, database: string): string =>
  `postgresql://${role}:${password}@${encodeURIComponent(socketFolder)}:5432/${database}`
