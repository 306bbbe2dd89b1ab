/** Closures of items, derived from their changes, as pure functions. */
import type { OperationalState } from '#contracts/records.ts'
import type { StatusChange } from './timeline.ts'
import { worstState } from './worst-state.ts'

export interface ClosedSpan {
  /** id of the change that started the closure */
  readonly id: string
  readonly itemId: string
  readonly itemName: string
  /** the worst state during the closure: MAINTENANCE or OUT_OF_ORDER */
  readonly state: OperationalState
  readonly startedAt: Date
  readonly endedAt: Date | null
  /** the last note */
  readonly note: string | null
  readonly changedAt: Date
}

const isClosed = ({ state }: StatusChange): boolean => state === 'MAINTENANCE' || state === 'OUT_OF_ORDER'

/**
 * @param changes ascending by time
 * @returns oldest first; DEGRADED before or after is not part of a closure
 */
export const closuresOf = (changes: readonly StatusChange[]): ClosedSpan[] => {
  const open = new Map<string, ClosedSpan>()
  const spans: ClosedSpan[] = []
  for (const change of changes) {
    const { id, itemId, itemName, state, note, at } = change
    const span = open.get(itemId)
    if (isClosed(change))
      open.set(
        itemId,
        span
          ? { ...span, state: worstState([span.state, state]), note: note ?? span.note, changedAt: at }
          : { id, itemId, itemName, state, startedAt: at, endedAt: null, note, changedAt: at },
      )
    else if (span) {
      open.delete(itemId)
      spans.push({ ...span, endedAt: at, changedAt: at })
    }
  }
  return [...spans, ...open.values()].sort(
    (a, b) => a.startedAt.getTime() - b.startedAt.getTime() || (a.id < b.id ? -1 : 1),
  )
}
