/**
 * Records the result of an attempt together with the end of its claim, and its consequences for the delivery and the
 * webhook.
 */
import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { askEach } from '#server/platform/mail/define.ts'
import { readersWith } from '#server/platform/mail/members.ts'
import type { Claimed } from './claims.ts'
import { webhookOff } from './mails/webhook-off.ts'
import type { Outcome } from './send.ts'
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
/** Share of each delay, in both directions, so that many failed deliveries do not return at the same time. */
const jitter = 0.1

const silentMs = 5 * day
const failuresAtLeast = 20
const failingMs = 12 * hour

const attempt = `insert into webhook_attempt (tenant_id, id, delivery_id, at, status, duration_ms, error, answer)
  values ($1, $2, $3, $4, $5, $6, $7, $8)`
/** A success, the common case, in one statement. Also works if the claim has expired and another may be active. */
const takenText = `with noted as (${attempt}) update webhook_delivery set state = 'DELIVERED', next_attempt_at = null,
    tries = tries + $9, claimed_until = nullif(claimed_until, $10) where tenant_id = $1 and id = $3`
const ownText = `with noted as (${attempt}) select state, tries, next_attempt_at from webhook_delivery
  where tenant_id = $1 and id = $3 and claimed_until = $9 for update`
const endText = `update webhook_delivery set state = $3, tries = $4, next_attempt_at = $5, claimed_until = null
  where tenant_id = $1 and id = $2`

interface OwnRow {
  state: 'PENDING' | 'DELIVERED' | 'FAILED'
  tries: number
  next_attempt_at: Date | null
}

const afterFailure = (
  ctx: TenantContext,
  { state, tries, next_attempt_at: asked }: OwnRow,
  { manual }: Claimed,
  { error, retryAfterMs = 0 }: Outcome,
): OwnRow => {
  if (manual) return { state, tries, next_attempt_at: asked }
  const delay = error === 'GONE_RECORD' ? undefined : delays[tries]
  if (delay === undefined) return { state: 'FAILED', tries: tries + 1, next_attempt_at: null }
  const wait = Math.max(delay * (1 - jitter + 2 * jitter * Math.random()), retryAfterMs)
  return { state: 'PENDING', tries: tries + 1, next_attempt_at: new Date(ctx.now.getTime() + wait) }
}

/** @returns when it is retried, if it is by the schedule */
const recordOnDelivery = async (
  ctx: TenantContext,
  claimed: Claimed,
  outcome: Outcome,
): Promise<Date | undefined> => {
  const { at, status, durationMs, error, answer } = outcome
  const { id, until, manual } = claimed
  const noted = [ctx.tenantId, newId(ctx.now.getTime()), id, at, status, durationMs, error, answer]
  if (error === null) {
    await ctx.run(takenText, [...noted, manual ? 0 : 1, until])
    return undefined
  }
  const [own] = await ctx.run<OwnRow>(ownText, [...noted, until])
  if (!own) return undefined
  const after = afterFailure(ctx, own, claimed, outcome)
  await ctx.run(endText, [ctx.tenantId, id, after.state, after.tries, after.next_attempt_at])
  return manual ? undefined : (after.next_attempt_at ?? undefined)
}

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
  const admins = await readersWith(ctx, ['ADMIN'])
  await askEach(
    ctx,
    webhookOff,
    admins.map(({ id: userId }) => ({ userId, webhookId })),
  )
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

export interface Recorded {
  /** with the result recorded */
  readonly webhook: WebhookRow
  /** when this delivery is retried */
  readonly again: Date | undefined
}

/** @param row locked by the caller */
export const recordAttempt = async (
  ctx: TenantContext,
  row: WebhookRow,
  claimed: Claimed,
  outcome: Outcome,
): Promise<Recorded> => {
  const again = await recordOnDelivery(ctx, claimed, outcome)
  const { error, status } = outcome
  if (error === null) {
    if (changesHealth(row, ctx.now)) await ctx.run(healthyText, [ctx.tenantId, row.id, ctx.now])
    return { webhook: { ...row, failures: 0, failing_since: null }, again }
  }
  if (error === 'GONE_RECORD') return { webhook: row, again }
  const [failed = row] = await ctx.run<WebhookRow>(failedText, [ctx.tenantId, row.id, ctx.now])
  // guard: gone-switches-off
  const reason = status === 410 ? 'GONE' : isDead(failed, ctx.now) ? 'FAILING' : undefined
  const off = failed.enabled && reason ? await switchOff(ctx, row.id, reason) : undefined
  return { webhook: off ?? failed, again }
}
