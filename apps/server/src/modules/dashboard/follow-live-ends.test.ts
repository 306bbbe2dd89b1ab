/** How live streams stay open, and how they end. */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { emit } from '#server/platform/events/emit.ts'
import { maxBufferedBytes } from '#server/platform/live/stream.ts'
import { crowding } from '#test/crowding.ts'
import type { Follower, FollowOptions } from '#test/live.ts'
import { startTestServer } from '#test/server.ts'
import { createKey, createTenant } from '#test/world.ts'
import { newTask, nobodyFollows, opener, titleOf } from './testing/test-live.ts'

const server = await startTestServer({ own: true })
const beside = await startTestServer({ worker: false, beside: server })

const open = opener(server)

/** When the stream ended; Infinity if it did not. */
const endOf = ({ ended }: Follower): Promise<number> =>
  Promise.race([ended, delay(5000, Number.POSITIVE_INFINITY, { ref: false })])

test('The sixth stream of a person ends their oldest, and no other', async () => {
  await nobodyFollows(server)
  const tenant = await createTenant(server)
  const { token } = tenant.manager
  const others = await open({ token: tenant.admin.token })
  const own: Follower[] = []
  for (let n = 0; n < 6; n++) own.push(await open({ token }))
  assert.ok(own[0] && (await endOf(own[0])) < Infinity)
  assert.equal(own[0].received.at(-1)?.event, 'replaced')
  assert.equal(server.built.platform.metrics.liveStreams, 6)
  await newTask(server, tenant, 'For five and one')
  for (const follower of [...own.slice(1), others])
    assert.equal((await follower.next()).event, 'task.created')
})

test('Signed out, disabled, without the role, with the key revoked or the token over, a stream ends within a second', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.admin
  const change = (method: string, path: string, body?: unknown, as = token) =>
    beside.call(method, path, { token: as, ...(body === undefined ? {} : { body }) })
  const cases: [string, () => Promise<{ options: FollowOptions; end: () => Promise<{ status: number }> }>][] =
    [
      [
        'signed out',
        async () => {
          const person = await tenant.person(['MANAGER'])
          return {
            options: { token: person.token },
            end: () =>
              change('POST', '/api/auth/logout', { refreshToken: person.refreshToken }, person.token),
          }
        },
      ],
      [
        'disabled',
        async () => {
          const person = await tenant.person(['MANAGER'])
          return {
            options: { token: person.token },
            end: () => change('PATCH', `/api/admin/users/${person.id}`, { active: false }),
          }
        },
      ],
      [
        'without the role',
        async () => {
          const person = await tenant.person(['MANAGER'])
          return {
            options: { token: person.token },
            end: () => change('PATCH', `/api/admin/users/${person.id}`, { roles: ['TECHNICIAN'] }),
          }
        },
      ],
      [
        'key revoked',
        async () => {
          const { id, key } = await createKey(server, tenant, 'read')
          return { options: { key }, end: () => change('DELETE', `/api/admin/api-keys/${id}`) }
        },
      ],
    ]
  const steady = await open({ token: tenant.manager.token })
  for (const [what, prepare] of cases) {
    const { options, end } = await prepare()
    const follower = await open(options)
    const { status } = await end()
    const done = performance.now()
    assert.ok(status < 300, `${what}: ${status}`)
    const took = (await endOf(follower)) - done
    assert.ok(took < 1000 * crowding(), `${what}: ${took} ms`)
    await newTask(server, tenant, `After ${what}`)
    assert.equal((await steady.next()).event, 'task.created', what)
    assert.deepEqual(follower.received, [], what)
  }
  server.clock.advance(15 * 60_000)
  assert.ok((await endOf(steady)) < Infinity)
})

test('Without events a comment line is sent every 15 seconds', async () => {
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  for (let n = 0; n < 3; n++) {
    const beat = follower.beat()
    server.clock.advance(15_000)
    await beat
  }
  assert.ok(follower.beats >= 3)
})

test('A client that does not read is disconnected, its buffer is bounded, and the others get everything', async (t) => {
  await nobodyFollows(server)
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  const id = await newTask(server, tenant, 'A long story')
  await follower.next()
  const { port } = new URL(server.base)
  const socket = net.connect(Number(port), '127.0.0.1')
  t.after(() => socket.destroy())
  socket.on('error', () => {})
  socket.write(
    `GET /api/dashboard/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.admin.token}\r\n\r\n`,
  )
  await once(socket, 'readable')
  assert.equal(server.built.platform.metrics.liveStreams, 2)
  const long = 'x'.repeat(100_000)
  let sent = 0
  // The operating system buffers more, on top of what waits here.
  for (; server.built.platform.metrics.liveStreams === 2 && sent < 600; sent++)
    await tenant
      .inside((ctx) =>
        emit(ctx, 'task.updated', {
          taskId: id,
          changes: [{ field: 'description', from: null, to: `${sent} ${long}` }],
        }),
      )
      .then(() => follower.count(sent + 2))
  assert.equal(server.built.platform.metrics.liveStreams, 1)
  assert.ok(sent * long.length > maxBufferedBytes)
  await follower.count(sent + 1)
  socket.destroy()
  follower.close()
  await nobodyFollows(server)
})

test('Clients that disconnect while they are being admitted leave nothing behind', async () => {
  await nobodyFollows(server)
  const tenant = await createTenant(server)
  const { port } = new URL(server.base)
  for (let n = 0; n < 20; n++) {
    const socket = net.connect(Number(port), '127.0.0.1')
    socket.write(
      `GET /api/dashboard/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.admin.token}\r\n\r\n`,
      () => (n % 2 ? socket.destroy() : socket.resetAndDestroy()),
    )
    await once(socket, 'close')
  }
  await newTask(server, tenant, 'Something happens')
  await nobodyFollows(server)
})

test('A stream survives lost database connections, and sends what happened once they are back', async () => {
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  const client = new pg.Client({ connectionString: server.database.url })
  await client.connect()
  const { rowCount } = await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename is not null and application_name in ('wellkept_app', 'wellkept_worker')",
  )
  await client.end()
  assert.ok((rowCount ?? 0) > 1)
  for (let status = 0; status !== 201; )
    ({ status } = await server.call('POST', '/api/tasks', {
      token: tenant.admin.token,
      body: { title: 'After the fall' },
    }))
  assert.equal(titleOf(await follower.next()), 'After the fall')
})

test('An instance that stops ends its streams cleanly', async () => {
  const third = await startTestServer({ worker: false, beside: server })
  const end = server.beforeEnd.pop()
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token }, third)
  const ended = follower.ended.then(() => performance.now())
  const began = performance.now()
  await end?.()
  assert.ok((await ended) - began < 4000)
  assert.ok(performance.now() - began < 5000)
  assert.ok(follower.isWhole)
  assert.equal(follower.received.length, 0)
})
