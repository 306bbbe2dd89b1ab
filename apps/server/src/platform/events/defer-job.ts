/** A job whose work is locked by another worker, perhaps one that has died: it is deferred to the end of their claim. */
import type pg from 'pg'
import type { Job } from 'pg-boss'

/** Thrown by the handler of an effect. */
export class LockedByOther extends Error {
  override readonly name = 'LockedByOther'
  /** until the other's claim is over, milliseconds */
  readonly forMs: number
  constructor(what: string, forMs: number) {
    super(what)
    this.forMs = forMs
  }
}

/** The attempt took one of the job's tries and did not fail; those that died in their tries have taken theirs. */
const deferText = `update pgboss.job set state = 'retry', start_after = now() + make_interval(secs => $4::float8 / 1000),
    retry_limit = retry_limit + 1, heartbeat_on = null
  where name = $1 and id = $2 and retry_count = $3 and state = 'active'`

/** Does nothing where the job's own claim is over meanwhile. */
export const deferJob = async (
  pool: pg.Pool,
  queue: string,
  job: Job,
  { forMs }: LockedByOther,
): Promise<void> => {
  await pool.query({
    name: 'defer-job',
    text: deferText,
    values: [queue, job.id, job.retryCount, Math.max(forMs, 0)],
  })
}
