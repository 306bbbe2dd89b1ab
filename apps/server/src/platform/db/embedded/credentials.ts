/** The passwords of the embedded server, made here and kept beside the cluster. */
import { randomBytes } from 'node:crypto'
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface Credentials {
  readonly owner: string
  readonly superuser: string
}

const FILE = 'postgres.json'

/** @returns undefined when the file is missing or damaged */
export const readCredentials = (home: string): Credentials | undefined => {
  try {
    const { owner, superuser } = JSON.parse(readFileSync(join(home, FILE), 'utf8')) as Partial<Credentials>
    return owner && superuser ? { owner, superuser } : undefined
  } catch {
    return undefined
  }
}

/** On disk, whole, before it returns: a crash must not leave a cluster whose password nobody knows. */
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
 * The socket's folder stands percent-encoded in the place of the host, as libpq and pg both read it; so the database
 * can be exchanged through `new URL(url).pathname`.
 */
export const databaseUrl = (role: string, password: string, socketFolder: string, database: string): string =>
  `postgresql://${role}:${password}@${encodeURIComponent(socketFolder)}:5432/${database}`
