import assert from 'node:assert/strict'
import { once } from 'node:events'
import net from 'node:net'
import { test } from 'node:test'
import pg from 'pg'
import { emit } from '#server/platform/events/emit.ts'
import { mostWaiting } from '#server/platform/live/stream.ts'
import { type Follower, type FollowOptions, follow } from '#test/live.ts'
import { startTestServer, type TestServer } from '#test/server.ts'
import { createKey, createPlace, createTenant, type TestTenant } from '#test/world.ts'

const server = await startTestServer({ own: true })
const beside = await startTestServer({ worker: false, beside: server })

const open = (options: FollowOptions, at: TestServer = server): Promise<Follower> => follow(at.base, options)

const newTask = async (tenant: TestTenant, title: string, at: TestServer = server): Promise<string> => {
  const reply = await at.call<{ id: string }>('POST', '/api/tasks', {
    token: tenant.admin.token,
    body: { title },
  })
  assert.equal(reply.status, 201, reply.text)
  return reply.json.data.id
}

const titleOf = ({ data }: { data: { data: unknown } }): unknown => (data.data as { title?: string }).title

/** Waits until nothing is open any more: what another test left would count here. */
const nobodyFollows = async (at: TestServer = server): Promise<void> => {
  while (at.built.platform.metrics.liveStreams > 0) await new Promise((resolve) => setTimeout(resolve, 10))
}

