/**
 * The baseline: PostgreSQL alone with statements for the same work. Uses pgbench if installed, else a small loop
 * over pg, which is slower; the report says which.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { execute } from './processes.ts'

export interface FloorJob {
  readonly url: string
  /** role of the session */
  readonly role?: string
  /** run in sequence; `:n` is a random number from 1 to `choices` */
  readonly statements: readonly string[]
  readonly choices?: number
  readonly clients: number
  readonly seconds: number
}

export const hasPgbench = spawnSync('pgbench', ['--version']).status === 0

const byPgbench = async ({ url, role, statements, choices, clients, seconds }: FloorJob): Promise<number> => {
  const folder = mkdtempSync(path.join(tmpdir(), 'wk-floor-'))
  try {
    const file = path.join(folder, 'script.sql')
    const lines = statements.map((text) => `${text.replaceAll(/\s+/g, ' ')};\n`)
    writeFileSync(file, [choices === undefined ? '' : `\\set n random(1, ${choices})\n`, ...lines].join(''))
    const options = ['-n', '-M', 'prepared', '-c', String(clients), '-j', '2', '-T', String(seconds)]
    const output = await execute(
      'pgbench',
      [...options, '-f', file, url],
      role ? { PGOPTIONS: `-c role=${role}` } : {},
    )
    const rate = /tps = ([\d.]+)/.exec(output)?.[1]
    if (!rate) throw new Error(`pgbench printed no rate: ${output}`)
    return Number(rate)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const byLoop = async (job: FloorJob): Promise<number> =>
  Number(await execute(process.execPath, [path.join(import.meta.dirname, 'pg-loop.ts'), JSON.stringify(job)]))

/** @returns scripts per second */
export const runFloor = (job: FloorJob): Promise<number> => (hasPgbench ? byPgbench(job) : byLoop(job))

export const floorName = hasPgbench ? 'pgbench' : 'a loop over pg (pgbench is not installed)'

/** The best number of clients of 8, 16 and 32. */
export const bestClients = async (job: Omit<FloorJob, 'clients'>): Promise<number> => {
  let best = { clients: 8, rate: 0 }
  for (const clients of [8, 16, 32]) {
    const rate = await runFloor({ ...job, clients })
    if (rate > best.rate) best = { clients, rate }
  }
  return best.clients
}
