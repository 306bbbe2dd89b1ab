import { type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks'

interface Turn {
  readonly start: number
  readonly end: number
  /** CPU time in ms */
  readonly busy: number
}

/**
 * The longest time that `work` blocks the event loop, in ms of CPU time of this thread, which also answers
 * requests. Garbage collection is not counted: tests run with eight times the young generation of the service, whose
 * collection alone takes up to 150 ms on a busy machine.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  const collections: PerformanceEntry[] = []
  const observer = new PerformanceObserver((list) => collections.push(...list.getEntries()))
  observer.observe({ entryTypes: ['gc'] })
  const turns: Turn[] = []
  let [isOver, start, before] = [false, performance.now(), process.threadCpuUsage()]
  const look = (): void => {
    const [end, { user, system }] = [performance.now(), process.threadCpuUsage(before)]
    turns.push({ start, end, busy: (user + system) / 1000 })
    ;[start, before] = [performance.now(), process.threadCpuUsage()]
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  await new Promise(setImmediate)
  collections.push(...observer.takeRecords())
  observer.disconnect()
  const collecting = ({ start, end }: Turn): number =>
    collections
      .filter(({ startTime }) => startTime >= start && startTime < end)
      .reduce((sum, { duration }) => sum + duration, 0)
  return turns.reduce((most, turn) => Math.max(most, turn.busy - collecting(turn)), 0)
}
