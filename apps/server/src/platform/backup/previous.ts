/** What the backup before has of a file, read in step with a walk, so that no list of all files is held. */
import { comparePaths } from './copy.ts'
import { filesPart } from './layout.ts'
import { type ManifestFile, readManifest } from './manifest.ts'

async function* filesIn(backup: string): AsyncGenerator<ManifestFile> {
  for await (const line of readManifest(backup))
    if ('path' in line && line.path.startsWith(`${filesPart}/`)) yield line
}

/**
 * @param backup undefined: there is none
 * @returns asked for ascending paths, the file of the backup if it has as many bytes
 */
export const filesBefore = (
  backup: string | undefined,
): ((path: string, bytes: number) => Promise<ManifestFile | undefined>) => {
  if (backup === undefined) return async () => undefined
  const files = filesIn(backup)
  let next: ManifestFile | undefined
  let isOver = false
  return async (path, bytes) => {
    while (!isOver && (next === undefined || comparePaths(next.path, path) < 0)) {
      const { value, done } = await files.next()
      if (done) isOver = true
      else next = value
    }
    return next?.path === path && next.bytes === bytes ? next : undefined
  }
}
