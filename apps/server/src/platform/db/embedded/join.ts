/** The database of a data folder for a command: that of a running process, else its own. */
import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { readCredentials } from './credentials.ts'
import { type Embedded, type EmbeddedOptions, startEmbedded } from './embedded.ts'
import { knownHome } from './home.ts'
import { DataFolderInUse } from './lock.ts'
import { ownerUrl } from './roles.ts'
import { knownSocketFolder } from './socket-folder.ts'

/**
 * Shared advisory lock of commands that use another process's server; a command stops its own server once nobody
 * holds it.
 */
const commandsLock = 7_261_002
/** Milliseconds to wait for a service that is starting or recovering. */
const joinTimeoutMs = 30_000

/** A database, of this or another process. */
export interface JoinedDatabase extends Pick<Embedded, 'url' | 'stop' | 'kill'> {
  /** whether the other process has ended meanwhile; never true for an own server */
  isLost(): Promise<boolean>
}

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'wellkept command',
    connectionTimeoutMillis: 2000,
  })
  client.on('error', () => {})
  try {
    await client.connect()
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

const isFalse = (): boolean => false
const isTrue = (): boolean => true

/** @returns undefined if it does not answer yet */
const join = async (dataDir: string): Promise<JoinedDatabase | undefined> => {
  const home = knownHome(dataDir)
  const credentials = home === undefined ? undefined : readCredentials(home)
  const socketFolder = home === undefined ? undefined : knownSocketFolder(home)
  if (!credentials || !socketFolder) return undefined
  const url = ownerUrl(socketFolder, credentials)
  try {
    const client = await connect(url)
    await client.query('select pg_advisory_lock_shared($1)', [commandsLock])
    let ended = false
    let lost = false
    const checkLost = async (): Promise<boolean> => {
      if (!ended) lost ||= await client.query('select').then(isFalse, isTrue)
      return lost
    }
    const stop = async (): Promise<void> => {
      await checkLost()
      ended = true
      await client.end().catch(() => {})
    }
    return { url, stop, kill: () => void stop(), isLost: checkLost }
  } catch {
    return undefined
  }
}

const waitForOtherCommands = async (url: string, log: (message: string) => void): Promise<void> => {
  const client = await connect(url)
  try {
    const { rows } = await client.query<{ free: boolean }>('select pg_try_advisory_lock($1) as free', [
      commandsLock,
    ])
    if (rows[0]?.free) return
    log('Another command is using this database; waiting for it')
    await client.query('select pg_advisory_lock($1)', [commandsLock])
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * For commands: joins the database of a running process, or starts one.
 * @throws DataFolderInUse if another process uses the folder but its database does not answer
 * @throws Error if this machine cannot run a database
 */
export const joinOrStart = async (options: EmbeddedOptions): Promise<JoinedDatabase> => {
  const until = performance.now() + joinTimeoutMs
  for (;;) {
    try {
      const own = await startEmbedded(options)
      return {
        url: own.url,
        stop: async () => {
          await waitForOtherCommands(own.url, options.log).catch(() => {})
          await own.stop()
        },
        kill: own.kill,
        isLost: async () => false,
      }
    } catch (error) {
      if (!(error instanceof DataFolderInUse)) throw error
      const joined = await join(resolve(options.dataDir))
      if (joined) return joined
      if (performance.now() > until)
        throw new DataFolderInUse(`${error.message}. Its database does not answer`, { cause: error })
      await delay(200)
    }
  }
}
