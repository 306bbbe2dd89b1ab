/** Formatting of times by language, region and the building's time zone. */
import type { VisitorLanguage } from '#contracts/kit/vocabulary.ts'
import { duration, instant, relative } from '#i18n/times.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** "14:05" within 20 hours of `now`, else with its date. */
export const clock = (at: string, now: string, locale: string, timeZone: string): string => {
  const far = Math.abs(Date.parse(now) - Date.parse(at)) > 20 * hour
  return instant(Date.parse(at), far ? 'full' : 'time', locale, timeZone)
}

/** "12 minutes ago" within a day, else date and time. */
export const ago = (
  at: string,
  now: string,
  language: VisitorLanguage,
  locale: string,
  timeZone: string,
): string => {
  const then = Math.min(Date.parse(at), Date.parse(now))
  return relative(then, Date.parse(now), language) ?? instant(then, 'full', locale, timeZone)
}

/** Time in milliseconds at which the text of `ago` changes; undefined if it never does. */
export const agoHoldsUntil = (at: string, now: string): number | undefined => {
  const passed = Math.max(0, Date.parse(now) - Date.parse(at))
  if (passed >= day) return undefined
  const step = passed < hour ? minute : hour
  return Date.parse(at) + (Math.floor(passed / step) + 1) * step
}

/** Minutes as a rough duration: "45 minutes", "3 hours", "2 days". */
export const roughly = (minutes: number, language: VisitorLanguage): string => {
  if (minutes < 60) return duration(Math.max(5, Math.ceil(minutes / 5) * 5), 'minute', language)
  if (minutes < 36 * 60) return duration(Math.ceil(minutes / 60), 'hour', language)
  return duration(Math.ceil(minutes / 1440), 'day', language)
}

/** A day such as 2026-11-20 as "Nov 20" or "20 Nov". */
export const dayName = (date: string, locale: string): string =>
  instant(Date.parse(`${date}T12:00:00Z`), 'day', locale, 'UTC')