test('A change is told as it happens: type, id, the record as it is now, and who made it', async () => {
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  assert.equal(follower.status, 200)
  assert.equal(follower.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.equal(follower.headers.get('x-accel-buffering'), 'no')
  assert.match(follower.headers.get('cache-control') ?? '', /no-store/)
  const id = await newTask(tenant, 'A lamp is broken')
  const { event, id: eventId, data } = await follower.next()
  assert.equal(event, 'task.created')
  assert.deepEqual([data.id, data.type, data.data.id], [eventId, event, id])
  assert.equal(titleOf({ data }), 'A lamp is broken')
  assert.deepEqual(data.by, { id: tenant.admin.id, name: tenant.admin.name, kind: 'USER' })
  assert.ok(Math.abs(Date.parse(data.at) - server.clock.now().getTime()) < 10_000)
  follower.close()
})

test('A key with the scope read follows too, and what it does is told under its name; a technician is FORBIDDEN', async () => {
  const tenant = await createTenant(server)
  const { key } = await createKey(server, tenant, 'read')
  const writer = await createKey(server, tenant, 'write')
  const follower = await open({ key })
  await server.call('POST', '/api/tasks', { key: writer.key, body: { title: 'By a key' } })
  assert.deepEqual((await follower.next()).data.by, { id: writer.id, name: writer.name, kind: 'KEY' })
  const technician = await open({ token: tenant.technician.token })
  assert.equal(technician.status, 403)
  follower.close()
})

test('`types` narrows what is told; a type that no event has is a VALIDATION_ERROR', async () => {
  const tenant = await createTenant(server)
  const follower = await open({
    token: tenant.manager.token,
    query: 'types=task.status_changed,sla.breached',
  })
  const id = await newTask(tenant, 'Begun at once')
  await server.call('PATCH', `/api/tasks/${id}/status`, {
    token: tenant.admin.token,
    body: { status: 'IN_PROGRESS' },
  })
  assert.equal((await follower.next()).event, 'task.status_changed')
  assert.equal(follower.told.length, 1)
  for (const types of ['nothing', 'internal.mail_asked', 'webhook.test', 'task.created,']) {
    const reply = await server.call('GET', `/api/dashboard/live?types=${types}`, {
      token: tenant.manager.token,
    })
    assert.equal(reply.json?.code, 'VALIDATION_ERROR', types)
  }
  follower.close()
})

test('What happens in one tenant is told in no other, whoever resumes from its events', async () => {
  const [tenant, other] = [await createTenant(server), await createTenant(server)]
  const [mine, theirs] = [
    await open({ token: tenant.manager.token }),
    await open({ token: other.manager.token }),
  ]
  await newTask(other, 'Theirs')
  const foreign = await theirs.next()
  const resumed = await open({ token: tenant.manager.token, after: foreign.id })
  assert.equal((await resumed.next()).event, 'reset')
  await newTask(tenant, 'Mine')
  assert.equal(titleOf(await mine.next()), 'Mine')
  assert.equal(titleOf(await resumed.next()), 'Mine')
  assert.equal(theirs.told.length, 1)
  for (const follower of [mine, theirs, resumed]) follower.close()
})

test('Each instance tells what any instance committed', async () => {
  const tenant = await createTenant(server)
  const [here, there] = [
    await open({ token: tenant.manager.token }),
    await open({ token: tenant.manager.token }, beside),
  ]
  await newTask(tenant, 'Made here')
  await newTask(tenant, 'Made there', beside)
  for (const follower of [here, there]) {
    const told = await follower.count(2)
    assert.deepEqual(told.map(titleOf), ['Made here', 'Made there'])
  }
  for (const follower of [here, there]) follower.close()
})

test('A submission is told without the visitor’s words; one in quarantine is told to nobody', async () => {
  const tenant = await createTenant(server)
  const { qrCode } = await createPlace(server, tenant)
  const follower = await open({ token: tenant.manager.token, query: 'types=feedback.created' })
  const send = (comment: string) =>
    server.call('POST', '/api/feedback', { body: { qrCode, rating: 1, comment }, from: '10.9.8.7' })
  await send('buy at http://a.example http://b.example http://c.example http://d.example')
  await send('The tap drips')
  const { data } = await follower.next()
  assert.equal((data.data as { hasComment?: boolean }).hasComment, true)
  assert.ok(!JSON.stringify(data).includes('drips'))
  assert.equal(data.by, null)
  const rows = await tenant.inside(({ run }) =>
    run<{ n: number }>("select count(*) as n from feedback where tenant_id = $1 and state = 'QUARANTINED'", [
      tenant.id,
    ]),
  )
  assert.equal(rows[0]?.n, 1)
  await server.drain()
  await send('The tap still drips')
  await follower.count(2)
  follower.close()
})

test('What commits late is told once, to those who follow and to those who resume', async () => {
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  const first = await newTask(tenant, 'First')
  const { id: firstEvent } = await follower.next()
  const committing = Promise.withResolvers<void>()
  const emitted = Promise.withResolvers<string>()
  const late = tenant.inside(async (ctx) => {
    emitted.resolve(
      await emit(ctx, 'task.reopened', { taskId: first, from: 'DONE', to: 'OPEN', reopenCount: 1 }),
    )
    await committing.promise
  })
  const lateEvent = await emitted.promise
  // Half a minute passes, in which others commit.
  server.clock.advance(30_000)
  await newTask(tenant, 'Second')
  const { id: secondEvent } = await follower.next()
  assert.ok(lateEvent < secondEvent)
  committing.resolve()
  await late
  assert.equal((await follower.next()).id, lateEvent)
  const resumed = await open({ token: tenant.manager.token, after: secondEvent })
  await newTask(tenant, 'Third')
  await follower.count(4)
  const again = await resumed.count(4)
  assert.deepEqual(
    again.map(({ id }) => id),
    [...new Set([firstEvent, lateEvent, secondEvent, again[3]?.id])],
  )
  assert.equal(follower.told.length, 4)
  follower.close()
  resumed.close()
})

test('Who comes back misses nothing, and no stream tells anything twice, whatever commits meanwhile on whichever instance', async () => {
  const tenant = await createTenant(server)
  const { token } = tenant.manager
  const steady = await open({ token })
  let follower = await open({ token }, beside)
  const task = await newTask(tenant, 'The first')
  await follower.next()
  const total = 120
  const writers = Array.from({ length: 6 }, async () => {
    for (let n = 0; n < total / 6; n++)
      await tenant.inside(async (ctx) => {
        await emit(ctx, 'task.reopened', { taskId: task, from: 'DONE', to: 'OPEN', reopenCount: n })
        // Some commit after others that began later.
        if (n % 3 === 0) await ctx.run('select pg_sleep(0.02)', [])
      })
  })
  const known = new Set<string>()
  const take = (): string => {
    const ids = follower.told.map(({ id }) => id)
    assert.equal(new Set(ids).size, ids.length)
    for (const id of ids) known.add(id)
    return ids.at(-1) ?? ''
  }
  for (let round = 0; round < 8; round++) {
    follower.close()
    await follower.ended
    follower = await open({ token, after: take() }, round % 2 ? server : beside)
    await follower.next()
  }
  await Promise.all(writers)
  const told = await steady.count(total + 1)
  const ids = new Set(told.map(({ id }) => id))
  assert.equal(ids.size, total + 1)
  // All of it is less than a minute old, so the last stream tells all of it.
  await follower.count(total + 1)
  take()
  assert.deepEqual([...known].sort(), [...ids].sort())
  steady.close()
  follower.close()
})

test('A Last-Event-ID that is too old, unknown or no id at all is told to read anew', async () => {
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  await newTask(tenant, 'An hour ago')
  const { id } = await follower.next()
  follower.close()
  for (const after of [
    'x',
    '0',
    id.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    `${id} `,
    "' or 1=1",
  ]) {
    const one = await open({ token: tenant.manager.token, after })
    const first = await one.next()
    assert.equal(first.event, after.trim() === id ? 'task.created' : 'reset', after)
    assert.equal(one.told.length, 1)
    one.close()
  }
  server.clock.advance(3_601_000)
  const { token } = await tenant.person(['MANAGER'])
  const late = await open({ token, after: id })
  assert.equal((await late.next()).event, 'reset')
  await newTask(await renewed(tenant), 'Now')
  assert.equal(titleOf(await late.next()), 'Now')
  late.close()
})

/** With an administrator whose token is of now. */
const renewed = async (tenant: TestTenant): Promise<TestTenant> => ({
  ...tenant,
  admin: await tenant.person(['ADMIN']),
})

test('The sixth stream of a person ends their oldest, and nobody else’s', async () => {
  await nobodyFollows()
  const tenant = await createTenant(server)
  const { token } = tenant.manager
  const others = await open({ token: tenant.admin.token })
  const own: Follower[] = []
  for (let n = 0; n < 6; n++) own.push(await open({ token }))
  await own[0]?.ended
  assert.equal(own[0]?.told.at(-1)?.event, 'replaced')
  assert.equal(server.built.platform.metrics.liveStreams, 6)
  await newTask(tenant, 'For five and one')
  for (const follower of [...own.slice(1), others])
    assert.equal((await follower.next()).event, 'task.created')
  for (const follower of [...own, others]) follower.close()
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
    const took = (await follower.ended) - done
    assert.ok(took < 1000, `${what}: ${took} ms`)
    await newTask(tenant, `After ${what}`)
    assert.equal((await steady.next()).event, 'task.created', what)
    assert.deepEqual(follower.told, [], what)
  }
  server.clock.advance(15 * 60_000)
  await steady.ended
})

