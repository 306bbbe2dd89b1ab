/** Where a user goes after signing in. */
import type { Role } from '#contracts/kit/vocabulary.ts'

const ownPages = /^\/app\/(sign-in|link-sent|welcome|reset|register)(\/|$)/

/**
 * Returns `next` if it is a path at or below /app or /arena, else undefined. Rejects `//host`, `/\host`, schemes and
 * paths that leave them, to prevent open redirects.
 */
export const safeNext = (next: string | null | undefined): string | undefined => {
  if (!next?.startsWith('/a') || /[\\\p{Cc}]/u.test(next)) return undefined
  const base = 'https://own.invalid'
  let url: URL
  try {
    url = new URL(next, base)
  } catch {
    return undefined
  }
  if (url.origin !== base) return undefined
  const inside = /^\/(app|arena)(\/|$)/.test(url.pathname)
  if (!inside || url.pathname.includes('//') || ownPages.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

const isForPhones = (path: string): boolean => /^\/(app\/work|arena)([/?#]|$)/.test(path)

/** Technicians without another role go to the technician app or the arena, everyone else to the desk. */
export const pathAfterSignIn = (roles: readonly Role[], next: string | null | undefined): string => {
  const wanted = safeNext(next)
  const technicianOnly = roles.length > 0 && roles.every((role) => role === 'TECHNICIAN')
  if (technicianOnly) return wanted && isForPhones(wanted) ? wanted : '/app/work'
  return wanted ?? '/app/'
}
