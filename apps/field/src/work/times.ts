/** Times in words: relative for a day, then the day and the hour. */
import type { AppLanguage } from '../parts/language.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** E.g. "20 Nov, 14:05". */
export const absoluteTime = (at: number, language: AppLanguage): string =>
  new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)

/** E.g. "5 minutes ago", "in 2 hours"; beyond a day the time itself. */
export const relativeTime = (at: number, now: number, language: AppLanguage): string => {
  const distance = at - now
  const size = Math.abs(distance)
  if (size >= day) return absoluteTime(at, language)
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (size < minute) return format.format(0, 'second')
  return size < hour
    ? format.format(Math.trunc(distance / minute), 'minute')
    : format.format(Math.trunc(distance / hour), 'hour')
}

/** A span such as "40 minutes" or "3 hours"; at least a minute. */
export const spanOf = (milliseconds: number, language: AppLanguage): string => {
  const size = Math.abs(milliseconds)
  const [value, unit] =
    size < hour
      ? [Math.max(1, Math.trunc(size / minute)), 'minute']
      : size < 2 * day
        ? [Math.trunc(size / hour), 'hour']
        : [Math.trunc(size / day), 'day']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}
