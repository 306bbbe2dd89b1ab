/** How long a page of tasks stays what it is while nobody changes anything. */
import { addressesValidUntil } from '#server/modules/uploads/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { reopenHours } from '../change/access.ts'
import { stateHoldsUntil } from '../sla/clock.ts'
import { clockOf } from '../sla/read-clocks.ts'
import type { ShownTaskRow } from './task-columns.ts'

type Row = Pick<ShownTaskRow, 'status' | 'due_at' | 'completed_at' | 'photos' | 'clock'>

/** Time makes tasks overdue and moves the state of their clocks, ends the day in which a finish may be taken back, and changes the addresses of photos. */
export const holdsUntil = ({ now }: Pick<StaffContext, 'now'>, rows: readonly Row[]): Date => {
  let until = rows.some(({ photos }) => photos) ? addressesValidUntil(now).getTime() : 8.64e15
  const end = (last: number): void => {
    if (last >= now.getTime() && last < until) until = last + 1
  }
  for (const { status, due_at, completed_at, clock } of rows) {
    // A clock is in its next state in the very moment; what is due is overdue after it.
    if (clock) until = Math.min(until, stateHoldsUntil(clockOf(clock), now.getTime()))
    if (status === 'DONE') end((completed_at?.getTime() ?? 0) + reopenHours * 3_600_000)
    else if (due_at) end(due_at.getTime())
  }
  return new Date(until)
}
