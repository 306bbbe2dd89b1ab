/** Requests come first: while they keep the process busy, work in the background lets them pass. */
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

export interface LoadShedding {
  /** a request has begun to be answered */
  requestStarted(): void
  /** it is answered */
  requestEnded(): void
  /** Resolves at once as a rule; while the process cannot keep up with its requests when that is over, after `ms` at most. */
  yieldToRequests(ms: number): Promise<void>
}

/** Fewer requests at once than this are no crowd. */
const manyRequests = 16
/** Share of its time that the event loop works. */
const busyShare = 0.7
const pollEveryMs = 50
/** Who gives way looks so often whether the way is free. */
const recheckMs = 25

export const openLoadShedding = (): LoadShedding => {
  let underWay = 0
  let before = performance.eventLoopUtilization()
  let polledAt = performance.now()
  let utilization = 0

  const measure = (): number => {
    const now = performance.now()
    if (now - polledAt >= pollEveryMs) {
      const current = performance.eventLoopUtilization()
      utilization = performance.eventLoopUtilization(current, before).utilization
      before = current
      polledAt = now
    }
    return utilization
  }

  return {
    requestStarted: () => {
      underWay++
    },
    requestEnded: () => {
      underWay--
    },
    yieldToRequests: async (ms) => {
      const end = performance.now() + ms
      while (underWay >= manyRequests && measure() >= busyShare && performance.now() < end)
        await delay(recheckMs)
    },
  }
}
