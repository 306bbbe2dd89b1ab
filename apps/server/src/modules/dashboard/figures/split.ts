/**
 * Splits time spans into parts of the rollup: whole months and days, hours of days cut by a bound, and rows for the
 * rest. Times are milliseconds since 1970.
 */
import type { RollupGroup } from '#server/modules/feedback/public.ts'
import { isoDate, type ZoneTime, zoneTime } from '#server/platform/zone-time.ts'

const hour = 3600_000
const day = 24 * hour

export interface Stretch {
  readonly from: number
  readonly to: number
}

/** Consecutive days or months: all in one bucket (step 0), or each day in the next bucket (step 1). */
export interface Run {
  /** days since 1970, `to` excluded */
  readonly from: number
  readonly to: number
  readonly bucket: number
  readonly step: 0 | 1
  /** excluded buildings */
  readonly without: readonly string[]
}

/** A day cut by one bound: the buckets of its hours before `hour` and from `hour` on; null: none. */
export interface CutDay {
  readonly date: string
  readonly hour: number
  readonly before: number | null
  readonly after: number | null
}

/** A day whose hours may lie in different buckets: the bucket of each of its 24 hours; null: none. */
export interface DayByHours {
  readonly date: string
  readonly buckets: readonly (number | null)[]
}

export interface Split {
  readonly zone: string
  readonly buildingIds: readonly string[]
  readonly months: readonly Run[]
  readonly days: readonly Run[]
  readonly cutDays: readonly CutDay[]
  readonly daysByHours: readonly DayByHours[]
  /** counted from rows of all these buildings; ascending, not touching */
  readonly rows: readonly Stretch[]
  /** the same for some of the buildings */
  readonly rowsOf: readonly (Stretch & { readonly buildingIds: readonly string[] })[]
}

