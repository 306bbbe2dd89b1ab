/**
 * Sends pending changes before sign-out, since they need the session. Tabs share one session, so other tabs are
 * asked to send theirs too.
 */
const senders = new Set<() => Promise<void>>()

/** Sign-out waits at most this long for changes of this tab. */
const longestMs = 5000
/** Sign-out waits at most this long for changes of other tabs. */
const longestBesideMs = 2000

/** Name of the BroadcastChannel that asks tabs to send, and of the Web Lock that tabs with pending changes hold. */
const unsent = 'wellkept.unsent'
const openChannel = (): BroadcastChannel | undefined =>
  typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(unsent)
/** Undefined on plain http: then other tabs are asked but not waited for. */
const locksHere = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks

/** @param send resolves when nothing is pending */
export const beforeSignOut = (send: () => Promise<void>): void => {
  senders.add(send)
  openChannel()?.addEventListener('message', () => void send())
}

/** @param sent resolves when nothing is pending; until then other tabs do not sign out */
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
