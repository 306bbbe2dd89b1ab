/** How long a mail waits for others to the same person, so that what comes together is one. */
const gatherMs = 2 * 60_000

export const soon = (now: Date): Date => new Date(now.getTime() + gatherMs)
