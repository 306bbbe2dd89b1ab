/** The state of one SLA clock, as pure functions. Times are milliseconds since 1970. */
import type { BlockReason, Sla } from '#contracts/tasks/records.ts'
import type { Schedule, Stretch } from './calendar.ts'

export interface Pause extends Stretch {
  readonly reason: BlockReason
}

export const slaDeadlines = ['RESPOND_RISK', 'RESPOND', 'RESOLVE_RISK', 'RESOLVE'] as const
export type SlaDeadline = (typeof slaDeadlines)[number]

/** The part of a clock that does not depend on its policy. */
export interface ClockState {
  /** start of this cycle: creation, or the last reopening */
  readonly startedAt: number
  readonly reopenCount: number
  readonly respondedAt: number | null
  readonly resolvedAt: number | null
  readonly pausedSince: number | null
  readonly pauseReason: BlockReason | null
  readonly pauses: readonly Pause[]
  readonly pausedMs: number
  /** deadlines of this cycle whose events were emitted */
  readonly notified: readonly SlaDeadline[]
  /** in this cycle or an earlier one */
  readonly breached: boolean
  /** in an earlier cycle */
  readonly breachedBefore: boolean
}

/** When each deadline passes if the clock is not paused again; null if its hours never open. */
export type Times = Readonly<Record<SlaDeadline, number | null>>

export interface Clock extends ClockState {
  readonly policyId: string | null
  readonly times: Times
}

/** Running time that a priority allows to respond and to resolve. */
export interface Budget {
  readonly schedule: Schedule
  /** for a cycle that starts then, in ms; null if its hours never open */
  readonly respond: (startedAt: number) => number | null
  readonly resolve: (startedAt: number) => number | null
}

/** Share of the running time after which a clock is AT_RISK. */
const riskShare = 0.75
const mostPauses = 100

/**
 * Limits the number of pauses by merging the closest two; the time between them then counts as paused, in favour of
 * the assignee.
 */
const limitPauses = (pauses: readonly Pause[]): readonly Pause[] => {
  if (pauses.length <= mostPauses) return pauses
  const gap = (index: number): number => (pauses[index + 1]?.from ?? Infinity) - (pauses[index]?.to ?? 0)
  const closest = pauses.reduce((best, _, index) => (gap(index) < gap(best) ? index : best), 0)
  return pauses.flatMap((pause, index) => {
    if (index === closest) return [{ ...pause, to: pauses[index + 1]?.to ?? pause.to }]
    return index === closest + 1 ? [] : [pause]
  })
}

/** The fields of a task that its clock depends on. */
export interface TaskState {
  readonly status: string
  readonly createdAt: number
  readonly reopenCount: number
  /** the first known start */
  readonly startedAt: number | null
  readonly completedAt: number | null
  readonly blockedSince: number | null
  readonly blockedReason: BlockReason | null
  /** end of the former hold, if it ended by its own date */
  readonly heldUntil: number | undefined
}

const newCycle = (startedAt: number, reopenCount: number, breached: boolean): ClockState => ({
  startedAt,
  reopenCount,
  respondedAt: null,
  resolvedAt: null,
  pausedSince: null,
  pauseReason: null,
  pauses: [],
  pausedMs: 0,
  notified: [],
  breached,
  breachedBefore: breached,
})

const resumed = (state: ClockState, at: number): ClockState => {
  const { pausedSince: from, pauseReason: reason } = state
  if (from === null || reason === null) return state
  const to = Math.max(from, at)
  return {
    ...state,
    pausedSince: null,
    pauseReason: null,
    pauses: to > from ? limitPauses([...state.pauses, { from, to, reason }]) : state.pauses,
    pausedMs: state.pausedMs + to - from,
  }
}

/**
 * The state after a change of the task at `now`. Reopening starts a new cycle, which keeps whether an earlier one
 * was breached.
 * @param before undefined if the task had no clock
 */
export const nextState = (before: ClockState | undefined, task: TaskState, now: number): ClockState => {
  const isNew = before === undefined || task.reopenCount > before.reopenCount
  const startedAt = before === undefined ? task.createdAt : now
  let state = isNew ? newCycle(startedAt, task.reopenCount, before?.breached ?? false) : before
  const responded = task.startedAt ?? task.completedAt
  if (state.respondedAt === null && responded !== null)
    state = { ...state, respondedAt: Math.max(responded, state.startedAt) }
  if (task.heldUntil !== undefined) state = resumed(state, task.heldUntil)
  if (task.status === 'DONE') {
    if (state.resolvedAt !== null) return state
    const at = Math.max(task.completedAt ?? now, state.startedAt)
    return { ...resumed(state, at), resolvedAt: at }
  }
  if (task.blockedReason === null) return resumed(state, now)
  if (state.pausedSince !== null) {
    // A new reason starts a new pause.
    if (state.pauseReason === task.blockedReason) return state
    return { ...resumed(state, now), pausedSince: now, pauseReason: task.blockedReason }
  }
  const last = state.pauses.at(-1)?.to ?? state.startedAt
  return {
    ...state,
    pausedSince: Math.max(task.blockedSince ?? now, last),
    pauseReason: task.blockedReason,
  }
}

