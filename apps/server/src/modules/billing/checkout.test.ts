import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Invoice, PlanOffer } from '#contracts/billing.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { checkPrices } from './check-prices.ts'
import { openBilling } from './testing/open-billing.ts'

const billing = await openBilling()
const { server, stripe } = billing
const without = await startTestServer()

interface Checkout {
  readonly url: string
  readonly kind: 'CHECKOUT' | 'PORTAL'
  readonly expiresAt: string
}

const buy = (tenant: Pick<TestTenant, 'admin'>, plan: string, headers: Record<string, string> = {}) =>
  server.call<Checkout>('POST', '/api/billing/checkout', {
    token: tenant.admin.token,
    body: { plan },
    headers,
  })

test('Two clicks at once open one session of the payment provider, and a finished one is not given again', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const both = await Promise.all([buy(tenant, 'PRO'), buy(tenant, 'PRO')])
  assert.deepEqual(
    both.map(({ status }) => status),
    [201, 201],
  )
  assert.equal(both[0]?.json.data.url, both[1]?.json.data.url)
  assert.equal(both[0]?.json.data.kind, 'CHECKOUT')
  const [first] = stripe.sessions.slice(-1)
  assert.ok(first)
  first.status = 'expired'
  const later = await buy(tenant, 'PRO')
  assert.notEqual(later.json.data.url, both[0]?.json.data.url)
  server.clock.advance(23.5 * 3600_000)
  const admin = await tenant.person(['ADMIN'])
  assert.notEqual((await buy({ admin }, 'PRO')).json.data.url, later.json.data.url)
})

test('An Idempotency-Key answers the same address again, and another body under it is refused', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  const key = { 'idempotency-key': 'click-of-an-admin-1' }
  const [first, second] = [await buy(tenant, 'STARTER', key), await buy(tenant, 'STARTER', key)]
  assert.equal(first.json.data?.url, second.json.data?.url, first.text + second.text)
  assert.equal(first.status, 201)
  assert.equal((await buy(tenant, 'PRO', key)).status, 422)
})

test('Who has a subscription is sent to the portal to change it, and is not sold the same plan twice', async () => {
  const { tenant, id } = await billing.customer()
  stripe.subscribe(id, 'price_pro')
  // No event has told of it: the provider is asked.
  assert.equal((await buy(tenant, 'PRO')).json.code, 'CONFLICT')
  const higher = await buy(tenant, 'BUSINESS')
  assert.deepEqual([higher.status, higher.json.data.kind], [201, 'PORTAL'])
  const call = stripe.calls.findLast(({ path }) => path === '/v1/billing_portal/sessions')
  assert.equal(call?.body.get('flow_data[type]'), 'subscription_update_confirm')
  assert.equal(call?.body.get('flow_data[subscription_update_confirm][items][0][price]'), 'price_business')
})

test('A plan without a price, TRIAL and ENTERPRISE cannot be bought, and nobody but an administrator buys', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  for (const plan of ['TRIAL', 'ENTERPRISE', 'GOLD'])
    assert.equal((await buy(tenant, plan)).json.code, 'VALIDATION_ERROR', plan)
  for (const token of [tenant.manager.token, tenant.technician.token])
    assert.equal((await server.call('POST', '/api/billing/portal', { token, body: {} })).status, 403)
})

test('A provider that is down or late is 503, and the next attempt works', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  // The SDK repeats a call whose connection broke.
  stripe.faults.push({ path: '/v1/subscriptions', status: 0 })
  for (const status of [0, 429, 500]) {
    stripe.faults.push({ path: '/v1/subscriptions', status })
    assert.equal((await buy(tenant, 'PRO')).json.code, 'SERVICE_UNAVAILABLE')
  }
  stripe.faults.push({ path: '/v1/subscriptions', status: 200, lateMs: 6000 })
  const began = performance.now()
  assert.equal((await buy(tenant, 'PRO')).status, 503)
  assert.ok(performance.now() - began < 6000)
  const { token } = tenant.admin
  const attempts = async (): Promise<number> => {
    const log = await server.call<{ action: string }[]>('GET', '/api/admin/audit-log', { token })
    return log.json.data.filter(({ action }) => /checkout/i.test(action)).length
  }
  assert.equal(await attempts(), 0, 'what was refused is not in the audit log')
  assert.equal((await buy(tenant, 'PRO')).status, 201)
  assert.equal(await attempts(), 1)
})

test('Without keys checkout, portal and invoices are 503 with a clear text; plans and subscription answer', async () => {
  const tenant = await createTenant(without, { plan: 'TRIAL' })
  const { token } = tenant.admin
  for (const [method, path] of [
    ['POST', '/api/billing/checkout'],
    ['POST', '/api/billing/portal'],
    ['GET', '/api/billing/invoices'],
  ] as const) {
    const body = method === 'POST' ? { plan: 'PRO' } : undefined
    const reply = await without.call(method, path, { token, body })
    assert.deepEqual([reply.status, reply.json.error], [503, 'Payments are not set up on this service'])
  }
  const plans = await without.call<PlanOffer[]>('GET', '/api/billing/plans', { token })
  assert.deepEqual(
    plans.json.data.map(({ plan, price, buyable }) => [plan, price?.amount, buyable]),
    [
      ['TRIAL', 0, false],
      ['STARTER', 2900, false],
      ['PRO', 9900, false],
      ['BUSINESS', 29_900, false],
      ['ENTERPRISE', undefined, false],
    ],
  )
  const subscription = await without.call<{ configured: boolean; readOnly: boolean }>(
    'GET',
    '/api/billing/subscription',
    { token },
  )
  assert.equal(subscription.json.data.configured, false)
})

test('Invoices are those of the own customer, kept for a minute', async () => {
  const { tenant, id } = await billing.customer()
  const other = await billing.customer()
  stripe.subscribe(id, 'price_pro')
  const read = (of: TestTenant) =>
    server.call<Invoice[]>('GET', '/api/billing/invoices?pageSize=1', { token: of.admin.token })
  const { json } = await read(tenant)
  assert.deepEqual([json.total, json.data[0]?.amount, json.data[0]?.status], [1, 9900, 'PAID'])
  assert.equal((await read(other.tenant)).json.total, 0)
  stripe.subscribe(id, 'price_pro')
  assert.equal((await read(tenant)).json.total, 1)
  server.clock.advance(61_000)
  assert.equal((await read(tenant)).json.total, 2)
})

test('Trials end only where a plan can be bought, and a read-only organisation can still buy', async () => {
  const buyable = await createTenant(server, { plan: 'TRIAL' })
  const free = await createTenant(without, { plan: 'TRIAL' })
  const days = 15 * 86_400_000
  server.clock.advance(days)
  without.clock.advance(days)
  const body = { name: 'Main building' }
  const admin = await buyable.person(['ADMIN'])
  const refused = await server.call('POST', '/api/admin/buildings', { token: admin.token, body })
  assert.equal(refused.status, 403)
  assert.equal((await buy({ admin }, 'STARTER')).status, 201)
  const freely = { token: (await free.person(['ADMIN'])).token, body }
  assert.equal((await without.call('POST', '/api/admin/buildings', freely)).status, 201)
})

test('The check of an installation names a price id whose amount differs from the price that is shown', async () => {
  const { platform } = server.built
  assert.deepEqual(await checkPrices(platform), [])
  stripe.amounts.price_pro = 9800
  const [fault, ...more] = await checkPrices(platform)
  assert.match(fault ?? '', /^PRO: price_pro is 98\.00 EUR/)
  assert.deepEqual(more, [])
  assert.deepEqual(await checkPrices(without.built.platform), [])
})
