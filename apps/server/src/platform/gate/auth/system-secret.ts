/**
 * Authentication of the operator: exactly one credential, the header X-System-Secret, compared in constant time
 * with each valid secret. Without a configured secret every request gets the same rejection.
 */
import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { ServiceError, unauthorized } from '../../errors.ts'
import { credentialsIn } from '../authorize.ts'
import { openFailedAttemptThrottle } from '../failed-attempt-throttle.ts'
import type { RateLimiter, Verdict } from '../rate-limiter.ts'

const digest = (text: string): Buffer => hash('sha256', text, 'buffer')

/** Takes the same time for a match and for none. */
const includesSecret = (secrets: readonly Buffer[], given: string): boolean => {
  const givenDigest = digest(given)
  let found = false
  for (const secret of secrets) found = timingSafeEqual(secret, givenDigest) || found
  return found
}

/** While the shared store does not answer, this instance counts by itself. */
const withFallback = (shared: RateLimiter, own: RateLimiter): Pick<RateLimiter, 'consume' | 'peek'> => {
  const ask = async (use: (limiter: RateLimiter) => Verdict | Promise<Verdict>): Promise<Verdict> => {
    try {
      return await use(shared)
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'SERVICE_UNAVAILABLE') return use(own)
      throw error
    }
  }
  return {
    consume: (name, key) => ask((limiter) => limiter.consume(name, key)),
    peek: (name, key) => ask((limiter) => limiter.peek(name, key)),
  }
}

export interface SystemSecret {
  /** @throws ServiceError UNAUTHORIZED, or RATE_LIMITED if the address has no failed attempt left */
  admit(request: FastifyRequest, address: string): Promise<void>
}

/** @param own limiter in memory of this instance */
export const openSystemSecret = (
  config: Pick<Config, 'systemSecrets' | 'rateLimits'>,
  shared: RateLimiter,
  own: RateLimiter,
): SystemSecret => {
  const secrets = config.systemSecrets.map(digest)
  const failedAttempts = openFailedAttemptThrottle(withFallback(shared, own))

  const compare = async (request: FastifyRequest): Promise<void> => {
    const given = request.headers['x-system-secret']
    const isRight = includesSecret(secrets, typeof given === 'string' ? given : '')
    // guard: system-secret
    if (!isRight || credentialsIn(request).length !== 1) throw unauthorized()
  }
  return {
    admit: (request, address) =>
      // Counted separately from invalid codes of visitors with the same address.
      config.rateLimits === 'off'
        ? compare(request)
        : failedAttempts.run(`system:${address}`, () => compare(request)),
  }
}
