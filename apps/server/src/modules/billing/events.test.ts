import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { verifyChain } from '#server/platform/audit/verify.ts'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestTenant } from '#test/world.ts'
import { readCustomer } from './read-customer.ts'
import { openBilling } from './testing/open-billing.ts'

const billing = await openBilling()
const { server, stripe } = billing
const day = 86_400_000

const mailsTo = (tenant: TestTenant): string[] =>
  server.mails.filter(({ to }) => to === tenant.admin.email).map(({ subject }) => subject)

const write = async (tenant: TestTenant): Promise<number> => {
  const { token } = await tenant.person(['ADMIN'])
  return (
    await server.call('POST', '/api/admin/api-keys', { token, body: { name: 'Key', scopes: ['read'] } })
  ).status
}

/** Sessions of people end while the clock moves. */
const planOf = async (tenant: TestTenant) => {
  const admin = await tenant.person(['ADMIN'])
  const { plan, state, source } = await billing.subscriptionOf({ ...tenant, admin })
  return [plan, state, source]
}

describe('An event of the payment provider', () => {
  test('counts only with a signature of its bytes that is at most five minutes old or ahead', async () => {
    const { tenant, id } = await billing.customer()
    stripe.subscribe(id, 'price_pro')
    const { body, headers } = stripe.event(id, 'evt_signed')
    const at = (seconds: number) => stripe.sign(body, new Date(server.clock.now().getTime() + seconds * 1000))
    const refused = [
      { body, headers: {} },
      { body, headers: { 'stripe-signature': 'nonsense' } },
      { body, headers: at(-360) },
      { body, headers: at(360) },
      { body, headers: stripe.sign(body, undefined, 'whsec_of_others') },
      { body: JSON.stringify(JSON.parse(body), null, 1), headers },
    ]
    for (const signed of refused) assert.equal(await billing.send(signed), 401)
    const none = 'no json'
    assert.equal(await billing.send({ body: none, headers: stripe.sign(none) }), 400)
    await billing.settle()
    assert.deepEqual(await planOf(tenant), ['TRIAL', 'TRIAL', 'NONE'])
    assert.equal(await billing.send({ body, headers }), 200)
    await billing.settle()
    assert.deepEqual(await planOf(tenant), ['PRO', 'ACTIVE', 'PROVIDER'])
  })

  test('is 401 without a signature and 503 with one where there are no keys', async () => {
    const without = await startTestServer()
    const { body, headers } = stripe.event('cus_0', 'evt_0')
    const send = (more: Record<string, string>) =>
      without.call('POST', '/api/billing/webhook', { body: JSON.parse(body), headers: more })
    assert.equal((await send({})).status, 401)
    assert.equal((await send(headers)).status, 503)
  })

  test('that comes twice, of another mode, of an unknown customer or without a customer has no effect', async () => {
    const { tenant, id } = await billing.customer()
    const { body, headers } = stripe.event(id, 'evt_twice')
    await billing.send({ body, headers })
    await billing.settle()
    const readings = () => stripe.calls.filter(({ path }) => path === '/v1/subscriptions').length
    stripe.subscribe(id, 'price_pro')
    const before = readings()
    for (const event of [
      { body, headers },
      stripe.event(id, 'evt_live', { livemode: true }),
      stripe.event('cus_unknown', 'evt_unknown'),
      stripe.event(id, 'evt_thin', { data: undefined }),
    ])
      assert.equal(await billing.send(event), 200)
    await billing.settle()
    assert.equal(readings(), before)
    assert.deepEqual(await planOf(tenant), ['TRIAL', 'TRIAL', 'NONE'])
  })

  test('and others of one customer within two seconds are one reading', async () => {
    const { id } = await billing.customer()
    const readings = () => stripe.calls.filter(({ path }) => path === '/v1/subscriptions').length
    const before = readings()
    for (let n = 0; n < 5; n++) await billing.send(stripe.event(id, `evt_many_${n}`))
    await billing.settle()
    assert.equal(readings(), before + 1)
  })
})

test('A reading that began earlier does not overwrite one that began later', async () => {
  const { tenant, id } = await billing.customer()
  const { platform } = server.built
  const subscription = stripe.subscribe(id, 'price_starter')
  const path = '/v1/subscriptions'
  stripe.faults.push({ path, status: 200, lateMs: 400 })
  const before = stripe.calls.filter((call) => call.path === path).length
  const early = readCustomer(platform, tenant.id, newId(Date.now()))
  while (stripe.calls.filter((call) => call.path === path).length === before)
    await new Promise((resolve) => setTimeout(resolve, 5))
  subscription.price = 'price_business'
  await readCustomer(platform, tenant.id, newId(Date.now()))
  await early
  assert.deepEqual(await planOf(tenant), ['BUSINESS', 'ACTIVE', 'PROVIDER'])
})

