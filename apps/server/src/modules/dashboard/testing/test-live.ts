/** What tests of the live stream share. */
import assert from 'node:assert/strict'
import type { Told } from '#test/live.ts'
import type { TestServer } from '#test/server.ts'
import type { TestTenant } from '#test/world.ts'

/** @returns its id */
export const newTask = async (server: TestServer, { admin }: TestTenant, title: string): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: admin.token,
    body: { title },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}

export const titleOf = ({ data }: Told): unknown => (data.data as { title?: string }).title

/** Waits until nothing is open any more: what another test left would count here. */
export const nobodyFollows = async ({ built }: TestServer): Promise<void> => {
  while (built.platform.metrics.liveStreams > 0) await new Promise((resolve) => setTimeout(resolve, 10))
}
