/**
 * Prepares the database: roles, tables, queues and rights, by one instance at a time. Every start repeats all of
 * it, so that an interrupted start is completed by the next one.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { CronJob } from '../context.ts'
import type { Keys } from '../crypto/keys.ts'
import { assertKnownSecret, noteSecret } from '../crypto/secret-proof.ts'
import { installQueues } from '../events/queues.ts'
import type { Subscriber } from '../events/subscriber.ts'
import { followCollation } from './collation.ts'
import { placeNewTables } from './distribute.ts'
import { migrate } from './migrate.ts'
import { ensureRequestRoles } from './request-roles.ts'

const lockKey = 7_261_001
const tries = 6

/**
 * Error codes of lost races. The lock is per database but roles belong to the cluster, so instances on two
 * databases may create a role at the same time ("tuple concurrently updated" is XX000).
 */
const lostRaces = new Set(['XX000', '23505', '40001', '40P01', '42710', '42P06', '42P07'])

const isLostRace = (error: unknown): boolean =>
  error instanceof Error &&
  (('code' in error && typeof error.code === 'string' && lostRaces.has(error.code)) ||
    isLostRace(error.cause))

const hasLock = async (client: pg.Client): Promise<boolean> => {
  const { rows } = await client.query<{ had: boolean }>('select pg_try_advisory_lock($1) as had', [lockKey])
  return rows[0]?.had === true
}

/** Reports once what a start waits for if it takes `afterMs` or longer. */
interface WaitNotice {
  readonly say: (words: string) => void
  readonly afterMs: number
}

/** A database that only speaks PostgreSQL's protocol may lack these views, so errors are ignored. */
const holderText = `select a.pid, host(a.client_addr) as address from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())`

const waitNoticeText = async (client: pg.Client): Promise<string> => {
  const { rows } = await client
    .query<{ pid: number; address: string | null }>(holderText, [lockKey])
    .catch(() => ({ rows: [] }))
  const [holder] = rows
  const who = holder
    ? ` It is process ${holder.pid} of PostgreSQL${holder.address ? `, from ${holder.address}` : ''}; if it hangs: select pg_terminate_backend(${holder.pid})`
    : ''
  return `Another instance is preparing the database; waiting until it is done.${who}`
}

const takeLock = async (client: pg.Client, { say, afterMs }: WaitNotice): Promise<void> => {
  const startedAt = performance.now()
  let isNoticed = false
  // Polls: a session that waits inside a statement would block a concurrent index build.
  while (!(await hasLock(client))) {
    if (!isNoticed && performance.now() - startedAt >= afterMs) {
      isNoticed = true
      say(await waitNoticeText(client))
    }
    await delay(100)
  }
}

const underLock = async <T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
  notice: WaitNotice,
): Promise<T> => {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'wellkept-prepare' })
  client.on('error', () => {})
  await client.connect()
  try {
    await takeLock(client, notice)
    return await work(client)
  } finally {
    // Ending the session releases the lock.
    await client.end()
  }
}

const noNotice: WaitNotice = { say: () => {}, afterMs: 5000 }

/** Runs `work` while no other instance prepares this database; retries after a lost race. */
export const prepareWith = async <T>(
  ownerUrl: string,
  work: (client: pg.Client) => Promise<T>,
  notice: WaitNotice = noNotice,
): Promise<T> => {
  for (let attempt = 1; ; attempt++) {
    try {
      return await underLock(ownerUrl, work, notice)
    } catch (error) {
      if (attempt === tries || !isLostRace(error)) throw error
      await delay(Math.random() * 100 * attempt)
    }
  }
}

interface Secret {
  readonly keys: Keys
  /** the previous secret is given up, with everything that only it can decrypt */
  readonly lost: boolean
}

/**
 * @param secret undefined for a template database of tests
 * @param say is told what a long start waits for
 * @returns names of the migrations applied now
 * @throws Error if the database was encrypted with another secret that was not given up; nothing is changed then
 */
export const prepareDatabase = (
  ownerUrl: string,
  subscribers: readonly Subscriber[],
  cronJobs: readonly CronJob[],
  secret?: Secret,
  say: WaitNotice['say'] = noNotice.say,
): Promise<string[]> =>
  prepareWith(
    ownerUrl,
    async (client) => {
      if (secret && !secret.lost) await assertKnownSecret(client, secret.keys)
      await ensureRequestRoles(client)
      const applied = await migrate(client)
      await placeNewTables(client)
      await followCollation(client)
      await installQueues(client, subscribers, cronJobs)
      if (secret) await noteSecret(client, secret.keys)
      return applied
    },
    { ...noNotice, say },
  )
