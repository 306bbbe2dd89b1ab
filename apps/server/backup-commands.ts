/** `npx wellkept backup` and `restore`. */
import { rmSync } from 'node:fs'
import path from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { fileOf, print, wholeNumber, withService } from './command.ts'
import { settingsOrExit } from './settings.ts'
import { backupJob } from './src/platform/backup/backup-job.ts'
import { backupFolderFault } from './src/platform/backup/backup-settings.ts'
import { nightlyKept } from './src/platform/backup/backup-state.ts'
import { checkDatabase } from './src/platform/backup/check-database.ts'
import { syncDisks } from './src/platform/backup/copy.ts'
import { readErasures } from './src/platform/backup/erasures.ts'
import { filesPart } from './src/platform/backup/layout.ts'
import { type MadeBackup, makeBackup } from './src/platform/backup/make-backup.ts'
import { type Restored, restore, undoRestore } from './src/platform/backup/restore.ts'
import { unfinishedIn } from './src/platform/backup/unfinished.ts'
import { startEmbedded } from './src/platform/db/embedded/embedded.ts'
import { joinOrStart } from './src/platform/db/embedded/join.ts'
import { reachServer } from './src/platform/db/embedded/reach.ts'
import { parseStorageUrl } from './src/platform/storage/storage.ts'

const megabytes = (bytes: number): string => `${Math.round(bytes / 1024 / 1024)} MB`

const timeOf = (text: string): Date => {
  const at = new Date(text)
  if (
    Number.isNaN(at.getTime()) ||
    !/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)
  )
    throw new InvalidArgumentError('It must be a time with its zone, such as 2026-11-27T14:30:00Z.')
  return at
}

const sayMade = (made: MadeBackup, dir: string): void => {
  print(
    `${made.name}: ${made.files} files, ${megabytes(made.bytes)} in ${made.seconds.toFixed(1)} s; ${made.kept} backups are kept in ${dir}`,
  )
  if (!made.holdsSecret) print('SECRET comes from the environment and is not in it; keep it elsewhere')
  if (!made.holdsFiles) print('Files are in the bucket of STORAGE_URL and not in it; back up the bucket')
}

const outsideText = `The database of DATABASE_URL is backed up with its own tools, as a superuser (docs/running.md):

  pg_dump --format=custom --no-unlogged-table-data --file=wellkept.dump "$DATABASE_URL"
  npx wellkept backup DIR --files-only`

interface BackupOptions {
  readonly keep: number
  readonly filesOnly?: boolean
  readonly json?: true
}

const backUp = async (given: string, { keep, filesOnly = false, json }: BackupOptions): Promise<void> => {
  const config = settingsOrExit()
  const dir = fileOf(given)
  if (config.databaseUrl && !filesOnly) throw new Error(outsideText)
  const fault = backupFolderFault(dir, config.dataDir)
  if (fault) throw new Error(`${dir} ${fault}`)
  const job = backupJob(config, { backupDir: dir, keep, filesOnly })
  const database = filesOnly
    ? undefined
    : await joinOrStart({
        dataDir: config.dataDir,
        ...(config.backupDir === undefined ? {} : { backupDir: config.backupDir }),
        log: (words) => process.stderr.write(`${words}\n`),
      })
  try {
    const made = await makeBackup(job)
    if (json) print(JSON.stringify({ ...made, folder: path.join(dir, made.name) }))
    else {
      sayMade(made, dir)
      if (!filesOnly && !made.isArchiving)
        print('Later changes are not in it; set BACKUP_DIR to keep each minute of them')
    }
  } finally {
    await database?.stop()
  }
}

interface Counts {
  readonly tenants: number
  readonly submissions: number
  readonly tasks: number
}

const countsText = `select (select count(*)::int from tenant where state <> 'ERASED') as tenants,
  (select count(*)::int from feedback) as submissions, (select count(*)::int from task) as tasks`

