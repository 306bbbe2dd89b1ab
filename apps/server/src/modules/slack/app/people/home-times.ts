/** When the home of somebody who has it open is shown anew. */
import { noteHomeSeen } from '#server/modules/slack/connection/public.ts'
import type { TenantContext } from '#server/platform/context.ts'

export const homeKind = 'slack.home'

/** Several changes within this time are one new page. */
const gatherMs = 5000
/** Somebody who opened it longer ago sees it when they open it again. */
const openMs = 10 * 60_000

/** Tasks have changed: who looks at a home gets a new one. */
export const refreshHomes = async (ctx: TenantContext): Promise<void> => {
  const people = await ctx.run<{ user_id: string }>(
    'select user_id from slack_person where tenant_id = $1 and home_seen_at > $2',
    [ctx.tenantId, new Date(ctx.now.getTime() - openMs)],
  )
  const at = new Date(ctx.now.getTime() + gatherMs)
  await ctx.scheduleEachNoLaterThan(homeKind, new Map(people.map(({ user_id }) => [user_id, at])))
}

/** It was opened: shown at once, and kept up to date for a while. */
export const openHome = async (ctx: TenantContext, userId: string): Promise<void> => {
  await noteHomeSeen(ctx, userId)
  await ctx.scheduleNoLaterThan(homeKind, userId, ctx.now)
}
