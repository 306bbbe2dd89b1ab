/**
 * Format of a connection's token: `wkp_`, the tenant's id as 22 characters of base64url, 32 random base62 characters
 * (190 bits), 6 base62 characters of CRC32 over the rest. The tenant in it says where to look.
 */
import { hash } from 'node:crypto'
import { checksumLength, checksumOf, randomText } from '#server/platform/crypto/api-keys.ts'

const start = 'wkp_'
const format = /^wkp_([\w-]{22})[0-9A-Za-z]{38}$/

const uuidOf = (hex: string): string =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')

export const newToken = (tenantId: string): string => {
  const tenant = Buffer.from(tenantId.replaceAll('-', ''), 'hex').toString('base64url')
  const text = start + tenant + randomText()
  return text + checksumOf(text)
}

/** The tenant that the token names; undefined for what is no token, so that a mistyped one costs no query. */
export const tenantOfToken = (token: string): string | undefined => {
  const tenant = format.exec(token)?.[1]
  if (!tenant || checksumOf(token.slice(0, -checksumLength)) !== token.slice(-checksumLength))
    return undefined
  return uuidOf(Buffer.from(tenant, 'base64url').toString('hex'))
}

/** SHA-256 suffices for what cannot be guessed. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer')
