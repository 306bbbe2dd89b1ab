/** Below 512 MB of free space writes are rejected and reads go on. */
import { statfs } from 'node:fs/promises'
import { unavailable } from './errors.ts'

export const reserveBytes = 512 * 1024 * 1024

export interface Disk {
  /** @throws ServiceError SERVICE_UNAVAILABLE while the disk is nearly full */
  assertSpace(): void
  /** whether writes are rejected */
  readonly full: boolean
  /** Free bytes now. */
  free(): Promise<number>
  /** Measures now. */
  poll(): Promise<void>
  stop(): void
}

export type FreeBytes = (folder: string) => Promise<number>

/** Free bytes on the file system of `folder`. */
export const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/**
 * Measures every two seconds; a failed measurement changes nothing.
 * @param folders on one or several disks; the one with the least space counts
 */
export const watchDisk = (
  folders: readonly string[],
  onChange: (full: boolean, free: number) => void,
  measure: FreeBytes = freeBytes,
): Disk => {
  let full = false
  const least = async (): Promise<number> => Math.min(...(await Promise.all(folders.map(measure))))
  const poll = async (): Promise<void> => {
    const free = await least().catch(() => undefined)
    if (free === undefined || free < reserveBytes === full) return
    full = !full
    onChange(full, free)
  }
  const timer = setInterval(() => void poll(), 2000)
  timer.unref()
  return {
    get full() {
      return full
    },
    free: least,
    assertSpace: () => {
      if (full) throw unavailable('The disk is nearly full; nothing can be saved at the moment', 30)
    },
    poll,
    stop: () => clearInterval(timer),
  }
}
