import { badgeCodes } from '#contracts/arena/records.ts'
import { listMyBadges } from '#contracts/arena.ts'
import { inOrder, pageOf } from '#server/platform/db/lists.ts'
import { serve } from '#server/platform/http/serve.ts'
import { badgeProgress, badgeTargets } from '../points/award.ts'
import { asPlayer } from './present-profile.ts'

export default serve(listMyBadges)(async (given, { query }) => {
  const ctx = asPlayer(given)
  const [earned, progress] = await Promise.all([
    ctx.run<{ code: string; earned_at: Date }>(
      'select code, earned_at from arena_badge where tenant_id = $1 and player_id = $2',
      [ctx.tenantId, ctx.actor.id],
    ),
    badgeProgress(ctx, [ctx.actor.id]),
  ])
  const counts = progress.get(ctx.actor.id)
  const shown = badgeCodes.map((code) => ({
    code,
    earnedAt: earned.find((badge) => badge.code === code)?.earned_at.toISOString() ?? null,
    progress: Math.min(badgeTargets[code], counts?.[code] ?? 0),
    target: badgeTargets[code],
  }))
  return pageOf(
    inOrder(shown, query.sort, ({ code }) => code),
    query,
  )
})
