import assert from 'node:assert/strict'
import type { FeedbackItem } from '#contracts/dashboard.ts'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import type { BulkResult } from '#contracts/tasks/records.ts'
import type { TestServer } from '#test/server.ts'
import type { TestPlace, TestTenant } from '#test/world.ts'

interface About {
  labels: string[]
  bare: { count: number; average: number | null } | null
}

/** Submissions by visitors, each from an address of their own, and triage by managers. */
export const triageStage = (server: TestServer) => {
  let visitors = 0
  const send = async (place: TestPlace, body: object): Promise<FeedbackReceipt> => {
    const from = `10.9.${++visitors >> 8}.${visitors & 255}`
    const reply = await server.call<FeedbackReceipt>('POST', '/api/feedback', {
      body: { qrCode: place.qrCode, ...body },
      from,
    })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data
  }

  const bulk = (tenant: TestTenant, body: object, token = tenant.manager.token) =>
    server.call<BulkResult[]>('POST', '/api/dashboard/feedback/bulk', { token, body })

  const done = async (tenant: TestTenant, body: object): Promise<BulkResult[]> => {
    const reply = await bulk(tenant, body)
    assert.equal(reply.status, 200, reply.text)
    return reply.json.data
  }

  const recent = async (tenant: TestTenant, query = '') => {
    const reply = await server.call<FeedbackItem[]>('GET', `/api/dashboard/feedback/recent${query}`, {
      token: tenant.manager.token,
    })
    assert.equal(reply.status, 200, reply.text)
    const { labels, bare } = reply.json as unknown as About
    return { items: reply.json.data, total: reply.json.total, labels, bare }
  }
  const idsOf = async (tenant: TestTenant, query: string): Promise<string[]> =>
    (await recent(tenant, query)).items.map(({ id }) => id).sort()
  return { send, bulk, done, recent, idsOf }
}
