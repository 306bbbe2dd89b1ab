/** A Stripe of our own: the calls that this service makes, over HTTP on loopback, with faults on request. */
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { after } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import type { Clock } from '#server/platform/clock.ts'

export const webhookSecret = 'whsec_of_the_tests'
export const prices = { STARTER: 'price_starter', PRO: 'price_pro', BUSINESS: 'price_business' } as const
const amounts: Readonly<Record<string, number>> = {
  price_starter: 2900,
  price_pro: 9900,
  price_business: 29_900,
}

export interface FakeSubscription {
  id: string
  customer: string
  status: string
  price: string
  latestInvoice: string
  cancelAt: number | null
}

interface FakeSession {
  readonly id: string
  readonly customer: string
  readonly price: string
  status: 'open' | 'complete' | 'expired'
}

export interface FakeCall {
  readonly method: string
  readonly path: string
  readonly key: string | undefined
  readonly body: URLSearchParams
}

/** What the next call that matches gets instead of an answer. */
export interface Fault {
  readonly path: string
  /** 0: the connection breaks */
  readonly status: number
  readonly lateMs?: number
}

export interface FakeStripe {
  readonly env: Readonly<Record<string, string>>
  readonly calls: FakeCall[]
  readonly faults: Fault[]
  readonly subscriptions: FakeSubscription[]
  readonly sessions: FakeSession[]
  /** changes what each price costs */
  readonly amounts: Record<string, number>
  subscribe(customer: string, price: string, status?: string): FakeSubscription
  /** the customer pays: the session is complete, and the subscription is there */
  complete(session: FakeSession): FakeSubscription
  /** body and headers of an event, signed at the time of the clock */
  event(customer: string, id: string, more?: object): { body: string; headers: Record<string, string> }
  sign(body: string, at?: Date, secret?: string): Record<string, string>
}

const readBody = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

