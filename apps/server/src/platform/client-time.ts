/** When something was done, told by a device whose clock may be wrong. */

/**
 * On the service's clock, by what the device's own said when it sent. What the way took counts in, so it is rather too
 * late. Older apps do not say when they sent: then it stays as it is.
 */
export const toServerTime = (at: string, sentAt: string | undefined, now: Date): Date =>
  new Date(Date.parse(at) + (sentAt === undefined ? 0 : now.getTime() - Date.parse(sentAt)))

/** Nothing was done before what it was done to was there, nor later than now. */
export const clampTime = (at: Date | undefined, earliest: Date, now: Date): Date => {
  if (at === undefined || at > now) return now
  return at < earliest ? earliest : at
}
