/**
 * The cookie of an open view: its holder does not unlock or count again. It names the link, its password and address
 * (the epoch) and its expiry, and is signed.
 */
import { timingSafeEqual } from 'node:crypto'
import type { Platform } from '#server/platform/context.ts'
import type { LinkRow } from '../links/link-row.ts'

const hours = 3600_000
/** A wall cannot type a password every morning. */
const lifetimeOf = ({ kind }: Pick<LinkRow, 'kind'>): number =>
  kind === 'SCREEN' ? 30 * 24 * hours : 8 * hours

const shape = /^(\d{13})\.([\w-]{43})$/

type Subject = Pick<LinkRow, 'id' | 'epoch' | 'kind'>

const macOf = ({ keys }: Platform, { id, epoch }: Subject, until: number): string =>
  keys.mac('share-view', `${id}:${epoch}:${until}`)

export interface ViewSession {
  readonly value: string
  readonly maxAgeSeconds: number
}

export const issueViewSession = (platform: Platform, row: Subject, now: Date): ViewSession => {
  const until = now.getTime() + lifetimeOf(row)
  return { value: `${until}.${macOf(platform, row, until)}`, maxAgeSeconds: lifetimeOf(row) / 1000 }
}

/** Its expiry; undefined if it is not valid. */
export const viewSessionEnd = (
  platform: Platform,
  row: Subject,
  value: string | undefined,
  now: Date,
): Date | undefined => {
  const [, until = '', mac = ''] = shape.exec(value ?? '') ?? []
  if (Number(until) <= now.getTime()) return undefined
  const made = macOf(platform, row, Number(until))
  if (made.length !== mac.length || !timingSafeEqual(Buffer.from(made), Buffer.from(mac))) return undefined
  return new Date(Number(until))
}

/** The cookie for one address. In a frame of another site it must be SameSite=None, which needs https. */
export const viewSessionCookie = (
  { config }: Platform,
  token: string,
  { value, maxAgeSeconds }: ViewSession,
  embedded: boolean,
): string => {
  const secure = config.baseUrl.startsWith('https:')
  const where =
    embedded && secure ? 'SameSite=None; Secure; Partitioned' : `SameSite=Lax${secure ? '; Secure' : ''}`
  return `${viewSessionCookieName}=${value}; Path=/s/${token}; Max-Age=${maxAgeSeconds}; HttpOnly; ${where}`
}

export const viewSessionCookieName = 'share_view'
