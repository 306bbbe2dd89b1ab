/** The buckets of a request, and the headers that report them. */
import type { FastifyReply } from 'fastify'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { type LimitName, limits } from '#contracts/kit/vocabulary.ts'
import type { Platform } from '../context.ts'
import { ServiceError } from '../errors.ts'
import type { Verdict } from './rate-limiter.ts'

const headersOf = (verdict: Verdict): Record<string, string> => ({
  ratelimit: `"${verdict.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  'ratelimit-policy': `"${verdict.name}";q=${verdict.limit};w=${verdict.windowSeconds}`,
  'x-ratelimit-limit': String(verdict.limit),
  'x-ratelimit-remaining': String(verdict.remaining),
  'x-ratelimit-reset': String(verdict.resetSeconds),
})

/** @throws ServiceError RATE_LIMITED with Retry-After and the bucket */
export const rejectOverLimit = (verdict: Verdict): void => {
  if (verdict.allowed) return
  throw new ServiceError('RATE_LIMITED', 'Too many requests; please try again later', {
    headers: { ...headersOf(verdict), 'retry-after': String(verdict.resetSeconds) },
  })
}

/** An endpoint, or a page without an endpoint. */
export type RateLimited = Pick<Endpoint, 'name' | 'limit' | 'alsoLimit'>

export interface RateLimits {
  /** @throws ServiceError RATE_LIMITED if nothing is left */
  consume(reply: FastifyReply, spec: RateLimited, name: LimitName, whose: string): Promise<void>
  /** consumes the limits by address, before anything else is checked */
  byAddress(reply: FastifyReply, spec: RateLimited, address: string): Promise<void>
}

export const openRateLimits = ({ config, limiter, databaseHealth, blockedSources }: Platform): RateLimits => {
  /** Each endpoint has its own bucket, which pages that do the same work share; `read` and `write` have one each. */
  const consume: RateLimits['consume'] = async (reply, spec, name, whose) => {
    if (config.rateLimits === 'off') return
    const taken = limiter.consume(name, name === 'read' || name === 'write' ? whose : `${spec.name}:${whose}`)
    const verdict = taken instanceof Promise ? await taken : taken
    void reply.headers(headersOf(verdict))
    rejectOverLimit(verdict)
  }
  return {
    consume,
    byAddress: async (reply, spec, address) => {
      // Checked first because the limits may be counted in this database.
      databaseHealth.assertAnswers()
      const names = spec.alsoLimit ?? []
      try {
        // guard: limit-of-address
        if (limits[spec.limit].by === 'ip') await consume(reply, spec, spec.limit, address)
        for (const name of names) await consume(reply, spec, name, address)
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'RATE_LIMITED')
          blockedSources.note(address, spec.limit, Number(error.headers['retry-after'] ?? 0))
        throw error
      }
    },
  }
}
