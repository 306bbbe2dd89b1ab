/** PostgreSQL servers that still run because their parent process was killed. */
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

/** The pid in the first line of postmaster.pid. */
export const recordedPid = (cluster: string): number | undefined => {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const commandName = (pid: string): string => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
}

/** Finds servers by their working folder, which is the cluster, since a pid file may be outdated. */
const fromProc = (cluster: string): number[] => {
  const folder = realpathSync(cluster)
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`) === folder && commandName(pid) === 'postgres'
      } catch {
        return false
      }
    })
    .map(Number)
}

const fromPidFile = (cluster: string): number[] => {
  const pid = recordedPid(cluster)
  if (pid === undefined || !isAlive(pid)) return []
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  return stdout.includes('postgres') && stdout.includes(cluster) ? [pid] : []
}

/** Process ids of all servers on the cluster. */
export const serverProcesses = (cluster: string): number[] =>
  process.platform === 'linux' ? fromProc(cluster) : fromPidFile(cluster)

export const signal = (pid: number, name: NodeJS.Signals): void => {
  try {
    process.kill(pid, name)
  } catch {
    // It has already ended.
  }
}

const goneWithin = async (cluster: string, milliseconds: number): Promise<boolean> => {
  const end = performance.now() + milliseconds
  while (serverProcesses(cluster).length > 0) {
    if (performance.now() > end) return false
    await delay(20)
  }
  return true
}

/**
 * Ends servers that still run on the cluster, first gently, and removes a postmaster.pid whose pid belongs to
 * another program by now (PostgreSQL would refuse to start). The caller holds the lock of the data folder.
 * @param grace milliseconds for a fast shutdown
 */
export const endLeftovers = async (
  cluster: string,
  log: (message: string) => void,
  grace = 5000,
): Promise<void> => {
  const found = serverProcesses(cluster)
  if (found.length > 0) {
    const main = recordedPid(cluster)
    log(`Ending a PostgreSQL that was left running on ${cluster} (process ${main ?? found[0]})`)
    const isWhole = main !== undefined && found.includes(main)
    if (isWhole) signal(main, 'SIGINT')
    const steps: [NodeJS.Signals, number][] = [
      ['SIGQUIT', 2000],
      ['SIGKILL', 3000],
    ]
    let gone = isWhole && (await goneWithin(cluster, grace))
    for (const [name, patience] of steps) {
      if (gone) break
      for (const pid of serverProcesses(cluster)) signal(pid, name)
      gone = await goneWithin(cluster, patience)
    }
    if (!gone)
      throw new Error(`A PostgreSQL on ${cluster} cannot be ended (process ${serverProcesses(cluster)[0]})`)
  }
  const pid = recordedPid(cluster)
  if (pid !== undefined && isAlive(pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}
