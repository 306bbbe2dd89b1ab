/** The plan page: coming back from the payment provider, and what is unpaid. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readCustomer } from '#server/modules/billing/read-customer.ts'
import { newId } from '#server/platform/ids.ts'
import { startFakeStripe } from '#test/fake-stripe.ts'
import { openFixture } from './fixture.ts'
import { inspect, narrow, take, wide } from './inspect.ts'

const stripe = await startFakeStripe({ now: () => new Date() })
const { base, server, tenant, people, open } = await openFixture({ env: stripe.env })
const { platform } = server.built
const customer = 'cus_of_the_fixture'
await tenant.inside(({ run }) =>
  run('insert into billing_customer (id, tenant_id) values ($1, $2)', [customer, tenant.id]),
)
await tenant.inside(({ run }) => run("update tenant set plan = 'STARTER' where id = $1", [tenant.id]))
const read = () => readCustomer(platform, tenant.id, newId(Date.now()))

test('Back from the payment provider the page waits until the plan is there; what is unpaid says until when', async () => {
  const { page, context, faults } = await open('desk', { as: people.admin.email })
  await page.goto(`${base}/app/plan?checkout=done`)
  await page.getByText('Waiting for the payment provider').waitFor()
  const subscription = stripe.subscribe(customer, 'price_pro')
  await read()
  await page.getByText('Thank you. Your plan is Pro.').waitFor()
  await page.getByText('€99.00 a month').first().waitFor()
  await page.getByRole('link', { name: subscription.latestInvoice.toUpperCase() }).waitFor()
  await take(page, narrow)
  await inspect(page, 'plan narrow')
  await take(page, wide)
  await inspect(page, 'plan wide')
  subscription.status = 'past_due'
  await read()
  await page.goto(`${base}/app/plan`)
  await page.getByText(/^Your plan is unpaid\. From /).waitFor()
  await page.getByRole('button', { name: 'Pay now' }).waitFor()
  await inspect(page, 'plan unpaid')
  await take(page, narrow)
  await inspect(page, 'plan unpaid narrow')
  await page.goto(`${base}/app/plan?checkout=cancelled`)
  await page.getByText('Nothing was bought.').waitFor()
  const sent = page.waitForURL(/^https:\/\/portal\.stripe\.test\//).catch(() => {})
  await page.route('https://portal.stripe.test/**', (route) => route.fulfill({ body: 'portal' }))
  await page.getByRole('button', { name: 'Choose Business' }).press('Enter')
  await sent
  assert.match(page.url(), /^https:\/\/portal\.stripe\.test\//)
  assert.deepEqual(faults, [])
  await context.close()
})
