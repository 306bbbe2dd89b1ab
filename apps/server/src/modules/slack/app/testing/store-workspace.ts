/** A connected workspace with one route, for tests that do not talk with Slack. */

import { connect, markPending } from '#server/modules/slack/connection/public.ts'
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'

export const storeWorkspace = async (ctx: TenantContext, mark: string): Promise<void> => {
  await markPending(ctx, null)
  const teamId = `T${ctx.tenantId.replaceAll('-', '').toUpperCase()}`
  await connect(ctx, {
    teamId,
    teamName: `${mark} workspace`,
    botUserId: 'UBOT',
    token: 'xoxb-stored',
    by: mark,
  })
  await ctx.run("insert into slack_channel (tenant_id, id, name) values ($1, 'C0EXAMPLE', $2)", [
    ctx.tenantId,
    `${mark} channel`,
  ])
  await ctx.run(
    `insert into slack_route (tenant_id, id, position, name, channel_id, building_ids, events, categories)
     values ($1, $2, 0, $3, 'C0EXAMPLE', '{}', '{status.changed}', '{}')`,
    [ctx.tenantId, newId(ctx.now.getTime()), `${mark} route`],
  )
}
