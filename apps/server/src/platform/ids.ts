/** UUIDv7 made by the application; ids made in the same millisecond by one process still ascend. */
import { randomFillSync } from 'node:crypto'

const pool = new Uint8Array(8 * 1024)
let used = pool.length
let lastTime = 0
let sequence = 0

const hex = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

const randomBytes8 = (): Uint8Array => {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const slice = pool.subarray(used, used + 8)
  used += 8
  return slice
}

/** @param at milliseconds since 1970 */
export const newId = (at: number): string => {
  const random = randomBytes8()
  // A clock that was set back by more than a second is believed; a smaller step must not break the order.
  if (at > lastTime || at < lastTime - 1000) {
    lastTime = at
    sequence = (((random[0] ?? 0) << 8) | (random[1] ?? 0)) & 0x7ff
  } else if (++sequence > 0xfff) {
    lastTime++
    sequence = 0
  }
  const time = lastTime.toString(16).padStart(12, '0')
  let tail = hex[((random[2] ?? 0) & 0x3f) | 0x80] ?? ''
  for (let index = 3; index < 8; index++) tail += hex[random[index] ?? 0]
  const extra = randomBytes8()
  tail += (hex[extra[0] ?? 0] ?? '') + (hex[extra[1] ?? 0] ?? '')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${tail.slice(0, 4)}-${tail.slice(4)}`
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
export const isUuid = (text: string): boolean => uuid.test(text)
