/** For tests of webhooks: tenants with API keys, which do not expire when the clock moves, and common steps. */
import assert from 'node:assert/strict'
import { Webhook as Verifier } from 'standardwebhooks'
import type { Plan } from '#contracts/kit/vocabulary.ts'
import { outwardNames } from '#contracts/outward.ts'
import type { NewWebhook, WebhookDelivery, WebhookDetail } from '#contracts/webhooks.ts'
import type { TestServer } from '#test/server.ts'
import { createKey, createTenant, type TestTenant } from '#test/world.ts'
import type { ReceivedRequest, Receiver } from './receiver.ts'

export type Subscriber = TestTenant & { readonly hooks: string; readonly write: string }

export const openStage = (server: TestServer) => ({
  createTenant: async ({ plan = 'ENTERPRISE' }: { plan?: Plan } = {}): Promise<Subscriber> => {
    const tenant = await createTenant(server, { plan })
    const [hooks, write] = await Promise.all([
      createKey(server, tenant, 'webhooks:manage'),
      createKey(server, tenant, 'write'),
    ])
    return { ...tenant, hooks: hooks.key, write: write.key }
  },
  subscribe: async (
    tenant: Subscriber,
    { url }: Pick<Receiver, 'url'>,
    events: readonly string[] = outwardNames,
  ): Promise<NewWebhook> => {
    const reply = await server.call<NewWebhook>('POST', '/api/admin/webhooks', {
      key: tenant.hooks,
      body: { url, events },
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data
  },
  makeTask: async (tenant: Subscriber, title = 'Change the lamp'): Promise<string> => {
    const reply = await server.call<{ id: string }>('POST', '/api/tasks', {
      key: tenant.write,
      body: { title },
    })
    return reply.json.data.id
  },
  /** A change without any consequences, however far the clock moves. */
  rename: async (tenant: Subscriber, amenityId: string, times = 1): Promise<void> => {
    for (let index = 0; index < times; index++)
      await server.call('PATCH', `/api/admin/amenities/${amenityId}`, {
        key: tenant.write,
        body: { name: `Washroom ${index + 2}` },
      })
  },
  deliveriesOf: async (tenant: Subscriber, id: string, query = ''): Promise<WebhookDelivery[]> =>
    (
      await server.call<WebhookDelivery[]>('GET', `/api/admin/webhooks/${id}/deliveries${query}`, {
        key: tenant.hooks,
      })
    ).json.data,
  read: async (tenant: Subscriber, id: string): Promise<WebhookDetail> =>
    (await server.call<WebhookDetail>('GET', `/api/admin/webhooks/${id}`, { key: tenant.hooks })).json.data,
})

/** @returns the signed payload. @throws if the signature, or its time, is invalid */
export const verified = (request: ReceivedRequest | undefined, secret: string): unknown =>
  new Verifier(secret).verify(request?.text ?? '', request?.headers as Record<string, string>)
