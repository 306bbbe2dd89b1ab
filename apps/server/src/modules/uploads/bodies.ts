/** Reads uploaded bytes into memory before processing starts, so that a slow phone blocks no processing slot. */
import type { IncomingMessage } from 'node:http'
import { invalid, ServiceError, unauthorized, unavailable } from '#server/platform/errors.ts'
import { hasOwnSpeedLimit } from '#server/platform/http/slow-bodies.ts'

/** Milliseconds without a speed limit; after that the average in bytes a second must not fall below the minimum. */
const graceMs = 5000
const minBytesPerSecond = 8 * 1024
/** Bytes that are read but not stored yet, of all uploads together. */
const maxBufferedBytes = 128 * 1024 * 1024
/** Uploads at once from one address: enough for a team behind one router, and a bounded share of the memory. */
export const maxPerAddress = 8

export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** frees the slot of the address and the memory */
  readonly leave: () => void
}

export interface Bodies {
  /**
   * Reads a body of exactly `size` bytes.
   * @throws ServiceError UNAUTHORIZED for another length, VALIDATION_ERROR if the client disconnects or is too slow,
   * RATE_LIMITED if its address sends too many at once, SERVICE_UNAVAILABLE if all together do
   */
  read(address: string, stream: IncomingMessage, size: number): Promise<Body>
}

const tooSlow = (): ServiceError =>
  new ServiceError('VALIDATION_ERROR', 'body: was sent too slowly', {
    details: [{ path: 'body', message: 'was sent too slowly' }],
    // The rest of the body is not awaited. A retry with a better connection can succeed.
    headers: { connection: 'close', 'retry-after': '60' },
  })

const tooMany = 'Too many photos are being uploaded; try again shortly'

/** @param limited whether uploads are limited by address */
export const openBodies = (limited: boolean): Bodies => {
  const places = new Map<string, number>()
  let held = 0

  const enter = (address: string): void => {
    const taken = places.get(address) ?? 0
    if (limited && taken >= maxPerAddress)
      throw new ServiceError('RATE_LIMITED', tooMany, { headers: { 'retry-after': '5' } })
    places.set(address, taken + 1)
  }
  const leave = (address: string): void => {
    const taken = places.get(address) ?? 0
    if (taken > 1) places.set(address, taken - 1)
    else places.delete(address)
  }

  return {
    read: async (address, stream, size) => {
      enter(address)
      hasOwnSpeedLimit.add(stream)
      const began = performance.now()
      const bytes = Buffer.allocUnsafe(size)
      let length = 0
      const end = (): void => {
        held -= length
        leave(address)
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      const take = (chunk: Buffer): void => {
        if (length + chunk.length > size) reject(unauthorized())
        else if (held + chunk.length > maxBufferedBytes) reject(unavailable(tooMany, 5))
        else {
          held += chunk.length
          length += chunk.copy(bytes, length)
        }
      }
      const breakOff = (): void => reject(invalid('body', 'ended before it was complete'))
      const hurry = setInterval(() => {
        const seconds = (performance.now() - began - graceMs) / 1000
        if (length < seconds * minBytesPerSecond) reject(tooSlow())
      }, 500)
      stream.on('data', take).once('end', resolve).once('error', breakOff).once('close', breakOff)
      try {
        await promise
        if (length !== size) throw unauthorized()
      } catch (error) {
        end()
        throw error
      } finally {
        clearInterval(hurry)
        hasOwnSpeedLimit.delete(stream)
        stream.off('data', take)
      }
      return { bytes, leave: end }
    },
  }
}