/** Row security hides the rows of tenants from the service's own roles. */
const count = async (url: string): Promise<Counts> => {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<Counts>(countsText)
    return rows[0] ?? { tenants: 0, submissions: 0, tasks: 0 }
  } finally {
    await client.end()
  }
}

/** Migrates, erases again who was erased, and counts. */
const finish = async (dir: string, dataDir: string): Promise<Counts & { readonly erasedAgain: number }> => {
  let erasedAgain = 0
  let counts: Counts = { tenants: 0, submissions: 0, tasks: 0 }
  const { eraseAgain } = await import('../../seeds/erase-again.ts')
  await withService(
    async ({ platform }) => {
      const { url } = reachServer(dataDir)
      await checkDatabase(url)
      erasedAgain = await eraseAgain(platform, await readErasures(dir))
      counts = await count(url)
    },
    {
      // Nothing is archived until the service starts, so that a trial restore leaves the backups as they are.
      using: { backupDir: undefined, databaseUrl: undefined },
      database: async (options) => ({
        ...(await startEmbedded({ ...options, restoring: true })),
        isLost: async () => false,
      }),
    },
  )
  return { ...counts, erasedAgain }
}

interface RestoreArguments {
  readonly at?: Date
  readonly to?: string
  readonly json?: true
}

const sayRestored = (restored: Restored, dataDir: string): void => {
  const { name, lastCommit, holdsDatabase, endsEarly, gap } = restored
  if (!holdsDatabase)
    print(
      `${name}: files and secret are in ${dataDir}; restore the database with pg_restore (docs/running.md)`,
    )
  else if (lastCommit === null) print(`${name} is restored to ${dataDir}; there were no changes after it`)
  else print(`${name} is restored to ${dataDir}; the last change is of ${lastCommit}`)
  if (endsEarly) print('The archived log ends before the time that was asked for')
  if (gap) print(`The archived log has a gap at ${gap}: later changes are lost`)
}

const restoreTo = async (given: string, { at, to, json }: RestoreArguments): Promise<void> => {
  const { SECRET, STORAGE_URL } = process.env
  const dir = fileOf(given)
  const dataDir = to === undefined ? path.resolve(process.env.DATA_DIR || './data') : fileOf(to)
  const storage = STORAGE_URL ? parseStorageUrl(STORAGE_URL) : undefined
  const filesFolder = storage?.kind === 'file' ? storage.folder : undefined
  const log = (words: string): void => void process.stderr.write(`${words}\n`)
  const restored = await restore({ dir, at, dataDir, filesFolder, hasSecret: Boolean(SECRET), log })
  try {
    process.env.DATA_DIR = dataDir
    const counts = restored.holdsDatabase ? await finish(dir, dataDir) : undefined
    await syncDisks()
    rmSync(unfinishedIn(dataDir))
    if (json) {
      print(JSON.stringify({ ...restored, ...counts, dataDir }))
      return
    }
    sayRestored(restored, dataDir)
    if (counts)
      print(
        `${counts.tenants} tenants, ${counts.submissions} submissions, ${counts.tasks} tasks; ${counts.erasedAgain} erasures were repeated`,
      )
  } catch (error) {
    await undoRestore(dataDir, filesFolder ?? path.join(dataDir, filesPart))
    throw error
  }
}

export const addBackupCommands = (program: Command): void => {
  program
    .command('backup')
    .argument('<dir>', 'folder of all backups, on another disk')
    .option('--keep <n>', 'how many to keep', wholeNumber, nightlyKept)
    .option('--files-only', 'only uploaded files and the secret; for DATABASE_URL')
    .option('--json', 'print the result as JSON')
    .description('back up database, files and secret beside the running service (docs/running.md)')
    .action(backUp)

  program
    .command('restore')
    .argument('<dir>', 'folder of all backups')
    .option('--at <time>', 'as it was then, such as 2026-11-27T14:30:00Z; default: the last change', timeOf)
    .option('--to <folder>', 'empty folder; default: DATA_DIR')
    .option('--json', 'print the result as JSON')
    .description('restore the newest backup and the changes after it into an empty folder')
    .action(restoreTo)
}
