/** Limits how much runs at once; a few more wait briefly, the rest is rejected. */
import { unavailable } from '#server/platform/errors.ts'

export interface Slots {
  /** @throws ServiceError SERVICE_UNAVAILABLE if no slot became free in time */
  take(): Promise<() => void>
}

export const openSlots = ({
  atOnce,
  waitingAtMost,
  waitMs,
}: {
  atOnce: number
  waitingAtMost: number
  waitMs: number
}): Slots => {
  let running = 0
  const waiting = new Set<() => void>()

  const leave = (): void => {
    const [next] = waiting
    // The slot passes to the first one waiting.
    if (next) next()
    else running -= 1
  }

  return {
    take: async () => {
      if (running < atOnce) running += 1
      else {
        if (waiting.size >= waitingAtMost)
          throw unavailable('Too many photos are being uploaded; try again shortly', 5)
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        const enter = (): void => {
          clearTimeout(timer)
          waiting.delete(enter)
          resolve()
        }
        const timer = setTimeout(() => {
          waiting.delete(enter)
          reject(unavailable('Too many photos are being uploaded; try again shortly', 5))
        }, waitMs)
        waiting.add(enter)
        await promise
      }
      let left = false
      return () => {
        if (!left) leave()
        left = true
      }
    },
  }
}
