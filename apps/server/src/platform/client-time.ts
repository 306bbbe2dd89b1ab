/** Times reported by a device whose clock may be wrong. */

/**
 * Converts a client time to server time with the offset between `sentAt` and now; the network delay makes it
 * slightly too late. Older apps do not send `sentAt`: their time is kept as it is.
 */
export const toServerTime = (at: string, sentAt: string | undefined, now: Date): Date =>
  new Date(Date.parse(at) + (sentAt === undefined ? 0 : now.getTime() - Date.parse(sentAt)))

/** Limits a reported time to between `earliest` and now. */
export const clampTime = (at: Date | undefined, earliest: Date, now: Date): Date => {
  if (at === undefined || at > now) return now
  return at < earliest ? earliest : at
}
