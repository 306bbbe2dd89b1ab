/** Helpers for tests of the live stream. */
import assert from 'node:assert/strict'
import { afterEach } from 'node:test'
import { type Follower, type FollowOptions, follow, type StreamEvent } from '#test/live.ts'
import type { TestServer } from '#test/server.ts'
import type { TestTenant } from '#test/world.ts'

/** @returns the task's id */
export const newTask = async (server: TestServer, { admin }: TestTenant, title: string): Promise<string> => {
  const reply = await server.call<{ id: string }>('POST', '/api/tasks', {
    token: admin.token,
    body: { title },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}

export const titleOf = ({ data }: StreamEvent): unknown => (data.data as { title?: string }).title

/** Waits until all streams are closed: those of other tests would be counted here. */
export const nobodyFollows = async ({ built }: TestServer): Promise<void> => {
  const late = Date.now() + 10_000
  while (built.platform.metrics.liveStreams > 0 && Date.now() < late)
    await new Promise((resolve) => setTimeout(resolve, 10))
  assert.equal(built.platform.metrics.liveStreams, 0)
}

/** Opens streams of this or another server; each is closed when its test ends. */
export const opener = (
  server: TestServer,
): ((options: FollowOptions, at?: TestServer) => Promise<Follower>) => {
  const opened: Follower[] = []
  afterEach(() => {
    for (const follower of opened.splice(0)) follower.close()
  })
  return async (options, at = server) => {
    const follower = await follow(at.base, options)
    opened.push(follower)
    return follower
  }
}
