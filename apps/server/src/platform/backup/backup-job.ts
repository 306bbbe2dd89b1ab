/** What a backup of this service takes, by its settings. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { parseStorageUrl } from '../storage/storage.ts'
import { secretName } from './layout.ts'
import type { BackupJob } from './make-backup.ts'

const isStored = ({ dataDir, secret }: Config): boolean => {
  try {
    return readFileSync(join(dataDir, secretName), 'utf8').trim() === secret
  } catch {
    return false
  }
}

export const backupJob = (
  config: Config,
  { backupDir, keep, filesOnly }: Pick<BackupJob, 'backupDir' | 'keep' | 'filesOnly'>,
): BackupJob => {
  const storage = parseStorageUrl(config.storageUrl)
  return {
    backupDir,
    keep,
    filesOnly,
    dataDir: config.dataDir,
    filesFolder: storage.kind === 'file' ? storage.folder : undefined,
    takesSecret: isStored(config),
  }
}
