/** A photo in a multipart form of a page without JavaScript, with the same limits as one that is PUT. */
import type { FastifyRequest } from 'fastify'
import type { Platform } from '#server/platform/context.ts'
import { invalid, ServiceError, unauthorized } from '#server/platform/errors.ts'
import { addressOf } from '#server/platform/gate/sources.ts'
import { maxImageBytes } from '#server/platform/images/images.ts'
import { claim, findTicket, orRelease, receive } from './receive.ts'
import { uploadLimitsOf } from './upload-limits.ts'

/** Bytes for names, boundaries and the other fields. */
const roomForFields = 64 * 1024

export interface PhotoForm {
  readonly fields: URLSearchParams
  /** undefined if no file was chosen */
  readonly file: { readonly bytes: Uint8Array } | undefined
}

const parse = async (type: string, bytes: Uint8Array<ArrayBuffer>): Promise<PhotoForm> => {
  // The platform's own parser, which fails on invalid forms.
  const data = await new Response(bytes, { headers: { 'content-type': type } }).formData().catch((cause) => {
    throw new ServiceError('VALIDATION_ERROR', 'The form could not be read', { cause })
  })
  const fields = new URLSearchParams()
  let file: File | undefined
  for (const [name, value] of data) {
    if (typeof value === 'string') fields.append(name, value)
    else if (value.size > 0) file ??= value
  }
  return {
    fields,
    file: file && { bytes: new Uint8Array(await file.arrayBuffer()) },
  }
}

/**
 * Reads the unread body of a request and runs `work` with it; its memory is freed afterwards.
 * @throws ServiceError PAYLOAD_TOO_LARGE before any of it is read; VALIDATION_ERROR, RATE_LIMITED,
 * SERVICE_UNAVAILABLE
 */
export const withPhotoForm = async <T>(
  platform: Platform,
  request: FastifyRequest,
  work: (form: PhotoForm) => Promise<T>,
): Promise<T> => {
  const { 'content-type': type = '', 'content-length': announced } = request.headers
  const length = Number(announced)
  if (!Number.isSafeInteger(length) || length <= 0) throw invalid('body', 'has no length')
  if (length > maxImageBytes + roomForFields)
    throw new ServiceError('PAYLOAD_TOO_LARGE', 'The photo is larger than 10 MB')
  const { bodies } = uploadLimitsOf(platform)
  const body = await bodies.read(addressOf(platform.sources, request), request.raw, length)
  try {
    return await work(await parse(type, body.bytes))
  } finally {
    body.leave()
  }
}

/**
 * Stores a photo for a ticket, like a PUT.
 * @throws ServiceError UNAUTHORIZED for an invalid ticket, VALIDATION_ERROR for an unacceptable photo
 */
export const storePhoto = async (platform: Platform, key: string, bytes: Uint8Array): Promise<void> => {
  const ticket = await findTicket(platform, key)
  if (!ticket) throw unauthorized()
  await claim(platform, ticket)
  await orRelease(platform, ticket, async () => {
    const leave = await uploadLimitsOf(platform).slots.take()
    await receive(platform, ticket, bytes).finally(leave)
  })
}
