/**
 * The longest time that `work` blocks the event loop, in ms of CPU time of this thread, which also answers
 * requests.
 */
export const longestTurn = async (work: () => Promise<unknown>): Promise<number> => {
  let [longest, isOver, before] = [0, false, process.threadCpuUsage()]
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
    before = process.threadCpuUsage()
    if (!isOver) setImmediate(look)
  }
  setImmediate(look)
  await work()
  isOver = true
  await new Promise(setImmediate)
  return longest
}
