/** What a spent or empty bucket tells the client. */
import type { FastifyReply } from 'fastify'
import { ServiceError } from '../errors.ts'
import type { Verdict } from './rate-limiter.ts'

export const limitHeaders = (reply: FastifyReply, verdict: Verdict): void => {
  void reply
    .header('ratelimit', `"${verdict.name}";r=${verdict.remaining};t=${verdict.resetSeconds}`)
    .header('ratelimit-policy', `"${verdict.name}";q=${verdict.limit};w=${verdict.windowSeconds}`)
    .header('x-ratelimit-limit', String(verdict.limit))
    .header('x-ratelimit-remaining', String(verdict.remaining))
    .header('x-ratelimit-reset', String(verdict.resetSeconds))
}

/** @throws ServiceError RATE_LIMITED with Retry-After */
export const refuseOver = (verdict: Verdict): void => {
  if (verdict.allowed) return
  throw new ServiceError('RATE_LIMITED', 'Too many requests; please try again later', {
    headers: { 'retry-after': String(verdict.resetSeconds) },
  })
}
