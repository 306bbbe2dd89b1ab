import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { missingIn } from '#contracts/scout/answers.ts'
import { applied, givenIn, photoCounts, withPending, withSent } from '../src/data/view.ts'
import type { Operation } from '../src/outbox/operation.ts'
import { answer, answersOf, begun, book, content, me, operation, started } from './world.ts'

const photo = new Blob(['x'])
const completed = (inspectionId: string): Operation =>
  operation({ kind: 'inspection.complete', fields: { inspectionId } })

describe('A round on the phone', () => {
  it('is as the service will have it once everything was sent: scored by the same function, stop by stop', () => {
    const first = [started, begun('stop-1'), ...answersOf('stop-1'), completed('stop-1')]
    const after = applied(book, [
      ...first,
      operation({ kind: 'inspection.skip', fields: { inspectionId: 'stop-2', reason: 'CLOSED' } }),
      operation({ kind: 'round.submit', fields: { roundId: 'round', note: 'Done' } }),
    ])
    const [round] = after.rounds
    assert.equal(round?.state, 'SUBMITTED')
    assert.deepEqual([round?.score, round?.passed, round?.doneCount], [100, true, 2])
    assert.deepEqual(
      round?.stops.map(({ inspection, templateVersion }) => [inspection?.state, templateVersion]),
      [
        ['COMPLETED', 3],
        ['SKIPPED', 3],
      ],
    )
    assert.equal(after.inspections[0]?.presence, 'SCANNED')
  })

  it('does not change when what was sent is applied a second time', () => {
    const sent = [started, begun('stop-1'), answer('stop-1', 'paper', false), answer('stop-1', 'paper', true)]
    const once = withSent(book, sent)
    assert.deepEqual(withSent(once, sent), once)
  })

  it('shows what was answered after the last read, and leaves out others’ operations and refused ones', () => {
    const base = withSent(book, [started, begun('stop-1')])
    const valueIn = (more: Partial<Operation>): unknown => {
      const one = { ...answer('stop-1', 'paper', true), ...more }
      return withPending(base, [one], 1000, me).inspections[0]?.answers[0]?.value
    }
    assert.equal(valueIn({}), true)
    assert.equal(valueIn({ state: 'SENT', answeredAt: 2000 }), true)
    assert.equal(valueIn({ state: 'SENT', answeredAt: 500 }), undefined)
    assert.equal(valueIn({ state: 'NEEDS_YOU' }), undefined)
    assert.equal(valueIn({ owner: 'somebody else' }), undefined)
  })

  it('counts a photo from the moment it is taken until the service shows it', () => {
    const failing = [started, begun('stop-1'), ...answersOf('stop-1'), answer('stop-1', 'toilets', 0)]
    const taken = operation({ kind: 'photo', photo, of: { inspectionId: 'stop-1', questionId: 'toilets' } })
    const missing = (operations: readonly Operation[], also: readonly Operation[] = []) => {
      const [inspection] = applied(withSent(book, also), operations).inspections
      assert.ok(inspection)
      return missingIn(content, givenIn(inspection), photoCounts(inspection, operations))
    }
    assert.deepEqual(missing(failing), [{ questionId: 'toilets', what: 'PHOTO' }])
    assert.deepEqual(missing([...failing, taken]), [])
    assert.deepEqual(missing([], [...failing, { ...taken, state: 'SENT' }]), [])
  })

  it('is not on the list any more once it was given back, and is one’s own once taken', () => {
    const declined = operation({ kind: 'round.decline', fields: { roundId: 'round', reason: 'Ill' } })
    assert.deepEqual(applied(book, [declined]).rounds, [])
    const open = { ...book, rounds: book.rounds.map((round) => ({ ...round, scout: null })) }
    const taken = operation({ kind: 'round.accept', fields: { roundId: 'round' } })
    assert.equal(applied(open, [taken]).rounds[0]?.scout?.id, me)
  })
})

describe('A finding on the phone', () => {
  it('is listed until the service has it under its own id', () => {
    const found = operation({
      kind: 'finding.create',
      fields: { amenityId: 'place-1', category: 'NO_SOAP', severity: 'MINOR', text: 'Empty' },
    })
    const [finding] = withPending(book, [found], 0, me).findings
    assert.deepEqual([finding?.id, finding?.categoryName, finding?.state], [found.id, 'No soap', 'REPORTED'])
    assert.deepEqual(withSent(book, [{ ...found, state: 'SENT' }]).findings, [])
  })
})
