/** What each command of `npx wellkept` stands on: settings, the database, and words for a person instead of a log. */
import path from 'node:path'
import { type Built, build } from './build.ts'
import type { EmbeddedOptions } from './src/platform/db/embedded/embedded.ts'
import { type JoinedDatabase, joinOrStart } from './src/platform/db/embedded/join.ts'
import { openLog, prepare, settingsOrExit } from './start.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** Where the command was given: its files are named from there. */
const startedIn = process.cwd()
// The settings are read as `npm start` reads them, which runs in the project's folder.
process.chdir(root)

/** @param file as it was typed */
export const fileOf = (file: string): string => path.resolve(startedIn, file)

export const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** Notes of the log as plain lines beside the result. */
const tell = (line: string): void => {
  const { msg, err } = JSON.parse(line) as { msg?: string; err?: { message?: string } }
  process.stderr.write(`${[msg, err?.message].filter(Boolean).join(': ')}\n`)
}

const lost =
  'The service that ran the database has ended, so this command has ended too. Unfinished work was not saved; run the command again'

/** For every command that is not the service itself. */
export const endTidily = (): void => {
  // The output was closed by whoever reads it, such as `head`.
  process.stdout.on('error', () => process.exit())
  // Listeners of `exit` stop what was started and take away what is half there.
  process.once('SIGINT', () => process.exit(130))
  process.once('SIGTERM', () => process.exit(143))
}

/**
 * Runs with everything but the HTTP server, beside a running service or alone, and puts it all away again.
 * @param secretLost what only the SECRET before opens is given up
 */
export const withService = async (
  work: (built: Built) => Promise<void>,
  { secretLost = false } = {},
): Promise<void> => {
  const config = { ...settingsOrExit(), role: 'http' as const, logLevel: 'info' }
  const log = openLog(config, { write: tell })
  let reached: JoinedDatabase | undefined
  try {
    const open = async (options: EmbeddedOptions): Promise<JoinedDatabase> => {
      reached = await joinOrStart(options)
      return reached
    }
    const runtime = await prepare(config, log, open, secretLost)
    try {
      // Each connection that is lost, and that all are, is a matter for a service; a command has one word for them all.
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
    throw (await reached?.isLost()) ? new Error(lost, { cause: error }) : error
  }
}
