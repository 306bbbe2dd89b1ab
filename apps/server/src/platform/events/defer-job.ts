/** Defers a job whose work another worker, perhaps a dead one, has locked until the end of that claim. */
import type pg from 'pg'
import type { Job } from 'pg-boss'

/** Thrown by the handler of an effect. */
export class LockedByOther extends Error {
  override readonly name = 'LockedByOther'
  /** milliseconds until the other claim ends */
  readonly forMs: number
  constructor(what: string, forMs: number) {
    super(what)
    this.forMs = forMs
  }
}

/** The attempt does not count as failed, so the retry limit is raised by one. */
const deferText = `update pgboss.job set state = 'retry', start_after = now() + make_interval(secs => $4::float8 / 1000),
    retry_limit = retry_limit + 1, heartbeat_on = null
  where name = $1 and id = $2 and retry_count = $3 and state = 'active'`

/** Does nothing if the job's own claim has ended. */
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
