/** The state of one SLA clock: pure. Times are milliseconds since 1970. */
import type { BlockReason, Sla } from '#contracts/tasks/records.ts'
import type { Schedule, Stretch } from './calendar.ts'

export interface Pause extends Stretch {
  readonly reason: BlockReason
}

export const slaDeadlines = ['RESPOND_RISK', 'RESPOND', 'RESOLVE_RISK', 'RESOLVE'] as const
export type SlaDeadline = (typeof slaDeadlines)[number]

/** What of the clock stands whatever policy decides. */
export interface ClockState {
  /** of this cycle: since the creation, or since the last reopening */
  readonly startedAt: number
  readonly reopenCount: number
  readonly respondedAt: number | null
  readonly resolvedAt: number | null
  readonly pausedSince: number | null
  readonly pauseReason: BlockReason | null
  readonly pauses: readonly Pause[]
  readonly pausedMs: number
  /** deadlines of this cycle of which everybody has been notified */
  readonly notified: readonly SlaDeadline[]
  /** in this cycle or in one before */
  readonly breached: boolean
  /** in one before this */
  readonly breachedBefore: boolean
}

/** When each deadline comes if the clock stands no more; null where its hours never open. */
export type Times = Readonly<Record<SlaDeadline, number | null>>

export interface Clock extends ClockState {
  readonly policyId: string | null
  readonly times: Times
}

/** Running time that a priority gives, until somebody begins and until it is done. */
export interface Budget {
  readonly schedule: Schedule
  /** of a cycle that starts then, in ms; null where its hours never open */
  readonly respond: (startedAt: number) => number | null
  readonly resolve: (startedAt: number) => number | null
}

/** Of the running time, after which a clock is AT_RISK. */
const riskShare = 0.75
const mostPauses = 100

/** The two that lie closest become one: what ran between them counts as paused, in favour of who does the work. */
const bounded = (pauses: readonly Pause[]): readonly Pause[] => {
  if (pauses.length <= mostPauses) return pauses
  const gap = (index: number): number => (pauses[index + 1]?.from ?? Infinity) - (pauses[index]?.to ?? 0)
  const closest = pauses.reduce((best, _, index) => (gap(index) < gap(best) ? index : best), 0)
  return pauses.flatMap((pause, index) => {
    if (index === closest) return [{ ...pause, to: pauses[index + 1]?.to ?? pause.to }]
    return index === closest + 1 ? [] : [pause]
  })
}

/** What of a task its clock follows. */
export interface TaskState {
  readonly status: string
  readonly createdAt: number
  readonly reopenCount: number
  /** the first start that is known */
  readonly startedAt: number | null
  readonly completedAt: number | null
  readonly blockedSince: number | null
  readonly blockedReason: BlockReason | null
  /** when the block that stood before was over by itself */
  readonly heldUntil: number | undefined
}

const fresh = (startedAt: number, reopenCount: number, breached: boolean): ClockState => ({
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
    pauses: to > from ? bounded([...state.pauses, { from, to, reason }]) : state.pauses,
    pausedMs: state.pausedMs + to - from,
  }
}

/**
 * The state after a change of the task at `now`. A reopening begins a new cycle; it keeps whether the promise was broken.
 * @param before undefined where the task had no clock
 */
export const follow = (before: ClockState | undefined, task: TaskState, now: number): ClockState => {
  const isNew = before === undefined || task.reopenCount > before.reopenCount
  const startedAt = before === undefined ? task.createdAt : now
  let state = isNew ? fresh(startedAt, task.reopenCount, before?.breached ?? false) : before
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
    // Another reason is another pause.
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

/** When the deadlines of a state come. */
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

/** Until when a deadline may still come: it does not once the matter is settled, nor while the clock stands. */
const endOf = (state: ClockState, deadline: SlaDeadline): number =>
  Math.min(
    (isOfRespond(deadline) ? state.respondedAt : state.resolvedAt) ?? Infinity,
    state.resolvedAt ?? Infinity,
    state.pausedSince ?? Infinity,
  )

/** Whether the deadline came; who answers in the very moment is in time. */
export const hasPassed = (clock: Clock, deadline: SlaDeadline, now: number): boolean => {
  const at = clock.times[deadline]
  return at !== null && at <= now && at < endOf(clock, deadline)
}

/** Those that have come and of which nobody has been notified, in the order in which they came. */
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
 * A phone may say late that work was begun or done before an end of which everybody has been notified: that end never came.
 * One that came by the times that held then stays, and so does a breach before a reopening.
 * @param answered the clock with what the phone says
 */
export const withoutRefuted = (
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

/** The next of which to tell; null where there is none for as long as nobody changes the task. */
export const nextDeadline = (clock: Clock): number | null => {
  const times = slaDeadlines.flatMap((deadline) => {
    const at = clock.times[deadline]
    return at === null || clock.notified.includes(deadline) || at >= endOf(clock, deadline) ? [] : [at]
  })
  return times.length === 0 ? null : Math.min(...times)
}

export const hasBreached = (clock: Clock, now: number): boolean =>
  hasPassed(clock, 'RESPOND', now) || hasPassed(clock, 'RESOLVE', now)

/** What is shown at `now`, exact whether or not anybody has been notified. */
export const stateOf = (clock: Clock, now: number): Sla['state'] => {
  if (clock.resolvedAt !== null) return clock.breached || hasBreached(clock, now) ? 'BREACHED' : 'MET'
  if (hasBreached(clock, now)) return 'BREACHED'
  if (clock.pausedSince !== null || clock.times.RESOLVE === null) return 'PAUSED'
  // Whoever has begun is no longer at risk of beginning too late.
  const respondAtRisk = clock.respondedAt === null && hasPassed(clock, 'RESPOND_RISK', now)
  return respondAtRisk || hasPassed(clock, 'RESOLVE_RISK', now) ? 'AT_RISK' : 'ON_TRACK'
}

/** When time alone will make it another state; Infinity where it will not. */
export const stateHoldsUntil = (clock: Clock, now: number): number =>
  Math.min(
    ...slaDeadlines.flatMap((deadline) => {
      const at = clock.times[deadline]
      return at !== null && at > now && at < endOf(clock, deadline) ? [at] : []
    }),
    Infinity,
  )
