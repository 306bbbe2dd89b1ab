/**
 * What the job queue warns of, such as jobs that pile up. It says so at each of its looks for as long as that lasts, the
 * log once in ten minutes; and only the words: a statement and its values may come with them.
 */
import type { Logger } from 'pino'

const againAfterMs = 10 * 60_000
/** Of warnings that are told apart; what comes beside these is left out. */
const most = 50

/** @param now milliseconds, of real time; replaced in tests */
export const openQueueWarnings = (
  log: Logger,
  now = () => performance.now(),
): ((warning: { readonly message: string }) => void) => {
  const toldAt = new Map<string, number>()
  return ({ message }) => {
    const at = now()
    for (const [kind, last] of toldAt) if (at - last >= againAfterMs) toldAt.delete(kind)
    // What it counts is another number each time.
    const kind = message.replace(/\d+/g, '#')
    if (toldAt.has(kind) || toldAt.size >= most) return
    toldAt.set(kind, at)
    log.warn({ warning: message }, 'The job queue warns')
  }
}
