/** From settings to a database that is migrated; shared by the service and the command line. */
import { type DestinationStream, type Logger, pino } from 'pino'
import { cronJobs, subscribers } from './build.ts'
import { type Config, ConfigError, readConfig } from './src/platform/config.ts'
import { deriveKeys } from './src/platform/crypto/keys.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './src/platform/db/embedded/embedded.ts'
import { prepareDatabase } from './src/platform/db/prepare.ts'
import { assertReachable } from './src/platform/db/reachable.ts'

export interface Runtime {
  readonly config: Config
  readonly log: Logger
  /** of the role that owns the tables */
  readonly databaseUrl: string
  readonly embedded: Database | undefined
}

/** An embedded PostgreSQL, and how to leave it. */
type Database = Pick<Embedded, 'url' | 'stop' | 'kill'>

/** Prints every fault of the settings and ends, or gives the settings. */
export const settingsOrExit = (): Config => {
  try {
    return readConfig(process.env)
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  }
}

/**
 * Opens the embedded PostgreSQL where no DATABASE_URL is given, and migrates.
 * @param open a command may use the one that a running service has
 * @param lost the SECRET before is lost for good, and what only it opens is given up
 */
export const prepare = async (
  config: Config,
  log: Logger,
  open: (options: EmbeddedOptions) => Promise<Database> = startEmbedded,
  lost = false,
): Promise<Runtime> => {
  for (const warning of config.warnings) log.warn(warning)
  if (config.databaseUrl) await assertReachable(config.databaseUrl)
  const embedded = config.databaseUrl
    ? undefined
    : await open({
        dataDir: config.dataDir,
        log: (message) => log.info(message),
        onFatal: (error) => log.fatal({ err: error }, 'The embedded PostgreSQL cannot continue'),
      })
  const databaseUrl = config.databaseUrl ?? embedded?.url ?? ''
  try {
    const secret = { keys: deriveKeys(config.secret), lost }
    const say = (words: string): void => log.warn(words)
    const applied = await prepareDatabase(databaseUrl, subscribers, cronJobs, secret, say)
    if (applied.length > 0) log.info({ migrations: applied.length }, 'The database was migrated')
  } catch (error) {
    await embedded?.stop()
    throw error
  }
  return { config, log, databaseUrl, embedded }
}

/** @param to standard output unless a test listens */
export const openLog = (config: Config, to?: DestinationStream): Logger => {
  const options = {
    level: config.logLevel,
    redact: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'],
  }
  return to ? pino(options, to) : pino(options)
}
