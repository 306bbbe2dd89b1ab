/** Lets other work run during a long computation. */
import { performance } from 'node:perf_hooks'
import { setImmediate as turn } from 'node:timers/promises'

const longestMs = 10

/** @returns function to await between small steps; it yields if the event loop was blocked for more than 10 ms */
export const eventLoopYielder = (): (() => Promise<void>) => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < longestMs) return
    await turn()
    since = performance.now()
  }
}
