/** Gives up deliveries that wait for a webhook that is off; they can be sent again by hand. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { readersWith } from '#server/platform/mail/members.ts'
import { webhookOff } from './mails/webhook-off.ts'
import type { WebhookRow } from './webhook-row.ts'

const giveUpText = `update webhook_delivery set state = 'FAILED', next_attempt_at = null
  where tenant_id = $1 and webhook_id = $2 and state = 'PENDING' and claimed_until is null returning id`
const notifiedText = `insert into webhook_attempt (tenant_id, id, delivery_id, at, duration_ms, error)
  select $1, row.id, row.delivery_id, $4, 0, $5 from unnest($2::uuid[], $3::uuid[]) as row (id, delivery_id)
  returning 1`

export const giveUp = async (
  ctx: TenantContext,
  webhookId: string,
  error: 'PLAN' | null = null,
): Promise<void> => {
  const rows = await ctx.run<{ id: string }>(giveUpText, [ctx.tenantId, webhookId])
  const ids = rows.map(({ id }) => id)
  if (error !== null && ids.length > 0)
    await ctx.run(notifiedText, [ctx.tenantId, ids.map(() => newId(ctx.now.getTime())), ids, ctx.now, error])
}

export const notifyOff = async (ctx: TenantContext, webhookId: string): Promise<void> => {
  const admins = await readersWith(ctx, ['ADMIN'])
  await askEach(
    ctx,
    webhookOff,
    admins.map(({ id: userId }) => ({ userId, webhookId })),
  )
}

const planNotifiedText = 'update webhook set plan_told_at = $3 where tenant_id = $1 and id = $2'

/** Without the plan nothing is sent, and the administrators are notified once. */
export const stopForPlan = async (ctx: TenantContext, row: WebhookRow): Promise<void> => {
  await giveUp(ctx, row.id, 'PLAN')
  if (row.plan_told_at !== null) return
  await ctx.run(planNotifiedText, [ctx.tenantId, row.id, ctx.now])
  await notifyOff(ctx, row.id)
}

/** The plan has webhooks again. */
export const forgetPlanStop = (ctx: TenantContext, webhookId: string): Promise<unknown> =>
  ctx.run(planNotifiedText, [ctx.tenantId, webhookId, null])
