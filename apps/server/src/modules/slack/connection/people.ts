/** Which account at Slack is which member. */
import type { TenantContext } from '#server/platform/context.ts'
import { recordAudit } from '#server/platform/gate/audit.ts'

/** One account at Slack for a member and one member for it; a new link replaces both. */
export const linkPerson = async (ctx: TenantContext, userId: string, slackUserId: string): Promise<void> => {
  await ctx.run('delete from slack_person where tenant_id = $1 and (user_id = $2 or slack_user_id = $3)', [
    ctx.tenantId,
    userId,
    slackUserId,
  ])
  await ctx.run(
    'insert into slack_person (tenant_id, user_id, slack_user_id, linked_at) values ($1, $2, $3, $4)',
    [ctx.tenantId, userId, slackUserId, ctx.now],
  )
}

/** @returns whether there was a link */
export const unlinkPerson = async (ctx: TenantContext, userId: string): Promise<boolean> => {
  const gone = await ctx.run(
    'delete from slack_person where tenant_id = $1 and user_id = $2 returning user_id',
    [ctx.tenantId, userId],
  )
  return gone.length > 0
}

export const userLinkedTo = async (ctx: TenantContext, slackUserId: string): Promise<string | undefined> => {
  const [row] = await ctx.run<{ user_id: string }>(
    'select user_id from slack_person where tenant_id = $1 and slack_user_id = $2',
    [ctx.tenantId, slackUserId],
  )
  return row?.user_id
}

export const isLinked = async (ctx: TenantContext, userId: string): Promise<boolean> =>
  (await ctx.run('select 1 from slack_person where tenant_id = $1 and user_id = $2', [ctx.tenantId, userId]))
    .length > 0

/** The audit entry of a link that was made or ended. */
export const auditLink = (
  ctx: TenantContext,
  action: 'slack.linkPerson' | 'slack.unlinkPerson',
  { id, name }: { readonly id: string; readonly name: string },
): void => recordAudit(ctx, { action, target: id, targetName: name, fields: [], userAgent: 'Slack' })

/** The home was opened. */
export const noteHomeSeen = (ctx: TenantContext, userId: string): Promise<unknown> =>
  ctx.run('update slack_person set home_seen_at = $3 where tenant_id = $1 and user_id = $2', [
    ctx.tenantId,
    userId,
    ctx.now,
  ])
