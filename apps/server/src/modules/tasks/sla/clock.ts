/** The course of one SLA clock: pure. Moments are milliseconds since 1970. */
import type { BlockReason, Sla } from '#contracts/tasks/records.ts'
import type { Schedule, Stretch } from './calendar.ts'

export interface Pause extends Stretch {
  readonly reason: BlockReason
}

export const moments = ['RESPOND_RISK', 'RESPOND', 'RESOLVE_RISK', 'RESOLVE'] as const
export type Moment = (typeof moments)[number]

/** What of the clock stands whatever policy decides. */
export interface Course {
  /** of this run: since the creation, or since the last reopening */
  readonly startedAt: number
  readonly reopenCount: number
  readonly respondedAt: number | null
  readonly resolvedAt: number | null
  readonly pausedSince: number | null
  readonly pauseReason: BlockReason | null
  readonly pauses: readonly Pause[]
  readonly pausedMs: number
  /** moments of this run of which everybody has been told */
  readonly told: readonly Moment[]
  /** in this run or in one before */
  readonly breached: boolean
  /** in one before this */
  readonly breachedBefore: boolean
}

/** When each moment comes if the clock stands no more; null where its hours never open. */
export type Times = Readonly<Record<Moment, number | null>>

export interface Clock extends Course {
  readonly policyId: string | null
  readonly times: Times
}

/** Running time that a priority gives, until somebody begins and until it is done. */
export interface Budget {
  readonly schedule: Schedule
  /** of a run that starts then, in ms; null where its hours never open */
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
export interface TaskCourse {
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

const fresh = (startedAt: number, reopenCount: number, breached: boolean): Course => ({
  startedAt,
  reopenCount,
  respondedAt: null,
  resolvedAt: null,
  pausedSince: null,
  pauseReason: null,
  pauses: [],
  pausedMs: 0,
  told: [],
  breached,
  breachedBefore: breached,
})

const resumed = (course: Course, at: number): Course => {
  const { pausedSince: from, pauseReason: reason } = course
  if (from === null || reason === null) return course
  const to = Math.max(from, at)
  return {
    ...course,
    pausedSince: null,
    pauseReason: null,
    pauses: to > from ? bounded([...course.pauses, { from, to, reason }]) : course.pauses,
    pausedMs: course.pausedMs + to - from,
  }
}

/**
 * The course after a change of the task at `now`. A reopening begins a new run; it keeps whether the promise was broken.
 * @param before undefined where the task had no clock
 */
export const follow = (before: Course | undefined, task: TaskCourse, now: number): Course => {
  const isNew = before === undefined || task.reopenCount > before.reopenCount
  const startedAt = before === undefined ? task.createdAt : now
  let course = isNew ? fresh(startedAt, task.reopenCount, before?.breached ?? false) : before
  const responded = task.startedAt ?? task.completedAt
  if (course.respondedAt === null && responded !== null)
    course = { ...course, respondedAt: Math.max(responded, course.startedAt) }
  if (task.heldUntil !== undefined) course = resumed(course, task.heldUntil)
  if (task.status === 'DONE') {
    if (course.resolvedAt !== null) return course
    const at = Math.max(task.completedAt ?? now, course.startedAt)
    return { ...resumed(course, at), resolvedAt: at }
  }
  if (task.blockedReason === null) return resumed(course, now)
  if (course.pausedSince !== null) {
    // Another reason is another pause.
    if (course.pauseReason === task.blockedReason) return course
    return { ...resumed(course, now), pausedSince: now, pauseReason: task.blockedReason }
  }
  const last = course.pauses.at(-1)?.to ?? course.startedAt
  return {
    ...course,
    pausedSince: Math.max(task.blockedSince ?? now, last),
    pauseReason: task.blockedReason,
  }
}

/** When the moments of a course come. */
export const timesOf = (
  { startedAt, pauses }: Pick<Course, 'startedAt' | 'pauses'>,
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

const isOfRespond = (moment: Moment): boolean => moment === 'RESPOND' || moment === 'RESPOND_RISK'

/** Until when a moment may still come: it does not once the matter is settled, nor while the clock stands. */
const endOf = (course: Course, moment: Moment): number =>
  Math.min(
    (isOfRespond(moment) ? course.respondedAt : course.resolvedAt) ?? Infinity,
    course.resolvedAt ?? Infinity,
    course.pausedSince ?? Infinity,
  )

/** Whether the moment came; who answers in the very moment is in time. */
export const hasPassed = (clock: Clock, moment: Moment, now: number): boolean => {
  const at = clock.times[moment]
  return at !== null && at <= now && at < endOf(clock, moment)
}

/** Those that have come and of which nobody has been told, in the order in which they came. */
export const untold = (clock: Clock, now: number): { moment: Moment; at: number }[] =>
  moments
    .flatMap((moment) => {
      const at = clock.times[moment]
      return at !== null && !clock.told.includes(moment) && hasPassed(clock, moment, now)
        ? [{ moment, at }]
        : []
    })
    .sort((one, other) => one.at - other.at)

export const isBreach = (moment: Moment): boolean => moment === 'RESPOND' || moment === 'RESOLVE'

/**
 * A phone may say late that work was begun or done before an end of which everybody has been told: that end never came.
 * One that came by the times that held then stays, and so does a breach before a reopening.
 * @param answered the clock with what the phone says
 */
export const withoutRefuted = (
  clock: Clock,
  answered: Clock,
  now: number,
): Pick<Course, 'told' | 'breached'> => {
  const told = clock.told.filter(
    (moment) => !hasPassed(clock, moment, now) || hasPassed(answered, moment, now),
  )
  const isSame = told.length === clock.told.length
  return { told, breached: isSame ? clock.breached : clock.breachedBefore || told.some(isBreach) }
}

/** The next of which to tell; null where there is none for as long as nobody changes the task. */
export const nextMoment = (clock: Clock): number | null => {
  const times = moments.flatMap((moment) => {
    const at = clock.times[moment]
    return at === null || clock.told.includes(moment) || at >= endOf(clock, moment) ? [] : [at]
  })
  return times.length === 0 ? null : Math.min(...times)
}

export const hasBreached = (clock: Clock, now: number): boolean =>
  hasPassed(clock, 'RESPOND', now) || hasPassed(clock, 'RESOLVE', now)

/** What is shown at `now`, exact whether or not anybody has been told. */
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
    ...moments.flatMap((moment) => {
      const at = clock.times[moment]
      return at !== null && at > now && at < endOf(clock, moment) ? [at] : []
    }),
    Infinity,
  )
