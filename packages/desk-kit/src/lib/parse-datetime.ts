/** Parses day and time as people type them: the displayed format and shorter forms. */
import { instantOf, localTimeIn, plusDays } from './days.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** `14:05`, `2:05 pm`, `14.05 Uhr`, `2 pm` → HH:MM and the remaining text. */
const takeTime = (text: string): { readonly time: string; readonly rest: string } | undefined => {
  const found =
    /(?:^|[\s,]|(?<=\d)t)(\d{1,2}):(\d{2})(?:\s*([ap])\.?\s?m\.?)?(?:\s*uhr)?\s*$/.exec(text) ??
    /(?:^|[\s,])(\d{1,2})\.(\d{2})\s*uhr\s*$/.exec(text) ??
    /(?:^|[\s,])(\d{1,2})()\s*([ap])\.?\s?m\.?\s*$/.exec(text) ??
    /(?:^|[\s,])(\d{1,2})()\s*uhr\s*$/.exec(text)
  if (!found) return undefined
  const [, hours, minutes, half] = found
  const hour = Number(hours)
  if (half !== undefined && (hour < 1 || hour > 12)) return undefined
  const shown = half === undefined ? hour : (hour % 12) + (half === 'p' ? 12 : 0)
  const minute = Number(minutes || 0)
  if (shown > 23 || minute > 59) return undefined
  return { time: `${two(shown)}:${two(minute)}`, rest: text.slice(0, found.index) }
}

const dateOf = (year: number, month: number, day: number): string | undefined => {
  const whole = year < 100 ? 2000 + year : year
  const at = new Date(Date.UTC(whole, month - 1, day))
  const isReal = at.getUTCFullYear() === whole && at.getUTCMonth() === month - 1 && at.getUTCDate() === day
  return isReal && whole >= 2000 && whole < 2100 ? at.toISOString().slice(0, 10) : undefined
}

/** "nov", "november", "Nov." → 1 to 12, in the reader's language. */
const monthOf = (word: string, locale: string): number | undefined => {
  for (let month = 1; month <= 12; month++) {
    const at = Date.UTC(2026, month - 1, 15)
    for (const style of ['long', 'short'] as const) {
      const parts = new Intl.DateTimeFormat(locale, { day: 'numeric', month: style, timeZone: 'UTC' })
      const name =
        parts
          .formatToParts(at)
          .find(({ type }) => type === 'month')
          ?.value.toLowerCase() ?? ''
      if (name.replace('.', '') === word || (word.length >= 3 && name.startsWith(word))) return month
    }
  }
  return undefined
}

type Field = 'year' | 'month' | 'day'

const fieldsOf = (locale: string): Field[] =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'short', timeZone: 'UTC' })
    .formatToParts(0)
    .flatMap(({ type }) => (type === 'year' || type === 'month' || type === 'day' ? [type] : []))

/** Without a year: the next such day, or one in the last 30 days. */
const nearest = (month: number, day: number, today: string): string | undefined => {
  const year = Number(today.slice(0, 4))
  const here = dateOf(year, month, day)
  return here !== undefined && here < plusDays(today, -30) ? dateOf(year + 1, month, day) : here
}

/** "tomorrow", "morgen", "Fri": number of days from today, in the reader's language or English. */
const daysTo = (text: string, locale: string, today: string): number | undefined => {
  const word = text.replace(/\.$/, '')
  for (const language of [locale, 'en']) {
    const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
    for (const days of [0, 1, 2]) if (word === relative.format(days, 'day').toLowerCase()) return days
    for (const weekday of ['long', 'short'] as const) {
      const named = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      for (let days = 0; days < 7; days++) {
        const name = named.format(new Date(`${plusDays(today, days)}T12:00:00Z`)).toLowerCase()
        if (word === name.replace(/\.$/, '')) return days
      }
    }
  }
  return undefined
}

