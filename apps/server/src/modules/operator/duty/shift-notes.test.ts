import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DutyChanged, OperatorDetail } from '#contracts/operator/records.ts'
import { startTestServer } from '#test/server.ts'
import { createTenant, type TestPerson, type TestTenant } from '#test/world.ts'
import { eraseOperator } from '../operators/erase-operator.ts'
import { makeCompany, makeOperator, operatorCalls } from '../testing/test-operators.ts'

const server = await startTestServer()

/** A technician who leaves notes, and a manager who reads them, in one company unless another is given. */
const twoShifts = async (company?: 'other') => {
  const tenant = await createTenant(server)
  const { id: companyId } = await makeCompany(server, tenant, { kind: 'IN_HOUSE' })
  const others = company && (await makeCompany(server, tenant, { name: 'Others', kind: 'IN_HOUSE' })).id
  const early = await makeOperator(server, tenant, { name: 'Early', companyId, userId: tenant.technician.id })
  const late = await makeOperator(server, tenant, {
    name: 'Late',
    companyId: others ?? companyId,
    userId: tenant.manager.id,
  })
  server.built.principals.forget(tenant.id)
  const calls = operatorCalls(server, tenant)
  const by = (person: TestPerson, id: string) => ({
    end: (note?: string) => calls.duty<DutyChanged>(id, { state: 'OFF', note }, person.token),
    start: () => calls.duty<DutyChanged>(id, { state: 'ON' }, person.token),
    read: (...readNotes: string[]) => calls.duty<DutyChanged>(id, { readNotes }, person.token),
    see: () => calls.get<OperatorDetail>(id, undefined, person.token),
  })
  return {
    tenant,
    early,
    late,
    calls,
    one: by(tenant.technician, early.id),
    two: by(tenant.manager, late.id),
  }
}

const cover = (tenant: TestTenant, person: TestPerson, buildingIds: readonly string[]): Promise<unknown> =>
  tenant.inside((ctx) =>
    ctx.run('update app_user set building_ids = $3 where tenant_id = $1 and id = $2', [
      tenant.id,
      person.id,
      buildingIds,
    ]),
  )

test('A person who ends a shift leaves a note that colleagues see when they start, and mark as read', async () => {
  const { early, one, two } = await twoShifts()
  await one.start()
  const ended = await one.end('The left tap drips.\nI ordered a washer.')
  assert.deepEqual([ended.status, ended.json.data.duty.state, ended.json.data.notes], [200, 'OFF', []])
  const started = (await two.start()).json.data
  const [note] = started.notes
  assert.ok(note)
  assert.deepEqual(
    [started.notes.length, note.text, note.author, note.readAt],
    [1, 'The left tap drips.\nI ordered a washer.', { id: early.id, name: 'Early' }, null],
  )
  const read = await two.read(note.id)
  assert.equal(read.status, 200, read.text)
  assert.equal(read.json.data.duty.state, 'ON', 'duty stays as it is')
  const readAt = read.json.data.notes[0]?.readAt
  assert.ok(readAt)
  server.clock.advance(1000)
  await two.read(note.id)
  assert.equal((await two.see()).json.data.notes[0]?.readAt, readAt, 'once is enough')
})

test('A note is shown for 24 hours and then deleted', async () => {
  const { tenant, one, two } = await twoShifts()
  const keep = server.clock.now()
  await one.end('Bins are full')
  const [note] = (await two.see()).json.data.notes
  await two.read(note?.id ?? '')
  const { seen } = await tenant.inside(async (ctx) => ({
    seen: await ctx.run<{ n: string }>('select count(*) as n from shift_note_read where tenant_id = $1', [
      tenant.id,
    ]),
  }))
  assert.equal(Number(seen[0]?.n), 1)
  server.clock.advance(24 * 3_600_000 + 1000)
  await server.drain()
  const rows = await tenant.inside((ctx) =>
    ctx.run(
      `select id from shift_note where tenant_id = $1 union all select note_id from shift_note_read where tenant_id = $1`,
      [tenant.id],
    ),
  )
  assert.deepEqual(rows, [])
  server.clock.set(keep)
})

test('A note is for the same company and for those who share a building; without buildings all count', async () => {
  const strangers = await twoShifts('other')
  await strangers.one.end('Not for you')
  assert.deepEqual((await strangers.two.see()).json.data.notes, [])

  const { tenant, one, two } = await twoShifts()
  const [north, south] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  await cover(tenant, tenant.technician, [north])
  await one.end('North')
  const seen = async (): Promise<number> => (await two.see()).json.data.notes.length
  assert.equal(await seen(), 1)
  await cover(tenant, tenant.manager, [south])
  assert.equal(await seen(), 0)
  await cover(tenant, tenant.manager, [south, north])
  assert.equal(await seen(), 1)
})

test('A note is allowed with OFF only, has at most 500 characters, and only the operator leaves or reads one', async () => {
  const { tenant, early, late, calls, one, two } = await twoShifts()
  const { duty } = calls
  const own = tenant.technician.token
  assert.equal((await duty(early.id, { state: 'ON', note: 'x' }, own)).status, 400)
  assert.equal((await duty(early.id, { note: 'x' }, own)).status, 400)
  assert.equal((await duty(early.id, {}, own)).status, 400)
  assert.equal(
    (await duty(early.id, { until: '2099-01-01T00:00:00Z', readNotes: [early.id] }, own)).status,
    400,
  )
  assert.equal((await one.end('x'.repeat(501))).status, 400)
  assert.equal((await duty(early.id, { state: 'OFF', note: 'As if I were you' })).status, 400)
  assert.equal((await duty(late.id, { state: 'OFF', note: 'Not mine' }, own)).status, 403)
  assert.equal((await one.end('x'.repeat(500))).status, 200)
  const [note] = (await two.see()).json.data.notes
  assert.ok(note)
  assert.equal((await duty(late.id, { readNotes: [note.id] })).status, 400, 'not by somebody else')
  assert.equal((await one.read(note.id)).status, 404, 'one’s own is not among them')
  const other = await twoShifts()
  assert.equal((await other.two.read(note.id)).status, 404, 'nor one of another tenant')
})

test('A repeat from a phone’s outbox leaves one note', async () => {
  const { tenant, early, two } = await twoShifts()
  const send = () =>
    server.call('POST', `/api/operator/operators/${early.id}/duty`, {
      token: tenant.technician.token,
      body: { state: 'OFF', note: 'Once' },
      headers: { 'idempotency-key': 'a1b2c3d4-e5f6-4711-8000-000000000001' },
    })
  const replies = [await send(), await send()]
  assert.deepEqual(
    replies.map(({ status }) => status),
    [200, 200],
  )
  assert.equal((await two.see()).json.data.notes.length, 1)
})

test('Notes of a person are erased with the person', async () => {
  const { tenant, one, two } = await twoShifts()
  await one.end('My number is at the desk')
  const removed = await server.call('DELETE', `/api/admin/users/${tenant.technician.id}`, {
    token: tenant.admin.token,
  })
  assert.equal(removed.status, 200, removed.text)
  assert.equal((await two.see()).json.data.notes.length, 1)
  await tenant.inside((ctx) => eraseOperator(ctx, tenant.technician.id))
  assert.deepEqual((await two.see()).json.data.notes, [])
})
