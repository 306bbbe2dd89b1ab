/**
 * What screens still have to send when somebody signs out: afterwards nobody is signed in here to send it. Tabs of a
 * browser share one session, so those beside are asked to send theirs too.
 */
const senders = new Set<() => Promise<void>>()

/** Longer nobody is kept from signing out, whatever is still on its way here. */
const longestMs = 5000
/** The same of what is on its way in other tabs. */
const longestBesideMs = 2000

/** A channel on which tabs ask, and the lock of those that have something left. */
const unsent = 'wellkept.unsent'
const openChannel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(unsent)
/** Undefined on plain http: then others are asked and not waited for. */
const locksHere = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks

/** @param send ends when nothing waits any more */
export const beforeSignOut = (send: () => Promise<void>): void => {
  senders.add(send)
  openChannel()?.addEventListener('message', () => void send())
}

/** @param sent ends when nothing waits here any more: other tabs do not sign out before that */
export const holdSignOut = (sent: Promise<void>): void => {
  locksHere()
    ?.request(unsent, { mode: 'shared' }, () => sent)
    .catch(() => undefined)
}

export const sendBeforeSignOut = async (): Promise<void> => {
  openChannel()?.postMessage('send')
  if (senders.size > 0)
    await Promise.race([
      Promise.allSettled(Array.from(senders, (send) => send())),
      new Promise((resolve) => setTimeout(resolve, longestMs)),
    ])
  await locksHere()
    ?.request(unsent, { signal: AbortSignal.timeout(longestBesideMs) }, () => undefined)
    .catch(() => undefined)
}
