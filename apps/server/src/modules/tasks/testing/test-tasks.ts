/** Helpers of the task tests: tasks created over the API, and reads from the database. */
import type { HistoryEntry, Task } from '#contracts/tasks/records.ts'
import type { TestServer } from '#test/server.ts'
import type { TestPerson, TestTenant } from '#test/world.ts'

export const makeTask = async (
  server: TestServer,
  by: TestPerson,
  body: Record<string, unknown> = {},
): Promise<Task> => {
  const reply = await server.call<Task>('POST', '/api/tasks', {
    token: by.token,
    body: { title: 'Soap dispenser is loose', ...body },
  })
  if (reply.status !== 201) throw new Error(`No task: ${reply.text}`)
  return reply.json.data
}

export const move = (
  server: TestServer,
  by: TestPerson,
  id: string,
  body: Record<string, unknown>,
  headers: Record<string, string> = {},
) => server.call<Task>('PATCH', `/api/tasks/${id}/status`, { token: by.token, body, headers })

export const listOf = (server: TestServer, by: TestPerson, query = '') =>
  server.call<Task[]>('GET', `/api/tasks${query}`, { token: by.token })

export const historyOf = async (server: TestServer, by: TestPerson, id: string): Promise<HistoryEntry[]> =>
  (await server.call<HistoryEntry[]>('GET', `/api/tasks/${id}/history?pageSize=100`, { token: by.token }))
    .json.data

/** Payloads of the tenant's events of a type, in the order written. */
export const eventsOf = (tenant: TestTenant, type: string): Promise<Record<string, unknown>[]> =>
  tenant.inside(async (ctx) =>
    (
      await ctx.run<{ payload: Record<string, unknown> }>(
        'select payload from event where tenant_id = $1 and type = $2 order by id',
        [tenant.id, type],
      )
    ).map(({ payload }) => payload),
  )
