/** Long work lets others in. */
import { performance } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'

const longestMs = 10

/** @returns to be awaited between small steps: leaves the loop where it was held for some milliseconds */
export const eventLoopYielder = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestMs) return
    await turn()
    since = performance.now()
  }
}
