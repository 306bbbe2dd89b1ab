/**
 * The job workers of each queue in this process. They sleep until they are woken: by this instance's dispatch, one
 * for each job, or by one poll of all queues a second (for retries and jobs of other instances). Otherwise an idle
 * service would poll for each worker.
 */
import type pg from 'pg'
import type { Job, PgBoss, WorkOptions } from 'pg-boss'

interface JobWorker {
  id: string
  busy: boolean
}

export interface JobWorkers {
  /** Starts one more worker for the queue; each worker has one loop, so that it can be woken alone. */
  start<T>(queue: string, options: WorkOptions, work: (job: Job<T>) => Promise<void>): Promise<void>
  /** @param jobs number of workers to wake; a busy worker fetches the next job by itself */
  wake(queue: string, jobs: number): void
  /** Wakes the workers of queues with waiting jobs. @returns number of these queues */
  poll(): Promise<number>
  /** Stops workers after their current job, without waiting for it, except those of queue `kept`. */
  stopAllBut(kept: string): Promise<void>
}

/** A fallback for a missed poll. */
const atLeastEverySeconds = 60

const readyText = `select queue.name from unnest($1::text[]) as queue (name) where exists (
  select from pgboss.job j where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`

export const openJobWorkers = (boss: PgBoss, pool: pg.Pool): JobWorkers => {
  const workers = new Map<string, JobWorker[]>()
  const wake = (queue: string, jobs: number): void => {
    const all = workers.get(queue) ?? []
    for (const worker of all.filter(({ busy }) => !busy).slice(0, jobs)) {
      boss.notifyWorker(worker.id)
      // Rotates the workers, since this one may be fetching its own next job.
      all.push(...all.splice(all.indexOf(worker), 1))
    }
  }
  return {
    wake,
    start: async <T>(queue: string, options: WorkOptions, work: (job: Job<T>) => Promise<void>) => {
      const worker: JobWorker = { id: '', busy: false }
      worker.id = await boss.work<T>(
        queue,
        { pollingIntervalSeconds: atLeastEverySeconds, ...options },
        async ([job]) => {
          if (!job) return
          worker.busy = true
          try {
            await work(job)
          } finally {
            worker.busy = false
            boss.notifyWorker(worker.id)
          }
        },
      )
      workers.set(queue, [...(workers.get(queue) ?? []), worker])
    },
    poll: async () => {
      const { rows } = await pool.query<{ name: string }>({
        name: 'queues-with-jobs',
        text: readyText,
        values: [[...workers.keys()]],
      })
      for (const { name } of rows) wake(name, Number.POSITIVE_INFINITY)
      return rows.length
    },
    stopAllBut: async (kept) => {
      const queues = [...workers.keys()].filter((queue) => queue !== kept)
      for (const queue of queues) workers.delete(queue)
      for (const queue of queues) await boss.offWork(queue, { wait: false })
    },
  }
}
