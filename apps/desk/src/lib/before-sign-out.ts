/** What screens still have to send when somebody signs out: afterwards nobody is signed in here to send it. */
const senders = new Set<() => Promise<void>>()

/** Longer nobody is kept from signing out, whatever is still on its way. */
const longestMs = 5000

/** @param send ends when nothing waits any more */
export const beforeSignOut = (send: () => Promise<void>): void => {
  senders.add(send)
}

export const sendBeforeSignOut = async (): Promise<void> => {
  if (senders.size === 0) return
  await Promise.race([
    Promise.allSettled(Array.from(senders, (send) => send())),
    new Promise((resolve) => setTimeout(resolve, longestMs)),
  ])
}
