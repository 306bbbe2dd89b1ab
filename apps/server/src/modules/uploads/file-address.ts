/** Signed, expiring URLs of stored photos, for one size of one photo. */
import { timingSafeEqual } from 'node:crypto'
import type { Platform } from '#server/platform/context.ts'

export type Size = 'full' | 'small'

const day = 24 * 3600_000
const letters: Readonly<Record<Size, string>> = { full: 'f', small: 's' }

const signature = (platform: Platform, text: string): string =>
  platform.keys.mac('file-address', text).slice(0, 22)

/** A URL valid for one to two days; it stays the same all day, so that browsers load each photo once. */
export const fileAddress = (
  platform: Platform,
  tenantId: string,
  id: string,
  size: Size,
  now: Date,
): string => {
  const expires = (Math.floor(now.getTime() / day) + 2).toString(36)
  const text = `${platform.keys.seal('file', tenantId, id)}.${letters[size]}${expires}`
  return `${platform.config.baseUrl}/files/${text}.${signature(platform, text)}`
}

/** When URLs created now will be replaced by new ones. */
export const addressesValidUntil = (now: Date): Date => new Date((Math.floor(now.getTime() / day) + 1) * day)

/** What a URL serves and its expiry in milliseconds since 1970; undefined if it is forged or has expired. */
export const readFileAddress = (
  platform: Platform,
  key: string,
  now: Date,
): { tenantId: string; id: string; size: Size; expiresAt: number } | undefined => {
  const parts = /^([\w-]{59})\.([fs])([0-9a-z]{1,8})\.([\w-]{22})$/.exec(key)
  if (!parts) return undefined
  const [, sealed = '', letter = '', expires = '', mac = ''] = parts
  const expected = signature(platform, `${sealed}.${letter}${expires}`)
  // guard: file-signature
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined
  const expiresAt = Number.parseInt(expires, 36) * day
  if (now.getTime() >= expiresAt) return undefined
  const found = platform.keys.unseal('file', sealed)
  return found && { ...found, expiresAt, size: letter === 'f' ? 'full' : 'small' }
}
