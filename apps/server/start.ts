/** Opens the log and prepares the database; shared by the service and the commands. */
import { type DestinationStream, type Logger, pino } from 'pino'
import { cronJobs, subscribers } from './build.ts'
import type { Config } from './src/platform/config.ts'
import { deriveKeys } from './src/platform/crypto/keys.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './src/platform/db/embedded/embedded.ts'
import { prepareDatabase } from './src/platform/db/prepare.ts'
import { assertReachable } from './src/platform/db/reachable.ts'

export interface Runtime {
  readonly config: Config
  readonly log: Logger
  /** URL of the role that owns the tables */
  readonly databaseUrl: string
  readonly embedded: Database | undefined
}

/** An embedded PostgreSQL, own or joined. */
type Database = Pick<Embedded, 'url' | 'stop' | 'kill'>

/**
 * Starts the embedded PostgreSQL unless DATABASE_URL is set, and migrates.
 * @param open replaced by commands, which can join the database of a running service
 * @param lost gives up what only the previous SECRET can decrypt
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
        ...(config.backupDir === undefined ? {} : { backupDir: config.backupDir }),
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

/** @param to default: standard output */
export const openLog = (config: Config, to?: DestinationStream): Logger => {
  const options = {
    level: config.logLevel,
    redact: ['password', 'token', 'authorization', '*.password', '*.token', '*.authorization'],
  }
  return to ? pino(options, to) : pino(options)
}
