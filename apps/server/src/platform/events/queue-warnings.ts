/**
 * Warnings of the job queue, such as a growing backlog. The queue repeats them at each check; they are logged once
 * in ten minutes, and only their text, since statements and values may come with them.
 */
import type { Logger } from 'pino'

const againAfterMs = 10 * 60_000
/** Number of distinct warnings to remember; further ones are dropped. */
const most = 50

/** @param now milliseconds of real time; replaced in tests */
export const openQueueWarnings = (
  log: Logger,
  now = () => performance.now(),
): ((warning: { readonly message: string }) => void) => {
  const toldAt = new Map<string, number>()
  return ({ message }) => {
    const at = now()
    for (const [kind, last] of toldAt) if (at - last >= againAfterMs) toldAt.delete(kind)
    // Numbers in the text change each time, so they are ignored.
    const kind = message.replace(/\d+/g, '#')
    if (toldAt.has(kind) || toldAt.size >= most) return
    toldAt.set(kind, at)
    log.warn({ warning: message }, 'The job queue warns')
  }
}
