/**
 * Roles, tables, queues and their rights: one step, done by one instance at a time, that leaves alone what is there. It
 * is repeated whole at every start, so whatever a start that was killed left undone is done by the next one.
 */
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import type { CronJob } from '../context.ts'
import type { Keys } from '../crypto/keys.ts'
import { assertKnownSecret, noteSecret } from '../crypto/secret-proof.ts'
import { installQueues } from '../events/queues.ts'
import type { Subscriber } from '../events/subscriber.ts'
import { followCollation } from './collation.ts'
import { migrate } from './migrate.ts'
import { ensureRequestRoles } from './request-roles.ts'

const lockKey = 7_261_001
const tries = 6

/**
 * What a lost race looks like. The lock is the database's and the roles are the whole cluster's, so an instance on
 * another database may make the same role in the same instant ("tuple concurrently updated" is XX000).
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

/** Hears underLock, in words, what a start waits for where that takes `afterMs` or longer. */
interface WaitNotice {
  readonly say: (words: string) => void
  readonly afterMs: number
}

/** What speaks the protocol of PostgreSQL and is another database may not know these. */
const holderText = `select a.pid, host(a.client_addr) as address from pg_locks l join pg_stat_activity a on a.pid = l.pid
  where l.locktype = 'advisory' and l.granted and l.classid = 0 and l.objid = $1 and l.objsubid = 1
    and l.database = (select oid from pg_database where datname = current_database())`

const waitNoticeText = async (client: pg.Client): Promise<string> => {
  const { rows } = await client
    .query<{ pid: number; address: string | null }>(holderText, [lockKey])
    .catch(() => ({ rows: [] }))
  const [holder] = rows
  const who = holder
    ? ` It is process ${holder.pid} of PostgreSQL${holder.address ? `, from ${holder.address}` : ''}; where that hangs: select pg_terminate_backend(${holder.pid})`
    : ''
  return `Another instance is preparing the database; waiting until it is done.${who}`
}

const takeLock = async (client: pg.Client, { say, afterMs }: WaitNotice): Promise<void> => {
  const startedAt = performance.now()
  let isNoticed = false
  // Asked for again and again: whoever waits inside a statement would be waited for by an index made concurrently.
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
    // Ending the session frees the lock.
    await client.end()
  }
}

const noNotice: WaitNotice = { say: () => {}, afterMs: 5000 }

/** Runs `work` while no other instance prepares this database; from the start again where a race was lost. */
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
  /** the one before is given up, and with it what only it opens */
  readonly lost: boolean
}

/**
 * @param secret of whoever will work with it; undefined: nobody yet, as with a template of tests
 * @param say hears what is waited for where another instance is at it for long
 * @returns names of the migrations that were applied now
 * @throws Error where the database was sealed under another secret that was not given up; nothing is done then
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
      await followCollation(client)
      await installQueues(client, subscribers, cronJobs)
      if (secret) await noteSecret(client, secret.keys)
      return applied
    },
    { ...noNotice, say },
  )
