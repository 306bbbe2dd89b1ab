/** Starts measured processes and reads their cost. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { BareBatchJob } from './bare-batch.ts'
import type { LoadJob, LoadResult } from './load.ts'

/** Runs a program. @throws Error with its error output */
export const execute = (
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      program,
      args,
      { env: { ...process.env, ...env }, maxBuffer: 1 << 26 },
      (error, stdout, stderr) => {
        if (error) reject(new Error(`${program}: ${stderr.slice(-1000) || error.message}`))
        else resolve(stdout)
      },
    )
  })

const script = (name: string): string => path.join(import.meta.dirname, name)

/** @param request path, headers and body of a request to 127.0.0.1 */
export const httpRequest = (
  method: string,
  target: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string => {
  const lines = Object.entries({
    host: '127.0.0.1',
    ...headers,
    ...(body === '' ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  })
  return `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

export const runLoad = async (job: LoadJob): Promise<LoadResult> => {
  // Written to a file, since a thousand requests exceed the limit of a command line.
  const folder = mkdtempSync(path.join(tmpdir(), 'wk-load-'))
  const file = path.join(folder, 'job.json')
  writeFileSync(file, JSON.stringify(job))
  try {
    return JSON.parse(await execute(process.execPath, [script('load.ts'), file])) as LoadResult
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const children = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL')
})

/** Starts a server of this folder, which gets its job as first argument and prints its port. */
const startServer = async (
  name: string,
  job: unknown,
): Promise<{ readonly pid: number; readonly port: number; stop(): Promise<void> }> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wk-server-'))
  const file = path.join(folder, 'job.json')
  writeFileSync(file, JSON.stringify(job))
  const child = spawn(process.execPath, [script(name), file], { stdio: ['ignore', 'pipe', 'inherit'] })
  children.add(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.once('data', (bytes: Buffer) => resolve(Number(bytes.toString())))
    child.once('exit', () => reject(new Error(`${name} ended while starting`)))
  }).finally(() => rmSync(folder, { recursive: true }))
  return {
    pid: child.pid ?? 0,
    port,
    stop: async () => {
      child.kill('SIGKILL')
      await ended
      children.delete(child)
    },
  }
}

/** A server that answers every request with the same bytes. */
export const startBareServer = (answer: {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}) => startServer('bare-server.ts', answer)

/** A server that writes submissions like the service and does nothing else. */
export const startBareBatch = (job: BareBatchJob) => startServer('bare-batch.ts', job)

const ticksPerSecond = 100

const statOf = (pid: number): string[] => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** CPU seconds of a process; 0 without /proc. @param withEnded includes ended children */
export const cpuSeconds = (pid: number, withEnded = false): number => {
  const stat = statOf(pid)
  const ticks = [stat[11], stat[12], ...(withEnded ? [stat[13], stat[14]] : [])]
  return ticks.reduce((sum, value) => sum + Number(value ?? 0), 0) / ticksPerSecond
}

const childrenOf = (pid: number): number[] => {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name) && statOf(Number(name))[1] === String(pid))
      .map(Number)
  } catch {
    return []
  }
}

/** CPU seconds of PostgreSQL with all sessions, past and present. @param pid of the postmaster */
export const databaseCpuSeconds = (pid: number | undefined): number => {
  if (pid === undefined) return 0
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), cpuSeconds(pid, true))
}

/** Resident memory of a process in MB, including shared pages; 0 without /proc. */
export const residentMb = (pid: number): number => {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Memory of a process and its children in MB; shared pages are divided among the processes that share them. */
export const proportionalMb = (pid: number): number =>
  [pid, ...childrenOf(pid)].reduce((sum, each) => {
    try {
      return (
        sum +
        Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${each}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024
      )
    } catch {
      return sum
    }
  }, 0)
