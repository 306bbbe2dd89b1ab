/** A tenant's customer at Stripe. */
import type Stripe from 'stripe'
import type { Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import { stripeOf } from './stripe-client.ts'

const ofTenantText = 'select id from billing_customer where tenant_id = $1'
const addText = `insert into billing_customer (id, tenant_id) values ($1, $2) on conflict do nothing`
const nameText = 'select name from tenant where id = $1'

export const findCustomer = (platform: Platform, tenantId: string): Promise<string | undefined> =>
  inTenant(platform.databases.app, tenantId, 'read', async ({ run }) => {
    const [row] = await run<{ id: string }>(ofTenantText, [tenantId])
    return row?.id
  })

/** Makes the customer where there is none; two at once get the same by Stripe's Idempotency-Key. */
export const customerOf = async (platform: Platform, stripe: Stripe, tenantId: string): Promise<string> => {
  const known = await findCustomer(platform, tenantId)
  if (known !== undefined) return known
  const [tenant] = await inTenant(platform.databases.app, tenantId, 'read', ({ run }) =>
    run<{ name: string }>(nameText, [tenantId]),
  )
  const made = await stripe.customers.create(
    { name: tenant?.name ?? '', metadata: { tenantId } },
    { idempotencyKey: `customer:${tenantId}` },
  )
  await inTenant(platform.databases.app, tenantId, 'write', ({ run }) => run(addText, [made.id, tenantId]))
  return (await findCustomer(platform, tenantId)) ?? made.id
}

const liveStates: readonly Stripe.Subscription.Status[] = ['active', 'trialing', 'past_due', 'unpaid']

export const isLive = ({ status }: Pick<Stripe.Subscription, 'status'>): boolean =>
  liveStates.includes(status)

export const subscriptionsOf = async (
  stripe: Stripe,
  customer: string,
): Promise<readonly Stripe.Subscription[]> =>
  (await stripe.subscriptions.list({ customer, status: 'all', limit: 100 })).data

/**
 * For a tenant that is erased, before its rows are: cancels what it still pays for. Does nothing without keys or
 * customer; safe to repeat.
 * @throws Error where Stripe does not do it
 */
export const cancelSubscriptions = async (platform: Platform, tenantId: string): Promise<void> => {
  if (!platform.config.stripe) return
  const customer = await findCustomer(platform, tenantId)
  if (customer === undefined) return
  const { stripe } = stripeOf(platform)
  const live = (await subscriptionsOf(stripe, customer)).filter(isLive)
  await Promise.all(live.map(({ id }) => stripe.subscriptions.cancel(id)))
}
