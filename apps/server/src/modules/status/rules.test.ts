import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { operationalStates, reportStates, taskStatuses } from '#contracts/records.ts'
import { afterExpiry, afterReport, afterStaff, afterTasks, type ItemState, withReport } from './rules.ts'
import { worstState } from './worst-state.ts'

const at = (
  report: ItemState['report'],
  state: ItemState['state'] = 'OPERATIONAL',
  setBy: ItemState['setBy'] = 'SYSTEM',
): ItemState => ({ report, state, setBy })

test('OK becomes REPORTED, and a second independent report within the hour makes it CONFIRMED', () => {
  assert.equal(afterReport(at('OK'), false).report, 'REPORTED')
  assert.equal(afterReport(at('OK'), true).report, 'REPORTED')
  assert.equal(afterReport(at('REPORTED'), false).report, 'REPORTED')
  assert.equal(afterReport(at('REPORTED'), true).report, 'CONFIRMED')
})

test('RESOLVED becomes CONFIRMED by any further report', () => {
  assert.deepEqual(afterReport(at('RESOLVED'), false), at('CONFIRMED', 'DEGRADED'))
})

test('CONFIRMED makes an OPERATIONAL item DEGRADED, and RESOLVED reverts only that', () => {
  const confirmed = withReport(at('REPORTED'), 'CONFIRMED')
  assert.deepEqual(confirmed, at('CONFIRMED', 'DEGRADED'))
  assert.deepEqual(withReport(confirmed, 'RESOLVED'), at('RESOLVED', 'OPERATIONAL'))
  const closed = at('CONFIRMED', 'OUT_OF_ORDER', 'STAFF')
  assert.deepEqual(withReport(closed, 'RESOLVED'), { ...closed, report: 'RESOLVED' })
  const said = at('CONFIRMED', 'DEGRADED', 'STAFF')
  assert.deepEqual(withReport(said, 'RESOLVED'), { ...said, report: 'RESOLVED' })
})

test('A started task gives IN_PROGRESS, all tasks done RESOLVED, a task put back CONFIRMED again', () => {
  assert.equal(afterTasks(at('CONFIRMED'), ['OPEN', 'IN_PROGRESS'], false).report, 'IN_PROGRESS')
  assert.equal(afterTasks(at('IN_PROGRESS'), [], false).report, 'RESOLVED')
  assert.equal(afterTasks(at('IN_PROGRESS'), ['OPEN'], false).report, 'CONFIRMED')
  assert.equal(afterTasks(at('REPORTED'), ['OPEN'], false).report, 'REPORTED')
  assert.equal(afterTasks(at('RESOLVED'), ['OPEN'], true).report, 'CONFIRMED')
  assert.equal(afterTasks(at('OK'), ['OPEN'], false).report, 'OK')
  assert.equal(afterTasks(at('OK'), ['OPEN'], true).report, 'CONFIRMED')
})

test('The state that staff set overrides reports: a worse one confirms them, OPERATIONAL dismisses or resolves them', () => {
  assert.deepEqual(afterStaff(at('REPORTED'), 'OUT_OF_ORDER'), at('CONFIRMED', 'OUT_OF_ORDER', 'STAFF'))
  assert.equal(afterStaff(at('REPORTED'), 'OPERATIONAL').report, 'OK')
  assert.equal(afterStaff(at('IN_PROGRESS', 'DEGRADED'), 'OPERATIONAL').report, 'RESOLVED')
  assert.equal(afterStaff(at('OK'), 'MAINTENANCE').report, 'OK')
})

test('REPORTED expires after 12 hours, RESOLVED after 24 hours without a report, and not a moment earlier', () => {
  const now = new Date('2026-11-20T12:00:00Z')
  const ago = (hours: number, ms = 0): Date => new Date(now.getTime() - hours * 3600_000 + ms)
  assert.equal(afterExpiry(at('REPORTED'), now, ago(12), ago(40)).report, 'OK')
  assert.equal(afterExpiry(at('REPORTED'), now, ago(12, 1), ago(40)).report, 'REPORTED')
  assert.equal(afterExpiry(at('RESOLVED'), now, ago(40), ago(24)).report, 'OK')
  assert.equal(afterExpiry(at('RESOLVED'), now, ago(40), ago(24, 1)).report, 'RESOLVED')
  assert.equal(afterExpiry(at('CONFIRMED', 'DEGRADED'), now, ago(400), ago(400)).report, 'CONFIRMED')
})

const state = fc.constantFrom(...operationalStates)
const item = fc.record({
  state,
  setBy: fc.constantFrom('SYSTEM' as const, 'STAFF' as const),
  report: fc.constantFrom(...reportStates),
})

test('The worst of many states does not depend on their order', () => {
  fc.assert(
    fc.property(fc.array(state), (states) => {
      assert.equal(worstState(states), worstState([...states].reverse()))
      for (const one of states)
        assert.ok(operationalStates.indexOf(worstState(states)) >= operationalStates.indexOf(one))
    }),
  )
})

test('Visitors and tasks never change a state that staff have set to anything but OPERATIONAL', () => {
  const steps = fc.array(
    fc.oneof(
      fc.constant('report' as const),
      fc.array(fc.constantFrom(...taskStatuses.slice(0, 2)), { maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  fc.assert(
    fc.property(item, steps, (start, path) => {
      fc.pre(start.setBy === 'STAFF' && start.state !== 'OPERATIONAL')
      let now: ItemState = start
      for (const step of path) now = step === 'report' ? afterReport(now, true) : afterTasks(now, step, true)
      assert.equal(now.state, start.state)
      assert.equal(now.setBy, 'STAFF')
    }),
  )
})
