/**
 * The job workers of each queue in this process. They sleep until there is something for them: what this instance
 * dispatches wakes as many as there are jobs, and one poll of all queues together, once a second, wakes them for the rest
 * (jobs that are tried again, or that another instance dispatched). An idle service would else ask for each of them.
 */
import type pg from 'pg'
import type { Job, PgBoss, WorkOptions } from 'pg-boss'

interface JobWorker {
  id: string
  busy: boolean
}

export interface JobWorkers {
  /** One more for the queue; several of one rather than one of several, so that each can be woken. */
  start<T>(queue: string, options: WorkOptions, work: (job: Job<T>) => Promise<void>): Promise<void>
  /** @param jobs so many there are; a busy worker asks for the next one when this one is done */
  wake(queue: string, jobs: number): void
  /** Wakes the workers of queues in which jobs wait. @returns how many queues those are */
  poll(): Promise<number>
  /** Jobs under way are finished; nobody waits for it here. Workers of the queue `kept` go on. */
  stopAllBut(kept: string): Promise<void>
}

/** Only in case that a poll was missed. */
const atLeastEverySeconds = 60

const readyText = `select queue.name from unnest($1::text[]) as queue (name) where exists (
  select from pgboss.job j where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`

export const openJobWorkers = (boss: PgBoss, pool: pg.Pool): JobWorkers => {
  const workers = new Map<string, JobWorker[]>()
  const wake = (queue: string, jobs: number): void => {
    const all = workers.get(queue) ?? []
    for (const worker of all.filter(({ busy }) => !busy).slice(0, jobs)) {
      boss.notifyWorker(worker.id)
      // The next job is another one's: this one may be asking for its own just now.
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
