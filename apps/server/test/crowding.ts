/**
 * How many times longer work takes at this moment than on a machine that does nothing else, at least 1: the time that a
 * tenth of a second of this thread's own work takes. For promises of seconds, which other tests beside must not break.
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