/** When the deadlines of a state pass. */
export const timesOf = (
  { startedAt, pauses }: Pick<ClockState, 'startedAt' | 'pauses'>,
  { schedule, respond, resolve }: Budget,
): Times => {
  const after = (budget: number | null, share: number): number | null =>
    budget === null ? null : (schedule.add(startedAt, Math.round(budget * share), pauses) ?? null)
  const [toRespond, toResolve] = [respond(startedAt), resolve(startedAt)]
  return {
    RESPOND_RISK: after(toRespond, riskShare),
    RESPOND: after(toRespond, 1),
    RESOLVE_RISK: after(toResolve, riskShare),
    RESOLVE: after(toResolve, 1),
  }
}

const isOfRespond = (deadline: SlaDeadline): boolean => deadline === 'RESPOND' || deadline === 'RESPOND_RISK'

/** After this time a deadline no longer counts: the task has been responded to or resolved, or the clock is paused. */
const endOf = (state: ClockState, deadline: SlaDeadline): number =>
  Math.min(
    (isOfRespond(deadline) ? state.respondedAt : state.resolvedAt) ?? Infinity,
    state.resolvedAt ?? Infinity,
    state.pausedSince ?? Infinity,
  )

/** Whether the deadline has passed; a response at exactly that time is in time. */
export const hasPassed = (clock: Clock, deadline: SlaDeadline, now: number): boolean => {
  const at = clock.times[deadline]
  return at !== null && at <= now && at < endOf(clock, deadline)
}

/** Deadlines that have passed and whose events were not emitted yet, in order of time. */
export const unnotified = (clock: Clock, now: number): { deadline: SlaDeadline; at: number }[] =>
  slaDeadlines
    .flatMap((deadline) => {
      const at = clock.times[deadline]
      return at !== null && !clock.notified.includes(deadline) && hasPassed(clock, deadline, now)
        ? [{ deadline, at }]
        : []
    })
    .sort((one, other) => one.at - other.at)

export const isBreach = (deadline: SlaDeadline): boolean => deadline === 'RESPOND' || deadline === 'RESOLVE'

/**
 * A phone may report late that work started or ended before a deadline whose event was emitted already; that
 * deadline then does not count. Deadlines that had passed under former times stay, and so does a breach before a
 * reopening.
 * @param answered the clock with the times from the phone
 */
export const withoutUndone = (
  clock: Clock,
  answered: Clock,
  now: number,
): Pick<ClockState, 'notified' | 'breached'> => {
  const notified = clock.notified.filter(
    (deadline) => !hasPassed(clock, deadline, now) || hasPassed(answered, deadline, now),
  )
  const isSame = notified.length === clock.notified.length
  return { notified, breached: isSame ? clock.breached : clock.breachedBefore || notified.some(isBreach) }
}

/** The next deadline to emit; null if none follows unless the task changes. */
export const nextDeadline = (clock: Clock): number | null => {
  const times = slaDeadlines.flatMap((deadline) => {
    const at = clock.times[deadline]
    return at === null || clock.notified.includes(deadline) || at >= endOf(clock, deadline) ? [] : [at]
  })
  return times.length === 0 ? null : Math.min(...times)
}

export const hasBreached = (clock: Clock, now: number): boolean =>
  hasPassed(clock, 'RESPOND', now) || hasPassed(clock, 'RESOLVE', now)

/** The state to present at `now`; correct even if events were not emitted yet. */
export const stateOf = (clock: Clock, now: number): Sla['state'] => {
  if (clock.resolvedAt !== null) return clock.breached || hasBreached(clock, now) ? 'BREACHED' : 'MET'
  if (hasBreached(clock, now)) return 'BREACHED'
  if (clock.pausedSince !== null || clock.times.RESOLVE === null) return 'PAUSED'
  // Once work has started, the response cannot be late any more.
  const respondAtRisk = clock.respondedAt === null && hasPassed(clock, 'RESPOND_RISK', now)
  return respondAtRisk || hasPassed(clock, 'RESOLVE_RISK', now) ? 'AT_RISK' : 'ON_TRACK'
}

/** When time alone will change the state; Infinity if it will not. */
export const stateValidUntil = (clock: Clock, now: number): number =>
  Math.min(
    ...slaDeadlines.flatMap((deadline) => {
      const at = clock.times[deadline]
      return at !== null && at > now && at < endOf(clock, deadline) ? [at] : []
    }),
    Infinity,
  )