export const startFakeStripe = async (clock: Clock): Promise<FakeStripe> => {
  const calls: FakeCall[] = []
  const faults: Fault[] = []
  const subscriptions: FakeSubscription[] = []
  const sessions: FakeSession[] = []
  const answered = new Map<string, { readonly input: string; readonly answer: object }>()
  let count = 0
  const id = (prefix: string): string => `${prefix}_${++count}`
  const seconds = (): number => Math.floor(clock.now().getTime() / 1000)
  const priceOf = (price: string) => ({
    id: price,
    object: 'price',
    currency: 'eur',
    unit_amount: fake.amounts[price] ?? 1234,
    recurring: { interval: 'month', interval_count: 1 },
    active: true,
  })
  const subscriptionOf = (one: FakeSubscription) => ({
    id: one.id,
    object: 'subscription',
    customer: one.customer,
    status: one.status,
    cancel_at: one.cancelAt,
    cancel_at_period_end: false,
    latest_invoice: one.latestInvoice,
    items: {
      object: 'list',
      data: [{ id: `si_${one.id}`, current_period_end: seconds() + 30 * 86_400, price: priceOf(one.price) }],
    },
  })
  const sessionOf = ({ id: name, status }: FakeSession) => ({
    id: name,
    object: 'checkout.session',
    status,
    url: status === 'open' ? `https://checkout.stripe.test/${name}` : null,
    expires_at: seconds() + 86_400,
  })
  const invoiceOf = (one: FakeSubscription) => ({
    id: one.latestInvoice,
    object: 'invoice',
    number: one.latestInvoice.toUpperCase(),
    status: one.status === 'past_due' ? 'open' : 'paid',
    total: fake.amounts[one.price] ?? 0,
    currency: 'eur',
    created: seconds(),
    due_date: null,
    status_transitions: { paid_at: one.status === 'past_due' ? null : seconds() },
    hosted_invoice_url: `https://invoice.stripe.test/${one.latestInvoice}`,
    invoice_pdf: `https://invoice.stripe.test/${one.latestInvoice}.pdf`,
  })
  const list = (data: readonly object[]) => ({ object: 'list', data, has_more: false })

  const make = (path: string, body: URLSearchParams): object | undefined => {
    const customer = body.get('customer') ?? ''
    if (path === '/v1/customers') return { id: id('cus'), object: 'customer' }
    if (path === '/v1/checkout/sessions') {
      const price = body.get('line_items[0][price]') ?? ''
      const session: FakeSession = { id: id('cs'), customer, price, status: 'open' }
      sessions.push(session)
      return sessionOf(session)
    }
    if (path === '/v1/billing_portal/sessions') return { url: `https://portal.stripe.test/${id('bps')}` }
    return undefined
  }

  const read = (path: string, query: URLSearchParams): object | undefined => {
    const of = query.get('customer')
    if (path === '/v1/subscriptions')
      return list(subscriptions.filter(({ customer }) => customer === of).map(subscriptionOf))
    if (path === '/v1/invoices')
      return list(subscriptions.filter(({ customer }) => customer === of).map(invoiceOf))
    const [, kind, name = ''] = /^\/v1\/(checkout\/sessions|prices)\/(\w+)$/.exec(path) ?? []
    if (kind === 'prices') return name in fake.amounts ? priceOf(name) : undefined
    const session = sessions.find((one) => one.id === name)
    return session && sessionOf(session)
  }

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const text = await readBody(request)
    const body = new URLSearchParams(text)
    const method = request.method ?? 'GET'
    const key = request.headers['idempotency-key']?.toString()
    calls.push({ method, path: url.pathname, key, body })
    const send = (status: number, value: object): void =>
      void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
    const error = (status: number, type: string): void => send(status, { error: { type, message: type } })
    const place = faults.findIndex(({ path }) => url.pathname.startsWith(path))
    const [fault] = place < 0 ? [] : faults.splice(place, 1)
    if (fault?.status === 0) return void request.socket.destroy()
    if (fault && fault.status >= 400) return error(fault.status, 'api_error')
    if (method === 'DELETE') {
      const found = subscriptions.find((one) => url.pathname === `/v1/subscriptions/${one.id}`)
      if (!found) return error(404, 'invalid_request_error')
      found.status = 'canceled'
      return send(200, subscriptionOf(found))
    }
    const known = key === undefined ? undefined : answered.get(key)
    if (known) return known.input === text ? send(200, known.answer) : error(400, 'idempotency_error')
    const value = method === 'POST' ? make(url.pathname, body) : read(url.pathname, url.searchParams)
    if (!value) return error(404, 'invalid_request_error')
    if (method === 'POST' && key !== undefined) answered.set(key, { input: text, answer: value })
    // Late, it is what was true when the call came.
    if (fault?.lateMs) await delay(fault.lateMs)
    send(200, value)
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  after(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0

  const fake: FakeStripe = {
    env: {
      STRIPE_SECRET_KEY: 'sk_test_of_the_tests',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
      STRIPE_PRICES: JSON.stringify(prices),
    },
    calls,
    faults,
    subscriptions,
    sessions,
    amounts: { ...amounts },
    subscribe: (customer, price, status = 'active') => {
      const made = { id: id('sub'), customer, status, price, latestInvoice: id('in'), cancelAt: null }
      subscriptions.push(made)
      return made
    },
    complete: (session) => {
      session.status = 'complete'
      return fake.subscribe(session.customer, session.price)
    },
    event: (customer, eventId, more = {}) => {
      const body = JSON.stringify({
        id: eventId,
        object: 'event',
        type: 'customer.subscription.updated',
        livemode: false,
        data: { object: { object: 'subscription', customer } },
        ...more,
      })
      return { body, headers: fake.sign(body) }
    },
    sign: (body, at = clock.now(), secret = webhookSecret) => {
      const time = Math.floor(at.getTime() / 1000)
      const hash = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex')
      return { 'stripe-signature': `t=${time},v1=${hash}` }
    },
  }
  return fake
}
