/** CPU time of work, which does not depend on other processes of the machine. */

/** @returns milliseconds of CPU time */
export const cpuTimeOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** @returns milliseconds of CPU time of this thread, which also runs the service under test */
export const threadTimeOf = async (work: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
