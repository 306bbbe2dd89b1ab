/** Reads, locks and presents a webhook's row. */
import type { Selectable } from 'kysely'
import { entitlementsOf } from '#contracts/kit/plan-features.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { Webhook } from '#contracts/webhooks.ts'
import type { TenantContext } from '#server/platform/context.ts'
import type { Webhook as WebhookTable } from '#server/platform/db/tables.ts'
import { notFound } from '#server/platform/errors.ts'

export type WebhookRow = Selectable<WebhookTable>

export const hasWebhooks = (plan: Plan): boolean => entitlementsOf(plan).includes('WEBHOOKS')

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

const stateOf = (row: WebhookRow): Webhook['state'] => {
  if (!row.enabled) return 'SWITCHED_OFF'
  return row.failing_since === null ? 'HEALTHY' : 'FAILING'
}

export const presentWebhook = (row: WebhookRow, now: Date): Webhook => ({
  id: row.id,
  url: row.url,
  description: row.description,
  events: row.events as Webhook['events'],
  enabled: row.enabled,
  state: stateOf(row),
  reason: row.reason as Webhook['reason'],
  lastSuccessAt: iso(row.last_success_at),
  failingSince: iso(row.failing_since),
  formerSecretUntil: row.former_until !== null && row.former_until > now ? iso(row.former_until) : null,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
})

const readText = 'select * from webhook where tenant_id = $1 and id = $2 and deleted_at is null'

/** @throws ServiceError NOT_FOUND */
export const readWebhook = async (ctx: TenantContext, id: string): Promise<WebhookRow> => {
  const [row] = await ctx.run<WebhookRow>(readText, [ctx.tenantId, id])
  if (!row) throw notFound()
  return row
}

/**
 * Locks the webhook until the commit, so that sending and changing it wait for each other. Undefined once it is
 * deleted.
 */
export const findLocked = async (ctx: TenantContext, id: string): Promise<WebhookRow | undefined> =>
  (await ctx.run<WebhookRow>(`${readText} for no key update`, [ctx.tenantId, id]))[0]

const withPlanText = `select w.*, t.plan, exists (
    select from webhook_delivery d where d.tenant_id = $1 and d.webhook_id = $2 and d.claimed_until <= $3) as has_dead
  from webhook w join tenant t on t.id = w.tenant_id
  where w.tenant_id = $1 and w.id = $2 and w.deleted_at is null for no key update of w`

export interface DueWebhook extends WebhookRow {
  readonly plan: Plan
  /** claims of dead processes */
  readonly has_dead: boolean
}

/** Locks it too, with what its scheduled job needs. */
export const findDue = async (ctx: TenantContext, id: string): Promise<DueWebhook | undefined> =>
  (await ctx.run<DueWebhook>(withPlanText, [ctx.tenantId, id, ctx.now]))[0]

/** @throws ServiceError NOT_FOUND */
export const lockWebhook = async (ctx: TenantContext, id: string): Promise<WebhookRow> => {
  const row = await findLocked(ctx, id)
  if (!row) throw notFound()
  return row
}
