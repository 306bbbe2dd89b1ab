/** Webhooks: addresses of other systems that receive events, and their deliveries. */
import { type Static, Type } from 'typebox'
import { admin, endpoint, paging, sortBy } from '#contracts/kit/endpoint.ts'
import { Nullable } from '#contracts/kit/nullable.ts'
import { Id, InstantInput, Line, Timestamp } from '#contracts/kit/text.ts'
import { OutwardName } from '#contracts/outward.ts'
import { Count, IdAnswer } from '#contracts/records.ts'
import { ById, Version } from './kit/pieces.ts'

/** FAILING: the last attempt failed. SWITCHED_OFF: nothing is sent. */
export const WebhookState = Type.Enum(['HEALTHY', 'FAILING', 'SWITCHED_OFF'])

/**
 * Why nothing is sent.
 * PAUSED   a member of the team paused it
 * GONE     the receiver answered 410
 * FAILING  five days without a success
 */
export const WebhookReason = Type.Enum(['PAUSED', 'GONE', 'FAILING'])
export type WebhookReason = Static<typeof WebhookReason>

/**
 * Why an attempt failed.
 * STATUS       an answer that is not 2xx; redirects are not followed
 * BLOCKED      the address must not be called
 * TIMEOUT      no complete answer within 15 seconds
 * TLS          the certificate is not valid
 * UNREACHABLE  no connection
 * GONE_RECORD  the event no longer exists
 * PLAN         the plan has no webhooks
 * NO_SECRET    its secret cannot be decrypted, and nothing is sent unsigned; create a new secret
 */
export const AttemptError = Type.Enum([
  'STATUS',
  'BLOCKED',
  'TIMEOUT',
  'TLS',
  'UNREACHABLE',
  'GONE_RECORD',
  'PLAN',
  'NO_SECRET',
])
export type AttemptError = Static<typeof AttemptError>

const Events = Type.Array(OutwardName, { minItems: 1, maxItems: 60, uniqueItems: true })
/** https, port 443, 8443 or above 1023, no user name and password; reachable from the internet. */
const Url = Line(2000)

const fields = {
  id: Id,
  url: Type.String(),
  description: Type.String(),
  events: Events,
  enabled: Type.Boolean(),
  state: WebhookState,
  reason: Nullable(WebhookReason),
  lastSuccessAt: Nullable(Timestamp),
  /** time of the first failure since the last success */
  failingSince: Nullable(Timestamp),
  /** until then the previous secret signs as well */
  formerSecretUntil: Nullable(Timestamp),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  version: Version,
}
export const Webhook = Type.Object(fields)
export type Webhook = Static<typeof Webhook>

export const DeliveryState = Type.Enum(['PENDING', 'DELIVERED', 'FAILED'])

/** One attempt; `answer` is the beginning of the response, at most 1,000 characters. */
export const DeliveryAttempt = Type.Object({
  at: Timestamp,
  status: Nullable(Type.Integer()),
  durationMs: Count,
  error: Nullable(AttemptError),
  answer: Type.String(),
})
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

/** `health` counts deliveries of the last 24 hours, except `waiting`, which counts all that wait. */
export const WebhookDetail = Type.Object({
  ...fields,
  health: Type.Object({ delivered: Count, failed: Count, waiting: Count }),
  lastAttempt: Nullable(DeliveryAttempt),
})
export type WebhookDetail = Static<typeof WebhookDetail>

/** `secret` is returned only here. */
export const NewWebhook = Type.Object({ ...fields, secret: Type.String() })
export type NewWebhook = Static<typeof NewWebhook>

export const WebhookDelivery = Type.Object({
  id: Id,
  /** also `webhook-id` of every attempt */
  eventId: Id,
  type: Type.String(),
  state: DeliveryState,
  /** oldest first */
  attempts: Type.Array(DeliveryAttempt),
  nextAttemptAt: Nullable(Timestamp),
  createdAt: Timestamp,
  /** the body as sent; null before the first attempt, and without `body=true` */
  body: Nullable(Type.String()),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

/** Result of the attempt. */
export const SentNow = Type.Object({ deliveryId: Id, ...DeliveryAttempt.properties })
export type SentNow = Static<typeof SentNow>

const access = { access: admin('webhooks:manage'), plan: 'BUSINESS' } as const

export const listWebhooks = endpoint({
  module: 'admin',
  name: 'listWebhooks',
  method: 'GET',
  path: '/api/admin/webhooks',
  summary: 'List configured webhooks',
  ...access,
  limit: 'read',
  query: Type.Object({
    ...paging,
    /** true: webhooks that fail, or were switched off because they failed */
    failing: Type.Optional(Type.Boolean()),
    sort: sortBy('createdAt', 'url', 'lastSuccessAt'),
  }),
  list: Webhook,
})

export const createWebhook = endpoint({
  module: 'admin',
  name: 'createWebhook',
  method: 'POST',
  path: '/api/admin/webhooks',
  summary: 'Create a webhook subscription; the signing secret is shown once',
  auditLabel: 'Created a webhook',
  ...access,
  limit: 'write',
  body: Type.Object({
    url: Url,
    events: Events,
    description: Type.Optional(Line(200, 0)),
    enabled: Type.Optional(Type.Boolean()),
  }),
  status: 201,
  idempotent: true,
  showsSecret: true,
  data: NewWebhook,
  errors: ['VALIDATION_ERROR', 'PLAN_LIMIT_REACHED'],
  example: ({ fresh }) => ({
    body: {
      url: 'https://hooks.example.com/wellkept',
      events: ['task.created', 'task.status_changed'],
      description: fresh('Building system'),
    },
  }),
})

export const getWebhook = endpoint({
  module: 'admin',
  name: 'getWebhook',
  method: 'GET',
  path: '/api/admin/webhooks/:id',
  summary: 'One subscription with its health',
  ...access,
  limit: 'read',
  params: ById,
  data: WebhookDetail,
  errors: ['NOT_FOUND'],
  example: ({ webhookId }) => ({ params: { id: webhookId } }),
})

export const updateWebhook = endpoint({
  module: 'admin',
  name: 'updateWebhook',
  method: 'PATCH',
  path: '/api/admin/webhooks/:id',
  summary: 'Update url, events, description or enabled; enabling resets its health',
  auditLabel: 'Changed a webhook',
  ...access,
  limit: 'write',
  params: ById,
  body: Type.Object({
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    description: Type.Optional(Line(200, 0)),
    enabled: Type.Optional(Type.Boolean()),
  }),
  data: Webhook,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ webhookId, fresh }) => ({
    params: { id: webhookId },
    body: { description: fresh('Building system') },
  }),
})

