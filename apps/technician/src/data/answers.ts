/** Converts form input to API values. */

export type Until = 'unknown' | 'hour' | 'tomorrow' | 'other'

/** ISO 8601 time of a choice; null if unknown, undefined if it is not in the future. */
export const untilOf = (choice: Until, typed: string, now: number): string | null | undefined => {
  if (choice === 'unknown') return null
  if (choice === 'hour') return new Date(now + 3600_000).toISOString()
  const date = choice === 'tomorrow' ? new Date(now) : new Date(typed)
  if (choice === 'tomorrow') {
    date.setDate(date.getDate() + 1)
    date.setHours(8, 0, 0, 0)
  }
  return Number.isFinite(date.getTime()) && date.getTime() > now ? date.toISOString() : undefined
}

/** Whole minutes of the input; undefined if empty, null if invalid. */
export const minutesOf = (typed: string): number | undefined | null => {
  if (typed.trim() === '') return undefined
  const minutes = Number(typed)
  return Number.isInteger(minutes) && minutes >= 0 && minutes <= 10_080 ? minutes : null
}
