/** The text of an API key: `wk_live_`, 32 random base62 characters (190 bits), 6 base62 characters of CRC32 over all before. */
import { createHash, randomInt } from 'node:crypto'
import { crc32 } from 'node:zlib'

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const start = 'wk_live_'
const randomLength = 32
const checksumLength = 6
const format = /^wk_live_[0-9A-Za-z]{38}$/

/** 62^6 is more than 2^32, so that every checksum has its own six characters. */
const checksumOf = (text: string): string => {
  let rest = crc32(text)
  let digits = ''
  for (let index = 0; index < checksumLength; index++) {
    digits = alphabet.charAt(rest % 62) + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}

export const newApiKey = (): string => {
  const random = Array.from({ length: randomLength }, () => alphabet.charAt(randomInt(62))).join('')
  return start + random + checksumOf(start + random)
}

/** Whether the text can be a key at all; a mistyped one cannot, and costs no query. */
export const isApiKey = (text: string): boolean =>
  format.test(text) && checksumOf(text.slice(0, -checksumLength)) === text.slice(-checksumLength)

/** SHA-256: a key has too many random bits to be guessed, so a slow hash would add nothing. */
export const hashApiKey = (key: string): Buffer => createHash('sha256').update(key).digest()

/** What may be shown of a key: how it begins and how it ends. */
export const marksOf = (key: string): { prefix: string; lastFour: string } => ({
  prefix: key.slice(0, start.length + 4),
  lastFour: key.slice(-4),
})
