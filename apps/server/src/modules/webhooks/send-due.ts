/** Scheduled jobs of a webhook: claims due deliveries for the sender, and trims the log after 30 days. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { readersWith } from '#server/platform/mail/members.ts'
import type { ScheduledJobHandler } from '#server/platform/work/scheduled-jobs.ts'
import { claimAndNext, endOldClaims } from './claims.ts'
import { webhookOff } from './mails/webhook-off.ts'
import { sendKind } from './record-deliveries.ts'
import { freeSlots, send } from './sender.ts'
import { findDue, hasWebhooks, type WebhookRow } from './webhook-row.ts'

const batch = 2000
const day = 86_400_000
export const keptDays = 30
export const trimKind = 'webhook.trim'

const giveUpText = `update webhook_delivery set state = 'FAILED', next_attempt_at = null
  where tenant_id = $1 and id = any(array(
    select id from webhook_delivery where tenant_id = $1 and webhook_id = $2 and state = 'PENDING' and claimed_until is null
    order by next_attempt_at limit ${batch}))
  returning id`
const notifiedText = `insert into webhook_attempt (tenant_id, id, delivery_id, at, duration_ms, error)
  select $1, row.id, row.delivery_id, $4, 0, $5 from unnest($2::uuid[], $3::uuid[]) as row (id, delivery_id)`

/** Gives up waiting deliveries; they can be sent again by hand. */
const giveUp = async (ctx: TenantContext, webhookId: string, error: 'PLAN' | null): Promise<void> => {
  const rows = await ctx.run<{ id: string }>(giveUpText, [ctx.tenantId, webhookId])
  const ids = rows.map(({ id }) => id)
  if (error !== null && ids.length > 0)
    await ctx.run(notifiedText, [ctx.tenantId, ids.map(() => newId(ctx.now.getTime())), ids, ctx.now, error])
  if (rows.length === batch) await ctx.scheduleNoLaterThan(sendKind, webhookId, ctx.now)
}

const planNotifiedText = 'update webhook set plan_told_at = $3 where tenant_id = $1 and id = $2'

/** Without the plan nothing is sent, and the administrators are notified once. */
const stopForPlan = async (ctx: TenantContext, row: WebhookRow): Promise<void> => {
  await giveUp(ctx, row.id, 'PLAN')
  if (row.plan_told_at !== null) return
  await ctx.run(planNotifiedText, [ctx.tenantId, row.id, ctx.now])
  const admins = await readersWith(ctx, ['ADMIN'])
  await askEach(
    ctx,
    webhookOff,
    admins.map(({ id: userId }) => ({ userId, webhookId: row.id })),
  )
}

const sendDue: ScheduledJobHandler = async (ctx, webhookId) => {
  ctx.skipInvalidation()
  const row = await findDue(ctx, webhookId)
  if (!row) return
  if (row.has_dead) await endOldClaims(ctx, webhookId)
  if (!hasWebhooks(row.plan)) return stopForPlan(ctx, row)
  if (row.plan_told_at !== null) await ctx.run(planNotifiedText, [ctx.tenantId, webhookId, null])
  if (!row.enabled) {
    // Deliveries that wait during a pause are sent when it ends.
    if (row.reason !== 'PAUSED') await giveUp(ctx, webhookId, null)
    return
  }
  const slots = freeSlots(ctx.platform)
  const { claimed, next } = await claimAndNext(ctx, row, slots)
  if (next) await ctx.scheduleNoLaterThan(sendKind, webhookId, next)
  // All slots of this process are in use: try again in a second, here or in another process.
  if (slots <= 0) await ctx.scheduleNoLaterThan(sendKind, webhookId, new Date(ctx.now.getTime() + 1000))
  const { platform, tenantId } = ctx
  ctx.afterCommit(() => send(platform, { tenantId, webhookId }, claimed))
}

const trimText = `delete from webhook_delivery where tenant_id = $1 and id = any(array(
    select id from webhook_delivery where tenant_id = $1 and webhook_id = $2 and created_at < $3
    order by created_at, id limit ${batch}))
  returning id`
const goneText = 'delete from webhook where tenant_id = $1 and id = $2 and deleted_at is not null'
const isGoneText = 'select deleted_at is not null as gone from webhook where tenant_id = $1 and id = $2'

/** Deletes a day's worth each day; everything of a deleted webhook. */
const trim: ScheduledJobHandler = async (ctx, webhookId) => {
  const [row] = await ctx.run<{ gone: boolean }>(isGoneText, [ctx.tenantId, webhookId])
  if (!row) return
  const before = row.gone ? new Date(ctx.now.getTime() + day) : new Date(ctx.now.getTime() - keptDays * day)
  const removed = await ctx.run(trimText, [ctx.tenantId, webhookId, before])
  if (removed.length === batch) await ctx.schedule(trimKind, webhookId, ctx.now)
  else if (row.gone) await ctx.run(goneText, [ctx.tenantId, webhookId])
  else await ctx.schedule(trimKind, webhookId, new Date(ctx.now.getTime() + day))
}

export const webhookWork = { [sendKind]: sendDue, [trimKind]: trim }
