/** Until when a cached page of tasks stays valid if no task changes. */
import { addressesValidUntil } from '#server/modules/uploads/public.ts'
import type { StaffContext } from '#server/platform/context.ts'
import { reopenHours } from '../change/access.ts'
import { stateValidUntil } from '../sla/clock.ts'
import { clockOf } from '../sla/read-clocks.ts'
import type { ShownTaskRow } from './task-columns.ts'

type CachedFields = Pick<ShownTaskRow, 'status' | 'due_at' | 'completed_at' | 'photos' | 'clock'>

/**
 * Time alone makes tasks overdue, moves clock states, ends the day in which technicians may reopen, and renews the
 * addresses of photos.
 */
export const validUntil = ({ now }: Pick<StaffContext, 'now'>, rows: readonly CachedFields[]): Date => {
  let until = rows.some(({ photos }) => photos) ? addressesValidUntil(now).getTime() : 8.64e15
  const end = (last: number): void => {
    if (last >= now.getTime() && last < until) until = last + 1
  }
  for (const { status, due_at, completed_at, clock } of rows) {
    // A clock changes its state exactly at its time; a task is overdue one millisecond after its due time.
    if (clock) until = Math.min(until, stateValidUntil(clockOf(clock), now.getTime()))
    if (status === 'DONE') end((completed_at?.getTime() ?? 0) + reopenHours * 3_600_000)
    else if (due_at) end(due_at.getTime())
  }
  return new Date(until)
}
