/**
 * Who works off the jobs of each queue in this process. They sleep until there is something for them: what this instance
 * hands out wakes as many as there are jobs, and one look at all queues together, once a second, wakes them for the rest
 * (jobs that are tried again, or that another instance handed out). An idle service would else ask for each of them.
 */
import type pg from 'pg'
import type { Job, PgBoss, WorkOptions } from 'pg-boss'

interface Hand {
  id: string
  busy: boolean
}

export interface Hands {
  /** One more for the queue; several of one rather than one of several, so that each can be woken. */
  take<T>(queue: string, options: WorkOptions, work: (job: Job<T>) => Promise<void>): Promise<void>
  /** @param jobs so many there are; who is busy looks for the next one when this one is done */
  rouse(queue: string, jobs: number): void
  /** Wakes those of the queues in which jobs wait. @returns how many queues those are */
  look(): Promise<number>
  /** What is in hand is finished; nobody waits for it here. Who works for the queue `kept` goes on. */
  releaseAllBut(kept: string): Promise<void>
}

/** Only in case that a look was missed. */
const atLeastEverySeconds = 60

const readyText = `select queue.name from unnest($1::text[]) as queue (name) where exists (
  select from pgboss.job j where j.name = queue.name and j.state < 'active' and not j.blocked and j.start_after <= now())`

export const openHands = (boss: PgBoss, pool: pg.Pool): Hands => {
  const hands = new Map<string, Hand[]>()
  const rouse = (queue: string, jobs: number): void => {
    const all = hands.get(queue) ?? []
    for (const hand of all.filter(({ busy }) => !busy).slice(0, jobs)) {
      boss.notifyWorker(hand.id)
      // The next job is another one's: this one may be asking for its own just now.
      all.push(...all.splice(all.indexOf(hand), 1))
    }
  }
  return {
    rouse,
    take: async <T>(queue: string, options: WorkOptions, work: (job: Job<T>) => Promise<void>) => {
      const hand: Hand = { id: '', busy: false }
      hand.id = await boss.work<T>(
        queue,
        { pollingIntervalSeconds: atLeastEverySeconds, ...options },
        async ([job]) => {
          if (!job) return
          hand.busy = true
          try {
            await work(job)
          } finally {
            hand.busy = false
            boss.notifyWorker(hand.id)
          }
        },
      )
      hands.set(queue, [...(hands.get(queue) ?? []), hand])
    },
    look: async () => {
      const { rows } = await pool.query<{ name: string }>({
        name: 'queues-with-jobs',
        text: readyText,
        values: [[...hands.keys()]],
      })
      for (const { name } of rows) rouse(name, Number.POSITIVE_INFINITY)
      return rows.length
    },
    releaseAllBut: async (kept) => {
      const queues = [...hands.keys()].filter((queue) => queue !== kept)
      for (const queue of queues) hands.delete(queue)
      for (const queue of queues) await boss.offWork(queue, { wait: false })
    },
  }
}
