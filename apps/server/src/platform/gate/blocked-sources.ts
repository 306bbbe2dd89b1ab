/**
 * Counts sources that a limit stopped, and those that try unknown codes. Kept in memory and written every few seconds,
 * as hashes of the day, so that a flood costs no statement for each request.
 */
import type pg from 'pg'
import type { Logger } from 'pino'
import type { LimitName } from '#contracts/kit/vocabulary.ts'
import type { Clock } from '../clock.ts'
import type { Sources } from './sources.ts'

const flushEveryMs = 5000
/** Beyond so many addresses at once the rest is not counted. */
const mostAddresses = 10_000

interface Noted {
  readonly address: string
  readonly kind: LimitName
  hits: number
  until: number
}

export interface BlockedSources {
  /** @param seconds until the limit allows more */
  note(address: string, kind: LimitName, seconds: number): void
  /** Writes what is counted now. */
  flush(): Promise<void>
  stop(): void
}

const saveText = `insert into blocked_source as b (source, kind, hits, until, noted_at)
  select n.source, n.kind, n.hits, n.until, $5 from unnest($1::text[], $2::text[], $3::int[], $4::timestamptz[]) as n (source, kind, hits, until)
  on conflict (source, kind) do update
    set hits = b.hits + excluded.hits, until = greatest(b.until, excluded.until), noted_at = excluded.noted_at`

export const openBlockedSources = (
  pool: pg.Pool,
  sources: Sources,
  clock: Clock,
  log: Logger,
): BlockedSources => {
  let noted = new Map<string, Noted>()
  const flush = async (): Promise<void> => {
    if (noted.size === 0) return
    const all = [...noted.values()]
    noted = new Map()
    try {
      const hashes: string[] = []
      for (const { address } of all) hashes.push(await sources.hash(address))
      await pool.query({
        name: 'blocked-sources',
        text: saveText,
        values: [
          hashes,
          all.map(({ kind }) => kind),
          all.map(({ hits }) => hits),
          all.map(({ until }) => new Date(until)),
          clock.now(),
        ],
      })
    } catch (error) {
      log.warn({ err: error }, 'Blocked sources were not written')
    }
  }
  const timer = setInterval(() => void flush(), flushEveryMs)
  timer.unref()
  return {
    note: (address, kind, seconds) => {
      const key = `${kind} ${address}`
      const until = clock.now().getTime() + seconds * 1000
      const known = noted.get(key)
      if (known) {
        known.hits++
        known.until = until
      } else if (noted.size < mostAddresses) noted.set(key, { address, kind, hits: 1, until })
    },
    flush,
    stop: () => clearInterval(timer),
  }
}
