/**
 * A page that is compressed once, although a few values differ for each visitor. The values are inserted as stored
 * blocks (RFC 1951) between compressed pieces; no piece refers back into a value, and all values have the same
 * length, so distances that refer past one stay correct.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib'

/** The values of one visitor. */
export interface Seed {
  /** ISO 8601 */
  readonly now: string
  readonly submissionId: string
  readonly started: string
}

export interface PackedPage {
  readonly bytes: number
  /** The whole page as gzip for this visitor. */
  zip(seed: Seed): Buffer
}

const header = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 0xff])
/** An empty final block. */
const end = Buffer.from([3, 0])
const window = 32 * 1024

/** The last six digits number the forms of a page; the rest identifies the visitor. */
const visitorValuesOf = ({ now, submissionId, started }: Seed) => ({
  now,
  id: submissionId.slice(0, -6),
  started,
})

type VisitorValues = ReturnType<typeof visitorValuesOf>

interface Piece {
  readonly length: number
  readonly packed: Buffer
  /** CRC operand that turns the checksum of the text before, shifted by its length, into that of the text with it */
  readonly checksum: number
  /** the value that follows it */
  readonly next: keyof VisitorValues | undefined
}

let blank = Buffer.alloc(64 * 1024)
const blanks = (length: number): Buffer => {
  if (length > blank.length) blank = Buffer.alloc(length * 2)
  return blank.subarray(0, length)
}

const stored = (text: Buffer): Buffer => {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(text.length, 1)
  head.writeUInt16LE(text.length ^ 0xffff, 3)
  return Buffer.concat([head, text])
}

/** @param seed the values with which `html` was rendered */
export const packPage = (html: string, seed: Seed): PackedPage => {
  const own = visitorValuesOf(seed)
  const names = new Map(Object.entries(own).map(([name, value]) => [value, name as keyof VisitorValues]))
  const any = new RegExp(`(${[...names.keys()].map((value) => RegExp.escape(value)).join('|')})`)
  const pieces: Piece[] = []
  let before: Buffer = Buffer.alloc(0)
  const parts = html.split(any)
  for (let index = 0; index < parts.length; index += 2) {
    const text = Buffer.from(parts[index] ?? '')
    const value = parts[index + 1]
    const packed = deflateRawSync(text, {
      level: 9,
      finishFlush: constants.Z_SYNC_FLUSH,
      ...(before.length > 0 ? { dictionary: before } : {}),
    })
    pieces.push({
      length: text.length,
      packed,
      checksum: (crc32(text) ^ crc32(blanks(text.length))) >>> 0,
      next: value === undefined ? undefined : names.get(value),
    })
    // Zero bytes take the place of the value in the dictionary; pages contain none, so nothing matches them.
    before = Buffer.concat([before, text, Buffer.alloc(value?.length ?? 0)]).subarray(-window)
  }
  return {
    bytes: pieces.reduce((sum, { packed }) => sum + packed.length + 200, 500),
    zip: (given) => {
      const values = visitorValuesOf(given)
      const out: Buffer[] = [header]
      let checksum = 0
      let length = 0
      for (const piece of pieces) {
        out.push(piece.packed)
        checksum = (crc32(blanks(piece.length), checksum) ^ piece.checksum) >>> 0
        length += piece.length
        if (piece.next === undefined) continue
        const value = Buffer.from(values[piece.next])
        out.push(stored(value))
        checksum = crc32(value, checksum)
        length += value.length
      }
      const tail = Buffer.alloc(8)
      tail.writeUInt32LE(checksum, 0)
      tail.writeUInt32LE(length, 4)
      return Buffer.concat([...out, end, tail])
    },
  }
}
