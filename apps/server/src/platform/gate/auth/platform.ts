/** Auth strategy of super admins: a token of the platform's own key, and no tenant. */
import type { Platform, PlatformContext } from '../../context.ts'
import { unauthorized } from '../../errors.ts'
import { present, readIfMatch } from '../answer.ts'
import { readIdempotencyKey } from '../idempotency.ts'
import type { PlatformActor } from '../platform-actor.ts'
import type { RateLimits } from '../rate-limits.ts'
import { readCall } from '../read-call.ts'
import { addressOf } from '../sources.ts'
import { type RealmClaims, verifyRealmToken } from '../tokens.ts'
import { onlyBearer } from './realm.ts'
import type { AuthStrategy } from './strategy.ts'

/** Who a session of a super admin stands for now; undefined where it has ended. */
export type LoadPlatformActor = (
  platform: Platform,
  claims: RealmClaims,
) => Promise<PlatformActor | undefined>

export const openPlatformAuth =
  (platform: Platform, rateLimits: RateLimits, load: LoadPlatformActor): AuthStrategy =>
  async ({ spec, run }, request, reply) => {
    const { config, clock, keys, sources } = platform
    await rateLimits.byAddress(reply, spec, addressOf(sources, request))
    const claims = await verifyRealmToken(keys, 'super_admin', onlyBearer(request), clock.now())
    const actor = claims && (await load(platform, claims))
    if (!actor) throw unauthorized()
    await rateLimits.consume(reply, spec, spec.limit, actor.id)
    if (spec.method !== 'GET') platform.disk.assertSpace()
    const input = readCall(spec, request)
    const { 'idempotency-key': key, 'if-match': match } = request.headers
    const ctx: PlatformContext = {
      platform,
      requestId: request.id,
      now: clock.now(),
      actor,
      idempotencyKey: spec.idempotent ? readIdempotencyKey(key) : undefined,
      ifMatch: spec.method === 'POST' ? undefined : readIfMatch(match),
      onReplay: () => void reply.header('idempotent-replayed', 'true'),
    }
    return present(spec, input, await run(ctx as never, input as never), config.checkReplies)
  }
