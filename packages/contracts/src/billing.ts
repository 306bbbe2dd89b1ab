/** Billing: the plan of the organisation, and what is paid at the payment provider. */
import { type Static, Type } from 'typebox'
import { admin, endpoint, paging, signedBy, sortBy, technician } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Timestamp } from '#contracts/kit/text.ts'
import { PlanName, TenantStateName } from '#contracts/kit/vocabulary.ts'
import { Count } from '#contracts/records.ts'
import { type PlanFeature, planFeatures } from './kit/plan-features.ts'
import { type PlanLimits, planLimits } from './kit/plan-limits.ts'

const features = Object.keys(planFeatures) as PlanFeature[]
export const limitNames = Object.keys(planLimits.TRIAL) as (keyof PlanLimits)[]

const Feature = Type.Enum(features)
const Limit = Type.Enum(limitNames)

const Price = Type.Object({
  /** whole cents */
  amount: Count,
  currency: Type.String(),
  interval: Type.Literal('MONTH'),
})

/**
 * NONE      the plan that a new organisation has
 * PROVIDER  a subscription at the payment provider
 * MANUAL    set by hand
 */
export const planSources = ['NONE', 'PROVIDER', 'MANUAL'] as const

/**
 * TWO_SUBSCRIPTIONS  two are paid; the higher plan counts, and none is cancelled from here
 * PRICE_UNKNOWN      the subscription has a price of no plan; nothing changes until it has
 */
export const billingWarnings = ['TWO_SUBSCRIPTIONS', 'PRICE_UNKNOWN'] as const

export const SubscriptionLimit = Type.Object({
  name: Limit,
  used: Count,
  /** null: unlimited */
  allowed: Nullable(Count),
  /** another limit than the plan's, until a day */
  override: Nullable(Type.Object({ until: Timestamp })),
  /** a straight line through the last 30 days; null without growth, or beyond a year */
  reachesAt: Nullable(Timestamp),
})
export type SubscriptionLimit = Static<typeof SubscriptionLimit>

export const Subscription = Type.Object({
  plan: PlanName,
  state: TenantStateName,
  source: Type.Enum([...planSources]),
  /** whether this service can take payments */
  configured: Type.Boolean(),
  /** of the plan TRIAL; null: it does not end */
  trialEndsAt: Nullable(Timestamp),
  periodEndsAt: Nullable(Timestamp),
  cancelsAt: Nullable(Timestamp),
  pastDueSince: Nullable(Timestamp),
  /** then staff can only read, unless it is paid */
  graceUntil: Nullable(Timestamp),
  readOnly: Type.Boolean(),
  price: Nullable(Price),
  warning: Nullable(Type.Enum([...billingWarnings])),
  limits: Type.Array(SubscriptionLimit),
  features: Type.Array(Feature),
  /** then comments and photos beyond the history of the plan are deleted */
  historyShrinksAt: Nullable(Timestamp),
})
export type Subscription = Static<typeof Subscription>

export const PlanOffer = Type.Object({
  plan: PlanName,
  /** null: by contract */
  price: Nullable(Price),
  limits: Type.Array(Type.Object({ name: Limit, allowed: Nullable(Count) })),
  features: Type.Array(Feature),
  buyable: Type.Boolean(),
  current: Type.Boolean(),
})
export type PlanOffer = Static<typeof PlanOffer>

export const invoiceStates = ['DRAFT', 'OPEN', 'PAID', 'VOID', 'UNCOLLECTIBLE'] as const

export const Invoice = Type.Object({
  /** at the payment provider */
  id: Type.String(),
  number: Nullable(Type.String()),
  status: Type.Enum([...invoiceStates]),
  /** in the smallest unit of the currency */
  amount: Type.Integer(),
  currency: Type.String(),
  createdAt: Timestamp,
  dueAt: Nullable(Timestamp),
  paidAt: Nullable(Timestamp),
  url: Nullable(Type.String()),
  pdfUrl: Nullable(Type.String()),
})
export type Invoice = Static<typeof Invoice>

const common = { module: 'billing' } as const

export const getSubscription = endpoint({
  ...common,
  name: 'getSubscription',
  method: 'GET',
  path: '/api/billing/subscription',
  summary: 'The plan of the organisation, its limits and what is used of them',
  access: technician(null),
  limit: 'read',
  data: Subscription,
})

export const listPlans = endpoint({
  ...common,
  name: 'listPlans',
  method: 'GET',
  path: '/api/billing/plans',
  summary: 'Plans with their prices, limits and features',
  access: technician(null),
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('plan') }),
  list: PlanOffer,
})

export const createCheckout = endpoint({
  ...common,
  name: 'createCheckout',
  method: 'POST',
  path: '/api/billing/checkout',
  summary: 'Address at the payment provider where a plan is bought, or the subscription moved to it',
  auditLabel: { en: 'Opened the checkout', de: 'Bezahlseite geöffnet' },
  access: admin(null),
  limit: 'write',
  status: 201,
  idempotent: true,
  whenReadOnly: true,
  body: Type.Object({ plan: PlanName }),
  data: Type.Object({
    url: Type.String(),
    kind: Type.Enum(['CHECKOUT', 'PORTAL']),
    expiresAt: Timestamp,
  }),
  errors: ['VALIDATION_ERROR', 'CONFLICT', 'SERVICE_UNAVAILABLE'],
  example: () => ({ body: { plan: 'PRO' } }),
})

export const openBillingPortal = endpoint({
  ...common,
  name: 'openBillingPortal',
  method: 'POST',
  path: '/api/billing/portal',
  summary: 'Address of the customer portal: payment method, invoices, cancelling',
  auditLabel: { en: 'Opened the customer portal', de: 'Kundenportal geöffnet' },
  access: admin(null),
  limit: 'write',
  whenReadOnly: true,
  data: Type.Object({ url: Type.String() }),
  errors: ['SERVICE_UNAVAILABLE'],
})

export const listInvoices = endpoint({
  ...common,
  name: 'listInvoices',
  method: 'GET',
  path: '/api/billing/invoices',
  summary: 'The last 100 invoices, newest first; older ones are in the customer portal',
  access: admin(null),
  limit: 'read',
  query: Type.Object({ ...paging, sort: sortBy('createdAt') }),
  list: Invoice,
  errors: ['SERVICE_UNAVAILABLE'],
})

export const receiveStripeEvent = endpoint({
  ...common,
  name: 'receiveStripeEvent',
  method: 'POST',
  path: '/api/billing/webhook',
  summary: 'Events of Stripe: each says only that a customer may have changed',
  access: signedBy('stripe'),
  limit: 'miss',
  body: Type.Object({
    id: Type.String({ minLength: 1, maxLength: 255 }),
    type: Type.String({ maxLength: 255 }),
    livemode: Type.Optional(Type.Boolean()),
    data: Type.Optional(Type.Unknown()),
  }),
  data: Type.Object({ received: Type.Literal(true) }),
  example: () => ({
    body: {
      id: 'evt_1',
      type: 'customer.subscription.updated',
      livemode: false,
      data: { object: { object: 'subscription', customer: 'cus_1' } },
    },
  }),
})
