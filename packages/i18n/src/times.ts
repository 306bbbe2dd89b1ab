/**
 * Instants and durations as text. Times at a place use the zone of its building, other times the reader's; the caller
 * passes the zone, and none means that of this device.
 */
import { withLatinDigits } from './grammar.ts'
import type { Language } from './languages.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Some browsers give an invalid language tag, e.g. en-US@posix. */
const isTag = (text: string): boolean => {
  try {
    return Intl.getCanonicalLocales(text).length > 0
  } catch {
    return false
  }
}

/** The browser's own tag of that language, with its region, for the reader's date format. */
export const readerLocale = (language: Language, browser: readonly string[]): string => {
  const own = browser.find((tag) => tag.toLowerCase().split('-')[0] === language && isTag(tag))
  return withLatinDigits(own ?? (language === 'en' ? 'en-GB' : language))
}

const styles = {
  /** "14:05" */
  time: { timeStyle: 'short' },
  /** "20 Nov 2026" */
  date: { dateStyle: 'medium' },
  /** "20 Nov" */
  day: { day: 'numeric', month: 'short' },
  /** "20 Nov, 14:05" */
  short: { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  /** "20 Nov 2026, 14:05" */
  full: { dateStyle: 'medium', timeStyle: 'short' },
  /** "Fri, 20 Nov 2026, 14:05" */
  dated: {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
  },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>
export type TimeStyle = keyof typeof styles

const formats = new Map<string, Intl.DateTimeFormat>()
// The locale comes from the browser, so a server with many readers limits its cache.
const mostFormats = 500

const formatOf = (style: TimeStyle, locale: string, timeZone: string | undefined): Intl.DateTimeFormat => {
  const key = `${style} ${locale} ${timeZone}`
  const known = formats.get(key)
  if (known) return known
  const options = { ...styles[style], numberingSystem: 'latn' }
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat(locale, timeZone ? { ...options, timeZone } : options)
  } catch {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
  if (formats.size >= mostFormats) formats.clear()
  formats.set(key, made)
  return made
}

/** @param at milliseconds @param timeZone UTC if this device does not know it */
export const instant = (at: number, style: TimeStyle, locale: string, timeZone?: string): string =>
  formatOf(style, locale, timeZone).format(at)

/** "5 minutes ago", "in 2 hours"; undefined from one day on. */
export const relative = (at: number, now: number, locale: string): string | undefined => {
  const distance = at - now
  const size = Math.abs(distance)
  if (size >= day) return undefined
  const words = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  if (size < minute) return words.format(0, 'second')
  return size < hour
    ? words.format(Math.trunc(distance / minute), 'minute')
    : words.format(Math.trunc(distance / hour), 'hour')
}

/** "45 minutes", "3 hours", "2 days" */
export const duration = (value: number, unit: 'minute' | 'hour' | 'day', locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(value)

/** In the largest fitting unit of minutes, hours and days; at least a minute. */
export const span = (milliseconds: number, locale: string): string => {
  const size = Math.abs(milliseconds)
  if (size < hour) return duration(Math.max(1, Math.trunc(size / minute)), 'minute', locale)
  if (size < 2 * day) return duration(Math.trunc(size / hour), 'hour', locale)
  return duration(Math.trunc(size / day), 'day', locale)
}

const short = (value: number, unit: 'minute' | 'hour' | 'day', locale: string): string =>
  new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'short' }).format(value)

/** "2 hr 10 min", to the minute below two days; at least a minute. @param days false: hours are the largest unit */
export const shortSpan = (milliseconds: number, locale: string, days = true): string => {
  const size = Math.max(minute, Math.abs(milliseconds))
  const [large, small, each, rest] =
    days && size >= 2 * day
      ? (['day', 'hour', day, hour] as const)
      : (['hour', 'minute', hour, minute] as const)
  const whole = Math.trunc(size / each)
  const over = Math.trunc((size % each) / rest)
  return [whole > 0 && short(whole, large, locale), over > 0 && short(over, small, locale)]
    .filter((part) => part !== false)
    .join(' ')
}
