/** Creates the cluster completely or not at all. */
import { spawnSync } from 'node:child_process'
import { chownSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Account, cleanEnvironment, giveTo, makePrivateFolder } from './account.ts'
import type { Binaries } from './binaries.ts'
import { clusterIn } from './home.ts'

/**
 * PostgreSQL's builtin provider sorts and folds case, the same on every machine. Only pg_trgm asks the C library
 * what a letter is: with "C" it would ignore ä and é, so "C" is the last choice.
 */
const LETTER_LOCALES = ['C.UTF-8', 'en_US.UTF-8', 'C']

const DRAFT = '.postgres-'

const initdb = (
  { initdb: program }: Binaries,
  account: Account,
  draft: string,
  locale: string,
): string | undefined => {
  const words = [
    ...account.initPrefix,
    program,
    `--pgdata=${join(draft, 'cluster')}`,
    `--pwfile=${join(draft, 'password')}`,
    '--username=postgres',
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    `--lc-ctype=${locale}`,
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ]
  const { status, error, stderr } = spawnSync(words[0] ?? program, words.slice(1), {
    ...account.initIds,
    cwd: '/',
    env: cleanEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return status === 0 ? undefined : (error?.message ?? stderr.trim())
}

const chown = (path: string, { uid, gid }: Account['ids']): void => {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

/** @throws Error with the output of initdb */
export const createCluster = (home: string, binaries: Binaries, account: Account, password: string): void => {
  for (const name of readdirSync(home)) {
    if (name.startsWith(DRAFT)) rmSync(join(home, name), { recursive: true, force: true })
  }
  const draft = makePrivateFolder(home, DRAFT, account.initIds)
  if (draft === undefined) throw new Error(`PostgreSQL cannot write to ${home}`)
  try {
    const passwordFile = join(draft, 'password')
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
    chown(passwordFile, account.initIds)
    let fault: string | undefined = ''
    for (const locale of LETTER_LOCALES) {
      fault = initdb(binaries, account, draft, locale)
      if (!fault?.includes('invalid locale name')) break
    }
    if (fault !== undefined) throw new Error(`The database in ${home} cannot be created: ${fault}`)
    const cluster = join(draft, 'cluster')
    if (account.ids.uid !== account.initIds.uid) giveTo(cluster, account.ids)
    renameSync(cluster, clusterIn(home))
  } finally {
    rmSync(draft, { recursive: true, force: true })
  }
}

/** @throws Error if the cluster has another major version than the programs */
export const assertVersion = (cluster: string, { major }: Binaries): void => {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim()
  if (version !== major) {
    throw new Error(`The database in ${cluster} is of PostgreSQL ${version}, this release brings ${major}`)
  }
}
