/** The figures by a plain count over rows, with other code and another library than the product. */

export interface PlainRow {
  readonly id: string
  readonly at: number
  readonly amenityId: string
  readonly buildingId: string
  readonly rating: number | null
  readonly counted: boolean
  readonly codes: readonly string[]
}

export interface Local {
  readonly date: string
  readonly hour: number
  /** 1 is Monday */
  readonly weekday: number
}

const formats = new Map<string, Intl.DateTimeFormat>()
const known = new Map<string, Local>()
const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** A time on the wall clock of a zone. */
export const localOf = (timeZone: string, at: number): Local => {
  const key = `${timeZone} ${at}`
  const found = known.get(key)
  if (found) return found
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      weekday: 'short',
    })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const local = {
    date: `${parts.year}-${parts.month}-${parts.day}`,
    hour: Number(parts.hour),
    weekday: weekdays.indexOf(parts.weekday ?? '') + 1,
  }
  known.set(key, local)
  return local
}

export const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

export const daysBetween = (from: string, to: string): number =>
  (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000

/** The start of a day. */
export const dayStart = (timeZone: string, date: string): number =>
  Temporal.PlainDate.from(date).toZonedDateTime(timeZone).epochMilliseconds

export const ratingsOf = (rows: readonly PlainRow[]): number[] => rows.flatMap(({ rating }) => rating ?? [])

export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length

export const counted = (rows: readonly PlainRow[]) => ({
  count: rows.length,
  rated: ratingsOf(rows).length,
  average: mean(ratingsOf(rows)),
})

export const changed = (now: readonly PlainRow[], before: readonly PlainRow[]) => {
  const [a, b] = [mean(ratingsOf(now)), mean(ratingsOf(before))]
  return {
    change: before.length === 0 ? null : (now.length - before.length) / before.length,
    averageChange: a === null || b === null ? null : a - b,
  }
}

export const distribution = (rows: readonly PlainRow[]) =>
  Object.fromEntries(
    [1, 2, 3, 4, 5].map((rating) => [String(rating), rows.filter((row) => row.rating === rating).length]),
  )

const clip = (value: number): number => Math.max(1, Math.min(5, value))

/** (10 · m + Σ ratings) / (10 + n), ± 1.96 · s / √(n + 10) */
export const score = (rows: readonly PlainRow[], all: readonly PlainRow[]) => {
  const m = mean(ratingsOf(all))
  if (m === null) return { score: null, low: null, high: null }
  const s = Math.sqrt(mean(ratingsOf(all).map((rating) => (rating - m) ** 2)) ?? 0)
  const own = ratingsOf(rows)
  const value = (10 * m + own.reduce((a, b) => a + b, 0)) / (10 + own.length)
  const margin = (1.96 * s) / Math.sqrt(own.length + 10)
  return { score: value, low: clip(value - margin), high: clip(value + margin) }
}

export const share = (k: number, n: number) => {
  if (n === 0) return { share: null, low: null, high: null }
  const [p, zz] = [k / n, 1.96 ** 2]
  const middle = (p + zz / (2 * n)) / (1 + zz / n)
  const half = (1.96 / (1 + zz / n)) * Math.sqrt((p * (1 - p)) / n + zz / (4 * n * n))
  return { share: p, low: Math.max(0, middle - half), high: Math.min(1, middle + half) }
}
