import { listSlackOptions } from '#contracts/slack/callbacks.ts'
import { tenantOfTeam } from '#server/modules/slack/connection/public.ts'
import { serve } from '#server/platform/http/serve.ts'
import { findMember, slackActor } from './as-member.ts'
import { plain } from './blocks.ts'
import { findOptions } from './options.ts'

export default serve(listSlackOptions)(async (ctx, { body: { payload } }) => {
  const tenantId = await tenantOfTeam(ctx, payload.team?.id)
  if (tenantId === undefined) return { options: [] }
  const found = await ctx.inTenant(tenantId, 'read', slackActor, async (tenant) => {
    const member = await findMember(tenant, payload.user.id)
    return 'refused' in member ? [] : findOptions(member, payload.action_id, payload.value ?? '')
  })
  return { options: found.map(({ name, value }) => ({ text: plain(name), value })) }
})
