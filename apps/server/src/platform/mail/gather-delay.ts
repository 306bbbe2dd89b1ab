/** How long an email waits for others to the same person, so that they are sent as one. */
export const gatherMs = 2 * 60_000

export const soon = (now: Date): Date => new Date(now.getTime() + gatherMs)
