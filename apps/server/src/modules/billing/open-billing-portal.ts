import { openBillingPortal } from '#contracts/billing.ts'
import { serveAsking } from '#server/platform/http/serve.ts'
import { customerOf } from './customers.ts'
import { askStripe, stripeOf } from './stripe-client.ts'

export default serveAsking(openBillingPortal)(
  async (platform, tenantId) => {
    stripeOf(platform)
    return askStripe(platform, async (stripe) => {
      const { url } = await stripe.billingPortal.sessions.create({
        customer: await customerOf(platform, stripe, tenantId),
        return_url: `${platform.config.baseUrl}/app/plan?portal=back`,
      })
      return { url }
    })
  },
  async (_ctx, _input, opened) => opened,
)
