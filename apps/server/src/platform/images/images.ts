/** Photos: what is accepted, and the re-encoded copy that is served instead of the upload. */
import type { Metadata, Sharp, SharpOptions } from 'sharp'
import { unavailable } from '#server/platform/errors.ts'
import { announcesFrames, bytesHeldWhole, type ImageType, sniffImage } from './header.ts'

export { sniffImage } from './header.ts'

export const maxImageBytes = 10_000_000
export const maxImagePixels = 40_000_000
export const maxImageSide = 12_000
/** Memory limit of one decoder for such layouts; two must fit a small container. */
const maxHeldBytes = 150_000_000
const servedSide = 2_048
const thumbnailSide = 320
const quality = 82
const deadline = 10_000
const decodedAtOnce = 2
/** Each waiting upload holds up to 10 MB. */
const waitingAtMost = 20

export type ImageRefusal =
  | 'not-an-image'
  | 'too-many-bytes'
  | 'too-many-pixels'
  | 'side-too-long'
  | 'animated'
  | 'broken'
  | 'too-slow'

/** The file will never be accepted; see `reason`. */
export class ImageRefused extends Error {
  readonly reason: ImageRefusal

  constructor(reason: ImageRefusal, cause?: unknown) {
    super(`The image was refused: ${reason}`, { cause })
    this.name = 'ImageRefused'
    this.reason = reason
  }
}

export interface ProcessedImage {
  /** at most 2,048 px per side, upright, sRGB, without metadata */
  readonly image: Uint8Array
  /** at most 320 px per side */
  readonly thumbnail: Uint8Array
  /** pixels of `image` */
  readonly width: number
  readonly height: number
  /** WebP if the upload has transparency, else JPEG; the thumbnail has the same type */
  readonly contentType: 'image/jpeg' | 'image/webp'
  readonly thumbnailContentType: 'image/jpeg' | 'image/webp'
}

/**
 * Checks an upload by its content and creates the served copies; the caller deletes the upload. `deadlineMs` starts
 * when processing starts.
 * @throws ImageRefused unless it is a single-frame JPEG, PNG or WebP within the limits; SERVICE_UNAVAILABLE if too
 * many are waiting
 */
export async function processImage(bytes: Uint8Array, deadlineMs = deadline): Promise<ProcessedImage> {
  if (bytes.byteLength > maxImageBytes) throw new ImageRefused('too-many-bytes')
  const type = sniffImage(bytes)
  if (type === undefined) throw new ImageRefused('not-an-image')
  if (announcesFrames(bytes, type)) throw new ImageRefused('animated')
  return withSlot(() => reencode(bytes, type), deadlineMs)
}

async function reencode(bytes: Uint8Array, type: ImageType): Promise<ProcessedImage> {
  const open = await loadSharp()
  const metadata = await open(bytes).metadata().catch(refuse)
  checkHeader(metadata, type)
  if (heldBytes(bytes, type, metadata) > maxHeldBytes) throw new ImageRefused('too-many-pixels')

  const contentType = metadata.hasAlpha ? 'image/webp' : 'image/jpeg'
  const encode = (pipeline: Sharp, side: number) => {
    const fitted = pipeline
      .resize(side, side, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: deadline / 1_000 })
    const encoded =
      contentType === 'image/webp' ? fitted.webp({ quality }) : fitted.jpeg({ quality, progressive: false })
    return encoded.toBuffer({ resolveWithObject: true }).catch(refuse)
  }
  const image = await encode(open(bytes).autoOrient(), servedSide)
  const thumbnail = await encode(open(image.data), thumbnailSide)
  return {
    image: image.data,
    thumbnail: thumbnail.data,
    width: image.info.width,
    height: image.info.height,
    contentType,
    thumbnailContentType: contentType,
  }
}

function checkHeader(metadata: Metadata, type: ImageType): void {
  const { width, height, format, pages } = metadata
  if (`image/${format}` !== type) throw new ImageRefused('broken')
  if ((pages ?? 1) > 1) throw new ImageRefused('animated')
  if (width > maxImageSide || height > maxImageSide) throw new ImageRefused('side-too-long')
  if (width * height > maxImagePixels) throw new ImageRefused('too-many-pixels')
}

function heldBytes(bytes: Uint8Array, type: ImageType, metadata: Metadata): number {
  // To be rotated, a PNG or WebP is held as pixels; a JPEG is scaled down while it is read.
  const turned = type !== 'image/jpeg' && (metadata.orientation ?? 1) > 1
  const depth = metadata.depth === 'ushort' ? 2 : 1
  const pixels = turned ? metadata.width * metadata.height * metadata.channels * depth : 0
  return Math.max(pixels, bytesHeldWhole(bytes, type))
}

function refuse(cause: unknown): never {
  const message = cause instanceof Error ? cause.message : ''
  if (/^timeout:/i.test(message)) throw new ImageRefused('too-slow', cause)
  if (/exceeds pixel limit/i.test(message)) throw new ImageRefused('too-many-pixels', cause)
  throw new ImageRefused('broken', cause)
}

const settings: SharpOptions = {
  limitInputPixels: maxImagePixels,
  // 'warning' would reject photos of common phones with harmless JPEG oddities; truncated files are errors.
  failOn: 'error',
  sequentialRead: true,
}

let loaded: Promise<(bytes: Uint8Array) => Sharp> | undefined

/** Loads the image library on first use, limited to three loaders from memory. */
function loadSharp() {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({
      operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
    })
    sharp.cache(false)
    // One thread per image leaves the other core to requests.
    sharp.concurrency(1)
    return (bytes: Uint8Array) => sharp(bytes, settings)
  })
  return loaded
}

let running = 0
const waiting: (() => void)[] = []

async function withSlot<T>(work: () => Promise<T>, deadlineMs: number): Promise<T> {
  if (running >= decodedAtOnce) {
    if (waiting.length >= waitingAtMost)
      throw unavailable('Too many images are waiting; try again shortly', 5)
    // The slot passes on to the first waiting image, so `running` stays the same.
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  // The decoder cannot always be stopped: the answer comes in time, but the slot is freed when it has ended.
  const done = work().finally(releaseSlot)
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new ImageRefused('too-slow')), deadlineMs)
  return Promise.race([done, late]).finally(() => clearTimeout(timer))
}

function releaseSlot(): void {
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

/** @param bytes an image that was processed before, in a format that its reader does not know */
export async function toPng(bytes: Uint8Array): Promise<Uint8Array> {
  const open = await loadSharp()
  return open(bytes).png().toBuffer()
}
