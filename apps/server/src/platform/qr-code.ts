/** The code of a QR sticker: made, printed and linked; what people type is read by `readQrCode` of the contracts. */
import { randomBytes } from 'node:crypto'

/** Crockford base32: no I, L, O, U, so that a printed code cannot be misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What QR codes store in alphanumeric mode, 5.5 bits a character instead of 8. */
const alphanumeric = /^[0-9A-Z $%*+\-./:]+$/

/** A new code: 100 random bits as 20 Crockford base32 characters. */
export function newQrCode(): string {
  // 32 divides 256, so the low five bits of a random byte are uniform.
  return Array.from(randomBytes(20), (byte) => alphabet.charAt(byte & 31)).join('')
}

/** The code as it is printed, in fives: `7K3QW 9F2MX …`. */
export function groupedCode(code: string): string {
  return code.match(/.{1,5}/gu)?.join(' ') ?? ''
}

/** Where a sticker leads, as people read it. `baseUrl` has no slash at its end. */
export const addressOfCode = (baseUrl: string, code: string): string => `${baseUrl}/q/${code}`

/**
 * The same address in a sticker's QR symbol. Upper case, because scheme and host compare without case and the
 * server answers `/Q/`; that makes the symbol smaller. A base with a path, or with characters that
 * alphanumeric mode lacks, stays as it is and is followed by `/q/CODE`.
 * `baseUrl` is an absolute http or https URL; a TypeError says that it is none.
 */
export function stickerUrl(baseUrl: string, code: string): string {
  const { protocol, host, pathname } = new URL(baseUrl)
  const short = `${protocol}//${host}/Q/${code}`.toUpperCase()
  if (pathname === '/' && alphanumeric.test(short)) return short
  return `${baseUrl.replace(/\/+$/, '')}/q/${code}`
}
