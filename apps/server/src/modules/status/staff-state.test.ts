/** The state that staff set, against visitors' reports before and after it. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FeedbackReceipt } from '#contracts/feedback.ts'
import type { OperationalState } from '#contracts/records.ts'
import type { StatusPage } from '#contracts/status.ts'
import { makeTask } from '#server/modules/tasks/testing/test-tasks.ts'
import { startTestServer } from '#test/server.ts'
import { createPlace, createTenant } from '#test/world.ts'
import { worstState } from './worst-state.ts'

const server = await startTestServer()
const hour = 3_600_000

let visitors = 0
const somebody = (): string => `10.4.0.${++visitors}`

const openPlace = async () => {
  const tenant = await createTenant(server)
  const { qrCode, amenityId, buildingId } = await createPlace(server, tenant)
  const look = async (): Promise<StatusPage> =>
    (await server.call<StatusPage>('GET', `/api/status/${qrCode}`)).json.data
  const later = async (hours: number): Promise<void> => {
    server.clock.advance(hours * hour)
    await server.drain()
  }
  /** Signs in anew, because days have passed. */
  const staff = async (method: string, path: string, body: object): Promise<void> => {
    const { token } = await tenant.person(['ADMIN'])
    const reply = await server.call(method, path, { token, body })
    assert.equal(reply.status, 200, reply.text)
    await server.drain()
  }
  const task = (category: string) =>
    tenant.inside((ctx) =>
      ctx.db
        .selectFrom('task')
        .select(['id', 'status'])
        .where('amenity_id', '=', amenityId)
        .where('category', '=', category)
        .executeTakeFirstOrThrow(),
    )
  return {
    look,
    later,
    task,
    /** What the page of another washroom shows of this one. */
    beside: async (): Promise<() => Promise<OperationalState | undefined>> => {
      const body = { name: 'Beside', buildingId, type: 'WASHROOM' }
      const { token } = tenant.admin
      const made = await server.call<{ qrCode: string }>('POST', '/api/admin/amenities', { token, body })
      const path = `/api/status/${made.json.data.qrCode}`
      return async () => (await server.call<StatusPage>('GET', path)).json.data.alternatives[0]?.state
    },
    staffSay: async (state: OperationalState): Promise<void> =>
      staff('POST', `/api/admin/status-items/${(await look()).items[0]?.id}/state`, { state }),
    finish: async (category: string): Promise<void> =>
      staff('PATCH', `/api/tasks/${(await task(category)).id}/status`, { status: 'DONE' }),
    report: async (issue: string): Promise<void> => {
      const body = { issue }
      const reply = await server.call('POST', `/api/status/${qrCode}/report`, { body, from: somebody() })
      assert.equal(reply.status, 201, reply.text)
      await server.drain()
    },
    say: async (issue: string): Promise<FeedbackReceipt> => {
      const body = { qrCode, issues: [issue] }
      const reply = await server.call<FeedbackReceipt>('POST', '/api/feedback', { body, from: somebody() })
      assert.equal(reply.status, 201, reply.text)
      await server.drain()
      return reply.json.data
    },
    /** Merges it into a task without a place. @returns a function that finishes that task */
    mergeAway: async (category: string): Promise<() => Promise<void>> => {
      const other = await makeTask(server, await tenant.person(['ADMIN']), { title: 'Overhaul' })
      await staff('POST', `/api/tasks/${other.id}/merge`, { taskIds: [(await task(category)).id] })
      return () => staff('PATCH', `/api/tasks/${other.id}/status`, { status: 'DONE' })
    },
    refute: async (trackingToken: string): Promise<void> => {
      const reply = await server.call('POST', `/api/feedback/track/${trackingToken}`, {
        body: { fixed: false },
        from: somebody(),
      })
      assert.equal(reply.status, 200, reply.text)
      await server.drain()
    },
    open: async () => {
      const { state, items, incidents, amenity } = await look()
      assert.equal(worstState(items.map((item) => item.state)), state, 'of the items')
      assert.equal(amenity.state, state)
      for (const { itemId, report } of incidents)
        assert.equal(items.find(({ id }) => id === itemId)?.report, report)
      return [state, ...incidents.map(({ issues, report }) => [...issues, report])]
    },
  }
}

