/**
 * Reserved disk space that is freed when the disk is full: PostgreSQL ends when it cannot write its log, and needs
 * space to recover and answer reads.
 */
import { randomFillSync } from 'node:crypto'
import { existsSync, rmSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const CHUNK = 1 << 20
/** Bytes: twice two write-ahead log segments and their bookkeeping. */
const SIZE = 64 * CHUNK
const PLENTY = 1024 * CHUNK
const CHECK_EVERY = 60_000

export interface Reserve {
  /** Call after the server ended unexpectedly. */
  giveBackIfFull(): Promise<void>
  stop(): void
}

const freeBytes = async (directory: string): Promise<number> => {
  const { bavail, bsize } = await statfs(directory)
  return bavail * bsize
}

/** Random bytes, since compressing file systems would store zeros in no space. */
const fill = async (file: string, signal: AbortSignal): Promise<void> => {
  const half = `${file}.new`
  const handle = await open(half, 'w', 0o600)
  try {
    const chunk = randomFillSync(Buffer.alloc(CHUNK))
    for (let written = 0; written < SIZE && !signal.aborted; written += CHUNK) await handle.write(chunk)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  if (signal.aborted) rmSync(half, { force: true })
  else await rename(half, file)
}

/** Reserves the space in the background, now or once there is enough. */
export const keepReserve = (home: string, log: (message: string) => void): Reserve => {
  const file = join(home, 'postgres.reserve')
  const stopping = new AbortController()
  let working = false
  const renew = async (): Promise<void> => {
    if (working || existsSync(file)) return
    working = true
    try {
      if ((await freeBytes(home)) > PLENTY) await fill(file, stopping.signal)
    } catch (error) {
      // E.g. on a read-only disk; the next check tries again.
      await rm(`${file}.new`, { force: true }).catch(() => {})
      if (!stopping.signal.aborted) log(`No disk space could be reserved: ${(error as Error).message}`)
    } finally {
      working = false
    }
  }
  const timer = setInterval(renew, CHECK_EVERY)
  timer.unref()
  renew()
  return {
    giveBackIfFull: async () => {
      try {
        if (!existsSync(file) || (await freeBytes(home)) > SIZE) return
        rmSync(file, { force: true })
        log(`The disk is full: freed the reserve of ${SIZE >> 20} MB`)
      } catch {
        // The supervisor tries without it.
      }
    },
    stop: () => {
      stopping.abort()
      clearInterval(timer)
    },
  }
}
