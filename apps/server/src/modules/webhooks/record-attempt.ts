/** Records an attempt in the log, and its consequences for the webhook. */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { notifyOff } from './give-up.ts'
import type { Attempt } from './send.ts'
import type { WebhookRow } from './webhook-row.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Milliseconds after each failed scheduled attempt except the last. */
export const delays = [
  5000,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  day,
]
const silentMs = 5 * day
const failuresAtLeast = 20
const failingMs = 12 * hour

const attemptText = `insert into webhook_attempt (tenant_id, id, delivery_id, at, status, duration_ms, error, answer)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`

export const noteAttempt = (
  ctx: TenantContext,
  deliveryId: string,
  { at, status, durationMs, error, answer }: Attempt,
): Promise<unknown> =>
  ctx.run(attemptText, [
    ctx.tenantId,
    newId(ctx.now.getTime()),
    deliveryId,
    at,
    status,
    durationMs,
    error,
    answer,
  ])

const healthyText = `update webhook set last_success_at = $3, failing_since = null, failures = 0
  where tenant_id = $1 and id = $2`
const failedText = `update webhook set failing_since = coalesce(failing_since, $3), failures = failures + 1
  where tenant_id = $1 and id = $2 returning *`
const offText = `update webhook set enabled = false, reason = $3, updated_at = $4, version = version + 1
  where tenant_id = $1 and id = $2 returning *`

/** The webhook stays off until somebody enables it; administrators are notified. */
const switchOff = async (
  ctx: TenantContext,
  webhookId: string,
  reason: 'GONE' | 'FAILING',
): Promise<WebhookRow | undefined> => {
  const [row] = await ctx.run<WebhookRow>(offText, [ctx.tenantId, webhookId, reason, ctx.now])
  await notifyOff(ctx, webhookId)
  return row
}

/** To the minute, so that a busy webhook is not written for each delivery. */
const changesHealth = (row: WebhookRow, now: Date): boolean =>
  row.failures > 0 || row.last_success_at === null || now.getTime() - row.last_success_at.getTime() >= minute

const isDead = (row: WebhookRow, now: Date): boolean => {
  const quietSince = Math.max(row.enabled_at.getTime(), row.last_success_at?.getTime() ?? 0)
  const failingFor = now.getTime() - (row.failing_since ?? now).getTime()
  return now.getTime() - quietSince >= silentMs && row.failures >= failuresAtLeast && failingFor >= failingMs
}

/** @param row locked by the caller. @returns the webhook after it */
export const noteHealth = async (
  ctx: TenantContext,
  row: WebhookRow,
  { error, status }: Attempt,
): Promise<WebhookRow> => {
  if (error === null) {
    if (changesHealth(row, ctx.now)) await ctx.run(healthyText, [ctx.tenantId, row.id, ctx.now])
    return { ...row, failures: 0, failing_since: null }
  }
  if (error === 'GONE_RECORD') return row
  const [failed = row] = await ctx.run<WebhookRow>(failedText, [ctx.tenantId, row.id, ctx.now])
  // guard: gone-switches-off
  const reason = status === 410 ? 'GONE' : isDead(failed, ctx.now) ? 'FAILING' : undefined
  const off = failed.enabled && reason ? await switchOff(ctx, row.id, reason) : undefined
  return off ?? failed
}
