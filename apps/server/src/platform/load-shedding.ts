/** Load shedding: background work waits while requests keep the process busy. */
import { performance } from 'node:perf_hooks'
import { setTimeout as delay } from 'node:timers/promises'

export interface LoadShedding {
  /** a request started */
  requestStarted(): void
  /** it was answered */
  requestEnded(): void
  /** Resolves at once unless the process is overloaded; then when the load has dropped, at the latest after `ms`. */
  yieldToRequests(ms: number): Promise<void>
}

/** With fewer concurrent requests there is no overload. */
const manyRequests = 16
/** Event loop utilization from which the process counts as busy. */
const busyShare = 0.7
const pollEveryMs = 50
/** How often a waiting caller checks the load. */
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
