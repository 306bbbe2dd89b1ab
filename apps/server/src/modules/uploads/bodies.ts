/** Bytes of photos on their way in. They are read before a place to work on them is taken, so a slow phone holds nobody up. */
import type { IncomingMessage } from 'node:http'
import { invalid, ServiceError, unauthorized, unavailable } from '#server/platform/errors.ts'
import { hasOwnSpeedLimit } from '#server/platform/http/slow-bodies.ts'

/** Nobody is hurried before this; then as many bytes a second, since the beginning, are the least. */
const patienceMs = 5000
const slowestBytes = 8 * 1024
/** All that is read and not yet stored, together. */
const mostBytes = 128 * 1024 * 1024
/** So many an address may send at the same time: a team behind one router, and no more than its share of the memory. */
export const atOnceByAddress = 8

export interface Body {
  readonly bytes: Uint8Array<ArrayBuffer>
  /** gives the place of the address and the memory free */
  readonly leave: () => void
}

export interface Bodies {
  /**
   * Reads a body of exactly `size` bytes.
   * @throws ServiceError UNAUTHORIZED for another length, VALIDATION_ERROR when the client goes away or is too slow,
   * RATE_LIMITED where its address sends enough already, SERVICE_UNAVAILABLE where all together do
   */
  read(address: string, stream: IncomingMessage, size: number): Promise<Body>
}

const tooSlow = (): ServiceError =>
  new ServiceError('VALIDATION_ERROR', 'body: came too slowly', {
    details: [{ path: 'body', message: 'came too slowly' }],
    // What still comes is not waited for. It is no fault of the photo: from a better place it gets through.
    headers: { connection: 'close', 'retry-after': '60' },
  })

const tooMany = 'Too many photos are being uploaded; try again shortly'

/** @param limited whether an address has a bound of its own */
export const openBodies = (limited: boolean): Bodies => {
  const places = new Map<string, number>()
  let held = 0

  const enter = (address: string): void => {
    const taken = places.get(address) ?? 0
    if (limited && taken >= atOnceByAddress)
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
        else if (held + chunk.length > mostBytes) reject(unavailable(tooMany, 5))
        else {
          held += chunk.length
          length += chunk.copy(bytes, length)
        }
      }
      const breakOff = (): void => reject(invalid('body', 'ended before it was complete'))
      const hurry = setInterval(() => {
        const seconds = (performance.now() - began - patienceMs) / 1000
        if (length < seconds * slowestBytes) reject(tooSlow())
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
