/** A tenant with people to assign work to, and the calls that the tests of routing rules need. */

import type { Plan } from '#contracts/kit/vocabulary.ts'
import type { RoutingRule } from '#contracts/routing/rules.ts'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { newId } from '#server/platform/ids.ts'
import type { TestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestPlace, type TestTenant } from '#test/world.ts'

const always = [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, from: '00:00', to: '00:00' }))

/** Inserted directly, without the API's checks: a tenant may have a rule from before its plan was lowered. */
export const storeRoutingRule = (tenant: TestTenant, name: string): Promise<string> =>
  tenant.inside(async (ctx) => {
    const id = newId(ctx.now.getTime())
    await ctx.db
      .insertInto('routing_rule')
      .values({
        tenant_id: tenant.id,
        id,
        name,
        position: 0,
        conditions: '{"onShift": false, "categories": ["LEAK"]}',
        action: '{"priority": "HIGH"}',
        created_at: ctx.now,
      })
      .execute()
    return id
  })

export interface RoutingStage {
  readonly tenant: TestTenant
  readonly place: TestPlace
  company(name: string, coverage?: unknown[], state?: string): Promise<string>
  operator(
    name: string,
    more?: { companyId?: string; skills?: string[]; shifts?: unknown; duty?: string; state?: string },
  ): Promise<string>
  rule(body: Record<string, unknown>): Promise<RoutingRule>
  /** created by a person, then routed */
  task(body?: Record<string, unknown>): Promise<TaskDetail>
  read(taskId: string): Promise<TaskDetail>
}

export const routingStage = async (server: TestServer, plan: Plan = 'ENTERPRISE'): Promise<RoutingStage> => {
  const tenant = await createTenant(server, { plan })
  const place = await createPlace(server, tenant)
  const { token } = tenant.admin
  // An API key stays valid when the test moves the clock; an access token expires.
  const { key } = await createKey(server, tenant, 'read')
  const read: RoutingStage['read'] = async (taskId) =>
    (await server.call<TaskDetail>('GET', `/api/tasks/${taskId}`, { key })).json.data
  return {
    tenant,
    place,
    company: (name, coverage = [], state = 'ACTIVE') =>
      tenant.inside(async (ctx) => {
        const id = newId(ctx.now.getTime())
        await ctx.db
          .insertInto('company')
          .values({
            tenant_id: tenant.id,
            id,
            name,
            kind: 'PROVIDER',
            state,
            coverage: JSON.stringify(coverage),
            created_at: ctx.now,
            updated_at: ctx.now,
          })
          .execute()
        return id
      }),
    operator: (name, { companyId, skills = [], shifts, duty = 'OFF', state = 'ACTIVE' } = {}) =>
      tenant.inside(async (ctx) => {
        const id = newId(ctx.now.getTime())
        await ctx.db
          .insertInto('operator')
          .values({
            tenant_id: tenant.id,
            id,
            name,
            company_id: companyId ?? null,
            skills,
            duty,
            state,
            shifts: JSON.stringify(shifts ?? { weekly: always, exceptions: [] }),
            created_at: ctx.now,
            updated_at: ctx.now,
          })
          .execute()
        return id
      }),
    rule: async (body) => {
      const reply = await server.call<RoutingRule>('POST', '/api/admin/routing-rules', { token, body })
      if (reply.status !== 201) throw new Error(reply.text)
      return reply.json.data
    },
    task: async (body = {}) => {
      const reply = await server.call<{ id: string }>('POST', '/api/tasks', {
        token,
        body: { title: 'Tap drips', amenityId: place.amenityId, category: 'LEAK', ...body },
      })
      if (reply.status !== 201) throw new Error(reply.text)
      await server.drain()
      return read(reply.json.data.id)
    },
    read,
  }
}
