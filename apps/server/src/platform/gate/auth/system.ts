/** Auth strategy of whoever runs the service: a secret, and no tenant behind it. */
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
    // Also on a disk that is nearly full: what is run here may be what frees it.
    const input = readCall(spec, request)
    const ctx: SystemContext = { platform, requestId: request.id, now: clock.now() }
    return present(spec, input, await run(ctx as never, input as never), config.checkReplies)
  }
}
