/** Who a super admin's session stands for: read at each request, and remembered for half a second. */
import { cacheBounded } from '#server/platform/bounded-cache.ts'
import type { LoadPlatformActor } from '#server/platform/gate/auth/platform.ts'
import type { PlatformActor } from '#server/platform/gate/platform-actor.ts'
import { inPlatform } from '../in-platform.ts'

// A session that another instance ends is refused within a second.
const rememberMs = 500
const maxRemembered = 1000

const text = `select u.id, u.email from platform_session s join platform_user u on u.id = s.user_id
  where s.id = $1 and s.user_id = $2 and s.ended_at is null and s.expires_at > $3`

const remembered = new Map<string, { readonly at: number; readonly actor: PlatformActor }>()

export const loadPlatformActor: LoadPlatformActor = async (platform, { sessionId, subjectId }) => {
  const known = remembered.get(sessionId)
  if (known && performance.now() - known.at < rememberMs && known.actor.id === subjectId) return known.actor
  const at = performance.now()
  const [user] = await inPlatform(platform, (run) =>
    run<{ id: string; email: string }>(text, [sessionId, subjectId, platform.clock.now()]),
  )
  if (!user) {
    remembered.delete(sessionId)
    return undefined
  }
  const actor: PlatformActor = { kind: 'PLATFORM', id: user.id, email: user.email, sessionId }
  cacheBounded(remembered, sessionId, { at, actor }, maxRemembered)
  return actor
}
