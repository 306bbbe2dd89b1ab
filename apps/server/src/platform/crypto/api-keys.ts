/**
 * Format of an API key: `wk_live_`, 32 random base62 characters (190 bits), 6 base62 characters of CRC32 over the
 * rest.
 */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const start = 'wk_live_'
const randomLength = 32
export const checksumLength = 6
const format = /^wk_live_[0-9A-Za-z]{38}$/

/** 62^6 exceeds 2^32, so six characters hold every checksum. */
export const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

/** 190 bits in 32 characters. */
export const randomText = (): string =>
  Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(62))).join('')

export const newApiKey = (): string => {
  const text = start + randomText()
  return text + checksumOf(text)
}

/** Whether the text has the form of a key; a mistyped one fails here without a query. */
export const isApiKey = (text: string): boolean =>
  format.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** SHA-256 suffices: a random key cannot be guessed, so a slow hash adds nothing. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** The parts of a key that may be shown: its beginning and end. */
export const marksOf = (key: string): { prefix: string; lastFour: string } => ({
  prefix: key.slice(0, start.length + 4),
  lastFour: key.slice(-4),
})
