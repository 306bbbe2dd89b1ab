/**
 * When a schedule runs. Pure functions. The RRULE is expanded in local time without a zone, where every time exists
 * exactly once; each result is then converted to the zone: 02:30 in a skipped hour becomes 03:30, and of a repeated
 * time the first counts.
 */
import { RRuleTemporal } from 'rrule-temporal'
import { type Rule, readRule } from './rule-text.ts'

export interface Recurrence {
  /** null: once */
  readonly rrule: string | null
  /** local time, for example 2026-11-23T07:00 */
  readonly startsAt: string
  readonly timeZone: string
}

type Local = Temporal.PlainDateTime

/** Years to which rules are expanded. */
const horizonYears = 10
export const leastMinutes = 15
const checkedTimes = 200

/** Limits of the expansion, some 20 ms; a rule that reaches them is not expanded further. */
const stepsAtMost = { maxIterations: 10_000, maxCandidateEvaluations: 40_000 } as const
/** A rule with COUNT is expanded from its start each time, so it gets fewer steps. */
const stepsOfCount = { maxIterations: 1000, maxCandidateEvaluations: 4000 } as const

/** No zone has ever moved its clocks by more than a day. */
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

/** Local times in a window, both ends included, ascending. */
type Between = (from: Local, to: Local) => Local[]

const lastOf = ({ until }: Rule, zone: string): Local | undefined => {
  if (until === undefined) return undefined
  return 'local' in until ? until.local : until.instant.toZonedDateTimeISO(zone).toPlainDateTime()
}

/** Times inside the window, in order. */
const within = (times: readonly Local[], from: Local, to: Local): Local[] =>
  times.filter(
    (time) =>
      Temporal.PlainDateTime.compare(from, time) <= 0 && Temporal.PlainDateTime.compare(time, to) <= 0,
  )

const ruleBetween = (rule: Rule, start: Local, zone: string, end: Local): Between => {
  const last = lastOf(rule, zone)
  // A rule with COUNT is expanded to its end, so that one with too many steps is refused at once and not in a year.
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
    // COUNT counts from the start, whatever the window.
    const all = asLocals(series.all())
    return (from, to) => within(all, from, to)
  }
  return (from, to) => asLocals(series.between(inUtc(from), inUtc(to), true))
}

/** @param end latest time of the expansion */
const openBetween = ({ rrule, startsAt, timeZone }: Recurrence, end: Local): Between => {
  const start = Temporal.PlainDateTime.from(startsAt)
  if (rrule === null) return (from, to) => within([start], from, to)
  const rule = readRule(rrule)
  if ('refused' in rule) return () => []
  return ruleBetween(rule, start, timeZone, end)
}

const firstDays = 3
/** Windows with this many times are large enough and do not grow. */
const fullWindow = 1000

/**
 * Local times from `from` on, in windows that grow while they contain few; ends with a rule that needs too many
 * steps.
 */
function* windows(recurrence: Recurrence, from: Local, end: Local): Generator<readonly [Local[], Local]> {
  try {
    const between = openBetween(recurrence, end)
    let at = later(from, Temporal.PlainDateTime.from(recurrence.startsAt))
    let days = firstDays
    while (Temporal.PlainDateTime.compare(at, end) < 0) {
      const to = earlier(at.add({ days }), end)
      const times = between(at, to)
      yield [times, to]
      at = to
      if (times.length < fullWindow) days *= 2
    }
  } catch (error) {
    if (!(error instanceof Error && /exceeded|range/i.test(error.message))) throw error
  }
}

/** The next times after `after`, ascending; at most `limit`, none after `until`, none more than ten years ahead. */
export const timesAfter = (recurrence: Recurrence, after: Date, limit: number, until?: Date): Date[] => {
  const { timeZone } = recurrence
  const from = asLocal(after, timeZone)
  const end = until ? asLocal(until, timeZone).add(shift) : from.add({ years: horizonYears })
  const found = new Set<number>()
  const inOrder = (): number[] => [...found].sort((one, other) => one - other).slice(0, limit)
  for (const [locals, to] of windows(recurrence, from.subtract(shift), end)) {
    for (const local of locals) {
      const time = asTime(local, timeZone)
      if (time > after.getTime() && (until === undefined || time <= until.getTime())) found.add(time)
    }
    // The next window can only have later times, except ones moved by a clock change.
    if (found.size >= limit && (inOrder().at(-1) ?? 0) < asTime(to.subtract(shift), timeZone)) break
  }
  return inOrder().map((time) => new Date(time))
}

/** Whether two of the first times are closer than a quarter of an hour. */
const isTooOften = (recurrence: Recurrence): boolean => {
  const start = Temporal.PlainDateTime.from(recurrence.startsAt)
  let seen = 0
  let last: Local | undefined
  for (const [locals] of windows(recurrence, start, start.add({ years: horizonYears }))) {
    for (const local of locals) {
      const minutes = last?.until(local).total('minutes') ?? 0
      // Adjacent windows share a time.
      if (minutes > 0 && minutes < leastMinutes) return true
      last = local
      if (++seen >= checkedTimes) return false
    }
  }
  return false
}

/** The fault of a recurrence: path and reason; undefined if it is valid. */
export const faultOf = (
  recurrence: Recurrence,
  now: Date,
): { readonly field: 'rrule' | 'startsAt'; readonly message: string } | undefined => {
  if (recurrence.rrule !== null) {
    const rule = readRule(recurrence.rrule)
    if ('refused' in rule) return { field: 'rrule', message: rule.refused }
    if (isTooOften(recurrence))
      return { field: 'rrule', message: `occurs more often than every ${leastMinutes} minutes` }
  }
  if (timesAfter(recurrence, now, 1).length > 0) return undefined
  return recurrence.rrule === null
    ? { field: 'startsAt', message: 'is in the past, or more than ten years ahead' }
    : {
        field: 'rrule',
        message: /COUNT/i.test(recurrence.rrule)
          ? 'has no time to come within ten years, or takes too long to count: use UNTIL in place of COUNT'
          : 'has no time to come within ten years',
      }
}
