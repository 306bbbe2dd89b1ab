/**
 * When a schedule comes. Pure. The rule runs on the clock that hangs at the place, where every time exists and none
 * comes twice; each of its times is then looked for in the zone: 02:30 that a night leaves out is 03:30, one that comes
 * twice is the first.
 */
import { RRuleTemporal } from 'rrule-temporal'
import { type Rule, readRule } from './rule-text.ts'

export interface Rhythm {
  /** null: once */
  readonly rrule: string | null
  /** on the place's clock, e.g. 2026-11-23T07:00 */
  readonly startsAt: string
  readonly timeZone: string
}

type Local = Temporal.PlainDateTime

/** Nobody plans further ahead, and no rule is followed further. */
const horizonYears = 10
export const leastMinutes = 15
const looked = 200

/** A rule that has not come to its end after so many steps is not followed further: some 20 ms. */
const stepsAtMost = { maxIterations: 10_000, maxCandidateEvaluations: 40_000 } as const
/** A rule with COUNT is expanded from its beginning at each look, so it may take fewer. */
const stepsOfCount = { maxIterations: 1000, maxCandidateEvaluations: 4000 } as const

/** No zone has moved its clocks by more than a day. */
const shift = { hours: 26 }

const asLocal = (at: Date, zone: string): Local =>
  Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone).toPlainDateTime()

const asTime = (local: Local, zone: string): number =>
  local.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds

const inUtc = (local: Local): Temporal.ZonedDateTime => local.toZonedDateTime('UTC')

const earlier = (one: Local, other: Local): Local =>
  Temporal.PlainDateTime.compare(one, other) < 0 ? one : other
const later = (one: Local, other: Local): Local =>
  Temporal.PlainDateTime.compare(one, other) < 0 ? other : one

/** Times on the place's clock in a window, both ends included, ascending. */
type Between = (from: Local, to: Local) => Local[]

const lastOf = ({ until }: Rule, zone: string): Local | undefined => {
  if (until === undefined) return undefined
  return 'local' in until ? until.local : until.instant.toZonedDateTimeISO(zone).toPlainDateTime()
}

/** In order; what lies outside of the window is left out. */
const within = (times: readonly Local[], from: Local, to: Local): Local[] =>
  times.filter(
    (time) =>
      Temporal.PlainDateTime.compare(from, time) <= 0 && Temporal.PlainDateTime.compare(time, to) <= 0,
  )

const ruleBetween = (rule: Rule, start: Local, zone: string, end: Local): Between => {
  const last = lastOf(rule, zone)
  // A count is followed to its end, so that a rule which needs too many steps is refused at once and not in a year.
  const furthest = rule.counts ? start.add({ years: 1000 }) : end
  const until = last ? earlier(last, furthest) : furthest
  if (Temporal.PlainDateTime.compare(until, start) < 0) return () => []
  const series = new RRuleTemporal<Temporal.ZonedDateTime>({
    rruleString: `RRULE:${rule.repeats}`,
    dtstart: inUtc(start),
    tzid: 'UTC',
    until: inUtc(until),
    temporal: Temporal,
    ...(rule.counts ? stepsOfCount : stepsAtMost),
  })
  const asLocals = (times: readonly Temporal.ZonedDateTime[]): Local[] =>
    times.map((time) => time.toPlainDateTime())
  if (rule.counts) {
    // What is counted is counted from its beginning, whatever is asked for.
    const all = asLocals(series.all())
    return (from, to) => within(all, from, to)
  }
  return (from, to) => asLocals(series.between(inUtc(from), inUtc(to), true))
}

/** @param end beyond which nothing is looked for */
const openBetween = ({ rrule, startsAt, timeZone }: Rhythm, end: Local): Between => {
  const start = Temporal.PlainDateTime.from(startsAt)
  if (rrule === null) return (from, to) => within([start], from, to)
  const rule = readRule(rrule)
  if ('refused' in rule) return () => []
  return ruleBetween(rule, start, timeZone, end)
}

const firstDays = 3
/** Windows that hold so many times grow no further. */
const enough = 1000

/**
 * Times on the place's clock from `from` on, in windows that grow while little is found; a rule that takes too many
 * steps is over.
 */
function* windows(rhythm: Rhythm, from: Local, end: Local): Generator<readonly [Local[], Local]> {
  try {
    const between = openBetween(rhythm, end)
    let at = later(from, Temporal.PlainDateTime.from(rhythm.startsAt))
    let days = firstDays
    while (Temporal.PlainDateTime.compare(at, end) < 0) {
      const to = earlier(at.add({ days }), end)
      const times = between(at, to)
      yield [times, to]
      at = to
      if (times.length < enough) days *= 2
    }
  } catch (error) {
    if (!(error instanceof Error && /exceeded|range/i.test(error.message))) throw error
  }
}

/** The next times after `after`, ascending; at most `limit`, none after `until`, none further than ten years away. */
export const timesAfter = (rhythm: Rhythm, after: Date, limit: number, until?: Date): Date[] => {
  const { timeZone } = rhythm
  const from = asLocal(after, timeZone)
  const end = until ? asLocal(until, timeZone).add(shift) : from.add({ years: horizonYears })
  const found = new Set<number>()
  const inOrder = (): number[] => [...found].sort((one, other) => one - other).slice(0, limit)
  for (const [locals, to] of windows(rhythm, from.subtract(shift), end)) {
    for (const local of locals) {
      const time = asTime(local, timeZone)
      if (time > after.getTime() && (until === undefined || time <= until.getTime())) found.add(time)
    }
    // What the next window brings is later, but for what a night left out.
    if (found.size >= limit && (inOrder().at(-1) ?? 0) < asTime(to.subtract(shift), timeZone)) break
  }
  return inOrder().map((time) => new Date(time))
}

/** Whether two of the first times are closer than a quarter of an hour. */
const isTooOften = (rhythm: Rhythm): boolean => {
  const start = Temporal.PlainDateTime.from(rhythm.startsAt)
  let seen = 0
  let last: Local | undefined
  for (const [locals] of windows(rhythm, start, start.add({ years: horizonYears }))) {
    for (const local of locals) {
      const minutes = last?.until(local).total('minutes') ?? 0
      // The ends of two windows that touch are one time.
      if (minutes > 0 && minutes < leastMinutes) return true
      last = local
      if (++seen >= looked) return false
    }
  }
  return false
}

/** What is wrong with a rhythm: where and why; undefined where it can be kept. */
export const faultOf = (
  rhythm: Rhythm,
  now: Date,
): { readonly field: 'rrule' | 'startsAt'; readonly message: string } | undefined => {
  if (rhythm.rrule !== null) {
    const rule = readRule(rhythm.rrule)
    if ('refused' in rule) return { field: 'rrule', message: rule.refused }
    if (isTooOften(rhythm))
      return { field: 'rrule', message: `comes more often than every ${leastMinutes} minutes` }
  }
  if (timesAfter(rhythm, now, 1).length > 0) return undefined
  return rhythm.rrule === null
    ? { field: 'startsAt', message: 'is past, or more than ten years away' }
    : {
        field: 'rrule',
        message: /COUNT/i.test(rhythm.rrule)
          ? 'has no time to come within ten years, or takes too long to count: use UNTIL in place of COUNT'
          : 'has no time to come within ten years',
      }
}