const readDay = (text: string, locale: string, today: string): string | undefined => {
  const trimmed = text.trim().replace(/,$/, '').trim()
  const days = daysTo(trimmed, locale, today)
  if (days !== undefined) return plusDays(today, days)
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(trimmed) ?? []
  if (isoYear) return dateOf(Number(isoYear), Number(isoMonth), Number(isoDay))
  // A weekday is ignored.
  const words = trimmed.match(/\p{L}+/gu) ?? []
  const numbers = (trimmed.match(/\d+/g) ?? []).map(Number)
  const month = words.map((word) => monthOf(word, locale)).find((found) => found !== undefined)
  if (month !== undefined) {
    const [one, other] = numbers
    if (one === undefined || numbers.length > 2) return undefined
    if (other === undefined) return nearest(month, one, today)
    return one > 31 ? dateOf(one, month, other) : dateOf(other, month, one)
  }
  if (words.length > 0) return undefined
  const order = fieldsOf(locale)
  const fields = numbers.length === 2 ? order.filter((field) => field !== 'year') : order
  if (numbers.length !== fields.length) return undefined
  const values = Object.fromEntries(fields.map((field, place) => [field, numbers[place]]))
  const { year, month: given = 0, day = 0 } = values as Partial<Record<Field, number>>
  return year === undefined ? nearest(given, day, today) : dateOf(year, given, day)
}

const units: readonly (readonly [RegExp, number])[] = [
  [/^(m|mins?|minutes?|minuten?)$/, 1],
  [/^(h|hrs?|hours?|std|stunden?)$/, 60],
  [/^(d|days?|t|tage?n?)$/, 24 * 60],
  [/^(w|weeks?|wochen?)$/, 7 * 24 * 60],
]

/** "+2h", "in 30 min", "+1 Tag"; whole days keep the time of day. */
const readSpan = (text: string, timeZone: string, now: number): string | undefined => {
  const [, count, name = ''] = /^(?:\+|in\s)\s*(\d{1,3})\s*(\p{L}+)\.?$/u.exec(text) ?? []
  const minutes = units.find(([words]) => words.test(name))?.[1]
  if (count === undefined || minutes === undefined) return undefined
  const minute = 60_000
  const span = Number(count) * minutes
  if (minutes < 24 * 60) return new Date(Math.ceil((now + span * minute) / minute) * minute).toISOString()
  const [today = '', time = ''] = localTimeIn(new Date(now).toISOString(), timeZone).split(' ')
  return instantOf(plusDays(today, span / (24 * 60)), time, timeZone)
}

/**
 * A time alone is the next such time, and a weekday the next such day. @param now milliseconds since 1970
 * @returns ISO instant; undefined where the text cannot be parsed
 */
export const parseDateTime = (
  typed: string,
  locale: string,
  timeZone: string,
  now = Date.now(),
): string | undefined => {
  const text = typed
    .replaceAll(/[\u00a0\u202f]/g, ' ')
    .trim()
    .toLowerCase()
  const span = readSpan(text, timeZone, now)
  if (span !== undefined) return span
  const today = localTimeIn(new Date(now).toISOString(), timeZone).slice(0, 10)
  // "tomorrow 9": an hour alone needs a word before it, since "24 Nov 9" could be a year.
  const [, word, hour] = /^(\p{L}+\.?),?\s+(\d{1,2})$/u.exec(text) ?? []
  const whole = word !== undefined && daysTo(word, locale, today) !== undefined ? `${word} ${hour}:00` : text
  const taken = takeTime(whole)
  if (!taken) return undefined
  const named = taken.rest.trim().replace(/,$/, '').trim()
  const isNext = (at: string): boolean => Date.parse(at) > now
  if (named === '') {
    const at = instantOf(today, taken.time, timeZone)
    return isNext(at) ? at : instantOf(plusDays(today, 1), taken.time, timeZone)
  }
  const day = readDay(named, locale, today)
  return day === undefined ? undefined : instantOf(day, taken.time, timeZone)
}

/** HH:MM of an instant in the time zone. */
export const timeOf = (iso: string, timeZone: string): string => localTimeIn(iso, timeZone).slice(11)