/** Index of the bucket of a time: bounds[i] ≤ at < bounds[i + 1]. */
const bucketAt = (bounds: readonly number[], at: number): number => {
  let [low, high] = [0, bounds.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((bounds[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return low
}

/** How to count a day cut by a bound: from its rows, from the sums before and after an hour, or hour by hour. */
export type Cuts = 'ROWS' | 'SUMS' | 'HOURS'

interface Splitting {
  readonly bounds: readonly number[]
  readonly first: number
  readonly last: number
  readonly cuts: Cuts
}

const inOneBucket = ({ bounds, first, last }: Splitting, { from, to }: Stretch): number | undefined => {
  if (from < first || to > last) return undefined
  const bucket = bucketAt(bounds, from)
  return to <= (bounds[bucket + 1] ?? 0) ? bucket : undefined
}

const clip = ({ first, last }: Splitting, { from, to }: Stretch): Stretch[] => {
  const clipped = { from: Math.max(from, first), to: Math.min(to, last) }
  return clipped.from < clipped.to ? [clipped] : []
}

/** Ascending stretches, with touching ones merged. */
const mergeTouching = (stretches: readonly Stretch[]): Stretch[] => {
  const result: Stretch[] = []
  for (const one of stretches.toSorted((a, b) => a.from - b.from)) {
    const before = result.at(-1)
    if (before && one.from <= before.to)
      result[result.length - 1] = { from: before.from, to: Math.max(before.to, one.to) }
    else result.push(one)
  }
  return result
}

/** Whether the day has 24 hours without a change of the clock. */
const isWholeDay = (clock: ZoneTime, { from, to }: Stretch): boolean =>
  to - from === day && clock.offsetSpanAt(from).to >= to

const nextMonth = (date: number): number => {
  const at = new Date(date * day)
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1) / day
}

type Piece = Omit<Run, 'step'>

/** Combines adjacent days or months into runs. */
const runsOf = (pieces: readonly Piece[], mayStep: boolean): Run[] => {
  const runs: Run[] = []
  for (const piece of pieces) {
    const last = runs.at(-1)
    const joins = last && last.to === piece.from && last.without.length + piece.without.length === 0
    const steps = joins && mayStep && piece.bucket === last.bucket + (piece.from - last.from)
    const isAlone = joins && last.to === last.from + 1
    if (joins && piece.bucket === last.bucket && last.step === 0)
      runs[runs.length - 1] = { ...last, to: piece.to }
    else if (steps && (last.step === 1 || isAlone)) runs[runs.length - 1] = { ...last, to: piece.to, step: 1 }
    else runs.push({ ...piece, step: 0 })
  }
  return runs
}

const splitGroup = (rollupGroup: RollupGroup, splitting: Splitting): Split => {
  const { zone, until, buildingIds } = rollupGroup
  const { first, last, cuts } = splitting
  const clock = zoneTime(zone)
  const anew = Map.groupBy(rollupGroup.recounts, ({ at }) => clock.dateAt(at))
  const withoutOn = (date: number): string[] => [
    ...new Set((anew.get(date) ?? []).map(({ buildingId }) => buildingId)),
  ]
  const found = {
    months: [] as Piece[],
    days: [] as Piece[],
    cutDays: [] as CutDay[],
    daysByHours: [] as DayByHours[],
    rows: clip(splitting, { from: until, to: last }),
    rowsOf: [] as (Stretch & { buildingIds: string[] })[],
  }
  const spanOf = (date: number, next: number): Stretch => ({
    from: clock.startOf(date),
    to: clock.startOf(next),
  })

  const wholeMonth = (date: number): number | undefined => {
    if (!isoDate(date).endsWith('-01')) return undefined
    const next = nextMonth(date)
    const span = spanOf(date, next)
    if (span.to > until || [...anew.keys()].some((one) => one >= date && one < next)) return undefined
    return inOneBucket(splitting, span)
  }

  const cut = (date: number, span: Stretch): void => {
    if (cuts === 'ROWS' || !isWholeDay(clock, span)) {
      found.rows.push(...clip(splitting, span))
      return
    }
    const buckets = Array.from({ length: 24 }, (_, index): number | null => {
      const slot = { from: span.from + index * hour, to: span.from + (index + 1) * hour }
      const bucket = inOneBucket(splitting, slot)
      // A bound may cut an hour, e.g. between zones that differ by half an hour.
      if (bucket === undefined) found.rows.push(...clip(splitting, slot))
      return bucket ?? null
    })
    const [before = null, after = null] = [buckets[0], buckets.at(-1)]
    const at = buckets.findIndex((bucket) => bucket !== before)
    if (cuts === 'SUMS' && at > 0 && buckets.slice(at).every((bucket) => bucket === after))
      found.cutDays.push({ date: isoDate(date), hour: at, before, after })
    else if (buckets.some((bucket) => bucket !== null))
      found.daysByHours.push({ date: isoDate(date), buckets })
  }

  const end = Math.min(until, last)
  for (let date = clock.dateAt(first); clock.startOf(date) < end; ) {
    const month = wholeMonth(date)
    if (month !== undefined) {
      const to = nextMonth(date)
      found.months.push({ from: date, to, bucket: month, without: [] })
      date = to
      continue
    }
    const span = spanOf(date, date + 1)
    // Of today, only what the rollup covers so far.
    const known = { ...span, to: Math.min(span.to, until) }
    const bucket = inOneBucket(splitting, known)
    const without = withoutOn(date)
    if (bucket !== undefined) {
      found.days.push({ from: date, to: date + 1, bucket, without })
      for (const stretch of without.length > 0 ? clip(splitting, known) : [])
        found.rowsOf.push({ ...stretch, buildingIds: without })
    } else if (without.length > 0) found.rows.push(...clip(splitting, span))
    else cut(date, span)
    date += 1
  }
  return {
    zone,
    buildingIds,
    ...found,
    months: runsOf(found.months, false),
    days: runsOf(found.days, true),
    rows: mergeTouching(found.rows),
  }
}

/** @param bounds ascending; bucket i is from bounds[i] up to, but without, bounds[i + 1] */
export const split = (
  rollupGroups: readonly RollupGroup[],
  bounds: readonly number[],
  cuts: Cuts,
): readonly Split[] => {
  // No submission is older than 1970.
  const [first, last] = [Math.max(bounds[0] ?? 0, 0), bounds.at(-1) ?? 0]
  if (first >= last) return []
  return rollupGroups.map((rollupGroup) => splitGroup(rollupGroup, { bounds, first, last, cuts }))
}
