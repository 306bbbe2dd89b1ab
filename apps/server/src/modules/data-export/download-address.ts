/** Signed URLs of finished exports, for one export of one tenant, valid for 15 minutes. */
import { timingSafeEqual } from 'node:crypto'
import type { Platform } from '#server/platform/context.ts'

const livesMs = 15 * 60_000

const signature = (platform: Platform, text: string): string =>
  platform.keys.mac('export-address', text).slice(0, 22)

export const downloadAddress = (
  platform: Platform,
  tenantId: string,
  id: string,
  now: Date,
): { url: string; expiresAt: Date } => {
  const expiresAt = new Date(now.getTime() + livesMs)
  const text = `${platform.keys.seal('export', tenantId, id)}.${expiresAt.getTime().toString(36)}`
  return { url: `${platform.config.baseUrl}/exports/${text}.${signature(platform, text)}`, expiresAt }
}

/** The export of a URL; undefined if the URL is forged or has expired. */
export const readDownloadAddress = (
  platform: Platform,
  key: string,
  now: Date,
): { tenantId: string; id: string } | undefined => {
  const parts = /^([\w-]{59})\.([0-9a-z]{1,10})\.([\w-]{22})$/.exec(key)
  if (!parts) return undefined
  const [, sealed = '', expires = '', mac = ''] = parts
  const expected = signature(platform, `${sealed}.${expires}`)
  if (!timingSafeEqual(Buffer.from(mac), Buffer.from(expected))) return undefined
  if (now.getTime() >= Number.parseInt(expires, 36)) return undefined
  return platform.keys.unseal('export', sealed)
}
