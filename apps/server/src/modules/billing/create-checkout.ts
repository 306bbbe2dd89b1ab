import { createCheckout } from '#contracts/billing.ts'
import { type BuyablePlan, buyablePlans } from '#contracts/kit/plan-prices.ts'
import { conflict, invalid, unavailable } from '#server/platform/errors.ts'
import { serveAsking } from '#server/platform/http/serve.ts'
import { openSession } from './attempts.ts'
import { customerOf, isLive, subscriptionsOf } from './customers.ts'
import { itemOf, planOfPrice } from './read-customer.ts'
import { askStripe, stripeOf } from './stripe-client.ts'

/** How long the address of a portal session opens it. */
const portalMs = 5 * 60_000

const isBuyable = (plan: string): plan is BuyablePlan => buyablePlans.some((one) => one === plan)

// The provider is asked first, so that an attempt which it refused is not in the audit log.
export default serveAsking(createCheckout)(
  async (platform, tenantId, { body: { plan } }) => {
    if (!isBuyable(plan)) throw invalid('body.plan', 'cannot be bought')
    const { settings } = stripeOf(platform)
    const price = settings.prices[plan]
    if (price === undefined) throw invalid('body.plan', 'cannot be bought on this service')
    const page = `${platform.config.baseUrl}/app/plan`
    return askStripe(platform, async (stripe) => {
      const customer = await customerOf(platform, stripe, tenantId)
      // Stripe is asked, since what is stored here may lag and somebody would pay twice.
      const subscription = (await subscriptionsOf(stripe, customer)).find(isLive)
      if (!subscription) {
        const session = await openSession(platform, stripe, tenantId, plan, {
          mode: 'subscription',
          customer,
          client_reference_id: tenantId,
          line_items: [{ price, quantity: 1 }],
          metadata: { tenantId },
          subscription_data: { metadata: { tenantId } },
          success_url: `${page}?checkout=done`,
          cancel_url: `${page}?checkout=cancelled`,
        })
        if (session.url === null) throw unavailable('The payment provider gave no address; try again')
        return {
          url: session.url,
          kind: 'CHECKOUT' as const,
          expiresAt: new Date(session.expires_at * 1000).toISOString(),
        }
      }
      const item = itemOf(subscription)
      if (!item || planOfPrice(settings, item.price.id) === plan)
        throw conflict('The subscription has this plan already')
      const { url } = await stripe.billingPortal.sessions.create({
        customer,
        return_url: `${page}?portal=back`,
        flow_data: {
          type: 'subscription_update_confirm',
          subscription_update_confirm: {
            subscription: subscription.id,
            items: [{ id: item.id, price, quantity: 1 }],
          },
          after_completion: { type: 'redirect', redirect: { return_url: `${page}?checkout=done` } },
        },
      })
      return {
        url,
        kind: 'PORTAL' as const,
        expiresAt: new Date(platform.clock.now().getTime() + portalMs).toISOString(),
      }
    })
  },
  async (_ctx, _input, opened) => opened,
)
