/** Authentication strategy of the operator: a secret, and no tenant. */
import type { Platform, SystemContext } from '../../context.ts'
import { present } from '../answer.ts'
import { memoryRateLimiter } from '../limits/memory.ts'
import { readCall } from '../read-call.ts'
import { addressOf } from '../sources.ts'
import type { AuthStrategy } from './strategy.ts'
import { openSystemSecret } from './system-secret.ts'

export const openSystemAuth = (platform: Platform): AuthStrategy => {
  const { config, limiter, sources, clock } = platform
  const secret = openSystemSecret(config, limiter, memoryRateLimiter(config.rateLimits, clock))
  return async ({ spec, run }, request) => {
    await secret.admit(request, addressOf(sources, request))
    // Not rejected when the disk is full, since the call may free space.
    const input = readCall(spec, request)
    const ctx: SystemContext = { platform, requestId: request.id, now: clock.now() }
    return present(spec, input, await run(ctx as never, input as never), config.checkReplies)
  }
}
