/** What work costs this process, which does not depend on who else uses the machine. */

/** @returns milliseconds of processor time */
export const cpuTimeOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/** @returns milliseconds of processor time of this thread alone, in which the service under test answers too */
export const threadTimeOf = async (work: () => unknown): Promise<number> => {
  const before = process.threadCpuUsage()
  await work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
