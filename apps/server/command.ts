/** Base of the commands of `npx wellkept`: settings, database, and plain output instead of a log. */
import path from 'node:path'
import { InvalidArgumentError } from 'commander'
import pg from 'pg'
import type { Built } from './build.ts'
import { settingsOrExit } from './settings.ts'
import type { Config } from './src/platform/config.ts'
import type { EmbeddedOptions } from './src/platform/db/embedded/embedded.ts'
import { type JoinedDatabase, joinOrStart } from './src/platform/db/embedded/join.ts'
import { assertReachable } from './src/platform/db/reachable.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Working folder of the command; its file arguments are relative to it. */
const startedIn = process.cwd()
// Settings are relative to the project folder, as with `npm start`.
process.chdir(root)

/** @param file as typed */
export const fileOf = (file: string): string => path.resolve(startedIn, file)

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** @throws InvalidArgumentError */
export const wholeNumber = (text: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(text))
    throw new InvalidArgumentError('It must be a whole number from 1 to 9999.')
  return Number(text)
}

/** Writes log lines as plain text to stderr. */
const writeLogLine = (line: string): void => {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
  process.stderr.write(`${[msg, err?.message].filter(Boolean).join(': ')}\n`)
}

const serviceEndedText =
  'The service that ran the database has ended, so this command has ended too. Unfinished work was not saved; run the command again'

/** Signal handling of all commands except start. @param interrupted exit code after Ctrl-C */
export const handleSignals = (interrupted: number): void => {
  // The reader of the output, such as `head`, has closed it.
  process.stdout.on('error', () => process.exit())
  // Listeners of `exit` stop child processes and remove partial files.
  process.once('SIGINT', () => process.exit(interrupted))
  process.once('SIGTERM', () => process.exit(143))
}

/** Runs `work` with the database as it is, as the owner of the tables: nothing is migrated. */
export const withDatabase = async (work: (client: pg.Client) => Promise<void>): Promise<void> => {
  const config = settingsOrExit()
  if (config.databaseUrl) await assertReachable(config.databaseUrl)
  const joined = config.databaseUrl
    ? undefined
    : await joinOrStart({ dataDir: config.dataDir, log: () => {}, onFatal: () => {} })
  try {
    const client = new pg.Client({ connectionString: config.databaseUrl ?? joined?.url })
    client.on('error', () => {})
    await client.connect()
    await work(client).finally(() => client.end())
  } finally {
    await joined?.stop()
  }
}

/**
 * Runs `work` with the application but without the HTTP server, beside a running service or alone.
 * @param secretLost gives up what only the previous SECRET can decrypt
 * @param using settings that differ from the environment
 * @param database opens the embedded one
 */
export const withService = async (
  work: (built: Built) => Promise<void>,
  {
    secretLost = false,
    using = {},
    database = joinOrStart,
  }: {
    readonly secretLost?: boolean
    readonly using?: Partial<Config>
    readonly database?: (options: EmbeddedOptions) => Promise<JoinedDatabase>
  } = {},
): Promise<void> => {
  const config: Config = { ...settingsOrExit(), role: 'http', logLevel: 'info', ...using }
  // Loaded only here, so that --help, a wrong call and commands that need no application answer at once.
  const { build } = await import('./build.ts')
  const { openLog, prepare } = await import('./start.ts')
  const log = openLog(config, { write: writeLogLine })
  let reached: JoinedDatabase | undefined
  try {
    const open = async (options: EmbeddedOptions): Promise<JoinedDatabase> => {
      reached = await database(options)
      return reached
    }
    const runtime = await prepare(config, log, open, secretLost)
    try {
      // Lost connections are not logged, since the command reports one error.
      const quiet = log.child({}, { level: 'fatal' })
      const built = await build({ config, databaseUrl: runtime.databaseUrl, log: quiet })
      try {
        await work(built)
      } finally {
        await built.close()
      }
    } finally {
      await runtime.embedded?.stop()
    }
  } catch (error) {
    throw (await reached?.isLost()) ? new Error(serviceEndedText, { cause: error }) : error
  }
}
