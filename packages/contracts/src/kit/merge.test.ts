import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { type MergedField, mergeField, type SentValue } from './merge.ts'

const time = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 8, minute)).toISOString()

const sent = (
  value: string,
  minute: number,
  session: string,
  { base = 0, clientId = `${session}-${minute}` } = {},
): SentValue<string> => ({ value, at: time(minute), clientId, session, base })

const mergeAll = (
  operations: readonly SentValue<string>[],
  start?: MergedField<string>,
): MergedField<string> | undefined =>
  operations.reduce<MergedField<string> | undefined>((now, one) => mergeField(now, one).field, start)

/** What people see of a field: its value and its conflict; the version counts arrivals. */
const seen = (field: MergedField<string> | undefined) => {
  if (!field) return undefined
  const { value, at, clientId, session, rival, base } = field
  const conflict = rival && rival.since > base && rival.value !== value ? rival : undefined
  return {
    value,
    at,
    clientId,
    session,
    conflict: conflict && { value: conflict.value, clientId: conflict.clientId },
  }
}

describe('Two sessions write the same field', () => {
  test('The value with the greater time stands in whatever order they arrive, and the other is kept as a conflict', () => {
    const early = sent('4', 1, 'phone')
    const late = sent('2', 2, 'former phone')
    for (const order of [
      [early, late],
      [late, early],
    ]) {
      const [first, second] = order
      assert.ok(first && second)
      const { field, conflict } = mergeField(mergeField(undefined, first).field, second)
      assert.equal(field.value, '2')
      assert.deepEqual([conflict?.mine.value, conflict?.theirs.value], ['4', '2'])
    }
  })

  test('Within one session the later time wins without a word', () => {
    const field = mergeAll([sent('1', 3, 'phone'), sent('2', 5, 'phone'), sent('3', 4, 'phone')])
    assert.deepEqual(seen(field), {
      value: '2',
      at: time(5),
      clientId: 'phone-5',
      session: 'phone',
      conflict: undefined,
    })
  })

  test('Who had seen the other value replaces it without a conflict', () => {
    const first = mergeField(undefined, sent('1', 1, 'phone')).field
    const { field, conflict } = mergeField(first, sent('2', 2, 'other', { base: first.version }))
    assert.equal(field.value, '2')
    assert.equal(conflict, undefined)
  })

  test('Both found the same: no conflict', () => {
    const { conflict } = mergeField(mergeField(undefined, sent('1', 1, 'phone')).field, sent('1', 2, 'other'))
    assert.equal(conflict, undefined)
  })

  test('At the same time the greater clientId stands', () => {
    const one = sent('1', 1, 'phone', { clientId: 'a' })
    const two = sent('2', 1, 'other', { clientId: 'b' })
    assert.equal(mergeAll([one, two])?.value, '2')
    assert.equal(mergeAll([two, one])?.value, '2')
  })

  test('Any permutation and repetition of the operations of two sessions gives the same record and the same conflicts', () => {
    const operation = fc.record({
      value: fc.constantFrom('0', '1', '2'),
      minute: fc.integer({ min: 0, max: 4 }),
      session: fc.constantFrom('phone', 'former phone'),
      base: fc.constantFrom(0, 1),
    })
    const history = fc
      .tuple(
        fc.array(operation, { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        fc.array(fc.nat(5), { maxLength: 8 }),
      )
      .chain(([drawn, known, repeated]) => {
        const operations = drawn.map(({ value, minute, session, base }, index) =>
          sent(value, minute, session, { base: known ? base : 0, clientId: `operation-${index}` }),
        )
        const more = repeated.flatMap((index) => operations[index] ?? [])
        return fc.record({
          known: fc.constant(known),
          operations: fc.constant(operations),
          order: fc.shuffledSubarray([...operations, ...more], {
            minLength: operations.length + more.length,
          }),
        })
      })
    fc.assert(
      fc.property(history, ({ known, operations, order }) => {
        // What both phones may have seen before they lost the signal.
        const start = known
          ? mergeField(undefined, sent('0', -5, 'phone', { clientId: 'before' })).field
          : undefined
        assert.deepEqual(seen(mergeAll(order, start)), seen(mergeAll(operations, start)))
      }),
      { numRuns: 5000 },
    )
  })
})
