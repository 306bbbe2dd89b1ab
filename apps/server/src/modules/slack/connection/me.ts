/** What the profile of a member says of Slack. */
import type { Me } from '#contracts/auth.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { sealState } from '#server/platform/sealed-states.ts'
import { isLinked } from './people.ts'
import { readWorkspace } from './workspace.ts'

/** Null where the tenant is not connected, and for API keys. */
export const slackOfMe = async (ctx: StaffContext): Promise<Me['slack']> => {
  const { actor, platform, tenantId, tenant } = ctx
  if (actor.kind !== 'USER' || !platform.config.slack || !platform.flags.isOn('SLACK', tenant)) return null
  if ((await readWorkspace(ctx))?.state !== 'CONNECTED') return null
  const claims = { tenantId, userId: actor.id, sessionId: actor.sessionId }
  const state = sealState(platform.keys, 'slack-link', claims, ctx.now)
  return {
    linked: await isLinked(ctx, actor.id),
    linkUrl: `${platform.config.baseUrl}/api/slack/user/link?state=${encodeURIComponent(state)}`,
  }
}
