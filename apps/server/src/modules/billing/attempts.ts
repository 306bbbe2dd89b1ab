/** Attempts to buy a plan: two clicks open one session at Stripe, and one that has ended is not given again. */
import { setTimeout as delay } from 'node:timers/promises'
import Stripe from 'stripe'
import type { BuyablePlan } from '#contracts/kit/plan-prices.ts'
import type { Platform } from '#server/platform/context.ts'
import { inTenant } from '#server/platform/db/tenant-db.ts'

/** A session lives for 24 hours, as the answer under its key does. */
const usableMs = 23 * 3600_000

// The row stays as it is while it can be used.
const openText = `insert into checkout_attempt as a (tenant_id, plan, number, opened_at) values ($1, $2, 1, $3)
  on conflict (tenant_id, plan) do update set
    number = case when a.opened_at <= $4 then a.number + 1 else a.number end,
    session_id = case when a.opened_at <= $4 then null else a.session_id end,
    opened_at = case when a.opened_at <= $4 then $3 else a.opened_at end
  returning number, session_id`
const endedText = `update checkout_attempt set number = number + 1, session_id = null, opened_at = $4
  where tenant_id = $1 and plan = $2 and number = $3`
const keepText =
  'update checkout_attempt set session_id = $4 where tenant_id = $1 and plan = $2 and number = $3'

interface Attempt {
  readonly number: number
  readonly session_id: string | null
}

const waits = [200, 400, 800]

/** Another click is making the session: Stripe refuses the key until it is there. */
const createUnder = async (
  stripe: Stripe,
  parameters: Stripe.Checkout.SessionCreateParams,
  idempotencyKey: string,
): Promise<Stripe.Checkout.Session> => {
  for (const wait of [...waits, undefined])
    try {
      return await stripe.checkout.sessions.create(parameters, { idempotencyKey })
    } catch (error) {
      const busy = error instanceof Stripe.errors.StripeError && error.statusCode === 409
      if (!busy || wait === undefined) throw error
      await delay(wait)
    }
  throw new Error('unreachable')
}

export const openSession = async (
  platform: Platform,
  stripe: Stripe,
  tenantId: string,
  plan: BuyablePlan,
  parameters: Stripe.Checkout.SessionCreateParams,
): Promise<Stripe.Checkout.Session> => {
  const now = platform.clock.now()
  const run = <R>(text: string, values: readonly unknown[]): Promise<R[]> =>
    inTenant(platform.databases.app, tenantId, 'write', (transaction) => {
      transaction.skipInvalidation()
      return transaction.run<R>(text, values)
    })
  const open = async (): Promise<Attempt> => {
    const usable = new Date(now.getTime() - usableMs)
    const [attempt] = await run<Attempt>(openText, [tenantId, plan, now, usable])
    return attempt ?? { number: 1, session_id: null }
  }
  const sessionOf = async ({ number, session_id }: Attempt): Promise<Stripe.Checkout.Session> => {
    if (session_id !== null) return stripe.checkout.sessions.retrieve(session_id)
    const made = await createUnder(stripe, parameters, `checkout:${tenantId}:${plan}:${number}`)
    await run(keepText, [tenantId, plan, number, made.id])
    // What is answered under a key is of the time when it was made.
    return stripe.checkout.sessions.retrieve(made.id)
  }
  const attempt = await open()
  const session = await sessionOf(attempt)
  if (session.status === 'open') return session
  await run(endedText, [tenantId, plan, attempt.number, now])
  return sessionOf(await open())
}