test('Unpaid: 14 days of grace, then staff can only read; a payment lifts that, visitors notice nothing', async () => {
  const { tenant, id } = await billing.customer()
  const subscription = stripe.subscribe(id, 'price_pro')
  await billing.tell(id)
  subscription.status = 'past_due'
  await billing.tell(id)
  await billing.tell(id)
  assert.deepEqual(await planOf(tenant), ['PRO', 'PAST_DUE', 'PROVIDER'])
  assert.equal(await write(tenant), 201)
  assert.equal(mailsTo(tenant).filter((subject) => subject === 'A payment failed').length, 1)
  server.clock.advance(11.1 * day)
  await server.drain()
  assert.equal(mailsTo(tenant).filter((subject) => subject.startsWith('From ')).length, 1)
  server.clock.advance(3 * day)
  await server.drain()
  assert.deepEqual(await planOf(tenant), ['PRO', 'SUSPENDED', 'PROVIDER'])
  assert.equal(await write(tenant), 403)
  subscription.status = 'active'
  await billing.tell(id)
  assert.deepEqual(await planOf(tenant), ['PRO', 'ACTIVE', 'PROVIDER'])
  assert.equal(await write(tenant), 201)
  assert.ok(mailsTo(tenant).includes('Your team can only read for now'))
})

test('A subscription that ends leaves the plan TRIAL, with the trial that was still running', async () => {
  const { tenant, id } = await billing.customer()
  const subscription = stripe.subscribe(id, 'price_pro')
  await billing.tell(id)
  subscription.status = 'canceled'
  await billing.tell(id)
  assert.deepEqual(await planOf(tenant), ['TRIAL', 'TRIAL', 'NONE'])
  assert.equal(await write(tenant), 201)
  server.clock.advance(15 * day)
  assert.equal(await write(tenant), 403)
})

test('A lower plan erases nothing for 30 days, and says so by mail and in the subscription', async () => {
  const { tenant, id } = await billing.customer()
  const subscription = stripe.subscribe(id, 'price_business')
  await billing.tell(id)
  assert.equal((await billing.subscriptionOf(tenant)).historyShrinksAt, null)
  subscription.price = 'price_starter'
  await billing.tell(id)
  const { historyShrinksAt } = await billing.subscriptionOf(tenant)
  const days = (Date.parse(historyShrinksAt ?? '') - server.clock.now().getTime()) / day
  assert.ok(days > 29.9 && days <= 30)
  assert.ok(mailsTo(tenant).some((subject) => subject.startsWith('Older comments and photos')))
  subscription.price = 'price_business'
  await billing.tell(id)
  assert.equal((await billing.subscriptionOf(tenant)).historyShrinksAt, null)
})

test('An unknown price changes nothing and warns; of two subscriptions the higher plan counts, and none is cancelled', async () => {
  const { tenant, id } = await billing.customer()
  const subscription = stripe.subscribe(id, 'price_pro')
  await billing.tell(id)
  subscription.price = 'price_of_nothing'
  await billing.tell(id)
  const unknown = await billing.subscriptionOf(tenant)
  assert.deepEqual([unknown.plan, unknown.warning], ['PRO', 'PRICE_UNKNOWN'])
  subscription.price = 'price_starter'
  stripe.subscribe(id, 'price_business')
  await billing.tell(id)
  const two = await billing.subscriptionOf(tenant)
  assert.deepEqual([two.plan, two.warning, two.price?.amount], ['BUSINESS', 'TWO_SUBSCRIPTIONS', 29_900])
  assert.ok(mailsTo(tenant).includes('You pay for two subscriptions'))
  assert.ok(stripe.subscriptions.every(({ customer, status }) => customer !== id || status === 'active'))
})

test('The change is in the audit log as of Stripe, before and after, and the chain verifies', async () => {
  const { tenant, id } = await billing.customer()
  stripe.subscribe(id, 'price_pro')
  await billing.tell(id)
  const { json } = await server.call<
    { action: string; actor: { kind: string; id: string }; changes: object[] }[]
  >('GET', '/api/admin/audit-log', { token: tenant.admin.token })
  const entry = json.data.find(({ action }) => action === 'billing.changePlan')
  assert.deepEqual(
    [entry?.actor.kind, entry?.actor.id, entry?.changes],
    [
      'SYSTEM',
      'stripe',
      [
        { field: 'plan', from: 'TRIAL', to: 'PRO' },
        { field: 'state', from: 'TRIAL', to: 'ACTIVE' },
      ],
    ],
  )
  assert.ok(json.data.some(({ action }) => action === 'billing.openBillingPortal'))
  assert.deepEqual((await verifyChain(server.built.platform, tenant.id)).breaks, [])
})

test('Administrators are told of the end of a trial three days before it', async () => {
  const tenant = await createTenant(server, { plan: 'TRIAL' })
  server.clock.advance(11.1 * day)
  await server.drain()
  assert.equal(mailsTo(tenant).filter((subject) => subject.startsWith('Your trial ends')).length, 1)
})
