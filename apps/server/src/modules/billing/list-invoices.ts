import type Stripe from 'stripe'
import { type Invoice, invoiceStates, listInvoices } from '#contracts/billing.ts'
import { cacheBounded } from '#server/platform/bounded-cache.ts'
import { pageBounds } from '#server/platform/db/lists.ts'
import { serveOutside } from '#server/platform/http/serve.ts'
import { findCustomer } from './customers.ts'
import { askStripe, stripeOf } from './stripe-client.ts'

const keptMs = 60_000
const most = 100

const kept = new WeakMap<Stripe, Map<string, { at: number; invoices: readonly Invoice[] }>>()

const timeOf = (seconds: number | null | undefined): string | null =>
  typeof seconds === 'number' ? new Date(seconds * 1000).toISOString() : null

const present = (invoice: Stripe.Invoice): Invoice => ({
  id: invoice.id ?? '',
  number: invoice.number,
  status: invoiceStates.find((state) => state.toLowerCase() === invoice.status) ?? 'DRAFT',
  amount: invoice.total,
  currency: invoice.currency.toUpperCase(),
  createdAt: new Date(invoice.created * 1000).toISOString(),
  dueAt: timeOf(invoice.due_date),
  paidAt: timeOf(invoice.status_transitions.paid_at),
  url: invoice.hosted_invoice_url ?? null,
  pdfUrl: invoice.invoice_pdf ?? null,
})

export default serveOutside(listInvoices)(async (ctx, { query }) => {
  const { platform, tenantId, now } = ctx
  stripeOf(platform)
  return async () => {
    const invoices = await askStripe(platform, async (stripe) => {
      const remembered = kept.get(stripe) ?? new Map()
      kept.set(stripe, remembered)
      const known = remembered.get(tenantId)
      if (known && now.getTime() - known.at < keptMs) return known.invoices as readonly Invoice[]
      const customer = await findCustomer(platform, tenantId)
      const read =
        customer === undefined
          ? []
          : (await stripe.invoices.list({ customer, limit: most })).data.map(present)
      cacheBounded(remembered, tenantId, { at: now.getTime(), invoices: read }, 1000)
      return read
    })
    const ordered = query.sort === 'createdAt' ? invoices.toReversed() : invoices
    const { limit, offset } = pageBounds(query)
    return { items: ordered.slice(offset, offset + limit), total: invoices.length }
  }
})
