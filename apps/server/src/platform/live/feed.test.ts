/** A failing stream does not keep others from getting events or from joining. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { withTimeout } from '#server/platform/with-timeout.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import type { StreamViewer } from './caller.ts'
import { openLive } from './live.ts'

const server = await startTestServer({ worker: false })
const { platform, principals } = server.built
const following = { types: undefined, after: undefined }

const viewerOf = (tenantId: string, encode: StreamViewer['encode'] = () => undefined): StreamViewer => ({
  tenantId,
  subject: 'anybody',
  expires: Number.POSITIVE_INFINITY,
  encode,
  allowedSubjects: async (_ctx, subjects) => new Set(subjects),
})

/** A missing event fails the test instead of blocking it. */
const comes = async (what: Promise<unknown>): Promise<boolean> => {
  const came = what.then(() => true)
  return (await withTimeout(20_000, came)) === true
}

test('A viewer whose event cannot be encoded is disconnected, the others get theirs, and new viewers are accepted', async () => {
  const live = openLive(platform, principals)
  const tenant = await createTenant(server)
  const { amenityId } = await createPlace(server, tenant)
  const fails: StreamViewer['encode'] = () => {
    throw new Error('on purpose')
  }
  const broken = await live.follow(viewerOf(tenant.id, fails), following)
  const ended = once(broken.resume(), 'end')
  const { promise: reached, resolve: reach } = Promise.withResolvers<void>()
  const encode: StreamViewer['encode'] = ({ type }) => {
    if (type === 'task.created') reach()
    return undefined
  }
  const other = await live.follow(viewerOf(tenant.id, encode), following)
  const body = { title: 'Lamp', amenityId }
  const made = await server.call('POST', '/api/tasks', { token: tenant.admin.token, body })
  assert.equal(made.status, 201, made.text)
  live.wake(tenant.id)
  assert.ok(await comes(live.follow(viewerOf(tenant.id), following)), 'let in')
  assert.ok(await comes(reached), 'notified')
  assert.ok(await comes(ended), 'let go')
  assert.equal(other.destroyed, false)
  await live.stop()
})

test('A request to follow while the service stops is answered', async () => {
  const live = openLive(platform, principals)
  const tenant = await createTenant(server)
  const asked = live.follow(viewerOf(tenant.id), following)
  await live.stop()
  assert.ok(await comes(asked))
})
