/** Addresses of stored photos: signed, for one size of one photo, and not for ever. */
import { timingSafeEqual } from 'node:crypto'
import type { Platform } from '#server/platform/context.ts'

export type Size = 'full' | 'small'

const day = 24 * 3600_000
const letters: Readonly<Record<Size, string>> = { full: 'f', small: 's' }

const signature = (platform: Platform, text: string): string =>
  platform.keys.mac('file-address', text).slice(0, 22)

/** An address that opens for one to two days; the same all day long, so that a page asks for each photo once. */
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

/** When addresses that are made now are no longer the ones that would be made. */
export const addressesHoldUntil = (now: Date): Date => new Date((Math.floor(now.getTime() / day) + 1) * day)

/** What an address opens and until when, in milliseconds since 1970; undefined when it was not made here or its time is over. */
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