test('While nothing happens a line without content is written each 15 seconds', async () => {
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  for (let n = 0; n < 3; n++) {
    const beat = follower.beat()
    server.clock.advance(15_000)
    await beat
  }
  assert.ok(follower.beats >= 3)
  follower.close()
})

test('A client that does not read is closed, what waits for it is bounded, and the others hear everything', async () => {
  await nobodyFollows()
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token })
  const id = await newTask(tenant, 'A long story')
  await follower.next()
  const { port } = new URL(server.base)
  const socket = net.connect(Number(port), '127.0.0.1')
  socket.on('error', () => {})
  socket.write(
    `GET /api/dashboard/live HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${tenant.admin.token}\r\n\r\n`,
  )
  await once(socket, 'readable')
  assert.equal(server.built.platform.metrics.liveStreams, 2)
  const long = 'x'.repeat(100_000)
  let sent = 0
  // What the system takes for it comes on top of what waits here.
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
  assert.ok(sent * long.length > mostWaiting)
  await follower.count(sent + 1)
  socket.destroy()
  follower.close()
  await nobodyFollows()
})

test('Clients that go away while they are let in leave nothing behind', async () => {
  await nobodyFollows()
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
  await newTask(tenant, 'Something happens')
  await nobodyFollows()
})

test('A stream outlives the connections of its database, and tells what happened when they are back', async () => {
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
  follower.close()
})

test('An instance that stops ends its streams as it should', async () => {
  const third = await startTestServer({ worker: false, beside: server })
  const end = server.beforeEnd.pop()
  const tenant = await createTenant(server)
  const follower = await open({ token: tenant.manager.token }, third)
  const ended = follower.ended.then(() => performance.now())
  const began = performance.now()
  await end?.()
  assert.ok((await ended) - began < 1000)
  assert.ok(performance.now() - began < 5000)
  assert.ok(follower.isWhole)
  assert.equal(follower.told.length, 0)
})
