/** An event only says that a customer may have changed; what it holds of the subscription is not read. */
import { receiveStripeEvent } from '#contracts/billing.ts'
import type { Actor } from '#server/platform/context.ts'
import { serve } from '#server/platform/http/serve.ts'
import { receiveOnce } from '#server/platform/provider/inbox.ts'
import { readingKind } from './plan/scheduled-jobs.ts'
import { planKey } from './plan/trial-reminder.ts'

/** Events of one customer within this time are one reading. */
const gatherMs = 2000
export const stripeActor: Actor = { kind: 'SYSTEM', id: 'stripe', name: 'Wellkept' }

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined

/** Of the object itself, or of its customer; thin events have none. */
const customerIn = (data: unknown): string | undefined => {
  const object = fieldOf(data, 'object')
  const customer = fieldOf(object, 'object') === 'customer' ? object : fieldOf(object, 'customer')
  const id = typeof customer === 'string' ? customer : fieldOf(customer, 'id')
  return typeof id === 'string' ? id : undefined
}

export default serve(receiveStripeEvent)(async (ctx, { body }) => {
  const { id: eventId, type, livemode, data } = body
  const customer = livemode === ctx.platform.config.stripe?.live ? customerIn(data) : undefined
  const known =
    customer === undefined
      ? undefined
      : await ctx.directory
          .selectFrom('billing_customer')
          .select('tenant_id')
          .where('id', '=', customer)
          .executeTakeFirst()
  const event = { provider: 'stripe', eventId, type } as const
  if (!known) await receiveOnce(ctx, { ...event, tenantId: null })
  else
    await ctx.inTenant(known.tenant_id, 'write', stripeActor, async (tenant) => {
      tenant.skipInvalidation()
      const fresh = await receiveOnce(
        { directory: tenant.db, now: ctx.now },
        { ...event, tenantId: known.tenant_id },
      )
      if (fresh)
        await tenant.scheduleNoLaterThan(readingKind, planKey, new Date(ctx.now.getTime() + gatherMs))
    })
  return { received: true as const }
})
