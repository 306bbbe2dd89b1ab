/** One tenant against another, with chosen ids, idempotency keys, and timing. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newId } from '#server/platform/ids.ts'
import { startTestServer } from '../server.ts'
import { createKey, createPlace, createTenant } from '../world.ts'
import { createEverything } from './everything.ts'

const server = await startTestServer({ worker: false })

const allowedMs = 1

test('A foreign id gets the same bytes and timing as an unknown one', async (t) => {
  const [mine, theirs] = [await createEverything(server), await createEverything(server)]
  const { token } = mine.tenant.admin
  const paths = {
    tasks: theirs.records.taskId,
    'admin/buildings': theirs.records.buildingId,
    'admin/users': theirs.records.userId,
    'dashboard/feedback': theirs.records.feedbackId,
  }
  for (const [path, foreignId] of Object.entries(paths)) {
    // The fastest answer of each kind, since other load only adds time.
    const least = { foreign: Number.POSITIVE_INFINITY, missing: Number.POSITIVE_INFINITY }
    const bodies = new Set<string>()
    const ask = async (kind: keyof typeof least): Promise<void> => {
      // A missing id of the same time, so that it is at the same place in an index.
      const id = kind === 'foreign' ? foreignId : `${foreignId.slice(0, 24)}${newId(Date.now()).slice(24)}`
      const started = performance.now()
      const reply = await server.call('GET', `/api/${path}/${id}`, { token })
      least[kind] = Math.min(least[kind], performance.now() - started)
      assert.equal(reply.status, 404)
      bodies.add(reply.text)
    }
    let gap = Number.POSITIVE_INFINITY
    // A real difference remains in each attempt.
    for (let attempt = 0; attempt < 5 && gap >= allowedMs; attempt++) {
      for (let round = 0; round < 60; round++) {
        await ask(round % 2 ? 'foreign' : 'missing')
        await ask(round % 2 ? 'missing' : 'foreign')
      }
      gap = Math.abs(least.foreign - least.missing)
    }
    t.diagnostic(`${path}: ${gap.toFixed(3)} ms`)
    assert.ok(gap < allowedMs, `${path}: ${gap} ms`)
    assert.equal(bodies.size, 1)
  }
})

test('Ids chosen by a client belong to its tenant: the same id elsewhere is another record', async () => {
  const [mine, theirs] = [await createTenant(server), await createTenant(server)]
  const chosen = newId(Date.now())
  const ids: string[] = []
  for (const tenant of [theirs, mine]) {
    const { qrCode } = await createPlace(server, tenant)
    const feedback = await server.call<{ id: string; trackingToken: string }>('POST', '/api/feedback', {
      body: { qrCode, rating: 2, submissionId: chosen },
    })
    assert.equal(feedback.status, 201, feedback.text)
    const status = await server.call<{ id?: string }>('POST', `/api/status/${qrCode}/report`, {
      body: { comment: 'Dark', submissionId: chosen },
    })
    assert.equal(status.status, 201, status.text)
    const task = await server.call<{ id: string }>('POST', '/api/tasks', {
      token: tenant.admin.token,
      body: { title: 'Chosen', id: chosen, checklist: [{ id: chosen, text: 'First', done: false }] },
    })
    assert.equal(task.status, 201, task.text)
    ids.push(feedback.json.data.id, feedback.json.data.trackingToken, task.json.data.id)
  }
  assert.equal(new Set(ids).size, 6)
  assert.ok(!ids.includes(chosen))
})

test('Only an ADMIN assigns roles, and nobody can assign roles to themselves', async () => {
  const tenant = await createTenant(server)
  for (const { token, id } of [tenant.manager, tenant.technician]) {
    const roles = ['ADMIN']
    for (const reply of [
      await server.call('PATCH', `/api/admin/users/${id}`, { token, body: { roles } }),
      await server.call('POST', '/api/admin/users', {
        token,
        body: { email: 'friend@example.com', name: 'Friend', roles },
      }),
    ])
      assert.equal(reply.json.code, 'FORBIDDEN')
    await server.call('PATCH', '/api/auth/me', { token, body: { roles, name: 'Still no admin' } })
    assert.equal((await server.call('GET', '/api/admin/users', { token })).json.code, 'FORBIDDEN')
  }
})

test('The Idempotency-Keys of a person, a colleague and each API key are separate', async () => {
  const tenant = await createTenant(server)
  const [one, two] = [await createKey(server, tenant, 'write'), await createKey(server, tenant, 'write')]
  const other = await createTenant(server)
  const callers = [
    { token: tenant.admin.token },
    { token: tenant.manager.token },
    { key: one.key },
    { key: two.key },
    { token: other.admin.token },
  ]
  const made: string[] = []
  for (const [index, caller] of callers.entries()) {
    const reply = await server.call<{ id: string }>('POST', '/api/tasks', {
      ...caller,
      // Another body each time: a key shared between tenants would give IDEMPOTENCY_KEY_REUSED.
      body: { title: `By ${index}` },
      headers: { 'idempotency-key': 'the-same-for-all' },
    })
    assert.equal(reply.status, 201, reply.text)
    assert.equal(reply.headers.get('idempotent-replayed'), null)
    made.push(reply.json.data.id)
  }
  assert.equal(new Set(made).size, callers.length)
})
