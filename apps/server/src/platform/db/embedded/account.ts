/** The user that PostgreSQL runs as: it refuses to run as root, so root gives it another user id. */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'

export interface Account {
  /** Options for spawn; empty if the server runs as the current user. */
  readonly ids: { readonly uid?: number; readonly gid?: number }
  /** User id for initdb, which fails if its user id has no name. */
  readonly initIds: { readonly uid?: number; readonly gid?: number }
  /** Prefix of the initdb command: a user namespace, if the current user id has no name. */
  readonly initPrefix: readonly string[]
}

/** An unused id: between those that distributions and systemd assign and `nobody`. */
const SERVER_ID = 65531
const NAMESPACE = (id: number) => ['unshare', '--user', `--map-user=${id}`, `--map-group=${id}`]

interface UserIds {
  readonly uid: number
  readonly gid: number
}

/** A user other than root with an entry in /etc/passwd, preferably `nobody`. */
const namedUser = (): UserIds | undefined => {
  let lines: string[]
  try {
    lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  } catch {
    return undefined
  }
  const users = lines
    .map((line) => line.split(':'))
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }))
    .filter(({ uid, gid }) => Number.isInteger(uid) && Number.isInteger(gid) && uid > 0)
  return users.find(({ name }) => name === 'nobody') ?? users[0]
}

const hasName = (): boolean => {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

/** Environment of all PostgreSQL programs, without PG* variables and library paths. */
export const cleanEnvironment = (): NodeJS.ProcessEnv => ({
  PATH: process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  TZ: 'UTC',
})

const ownerOf = (path: string): UserIds | undefined => {
  try {
    const { uid, gid } = lstatSync(path)
    return { uid, gid }
  } catch {
    return undefined
  }
}

/** @param cluster an existing cluster: root keeps its owner */
export const chooseAccount = (cluster: string | undefined): Account => {
  const named = namedUser()
  if (process.getuid?.() !== 0) {
    const initPrefix = hasName() || !named ? [] : NAMESPACE(named.uid)
    return { ids: {}, initIds: {}, initPrefix }
  }
  const owner = cluster === undefined ? undefined : ownerOf(cluster)
  const own = { uid: SERVER_ID, gid: SERVER_ID }
  const ids = owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : own
  return named
    ? { ids, initIds: { uid: named.uid, gid: named.gid }, initPrefix: [] }
    : { ids, initIds: ids, initPrefix: [] }
}

/** Whether the account can enter and write the folder. */
export const canWork = (directory: string, { ids }: Pick<Account, 'ids'>): boolean => {
  const script = 'cd -- "$1" && : > .probe && rm -f .probe'
  const run = spawnSync('/bin/sh', ['-c', script, 'probe', directory], {
    ...ids,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: 'ignore',
  })
  return run.status === 0
}

/**
 * Creates a folder in `parent` that only the account can enter; undefined if that is impossible (permissions, or a
 * file system without owners and modes).
 */
export const makePrivateFolder = (
  parent: string,
  prefix: string,
  ids: Account['ids'],
): string | undefined => {
  let folder: string | undefined
  try {
    folder = mkdtempSync(join(parent, prefix))
    chmodSync(folder, 0o700)
    if (ids.uid !== undefined && ids.gid !== undefined) chownSync(folder, ids.uid, ids.gid)
    const { mode, uid } = statSync(folder)
    const isPrivate = (mode & 0o077) === 0 && uid === (ids.uid ?? process.getuid?.() ?? uid)
    if (isPrivate && canWork(folder, { ids })) return folder
  } catch {
    // The caller tries another folder.
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  return undefined
}

/** Gives a folder and its content to the account. */
export const giveTo = (path: string, ids: Account['ids']): void => {
  const { uid, gid } = ids
  if (uid === undefined || gid === undefined) return
  chownSync(path, uid, gid)
  for (const entry of readdirSync(path, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name)
    if (!entry.isSymbolicLink()) chownSync(file, uid, gid)
  }
}
