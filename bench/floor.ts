/**
 * The floor: what PostgreSQL does alone with statements that do the same work. pgbench where it is installed, else a
 * small loop over pg, which is slower; the report says which.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execute } from './processes.ts'

export interface FloorJob {
  readonly url: string
  /** a role for the session */
  readonly role?: string
  /** one of them is run at a time, by chance; each is a list of statements */
  readonly scripts: readonly (readonly string[])[]
  readonly clients: number
  readonly seconds: number
}

export const hasPgbench = spawnSync('pgbench', ['--version']).status === 0

/** pgbench takes at most 128 scripts. */
const mostScripts = 100

const byPgbench = async ({ url, role, scripts, clients, seconds }: FloorJob): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wk-floor-'))
  try {
    const files = scripts.slice(0, mostScripts).map((statements, index) => {
      const file = path.join(folder, `${index}.sql`)
      writeFileSync(file, statements.map((text) => `${text.replaceAll(/\s+/g, ' ')};\n`).join(''))
      return ['-f', file]
    })
    const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)]
    const output = await execute('pgbench', [...options, ...files.flat(), url], role ? { PGOPTIONS: `-c role=${role}` } : {})
    const rate = /tps = ([\d.]+)/.exec(output)?.[1]
    if (!rate) throw new Error(`pgbench printed no rate: ${output}`)
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const byLoop = async (job: FloorJob): Promise<number> =>
  Number(await execute(process.execPath, [path.join(import.meta.dirname, 'pg-loop.ts'), JSON.stringify(job)]))

/** @returns scripts a second */
export const runFloor = (job: FloorJob): Promise<number> => (hasPgbench ? byPgbench(job) : byLoop(job))

export const floorName = hasPgbench ? 'pgbench' : 'a loop over pg (pgbench is not installed)'

/** The number of clients of 8, 16 and 32 with the highest rate. */
export const bestClients = async (job: Omit<FloorJob, 'clients'>): Promise<number> => {
  let best = { clients: 8, rate: 0 }
  for (const clients of [8, 16, 32]) {
    const rate = await runFloor({ ...job, clients })
    if (rate > best.rate) best = { clients, rate }
  }
  return best.clients
}
