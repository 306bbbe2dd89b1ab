import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AttentionItem } from '#contracts/attention.ts'
import { keyOf, shownItems } from '../src/today/resolved-items.ts'

const item = (id: string, more: Partial<AttentionItem> = {}): AttentionItem =>
  ({ group: 'LATE', kind: 'TASK', id, subjectId: null, since: '', until: null, ...more }) as AttentionItem

test('A closed group keeps the item whose dialog is open when a more urgent one arrives', () => {
  const [urgent, edited, other] = [item('urgent'), item('edited'), item('other')]
  const openActionOf = (one: AttentionItem) => (one === edited ? ('SET_DUE' as const) : undefined)
  assert.deepEqual(shownItems([urgent, edited, other], false, { openActionOf }), [urgent, edited])
  assert.deepEqual(shownItems([urgent, edited, other], true, { openActionOf }), [urgent, edited, other])
  assert.deepEqual(shownItems([urgent, other], false, { openActionOf: () => undefined }), [urgent])
})

test('A running gap in duty is the same item at each reading, and the next gap is another', () => {
  const gap = (since: string, until: string) => keyOf(item('house', { kind: 'BUILDING', since, until }))
  assert.equal(
    gap('2026-11-27T08:00:00Z', '2026-11-27T16:00:00Z'),
    gap('2026-11-27T08:05:00Z', '2026-11-27T16:00:00Z'),
  )
  assert.notEqual(
    gap('2026-11-27T08:00:00Z', '2026-11-27T16:00:00Z'),
    gap('2026-11-28T08:00:00Z', '2026-11-28T16:00:00Z'),
  )
})
