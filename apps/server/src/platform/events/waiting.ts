/** What waits for the worker, over all tenants, as a number and an age. */
import type { Platform } from '../context.ts'

export interface Waiting {
  readonly events: number
  /** age of the oldest; 0 where none waits */
  readonly oldestSeconds: number
}

export const readWaiting = async ({ databases, clock }: Platform): Promise<Waiting> => {
  const { rows } = await databases.worker.query<{ events: number; oldest: Date | null }>(
    'select count(*) as events, min(at) as oldest from event where dispatched_at is null',
  )
  const [{ events, oldest } = { events: 0, oldest: null }] = rows
  const age = oldest ? (clock.now().getTime() - oldest.getTime()) / 1000 : 0
  return { events, oldestSeconds: Math.max(0, age) }
}
