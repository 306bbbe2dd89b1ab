/** Histories of subscriptions whose events are shuffled, doubled, lost and broken off, against the provider's last state. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { plans } from '#contracts/kit/vocabulary.ts'
import { newId } from '#server/platform/ids.ts'
import { prices } from '#test/fake-stripe.ts'
import { rounds } from '#test/rounds.ts'
import { createTenant } from '#test/world.ts'
import { readCustomer } from './read-customer.ts'
import { reconcile } from './reconcile.ts'
import { openBilling } from './testing/open-billing.ts'

const billing = await openBilling()
const { server, stripe } = billing
const { platform } = server.built

const histories = rounds(40, 1000)
const atOnce = 40

let seed = Number(process.env.TEST_SEED ?? 20_261_126)
/** Mulberry32: 0 ≤ n < below. */
const random = (below: number): number => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below)
}
const oneOf = <T>(list: readonly T[]): T => {
  const value = list[random(list.length)]
  if (value === undefined) throw new Error('An empty list')
  return value
}

const states = [
  'active',
  'trialing',
  'past_due',
  'unpaid',
  'canceled',
  'paused',
  'incomplete',
  'incomplete_expired',
]

const change = (customer: string): void => {
  const own = stripe.subscriptions.filter((one) => one.customer === customer)
  const price = oneOf(Object.values(prices))
  if (own.length === 0 || random(5) === 0) return void stripe.subscribe(customer, price, oneOf(states))
  const subscription = oneOf(own)
  if (random(2) === 0) subscription.price = price
  else subscription.status = oneOf(states)
}

/** What the specification makes of the provider's present state. */
const expected = (customer: string): string => {
  const live = stripe.subscriptions.filter(
    (one) => one.customer === customer && ['active', 'trialing', 'past_due', 'unpaid'].includes(one.status),
  )
  if (live.length === 0) return 'TRIAL TRIAL NONE'
  const planOf = (price: string) =>
    plans.find((plan) => (prices as Readonly<Record<string, string>>)[plan] === price) ?? 'TRIAL'
  const best = Math.max(...live.map(({ price }) => plans.indexOf(planOf(price))))
  const isPaid = live.some(
    ({ price, status }) =>
      plans.indexOf(planOf(price)) === best && (status === 'active' || status === 'trialing'),
  )
  return `${plans[best]} ${isPaid ? 'ACTIVE' : 'PAST_DUE'} PROVIDER`
}

interface History {
  readonly tenantId: string
  readonly customer: string
  changes: number
  readonly events: string[]
}

const start = async (): Promise<History> => {
  const { id: tenantId, inside } = await createTenant(server, { plan: 'TRIAL' })
  const customer = `cus_of_${tenantId}`
  await inside(({ run }) =>
    run('insert into billing_customer (id, tenant_id) values ($1, $2)', [customer, tenantId]),
  )
  return { tenantId, customer, changes: 2 + random(11), events: [] }
}

const step = async (history: History): Promise<void> => {
  const { customer, tenantId, events } = history
  if (history.changes > 0) {
    history.changes--
    change(customer)
    if (random(4) > 0) events.push(`evt_${tenantId}_${history.changes}`)
  }
  // In any order, some twice, some never.
  while (events.length > 0 && random(2) === 0) {
    const event = oneOf(events)
    if (random(3) > 0) events.splice(events.indexOf(event), 1)
    if (random(6) > 0) await billing.send(stripe.event(customer, event))
  }
  const path = '/v1/subscriptions'
  if (random(8) === 0) stripe.faults.push({ path, status: oneOf([429, 500]) })
  // A reading that is overtaken by the next change.
  if (random(8) === 0) {
    stripe.faults.push({ path, status: 200, lateMs: 20 })
    await Promise.all([
      readCustomer(platform, tenantId, newId(Date.now())).catch(() => {}),
      (async () => change(customer))(),
    ])
  }
}

test(`${histories} histories of 2 to 12 changes, with lost and doubled events, end in the provider's last state`, async () => {
  let differences = 0
  for (let done = 0; done < histories; done += atOnce) {
    const running = await Promise.all(Array.from({ length: Math.min(atOnce, histories - done) }, start))
    while (running.some(({ changes }) => changes > 0)) {
      for (const history of running) await step(history)
      if (random(3) === 0) await billing.settle()
    }
    await billing.settle()
    stripe.faults.length = 0
    await reconcile.run(platform, async () => {})
    const { rows } = await platform.databases.worker.query<{ id: string; told: string }>(
      `select id, plan || ' ' || case when state in ('PAST_DUE', 'SUSPENDED') then state when plan = 'TRIAL' then 'TRIAL' else 'ACTIVE' end || ' ' || plan_source as told
       from tenant where id = any($1::uuid[])`,
      [running.map(({ tenantId }) => tenantId)],
    )
    const told = new Map(rows.map((row) => [row.id, row.told]))
    for (const { tenantId, customer } of running) {
      if (told.get(tenantId) === expected(customer)) continue
      differences++
      console.error(tenantId, told.get(tenantId), 'instead of', expected(customer))
    }
  }
  assert.equal(differences, 0)
})
