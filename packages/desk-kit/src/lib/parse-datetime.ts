/** Parses day and time as people type them: the displayed format and shorter forms. */
import { instantOf, localTimeIn, plusDays, todayIn } from './days.ts'

const two = (value: number): string => String(value).padStart(2, '0')

/** `14:05`, `2:05 pm`, `14.05 Uhr`, `2 pm` → HH:MM and the remaining text. */
const takeTime = (text: string): { readonly time: string; readonly rest: string } | undefined => {
  const found =
    /(?:^|[\s,])(\d{1,2}):(\d{2})(?:\s*([ap])\.?\s?m\.?)?(?:\s*uhr)?\s*$/.exec(text) ??
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

const readDay = (text: string, locale: string, today: string): string | undefined => {
  const trimmed = text.trim().replace(/,$/, '').trim()
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  for (const days of [0, 1, 2])
    if (trimmed === relative.format(days, 'day').toLowerCase()) return plusDays(today, days)
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

/** @returns ISO instant; undefined where the text cannot be parsed */
export const parseDateTime = (typed: string, locale: string, timeZone: string): string | undefined => {
  const taken = takeTime(
    typed
      .replaceAll(/[\u00a0\u202f]/g, ' ')
      .trim()
      .toLowerCase(),
  )
  if (!taken) return undefined
  const day = readDay(taken.rest, locale, todayIn(timeZone))
  return day === undefined ? undefined : instantOf(day, taken.time, timeZone)
}

/** HH:MM of an instant in the time zone. */
export const timeOf = (iso: string, timeZone: string): string => localTimeIn(iso, timeZone).slice(11)
