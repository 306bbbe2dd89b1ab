import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { endAt, type Pressed, pressingOf } from '#ui/clock.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const minute = 60_000
const inMinutes = (minutes: number): string => new Date(now + minutes * minute).toISOString()

const clock: NonNullable<Pressed['sla']> = {
  policyId: null,
  respondBy: inMinutes(300),
  resolveBy: inMinutes(600),
  respondedAt: null,
  pausedMs: 0,
  state: 'ON_TRACK',
  breached: false,
}
const task = (part: Partial<Pressed>): Pressed => ({
  status: 'OPEN',
  dueAt: null,
  blocked: null,
  sla: null,
  ...part,
})
const blocked = (since: number): Pressed['blocked'] => ({
  reason: 'PARTS',
  since: inMinutes(since),
  until: null,
  note: null,
})

describe('Time pressure of a task', () => {
  test('is undefined without a deadline, and once it is done', () => {
    assert.equal(pressingOf(task({}), now), undefined)
    assert.equal(pressingOf(task({ status: 'DONE', dueAt: inMinutes(-5) }), now), undefined)
  })

  test('is the earliest deadline', () => {
    assert.deepEqual(pressingOf(task({ sla: clock, dueAt: inMinutes(400) }), now), {
      kind: 'FAR',
      at: now + 300 * minute,
    })
    assert.deepEqual(pressingOf(task({ sla: clock, dueAt: inMinutes(45) }), now), {
      kind: 'SOON',
      at: now + 45 * minute,
    })
    assert.equal(pressingOf(task({ sla: { ...clock, state: 'AT_RISK' } }), now)?.kind, 'SOON')
  })

  test('ignores the respond deadline once it was started', () => {
    const late = { ...clock, respondBy: inMinutes(-20) }
    assert.deepEqual(pressingOf(task({ sla: late }), now), { kind: 'LATE', at: now - 20 * minute })
    assert.equal(pressingOf(task({ sla: late, status: 'IN_PROGRESS' }), now)?.kind, 'FAR')
    assert.equal(pressingOf(task({ sla: { ...late, respondedAt: inMinutes(-30) } }), now)?.kind, 'FAR')
  })

  test('is paused while on hold, but what was late before stays late, and the due time applies', () => {
    const late = { ...clock, state: 'PAUSED' as const, respondBy: inMinutes(-20) }
    assert.equal(pressingOf(task({ sla: late, blocked: blocked(-30) }), now)?.kind, 'PAUSED')
    const missed = { ...late, state: 'BREACHED' as const }
    assert.equal(pressingOf(task({ sla: missed, blocked: blocked(-10) }), now)?.kind, 'LATE')
    assert.equal(
      pressingOf(task({ sla: late, blocked: blocked(-30), dueAt: inMinutes(-1) }), now)?.kind,
      'LATE',
    )
  })
})

describe('The deadline that presses', () => {
  const end = (part: Partial<Pressed>) => {
    const pressed = task(part)
    return endAt(pressed, pressingOf(pressed, now)?.at ?? now)
  }

  test('is the due time, else the respond deadline, else the resolve deadline', () => {
    assert.equal(end({ sla: clock, dueAt: inMinutes(45) }), 'DUE')
    assert.equal(end({ sla: clock, dueAt: inMinutes(400) }), 'RESPOND')
    assert.equal(end({ sla: { ...clock, respondBy: inMinutes(-20) }, dueAt: inMinutes(400) }), 'RESPOND')
    assert.equal(end({ sla: clock, dueAt: inMinutes(700), status: 'IN_PROGRESS' }), 'RESOLVE')
    assert.equal(end({ sla: { ...clock, respondedAt: inMinutes(-5) } }), 'RESOLVE')
  })

  test('is the due time if an SLA deadline falls on the same minute', () => {
    assert.equal(end({ sla: clock, dueAt: inMinutes(300) }), 'DUE')
  })
})
