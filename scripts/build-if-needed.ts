/** Builds the pages if their sources have changed since dist/ was built. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { DataFolderInUse, type Lock, lockFolder } from '#server/platform/db/embedded/lock.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const stamp = join(root, 'dist', '.hash')
const sources = [
  'apps/!(server)/**',
  'packages/**',
  'scripts/build*.ts',
  'docs/{,guides/}*.md',
  '{README,CHANGELOG}.md',
  'package-lock.json',
  'tsconfig.json',
]
const isIgnored = (path: string): boolean => /(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/.test(path)

/** Hash of names and contents of all sources of the pages. */
export const sourceHash = (): string => {
  const hash = createHash('sha256')
  for (const path of globSync(sources, { cwd: root, exclude: isIgnored }).sort()) {
    const file = join(root, path)
    if (!statSync(file).isFile() || isIgnored(path)) continue
    hash.update(`${path}\0`).update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

export const isBuilt = (hash = sourceHash()): boolean =>
  existsSync(stamp) && readFileSync(stamp, 'utf8') === hash

/** With `npm start` and `npm test` in parallel, the second waits for the first build. */
const waitForTurn = async (): Promise<Lock> => {
  const folder = join(root, '.cache', 'build')
  mkdirSync(folder, { recursive: true })
  for (;;) {
    try {
      return await lockFolder(folder)
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error
      await delay(200)
    }
  }
}

/** Ends with this process: an abandoned build must not write into the next one. */
const build = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(root, 'scripts', 'build.ts')], {
      cwd: root,
      stdio: 'inherit',
    })
    const end = (signal: NodeJS.Signals) => child.kill(signal)
    process.on('SIGINT', end).on('SIGTERM', end)
    child.once('error', reject)
    child.once('exit', (code) => {
      process.off('SIGINT', end).off('SIGTERM', end)
      resolve(code ?? 130)
    })
  })

/** @returns the exit code of the build; 0 if none was needed */
export const buildIfNeeded = async (): Promise<number> => {
  if (isBuilt()) return 0
  const lock = await waitForTurn()
  try {
    const hash = sourceHash()
    if (isBuilt(hash)) return 0
    console.log('Building the pages')
    rmSync(stamp, { force: true })
    const code = await build()
    if (code !== 0) return code
    mkdirSync(dirname(stamp), { recursive: true })
    writeFileSync(stamp, hash)
    return 0
  } finally {
    lock.release()
  }
}

if (import.meta.main) process.exitCode = await buildIfNeeded()