test('An unconfirmed report is an incident while its task is open, also if staff had said before it that the item works', async () => {
  const { report, staffSay, later, look, open, task } = await openPlace()
  await staffSay('OPERATIONAL')
  await later(1)
  await report('LEAK')
  await later(12.1)
  assert.equal((await look()).items[0]?.report, 'REPORTED')
  assert.equal((await task('LEAK')).status, 'OPEN')
  assert.deepEqual(await open(), ['OPERATIONAL', ['LEAK', 'REPORTED']])
})

test('A fault reported after staff set OPERATIONAL stays when a resolved problem expires after a day', async () => {
  const { report, say, staffSay, later, look, open } = await openPlace()
  await report('LEAK')
  await report('LEAK')
  await staffSay('OPERATIONAL')
  assert.deepEqual(await open(), ['OPERATIONAL'])
  await later(23.5)
  await say('NO_PAPER')
  await later(1)
  assert.equal((await look()).items[0]?.report, 'REPORTED')
  assert.deepEqual(await open(), ['OPERATIONAL', ['NO_PAPER', 'REPORTED']])
})

test('Work that a visitor rejected after staff set OPERATIONAL is an incident', async () => {
  const { say, refute, staffSay, finish, later, open } = await openPlace()
  await staffSay('OUT_OF_ORDER')
  const { trackingToken } = await say('LEAK')
  await later(1)
  await staffSay('OPERATIONAL')
  await finish('LEAK')
  assert.deepEqual(await open(), ['OPERATIONAL'])
  await later(1)
  await refute(trackingToken)
  assert.deepEqual(await open(), ['DEGRADED', ['LEAK', 'CONFIRMED']])
})

test('If staff say that an item works, its faults are over even if it was never shown otherwise, until it is reported again', async () => {
  const { say, staffSay, later, look, open } = await openPlace()
  await say('LEAK')
  await later(1)
  const before = await look()
  await staffSay('OPERATIONAL')
  assert.deepEqual(await open(), ['OPERATIONAL'])
  const after = await look()
  assert.deepEqual([before.items[0]?.report, after.items[0]?.report], ['REPORTED', 'OK'])
  assert.ok(after.updatedAt > before.updatedAt)
  await later(1)
  await say('LEAK')
  assert.deepEqual(await open(), ['DEGRADED', ['LEAK', 'CONFIRMED']])
})

test('Alternatives show the same state of an amenity as its own page, including what staff set', async () => {
  const { say, staffSay, later, beside, open } = await openPlace()
  const besideState = await beside()
  assert.equal(await besideState(), 'OPERATIONAL')
  await say('LEAK')
  assert.equal(await besideState(), 'DEGRADED')
  await later(1)
  await staffSay('OPERATIONAL')
  assert.deepEqual([await besideState(), await open()], ['OPERATIONAL', ['OPERATIONAL']])
  await later(1)
  await say('LEAK')
  assert.equal(await besideState(), 'DEGRADED')
})

test('A merged fault lasts until the task it was merged into is done, or staff say that it works', async () => {
  const { say, mergeAway, staffSay, later, beside, open } = await openPlace()
  const besideState = await beside()
  await say('NO_PAPER')
  const finishOther = await mergeAway('NO_PAPER')
  assert.deepEqual(
    [await open(), await besideState()],
    [['OPERATIONAL', ['NO_PAPER', 'REPORTED']], 'DEGRADED'],
  )
  await later(1)
  await staffSay('OPERATIONAL')
  assert.deepEqual([await open(), await besideState()], [['OPERATIONAL'], 'OPERATIONAL'])
  await later(1)
  await say('NO_PAPER')
  assert.deepEqual([await open(), await besideState()], [['DEGRADED', ['NO_PAPER', 'CONFIRMED']], 'DEGRADED'])
  await finishOther()
  assert.deepEqual([await open(), await besideState()], [['OPERATIONAL'], 'OPERATIONAL'])
})
