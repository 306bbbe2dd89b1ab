/** Codes of QR stickers: generated, printed and linked. `readQrCode` of the contracts reads what people type. */
import { randomBytes } from 'node:crypto'

/** Crockford base32, without I, L, O, U, so that a printed code cannot be misread. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Characters of the QR alphanumeric mode, which takes 5.5 bits each instead of 8. */
const alphanumeric = /^[0-9A-Z $%*+\-./:]+$/

/** 100 random bits as 20 characters. */
export function newQrCode(): string {
  // 32 divides 256, so the low five bits of a random byte are uniform.
  return Array.from(randomBytes(20), (byte) => alphabet.charAt(byte & 31)).join('')
}

/** The code as it is printed, in groups of five: `7K3QW 9F2MX …`. */
export function groupedCode(code: string): string {
  return code.match(/.{1,5}/gu)?.join(' ') ?? ''
}

/** The address on a sticker for people. `baseUrl` has no trailing slash. */
export const addressOfCode = (baseUrl: string, code: string): string => `${baseUrl}/q/${code}`

/**
 * The address in the QR symbol. Upper case makes the symbol smaller: scheme and host ignore case, and the server
 * answers `/Q/`. A base URL with a path or other characters is used as it is.
 * @throws TypeError if `baseUrl` is not an absolute http or https URL
 */
export function stickerUrl(baseUrl: string, code: string): string {
  const { protocol, host, pathname } = new URL(baseUrl)
  const short = `${protocol}//${host}/Q/${code}`.toUpperCase()
  if (pathname === '/' && alphanumeric.test(short)) return short
  return `${baseUrl.replace(/\/+$/, '')}/q/${code}`
}
