/** Creates folders that a setting names, or says why they cannot be used. */
import { chmodSync, closeSync, existsSync, mkdirSync, openSync, rmSync, statSync } from 'node:fs'
import { userInfo } from 'node:os'
import path from 'node:path'

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? ''

/**
 * Creates one level at a time: Node's `recursive` never returns for a path such as /proc/x.
 * @param mode undefined: by umask, but folders of root may be entered by all, since PostgreSQL does not run as root
 */
export const makeFolder = (folder: string, mode?: number): void => {
  if (existsSync(folder)) return
  const parent = path.dirname(folder)
  if (parent !== folder) makeFolder(parent, mode)
  try {
    mkdirSync(folder, mode)
  } catch (error) {
    // Another process may have created it at the same moment.
    if (codeOf(error) === 'EEXIST') return
    throw error
  }
  if (mode === undefined && process.getuid?.() === 0) chmodSync(folder, 0o755)
}

const whoWeAre = (): string => {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'this one')
  }
}

const reasonOf = (code: string): string => {
  if (code === 'ENOTDIR') return 'is below a file, not below a folder'
  if (code === 'EROFS') return 'is on a file system that is read-only'
  if (code === 'EACCES' || code === 'EPERM')
    return `cannot be written by the user ${whoWeAre()}; run this as the user that the service runs as, or set another folder`
  if (code === 'ENOENT') return 'cannot be created: no folder can be created there'
  return `cannot be created or written (${code})`
}

/**
 * Creates the folder if it is missing and tries to write in it.
 * @returns undefined if it can be used, else why not
 */
export const folderFault = (folder: string, mode?: number): string | undefined => {
  try {
    makeFolder(folder, mode)
    if (!statSync(folder).isDirectory()) return 'is a file, not a folder'
    const probe = path.join(folder, `.probe-${process.pid}`)
    closeSync(openSync(probe, 'w', 0o600))
    rmSync(probe, { force: true })
    return undefined
  } catch (error) {
    const code = codeOf(error)
    // A full disk is not a wrong setting: reads work, and space may be freed.
    return code === 'ENOSPC' || code === 'EDQUOT' ? undefined : reasonOf(code)
  }
}
