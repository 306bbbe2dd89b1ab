/** Reads the header of an image without decoding it. */

export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** The image type by content, whatever its name or header says; undefined for anything else. */
export function sniffImage(bytes: Uint8Array): ImageType | undefined {
  const view = viewOf(bytes)
  if (view.length >= 3 && view[0] === 0xff && view[1] === 0xd8 && view[2] === 0xff) return 'image/jpeg'
  if (view.subarray(0, 8).equals(pngSignature)) return 'image/png'
  if (view.toString('latin1', 0, 4) === 'RIFF' && view.toString('latin1', 8, 12) === 'WEBP') {
    return 'image/webp'
  }
  return undefined
}

/** Whether the file has several frames: an APNG's acTL before the first IDAT, or WebP's animation flag. */
export function announcesFrames(bytes: Uint8Array, type: ImageType): boolean {
  const view = viewOf(bytes)
  switch (type) {
    case 'image/jpeg':
      return false
    case 'image/webp':
      return view.toString('latin1', 12, 16) === 'VP8X' && ((view[20] ?? 0) & 0x02) !== 0
    case 'image/png':
      return hasChunkBeforeData(view, 'acTL')
  }
}

function hasChunkBeforeData(png: Buffer, wanted: string): boolean {
  let at = pngSignature.length
  while (at + 8 <= png.length) {
    const name = png.toString('latin1', at + 4, at + 8)
    if (name === wanted) return true
    if (name === 'IDAT') return false
    at += 12 + png.readUInt32BE(at)
  }
  return false
}

/**
 * Bytes that the decoder must hold at once because of the file's layout: coefficients of a JPEG with several scans,
 * pixels of an interlaced PNG. 0 for files that are read from top to bottom.
 */
export function bytesHeldWhole(bytes: Uint8Array, type: ImageType): number {
  const view = viewOf(bytes)
  switch (type) {
    case 'image/jpeg':
      return coefficientBytes(view)
    case 'image/png':
      return interlacedBytes(view)
    case 'image/webp':
      return 0
  }
}

function interlacedBytes(png: Buffer): number {
  const interlaced = (png[28] ?? 0) !== 0
  if (!interlaced || png.length < 29) return 0
  const channels = [1, 0, 3, 4, 2, 0, 4][png[25] ?? 0] ?? 4
  return png.readUInt32BE(16) * png.readUInt32BE(20) * channels * Math.max(1, (png[24] ?? 8) / 8)
}

function coefficientBytes(jpeg: Buffer): number {
  let frame = { components: 0, bytes: 0, progressive: false }
  let at = 2
  while (at + 4 <= jpeg.length) {
    const marker = jpeg[at + 1] ?? 0
    if (jpeg[at] !== 0xff || marker === 0xff || isBareMarker(marker)) {
      at += jpeg[at] === 0xff && marker !== 0xff ? 2 : 1
      continue
    }
    const segment = jpeg.subarray(at + 4, at + 2 + jpeg.readUInt16BE(at + 2))
    if (marker === 0xda) {
      const severalScans = frame.progressive || (segment[0] ?? 0) < frame.components
      return severalScans ? frame.bytes : 0
    }
    if (isFrameMarker(marker) && segment.length >= 6) frame = readFrame(segment, marker)
    at += 2 + jpeg.readUInt16BE(at + 2)
  }
  return 0
}

const isBareMarker = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
/** Start of frame: C0 to CF, without C4, C8 and CC. */
const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function readFrame(segment: Buffer, marker: number) {
  const components = segment[5] ?? 0
  const samplings = Array.from({ length: components }, (_, n) => segment[7 + 3 * n] ?? 0x11)
  const areas = samplings.map((sampling) => (sampling >> 4) * (sampling & 0x0f))
  const largest =
    Math.max(1, ...samplings.map((s) => s >> 4)) * Math.max(1, ...samplings.map((s) => s & 0x0f))
  const pixels = segment.readUInt16BE(1) * segment.readUInt16BE(3)
  const samples = areas.reduce((sum, area) => sum + (pixels * area) / largest, 0)
  // A coefficient has 16 bits.
  return { components, bytes: samples * 2, progressive: (marker & 0x03) === 0x02 }
}

const viewOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
