/** Shared by tests of schedules: tenants, calls, and a clock that is moved. */
import assert from 'node:assert/strict'
import type { Schedule, SchedulePreview } from '#contracts/schedules.ts'
import type { Task } from '#contracts/tasks/records.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant as createPlainTenant, type TestTenant } from '#test/world.ts'

export const daily = {
  name: 'Morning round',
  rrule: 'FREQ=DAILY',
  startsAt: '2026-11-23T07:00',
  template: { title: 'Check the washrooms' },
}

/** Sessions expire when the clock moves; an API key does not. */
export interface KeyedTenant extends TestTenant {
  readonly key: string
}

/** The calls of a test, which starts on a Sunday morning. */
export const openScheduleTests = async () => {
  const server = await startTestServer({ own: true, startAt: new Date('2026-11-22T08:00:00Z') })
  const createTenant = async (
    options: Parameters<typeof createPlainTenant>[1] = {},
  ): Promise<KeyedTenant> => {
    const tenant = await createPlainTenant(server, options)
    const { key } = await createKey(server, tenant, 'read', 'write')
    return { ...tenant, key }
  }

  const create = (tenant: KeyedTenant, body: unknown) =>
    server.call<SchedulePreview>('POST', '/api/admin/schedules', { key: tenant.key, body })
  const make = async (tenant: KeyedTenant, body: object = {}): Promise<string> => {
    const reply = await create(tenant, { ...daily, ...body })
    assert.equal(reply.status, 201, reply.text)
    return reply.json.data.id ?? ''
  }
  const patch = (tenant: KeyedTenant, id: string, body: unknown, headers: Record<string, string> = {}) =>
    server.call<Schedule>('PATCH', `/api/admin/schedules/${id}`, { key: tenant.key, body, headers })
  const remove = (tenant: KeyedTenant, id: string) =>
    server.call('DELETE', `/api/admin/schedules/${id}`, { key: tenant.key })
  const list = async (tenant: KeyedTenant, query = ''): Promise<Schedule[]> =>
    (await server.call<Schedule[]>('GET', `/api/admin/schedules${query}`, { key: tenant.key })).json.data
  const tasksOf = async (tenant: KeyedTenant): Promise<Task[]> =>
    (await server.call<Task[]>('GET', '/api/tasks?pageSize=100&sort=createdAt', { key: tenant.key })).json
      .data
  const finish = async (tenant: KeyedTenant, id: string): Promise<void> => {
    const body = { status: 'DONE' }
    const reply = await server.call('PATCH', `/api/tasks/${id}/status`, { key: tenant.key, body })
    assert.equal(reply.status, 200, reply.text)
  }
  const dueRows = (tenant: KeyedTenant) =>
    tenant.inside((ctx) =>
      ctx.run<{ key: string; due_at: Date }>(
        "select key, due_at from due_work where tenant_id = $1 and kind = 'schedule.run' order by key",
        [ctx.tenantId],
      ),
    )
  /** Sets the clock and runs everything that is due. */
  const at = async (time: string): Promise<void> => {
    server.clock.set(new Date(time))
    await server.drain()
  }
  /** Creates `count` schedules that are due at the same time as that one. */
  const multiply = (tenant: KeyedTenant, id: string, count: number) =>
    tenant.inside((ctx) =>
      ctx.run(
        `insert into schedule (tenant_id, id, name, rrule, starts_at, time_zone, template, done_until, upcoming, next_at, created_at)
         select tenant_id, gen_random_uuid(), name || n, rrule, starts_at, time_zone, template, done_until, upcoming, next_at, created_at
         from schedule, generate_series(1, $3) as n where tenant_id = $1 and id = $2
         returning 1`,
        [ctx.tenantId, id, count],
      ),
    )

  const start = (): Promise<void> => at('2026-11-22T08:00:00Z')
  return {
    server,
    createTenant,
    create,
    make,
    patch,
    remove,
    list,
    tasksOf,
    finish,
    dueRows,
    at,
    multiply,
    start,
  }
}
