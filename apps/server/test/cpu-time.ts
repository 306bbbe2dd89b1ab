/** What work costs this process, which does not depend on who else uses the machine. */

/** @returns milliseconds of processor time */
export const cpuTimeOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
