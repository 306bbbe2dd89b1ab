/**
 * How much longer work takes now than on an idle machine (at least 1), measured with a tenth of a second of CPU
 * work. Scales time limits in tests, so that parallel tests do not break them.
 */
export const crowding = (): number => {
  const [began, before] = [performance.now(), process.threadCpuUsage()]
  const worked = (): number => {
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  }
  while (worked() < 100);
  return Math.max(1, (performance.now() - began) / worked())
}
