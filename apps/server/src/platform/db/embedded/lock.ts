/**
 * Locks a folder for one process with a kernel lock on an SQLite file, which ends with the process and has exactly
 * one winner. The file `lock` beside it only says who holds it.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

interface Holder {
  readonly pid: number
  readonly host: string
  readonly startedAt: string
  readonly program: string
  /** Clock ticks from boot to the process start; distinguishes processes with the same pid. */
  readonly startTicks: string
}

export interface Lock {
  release(): void
}

/** Another running process uses the data folder; the message says which. */
export class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
}

const SQLITE_BUSY = 5

/** Field 22 of /proc/PID/stat; the name before it may contain spaces and brackets. '' without /proc. */
const startTicks = (pid: number): string => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
  } catch {
    return ''
  }
}

const isAlive = ({ pid, host, startTicks: ticks }: Holder): boolean => {
  if (host !== hostname()) return true
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return startTicks(pid) === ticks
}

const readHolder = (file: string): Holder | undefined => {
  try {
    const holder = JSON.parse(readFileSync(file, 'utf8')) as Partial<Holder>
    const { pid, host = '', startedAt = '', program = '', startTicks: ticks = '' } = holder
    return typeof pid === 'number' && pid > 0
      ? { pid, host, startedAt, program, startTicks: ticks }
      : undefined
  } catch {
    return undefined
  }
}

const inUse = (directory: string, holder: Holder | undefined): DataFolderInUse => {
  const who = holder
    ? `process ${holder.pid} on ${holder.host} (${holder.program}), running since ${holder.startedAt}`
    : 'another process'
  return new DataFolderInUse(
    `The data folder ${directory} is in use by ${who}. Stop it, or set DATA_DIR to another folder`,
  )
}

/** @returns undefined if another process holds it, 'unsupported' if the file system has no locks */
const holdKernelLock = (file: string): DatabaseSync | 'unsupported' | undefined => {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('begin immediate')
    return database
  } catch (error) {
    database.close()
    const code = (error as { errcode?: number }).errcode ?? 0
    return (code & 0xff) === SQLITE_BUSY ? undefined : 'unsupported'
  }
}

/**
 * @param directory exists
 * @throws DataFolderInUse
 */
export const lockFolder = async (directory: string): Promise<Lock> => {
  const file = join(directory, 'lock')
  // No other code may open and close lock.db: closing any handle of a file releases its POSIX locks.
  const kernelLock = holdKernelLock(join(directory, 'lock.db'))
  if (kernelLock === undefined) {
    // The holder may not have written its name yet.
    for (let tries = 0; tries < 20; tries++) {
      const holder = readHolder(file)
      if (holder && isAlive(holder)) throw inUse(directory, holder)
      await delay(20)
    }
    throw inUse(directory, undefined)
  }
  if (kernelLock === 'unsupported') {
    const holder = readHolder(file)
    if (holder && holder.pid !== process.pid && isAlive(holder)) throw inUse(directory, holder)
  }
  const self: Holder = {
    pid: process.pid,
    host: hostname(),
    startedAt: new Date().toISOString(),
    program: `node ${process.argv
      .slice(1, 3)
      .map((word) => basename(word))
      .join(' ')}`.trim(),
    startTicks: startTicks(process.pid),
  }
  writeFileSync(file, `${JSON.stringify(self, null, 2)}\n`)
  let held = true
  return {
    release: () => {
      if (!held) return
      held = false
      rmSync(file, { force: true })
      if (kernelLock !== 'unsupported') kernelLock.close()
    },
  }
}
