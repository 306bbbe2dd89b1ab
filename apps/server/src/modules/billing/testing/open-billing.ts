/** A service whose payments go to a Stripe of our own. */
import type { Subscription } from '#contracts/billing.ts'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { type FakeStripe, startFakeStripe } from '#test/fake-stripe.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'

export interface Billing {
  readonly stripe: FakeStripe
  readonly server: TestServer
  /** with a customer at Stripe */
  customer(plan?: Plan): Promise<{ readonly tenant: TestTenant; readonly id: string }>
  subscriptionOf(tenant: TestTenant): Promise<Subscription>
  send(signed: { body: string; headers: Record<string, string> }): Promise<number>
  /** an event arrives, and what it causes is done */
  tell(customer: string): Promise<void>
  settle(): Promise<void>
}

let events = 0

export const openBilling = async (): Promise<Billing> => {
  const clock = { now: (): Date => new Date() }
  const stripe = await startFakeStripe({ now: () => clock.now() })
  const server = await startTestServer({ env: stripe.env })
  clock.now = server.clock.now
  const billing: Billing = {
    stripe,
    server,
    customer: async (plan = 'TRIAL') => {
      const tenant = await createTenant(server, { plan })
      const { status } = await server.call('POST', '/api/billing/portal', {
        token: tenant.admin.token,
        body: {},
      })
      if (status !== 200) throw new Error(`No customer: ${status}`)
      const [row] = await tenant.inside(({ run }) =>
        run<{ id: string }>('select id from billing_customer where tenant_id = $1', [tenant.id]),
      )
      return { tenant, id: row?.id ?? '' }
    },
    subscriptionOf: async (tenant) =>
      (await server.call<Subscription>('GET', '/api/billing/subscription', { token: tenant.admin.token }))
        .json.data,
    send: async ({ body, headers }) =>
      (
        await server.call('POST', '/api/billing/webhook', {
          body,
          headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
        })
      ).status,
    tell: async (customer) => {
      await billing.send(stripe.event(customer, `evt_${++events}`))
      await billing.settle()
    },
    settle: async () => {
      server.clock.advance(2100)
      await server.drain()
    },
  }
  return billing
}