export const deleteWebhook = endpoint({
  module: 'admin',
  name: 'deleteWebhook',
  method: 'DELETE',
  path: '/api/admin/webhooks/:id',
  summary: 'Delete a webhook; waiting deliveries are not sent',
  auditLabel: 'Deleted a webhook',
  ...access,
  limit: 'write',
  params: ById,
  data: IdAnswer,
  errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  example: ({ webhookId }) => ({ params: { id: webhookId } }),
})

export const testWebhook = endpoint({
  module: 'admin',
  name: 'testWebhook',
  method: 'POST',
  path: '/api/admin/webhooks/:id/test',
  summary: 'Send a test event now and return what the receiver answered',
  auditLabel: 'Tested a webhook',
  ...access,
  limit: 'write',
  params: ById,
  data: SentNow,
  errors: ['NOT_FOUND', 'CONFLICT'],
  example: ({ webhookId }) => ({ params: { id: webhookId } }),
})

export const rotateWebhookSecret = endpoint({
  module: 'admin',
  name: 'rotateWebhookSecret',
  method: 'POST',
  path: '/api/admin/webhooks/:id/rotate-secret',
  summary: 'New secret; the old one signs too for 24 hours',
  auditLabel: 'Renewed the secret of a webhook',
  ...access,
  limit: 'write',
  params: ById,
  idempotent: true,
  showsSecret: true,
  data: NewWebhook,
  errors: ['NOT_FOUND'],
  example: ({ webhookId }) => ({ params: { id: webhookId } }),
})

export const listWebhookDeliveries = endpoint({
  module: 'admin',
  name: 'listWebhookDeliveries',
  method: 'GET',
  path: '/api/admin/webhooks/:id/deliveries',
  summary: 'Delivery log of 30 days with attempts; newest first',
  ...access,
  limit: 'read',
  params: ById,
  query: Type.Object({
    ...paging,
    state: Type.Optional(Type.Array(DeliveryState, { maxItems: 3 })),
    type: Type.Optional(Type.Array(OutwardName, { maxItems: 60 })),
    /** id of a delivery, of an event or of its record */
    q: Type.Optional(Line(100, 0)),
    from: Type.Optional(InstantInput),
    to: Type.Optional(InstantInput),
    /** with the bodies; `pageSize` is then at most 20 */
    body: Type.Optional(Type.Boolean()),
    sort: sortBy('createdAt'),
  }),
  list: WebhookDelivery,
  errors: ['VALIDATION_ERROR', 'NOT_FOUND'],
  example: ({ webhookId }) => ({ params: { id: webhookId } }),
})

export const redeliverWebhook = endpoint({
  module: 'admin',
  name: 'redeliverWebhook',
  method: 'POST',
  path: '/api/admin/webhooks/:id/deliveries/:deliveryId/redeliver',
  summary:
    'Send a delivery again and return the answer of the receiver; with `all` as `deliveryId` every failed one since a time, at most 10,000',
  auditLabel: 'Sent webhook deliveries again',
  ...access,
  limit: 'write',
  params: Type.Object({ id: Id, deliveryId: Line(36) }),
  bodyOptional: true,
  /** with `all`: at most 30 days ago */
  body: Type.Object({ since: Type.Optional(InstantInput) }),
  data: Type.Union([SentNow, Type.Object({ queued: Count })]),
  errors: ['VALIDATION_ERROR', 'NOT_FOUND', 'CONFLICT'],
  example: ({ webhookId, webhookDeliveryId }) => ({
    params: { id: webhookId, deliveryId: webhookDeliveryId },
  }),
})
