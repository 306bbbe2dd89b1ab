/** A folder whose restore was interrupted must not be used: erased people could be back in it. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

export const unfinishedIn = (dataDir: string): string => join(dataDir, 'restore.unfinished')

export const assertRestored = (dataDir: string): void => {
  if (existsSync(unfinishedIn(dataDir)))
    throw new Error(`The restore to ${dataDir} was not finished. Remove the folder and restore again`)
}
