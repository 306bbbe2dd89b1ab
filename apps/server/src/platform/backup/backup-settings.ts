/** Reads BACKUP_DIR, and says why a folder cannot hold backups. */
import path from 'node:path'
import { folderFault } from '../folders.ts'

const isBelow = (folder: string, other: string): boolean => {
  const relative = path.relative(other, folder)
  return (
    relative === '' ||
    (relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative))
  )
}

/** @returns why not, or undefined */
export const backupFolderFault = (folder: string, dataDir: string): string | undefined => {
  if (isBelow(folder, dataDir)) return `must not be in DATA_DIR ${dataDir}, which it is a backup of`
  if (isBelow(dataDir, folder)) return `must not be above DATA_DIR ${dataDir}`
  // Others may pass through, since PostgreSQL archives as its own user; only the owner can list it.
  return folderFault(folder, 0o711)
}

export const readBackupDir = (
  env: Readonly<Record<string, string | undefined>>,
  dataDir: string,
  databaseUrl: string | undefined,
  faults: string[],
): string | undefined => {
  if (!env.BACKUP_DIR) return undefined
  const folder = path.resolve(env.BACKUP_DIR)
  if (databaseUrl) {
    faults.push(
      'BACKUP_DIR is for the embedded PostgreSQL; with DATABASE_URL back up the database with its own tools and files with: npx wellkept backup DIR --files-only',
    )
    return undefined
  }
  const fault = backupFolderFault(folder, dataDir)
  if (fault) faults.push(`BACKUP_DIR ${folder} ${fault}`)
  return folder
}
