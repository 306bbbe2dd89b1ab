/** Copies files in pieces with their SHA-256, and walks folders in one order. */
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { link, mkdir, open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

const PIECE = 1 << 20

export interface Copied {
  readonly bytes: number
  readonly sha256: string
}

const isCode = (error: unknown, ...codes: readonly string[]): boolean =>
  error instanceof Error && 'code' in error && codes.includes(String(error.code))

/** A file or folder that was removed meanwhile. */
export const isGone = (error: unknown): boolean => isCode(error, 'ENOENT')

/** @param target undefined: the file is read only */
const pass = async (source: string, target: string | undefined): Promise<Copied> => {
  const from = await open(source, 'r')
  const to =
    target === undefined
      ? undefined
      : await open(target, 'wx', 0o600).catch(async (error) => {
          await from.close()
          throw error
        })
  try {
    const piece = Buffer.allocUnsafe(PIECE)
    const hash = createHash('sha256')
    let bytes = 0
    for (;;) {
      const { bytesRead } = await from.read(piece, 0, PIECE, null)
      if (bytesRead === 0) break
      const read = piece.subarray(0, bytesRead)
      hash.update(read)
      await to?.writeFile(read)
      bytes += bytesRead
    }
    return { bytes, sha256: hash.digest('hex') }
  } finally {
    await from.close()
    await to?.close()
  }
}

/** Creates the folders of `target`; the file must not exist. */
export const copyFile = async (source: string, target: string): Promise<Copied> => {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  return pass(source, target)
}

/** @returns whether the volume allows it */
export const linkFile = async (source: string, target: string): Promise<boolean> => {
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  try {
    await link(source, target)
    return true
  } catch (error) {
    if (isCode(error, 'EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'EACCES')) return false
    throw error
  }
}

export const hashFile = (file: string): Promise<Copied> => pass(file, undefined)

/** The order of `walk`: name by name, so a folder comes before `folder.x`. */
export const comparePaths = (a: string, b: string): number => {
  const [one, other] = [a.split('/'), b.split('/')]
  for (let at = 0; at < one.length && at < other.length; at++) {
    const [x, y] = [one[at] ?? '', other[at] ?? '']
    if (x !== y) return x < y ? -1 : 1
  }
  return one.length - other.length
}

export interface Found {
  /** below the folder, with `/` */
  readonly path: string
  readonly bytes: number
}

/**
 * Regular files below a folder and their sizes; what vanishes meanwhile is left out.
 * @param wanted false leaves out a file, or a folder with its content
 */
export async function* walk(
  folder: string,
  wanted: (path: string, isFolder: boolean) => boolean = () => true,
  below = '',
): AsyncGenerator<Found> {
  const entries = await readdir(join(folder, below), { withFileTypes: true }).catch((error: unknown) => {
    if (isGone(error)) return []
    throw error
  })
  entries.sort((a, b) => (a.name < b.name ? -1 : 1))
  for (const entry of entries) {
    const path = below === '' ? entry.name : `${below}/${entry.name}`
    if (!wanted(path, entry.isDirectory())) continue
    if (entry.isDirectory()) yield* walk(folder, wanted, path)
    else if (entry.isFile()) {
      const found = await stat(join(folder, path)).catch((error: unknown) => {
        if (isGone(error)) return undefined
        throw error
      })
      if (found) yield { path, bytes: found.size }
    }
  }
}

/** Everything written is on the disk: one call for thousands of files, each of which would wait for itself. */
export const syncDisks = async (): Promise<void> => void (await promisify(execFile)('sync'))
