import type { TenantContext } from '#server/platform/context.ts'
import { newId } from '#server/platform/ids.ts'
import { insertDeliveries } from '../record-deliveries.ts'
import { newSecret } from '../secrets.ts'

/**
 * A webhook with a failed delivery, written to the database as a tenant has it from before a downgrade. Its address
 * is blocked, so nothing is sent.
 */
export const storeWebhook = async (
  ctx: TenantContext,
  mark: string,
): Promise<{ webhookId: string; webhookDeliveryId: string }> => {
  const [webhookId, webhookDeliveryId, eventId] = [1, 2, 3].map(() => newId(ctx.now.getTime())) as [
    string,
    string,
    string,
  ]
  const times = { enabled_at: ctx.now, created_at: ctx.now, updated_at: ctx.now }
  await ctx.db
    .insertInto('webhook')
    .values({
      tenant_id: ctx.tenantId,
      id: webhookId,
      url: 'https://localhost/hooks',
      description: `${mark} webhook`,
      events: ['webhook.test'],
      secret: newSecret(ctx).sealed,
      ...times,
    })
    .execute()
  const event = { id: eventId, at: ctx.now, type: 'webhook.test', subjectId: webhookId }
  await insertDeliveries(ctx, [{ id: webhookDeliveryId, webhookId, event }])
  await ctx.db
    .updateTable('webhook_delivery')
    .set({ state: 'FAILED', next_attempt_at: null, body: JSON.stringify({ description: `${mark} body` }) })
    .where('id', '=', webhookDeliveryId)
    .execute()
  return { webhookId, webhookDeliveryId }
}
