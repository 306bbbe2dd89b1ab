/** Calls of Slack that nobody waits for, made after a commit and ended before the process ends. */
import type { Platform } from '#server/platform/context.ts'

const running = new WeakMap<Platform, Set<Promise<void>>>()

const runningOf = (platform: Platform): Set<Promise<void>> => {
  const known = running.get(platform) ?? new Set()
  running.set(platform, known)
  return known
}

export const inBackground = (platform: Platform, work: () => Promise<unknown>): void => {
  const all = runningOf(platform)
  const one = work()
    .catch((error: unknown) => platform.log.warn({ err: error }, 'A call of Slack failed'))
    .then(() => void all.delete(one))
  all.add(one)
}

/** Resolves when nothing is running; at the end of the process and for tests. */
export const whenDone = async (platform: Platform): Promise<void> => {
  const all = runningOf(platform)
  while (all.size > 0) await Promise.all(all)
}
