/** UUIDv7; ids of one process ascend, even within a millisecond. */
import { randomFillSync } from 'node:crypto'

const pool = Buffer.allocUnsafe(8 * 1024)
/** Random hex digits for about eight hundred ids, so that not every id calls the random generator. */
let digits = ''
let used = 0
let lastTime = 0
let sequence = 0
/** Time part of an id of this millisecond. */
let head = ''

const random = (length: number): string => {
  if (used + length > digits.length) {
    digits = randomFillSync(pool).toString('hex')
    used = 0
  }
  used += length
  return digits.slice(used - length, used)
}

const setTime = (at: number): void => {
  lastTime = at
  const time = at.toString(16).padStart(12, '0')
  head = `${time.slice(0, 8)}-${time.slice(8)}-7`
}

const variants = ['8', '9', 'a', 'b'] as const

/** @param at milliseconds since 1970 */
export const newId = (at: number): string => {
  // A clock set back by more than a second is followed; a smaller step must not break the order.
  if (at > lastTime || at < lastTime - 1000) {
    setTime(at)
    sequence = Number.parseInt(random(3), 16) & 0x7ff
  } else if (++sequence > 0xfff) {
    setTime(lastTime + 1)
    sequence = 0
  }
  const variant = variants[Number.parseInt(random(1), 16) & 3] ?? '8'
  return `${head}${sequence.toString(16).padStart(3, '0')}-${variant}${random(3)}-${random(12)}`
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isUuid = (text: string): boolean => uuid.test(text)
