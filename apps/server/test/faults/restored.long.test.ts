/** The machine is lost at a random moment: what its folder of backups has is restored elsewhere. */
import assert from 'node:assert/strict'
import { cpSync, readdirSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { checkDatabase } from '#server/platform/backup/check-database.ts'
import { listBackups, walIn } from '#server/platform/backup/layout.ts'
import { makeBackup } from '#server/platform/backup/make-backup.ts'
import { restore } from '#server/platform/backup/restore.ts'
import { archivedSegments } from '#server/platform/backup/wal.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { knownHome } from '#server/platform/db/embedded/home.ts'
import { serverProcesses } from '#server/platform/db/embedded/leftovers.ts'
import { reachServer } from '#server/platform/db/embedded/reach.ts'
import {
  databaseUrlOf,
  makeDataFolder,
  type Prepared,
  prepareTenant,
  type Service,
  startService,
  until,
} from './service.ts'
import { inDatabase, keepSubmitting, type Ledger } from './visitors.ts'

const rounds = 20
const visitors = 8
const folder = makeDataFolder()
const backups = makeDataFolder()
const elsewhere = makeDataFolder()
const environment = { DATA_DIR: folder.path, BACKUP_DIR: backups.path, TRUST_PROXY: '127.0.0.1/32' }
let service: Service
let tenant: Prepared
const ledgers: Ledger[] = []

const start = async (): Promise<void> => {
  service = await startService(environment)
}

before(async () => {
  await start()
  tenant = await prepareTenant(service, 3)
  const isThere = async (): Promise<boolean> => (await listBackups(backups.path)).length > 0
  assert.ok((await until(isThere, 300_000)) !== undefined)
})

after(async () => {
  for (const ledger of ledgers) await ledger.stop()
  service.kill('SIGTERM')
  await service.ended
  for (const one of [folder, backups, elsewhere]) one.remove()
})

/** What was acknowledged before a segment of the log began. */
interface Mark {
  readonly segment: string
  readonly ids: readonly string[]
}

/** Ends a segment every few hundred milliseconds, and notes who was acknowledged before. */
const markSegments = (ledger: Ledger, marks: Mark[]): { stop(): Promise<void> } => {
  let isOver = false
  const run = async (): Promise<void> => {
    const client = new pg.Client({ connectionString: databaseUrlOf(folder.path, 'superuser') })
    client.on('error', () => {})
    await client.connect()
    while (!isOver) {
      const ids = [...ledger.acknowledged]
      const { rows } = await client.query<{ segment: string }>(
        'select pg_walfile_name(pg_switch_wal()) as segment',
      )
      marks.push({ segment: rows[0]?.segment ?? '', ids })
      await delay(300 + Math.random() * 700)
    }
    await client.end()
  }
  const running = run().catch(() => {})
  return {
    stop: async () => {
      isOver = true
      await running
    },
  }
}

const lastArchived = async (): Promise<string> => {
  const newest = readdirSync(walIn(backups.path))
    .map((id) => ({ id, at: statSync(path.join(walIn(backups.path), id)).mtimeMs }))
    .sort((a, b) => b.at - a.at)[0]
  return (await archivedSegments(backups.path, newest?.id ?? '')).at(-1) ?? ''
}

const missingText =
  'select id from unnest($1::uuid[]) as told (id) where not exists (select from feedback f where f.id = told.id)'

test(`In ${rounds} rounds of losing the machine every write before the last archived segment is restored, and the database is whole`, async (context) => {
  let told = 0
  let lost = 0
  for (let round = 1; round <= rounds; round++) {
    const ledger = keepSubmitting(
      service.url,
      tenant.places.map(({ qrCode }) => qrCode),
      visitors,
      20,
    )
    ledgers.push(ledger)
    const marks: Mark[] = []
    const marking = markSegments(ledger, marks)
    // On a busy machine the archive is some segments behind.
    const isPromised = async (): Promise<boolean> => {
      const last = await lastArchived()
      return marks.some(({ segment, ids }) => segment <= last && ids.length > 0)
    }
    assert.ok((await until(isPromised, 120_000)) !== undefined, 'nothing was archived')
    // Every fourth time a backup is being made at that moment.
    const job = {
      backupDir: backups.path,
      keep: 3,
      dataDir: folder.path,
      filesFolder: undefined,
      filesOnly: false,
      takesSecret: true,
    }
    const backup = round % 4 === 0 ? makeBackup(job).catch(() => undefined) : undefined
    await delay(500 + Math.random() * 3000)
    const processes = serverProcesses(path.join(knownHome(folder.path) ?? '', 'postgres'))
    service.kill('SIGKILL')
    for (const pid of processes) process.kill(pid, 'SIGKILL')
    await Promise.all([service.ended, marking.stop(), ledger.stop(), backup])
    const last = await lastArchived()
    const promised = marks.findLast(({ segment }) => segment <= last)?.ids ?? []

    // What is left of the lost machine.
    const saved = path.join(elsewhere.path, 'saved')
    cpSync(backups.path, saved, { recursive: true })
    const dataDir = path.join(elsewhere.path, 'data')
    await restore({
      dir: saved,
      at: undefined,
      dataDir,
      filesFolder: undefined,
      hasSecret: true,
      log: () => {},
    })
    const embedded = await startEmbedded({ dataDir, restoring: true, log: () => {} })
    const { url } = reachServer(dataDir)
    const missing = await inDatabase(url, missingText, [promised])
    await checkDatabase(url)
    await embedded.stop()
    told += promised.length
    lost += missing.length
    rmSync(saved, { recursive: true })
    rmSync(dataDir, { recursive: true })
    await start()
  }
  context.diagnostic(`${rounds} rounds, ${told} writes promised, ${lost} lost`)
  assert.equal(lost, 0)
})
