/** Reads a tenant's subscriptions at Stripe and writes what they mean; the present state, whatever event told of it. */
import type Stripe from 'stripe'
import { type Plan, plans } from '#contracts/kit/vocabulary.ts'
import type { Platform, TenantContext } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'
import type { StripeSettings } from '#server/platform/stripe-settings.ts'
import { findCustomer, isLive, subscriptionsOf } from './customers.ts'
import { tellAdmins } from './mails/billing-notice.ts'
import { applyPaidPlan } from './plan/tenant-plan.ts'
import { stripeActor } from './receive-stripe-event.ts'
import { stripeOf } from './stripe-client.ts'

export const planOfPrice = ({ prices }: StripeSettings, priceId: string | undefined): Plan | undefined =>
  plans.find((plan) => (prices as Readonly<Record<string, string>>)[plan] === priceId)

/** A subscription of this service has one item. */
export const itemOf = ({ items }: Stripe.Subscription): Stripe.SubscriptionItem | undefined => items.data[0]

interface Reading {
  readonly plan: Plan | null
  readonly subscription: Stripe.Subscription | undefined
  readonly warning: 'TWO_SUBSCRIPTIONS' | 'PRICE_UNKNOWN' | null
}

/** @returns the highest plan that is live */
export const meaningOf = (settings: StripeSettings, all: readonly Stripe.Subscription[]): Reading => {
  const live = all.filter(isLive)
  const known = live
    .flatMap((subscription) => {
      const plan = planOfPrice(settings, itemOf(subscription)?.price.id)
      return plan ? [{ plan, subscription }] : []
    })
    .sort(
      (a, b) =>
        plans.indexOf(b.plan) - plans.indexOf(a.plan) ||
        Number(isUnpaid(a.subscription)) - Number(isUnpaid(b.subscription)),
    )
  const [first] = known
  const warning = known.length < live.length ? 'PRICE_UNKNOWN' : live.length > 1 ? 'TWO_SUBSCRIPTIONS' : null
  return { plan: first?.plan ?? null, subscription: first?.subscription, warning }
}

export const isUnpaid = ({ status }: Stripe.Subscription): boolean =>
  status === 'past_due' || status === 'unpaid'

const dateOf = (seconds: number | null | undefined): Date | null =>
  typeof seconds === 'number' ? new Date(seconds * 1000) : null

// Numbers of readings, not times: of two that overlap the one that began later has seen more.
const beginText = `insert into billing_account (tenant_id, begun) values ($1, 1)
  on conflict (tenant_id) do update set begun = billing_account.begun + 1 returning begun`
const lockText =
  'select warning, unpaid_invoice from billing_account where tenant_id = $1 and written < $2 for update'
const warningText = 'update billing_account set written = $2, warning = $3 where tenant_id = $1'
const writeText = `update billing_account set written = $2, warning = $3, plan = $4, past_due = $5, subscription_id = $6,
    amount = $7, currency = $8, period_ends_at = $9, cancels_at = $10, unpaid_invoice = $11
  where tenant_id = $1`

const invoiceOf = ({ latest_invoice: latest }: Stripe.Subscription): string | null =>
  typeof latest === 'string' ? latest : (latest?.id ?? null)

const write = async (ctx: TenantContext, number: number, reading: Reading): Promise<void> => {
  const { plan, subscription, warning } = reading
  const [account] = await ctx.run<{ warning: string | null; unpaid_invoice: string | null }>(lockText, [
    ctx.tenantId,
    number,
  ])
  if (!account) return
  if (warning === 'PRICE_UNKNOWN') ctx.platform.metrics.unknownPrices++
  if (warning === 'PRICE_UNKNOWN' && !subscription) {
    await ctx.run(warningText, [ctx.tenantId, number, warning])
    return
  }
  const item = subscription && itemOf(subscription)
  const unpaid = subscription !== undefined && isUnpaid(subscription)
  const invoice = unpaid ? invoiceOf(subscription) : null
  await ctx.run(writeText, [
    ctx.tenantId,
    number,
    warning,
    plan,
    unpaid,
    subscription?.id ?? null,
    item?.price.unit_amount ?? null,
    item?.price.currency.toUpperCase() ?? null,
    dateOf(item?.current_period_end),
    dateOf(subscription?.cancel_at ?? (subscription?.cancel_at_period_end ? item?.current_period_end : null)),
    invoice,
  ])
  const { after } = await applyPaidPlan(ctx)
  if (invoice !== null && invoice !== account.unpaid_invoice && after.past_due_since)
    await tellAdmins(ctx, 'PAYMENT_FAILED')
  if (warning === 'TWO_SUBSCRIPTIONS' && account.warning !== warning) await tellAdmins(ctx, warning)
}

/** @throws Error where Stripe does not answer: then nothing is written, and it is to be repeated */
export const readCustomer = async (
  platform: Platform,
  tenantId: string,
  requestId: string,
): Promise<void> => {
  if (!platform.config.stripe) return
  const customer = await findCustomer(platform, tenantId)
  if (customer === undefined) return
  const { stripe, settings } = stripeOf(platform)
  const inside = <T>(work: (ctx: TenantContext) => Promise<T>): Promise<T> =>
    inTenant(platform.databases.jobs, tenantId, 'write', (transaction) =>
      work({
        ...transaction,
        platform,
        tenantId,
        requestId,
        now: platform.clock.now(),
        actor: stripeActor,
      }),
    )
  const number = await inside(async (ctx) => {
    ctx.skipInvalidation()
    const [row] = await ctx.run<{ begun: number }>(beginText, [tenantId])
    return row?.begun ?? 0
  })
  const reading = meaningOf(settings, await subscriptionsOf(stripe, customer))
  await inside((ctx) => write(ctx, number, reading))
}
