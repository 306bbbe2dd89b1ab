/** Instants and durations in words, in a language, a region's order of dates and a time zone. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

const formats = new Map<string, Intl.DateTimeFormat>()

const mostFormats = 500

const format = (locale: string, timeZone: string, withDate: boolean): Intl.DateTimeFormat => {
  const key = `${locale} ${timeZone} ${withDate}`
  const known = formats.get(key)
  if (known) return known
  // The counts of the page are in these digits too.
  const options: Intl.DateTimeFormatOptions = {
    timeStyle: 'short',
    numberingSystem: 'latn',
    ...(withDate ? { dateStyle: 'medium' } : {}),
  }
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone })
  } catch {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
  // A region is what the browser says: no more are kept than there are places with visitors from everywhere.
  if (formats.size >= mostFormats) formats.clear()
  formats.set(key, made)
  return made
}

/** "14:05" within 20 hours of `now`, else with its date. */
export const clock = (at: string, now: string, locale: string, timeZone: string): string => {
  const far = Math.abs(Date.parse(now) - Date.parse(at)) > 20 * hour
  return format(locale, timeZone, far).format(new Date(at))
}

/** "12 minutes ago" within a day, else date and time. */
export const ago = (
  at: string,
  now: string,
  language: VisitorLanguage,
  locale: string,
  timeZone: string,
): string => {
  const passed = Math.max(0, Date.parse(now) - Date.parse(at))
  if (passed >= day) return format(locale, timeZone, true).format(new Date(at))
  const words = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  if (passed < minute) return words.format(0, 'second')
  if (passed < hour) return words.format(-Math.floor(passed / minute), 'minute')
  return words.format(-Math.floor(passed / hour), 'hour')
}

/** Milliseconds: from when on `ago` says something else; undefined where it never does. */
export const agoHoldsUntil = (at: string, now: string): number | undefined => {
  const passed = Math.max(0, Date.parse(now) - Date.parse(at))
  if (passed >= day) return undefined
  const step = passed < hour ? minute : hour
  return Date.parse(at) + (Math.floor(passed / step) + 1) * step
}

/** Minutes as a rough duration: "45 minutes", "3 hours", "2 days". */
export const roughly = (minutes: number, language: VisitorLanguage): string => {
  const [value, unit] =
    minutes < 60
      ? [Math.max(5, Math.ceil(minutes / 5) * 5), 'minute']
      : minutes < 36 * 60
        ? [Math.ceil(minutes / 60), 'hour']
        : [Math.ceil(minutes / 1440), 'day']
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

/** A day such as 2026-11-20 as "Nov 20" or "20 Nov". */
export const dayName = (date: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
    numberingSystem: 'latn',
  }).format(new Date(`${date}T12:00:00Z`))
