/** A task's clock as the API presents it. */
import type { Sla, SlaInterval } from '#contracts/tasks/records.ts'
import type { StaffContext } from '#server/platform/context.ts'
import type { Calendar, Stretch } from './calendar.ts'
import { type Clock, hasBreached, stateOf } from './clock.ts'
import { type ClockRow, clockOf, hasClocks, readClockwork } from './read-clocks.ts'

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

/** null below PRO, and if the task has no clock. */
export const presentSla = (
  row: ClockRow | null,
  { now, tenant }: Pick<StaffContext, 'now' | 'tenant'>,
): Sla | null => {
  if (!row || !hasClocks(tenant.plan)) return null
  const clock = clockOf(row)
  return {
    policyId: clock.policyId,
    respondBy: iso(clock.times.RESPOND),
    resolveBy: iso(clock.times.RESOLVE),
    respondedAt: iso(clock.respondedAt),
    pausedMs: clock.pausedMs,
    state: stateOf(clock, now.getTime()),
    breached: clock.breached || hasBreached(clock, now.getTime()),
  }
}

const mostIntervals = 60
const mostStretches = 1000

interface Piece extends Stretch {
  readonly running: boolean
  readonly reason: SlaInterval['reason']
}

/** Gaps between open stretches, with their reason: closed hours or holidays. */
const gapPieces = (calendar: Calendar, gap: Stretch): Piece[] => {
  const date = calendar.dateAt(gap.from)
  const last = calendar.dateAt(gap.to - 1)
  let reason: SlaInterval['reason'] = 'OUTSIDE_HOURS'
  for (let day = date; day <= last; day++) if (calendar.kindOf(day) === 'HOLIDAY') reason = 'HOLIDAY'
  return [{ ...gap, running: false, reason }]
}

/** Open stretches between two times, with the gaps between them. */
const withGaps = (stretches: readonly Stretch[], calendar: Calendar, from: number, to: number): Piece[] => {
  const pieces: Piece[] = []
  let at = from
  for (const stretch of stretches) {
    if (stretch.from > at) pieces.push(...gapPieces(calendar, { from: at, to: stretch.from }))
    pieces.push({ ...stretch, running: true, reason: null })
    at = stretch.to
  }
  if (at < to) pieces.push(...gapPieces(calendar, { from: at, to }))
  return pieces
}

/** The pieces, overlaid with the pauses. */
const withPauses = (clock: Clock, pieces: readonly Piece[], end: number): Piece[] => {
  const pauses = [
    ...clock.pauses,
    ...(clock.pausedSince === null || clock.pauseReason === null
      ? []
      : [{ from: clock.pausedSince, to: end, reason: clock.pauseReason }]),
  ]
  const cut = pieces.flatMap((piece) => {
    const parts: Piece[] = []
    let { from } = piece
    for (const pause of pauses) {
      if (pause.to <= from || pause.from >= piece.to) continue
      if (pause.from > from) parts.push({ ...piece, from, to: pause.from })
      const to = Math.min(pause.to, piece.to)
      parts.push({ from: Math.max(from, pause.from), to, running: false, reason: pause.reason })
      from = to
    }
    if (from < piece.to) parts.push({ ...piece, from })
    return parts
  })
  const joined: Piece[] = []
  for (const piece of cut) {
    const last = joined.at(-1)
    if (last && last.reason === piece.reason && last.to === piece.from)
      joined[joined.length - 1] = { ...last, to: piece.to }
    else joined.push(piece)
  }
  return joined
}

/** The pieces that explain a task's clock, from its start to the later of now and its deadline. */
export const readIntervals = async (ctx: StaffContext, taskId: string): Promise<SlaInterval[]> => {
  const work = await readClockwork(ctx, [taskId])
  const [task] = work.tasks
  if (!task?.clock) return []
  const clock = clockOf(task.clock)
  const { calendar, onHours, budget } = work.allowanceOf(task)
  const from = clock.startedAt
  const to = clock.resolvedAt ?? Math.max(ctx.now.getTime(), clock.times.RESOLVE ?? 0)
  if (to <= from) return []
  const stretches = onHours ? budget.schedule.running(from, to, [], mostStretches) : [{ from, to }]
  const end = stretches.length < mostStretches ? to : (stretches.at(-1)?.to ?? to)
  return withPauses(clock, withGaps(stretches, calendar, from, end), end)
    .slice(-mostIntervals)
    .map((piece) => ({
      from: new Date(piece.from).toISOString(),
      to: new Date(piece.to).toISOString(),
      running: piece.running,
      reason: piece.reason,
    }))
}
