/** What a spent or empty bucket tells the client. */
import type { FastifyReply } from 'fastify'
import { ServiceError } from '../errors.ts'
import type { Verdict } from './rate-limiter.ts'

const headersOf = (verdict: Verdict): Record<string, string> => ({
  ratelimit: `"${verdict.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`,
  'ratelimit-policy': `"${verdict.name}";q=${verdict.limit};w=${verdict.windowSeconds}`,
  'x-ratelimit-limit': String(verdict.limit),
  'x-ratelimit-remaining': String(verdict.remaining),
  'x-ratelimit-reset': String(verdict.resetSeconds),
})

export const limitHeaders = (reply: FastifyReply, verdict: Verdict): void => {
  void reply.headers(headersOf(verdict))
}

/** @throws ServiceError RATE_LIMITED with Retry-After and the bucket */
export const refuseOver = (verdict: Verdict): void => {
  if (verdict.allowed) return
  throw new ServiceError('RATE_LIMITED', 'Too many requests; please try again later', {
    headers: { ...headersOf(verdict), 'retry-after': String(verdict.resetSeconds) },
  })
}
