import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ApiError } from '#client/errors.ts'
import type { OperatorDetail } from '#contracts/operator/records.ts'
import { withShiftOperations } from '../src/data/shift.ts'
import type { Operation, Work } from '../src/outbox/operation.ts'
import { ana, states, world } from './outbox-world.ts'

const self = { id: 'operator', title: 'Shift and handover' }
const now = Date.parse('2026-11-20T08:00:00.000Z')

const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString()
const shift = (over: Partial<OperatorDetail> = {}): OperatorDetail =>
  ({
    id: self.id,
    onDuty: true,
    duty: { state: 'ON', until: null },
    notes: [
      { id: 'new', text: 'Bins', author: { id: 'x', name: 'Cem' }, at: hoursAgo(1), readAt: null },
      { id: 'old', text: 'Soap', author: { id: 'x', name: 'Cem' }, at: hoursAgo(25), readAt: null },
    ],
    ...over,
  }) as OperatorDetail

const operation = (work: Work, state: Operation['state'] = 'WAITING'): Operation => ({
  id: 'op',
  seq: 1,
  at: hoursAgo(0),
  owner: ana.id,
  ownerName: ana.name,
  taskId: self.id,
  taskTitle: self.title,
  work,
  state,
  tries: 0,
  round: 0,
})

describe('The end of a shift without a connection', () => {
  it('waits with its note, and is sent under the same key until it is answered', async () => {
    const w = world()
    w.shiftAnswer = () => {
      throw new ApiError({ code: 'NETWORK', status: 0, message: 'gone' })
    }
    const work = { kind: 'shift-end', note: 'The tap drips' } as const
    const { id } = await w.outbox.add(self, work)
    assert.equal((await w.outbox.add(self, work)).id, id, 'a second tap is the first')
    await w.idle()
    assert.equal(w.outbox.trouble.get(), 'OFFLINE')
    const keys: string[] = []
    w.shiftAnswer = () => {}
    await w.outbox.flush(true)
    keys.push(...w.shifts.map(({ key }) => key))
    assert.deepEqual([states(w), keys], [{ [id]: 'SENT' }, [`${id}.0`]])
    assert.equal(w.batches.length, 0, 'it is no operation on a task')
  })

  it('keeps a note that was refused, until its person decides', async () => {
    const w = world()
    w.shiftAnswer = () => {
      throw new ApiError({ code: 'VALIDATION_ERROR', status: 400, message: 'this operator is inactive' })
    }
    const { id } = await w.outbox.add(self, { kind: 'shift-end', note: 'The tap drips' })
    await w.idle()
    assert.deepEqual(states(w), { [id]: 'NEEDS_YOU' })
  })
})

describe('The own shift as this phone shows it', () => {
  it('is over once its end waits, and not once the end was refused', () => {
    const end = { kind: 'shift-end' } as const
    const shown = withShiftOperations(shift(), [operation(end)], now)
    assert.deepEqual([shown.onDuty, shown.duty.state], [false, 'OFF'])
    assert.equal(withShiftOperations(shift(), [operation(end, 'NEEDS_YOU')], now).onDuty, true)
    assert.equal(withShiftOperations(shift(), [operation(end, 'SENT')], now).onDuty, true)
  })

  it('shows notes of the last 24 hours, as read once that waits to be sent', () => {
    const seen = (operations: readonly Operation[]) =>
      withShiftOperations(shift(), operations, now).notes.map(({ id, readAt }) => [id, readAt !== null])
    assert.deepEqual(seen([]), [['new', false]])
    assert.deepEqual(seen([operation({ kind: 'notes-read', noteIds: ['new'] })]), [['new', true]])
  })
})
