/** Numbers and times as people read them; times in the zone of the organisation. */
import { useMemo } from 'react'
import { useDeskLanguage } from './language.tsx'
import { useMe } from './me.ts'

export interface Format {
  readonly locale: string
  readonly timeZone: string
  number(value: number): string
  /** one decimal: a mean of ratings */
  average(value: number): string
  /** 0.25 → +25 % */
  change(fraction: number): string
  /** signed, one decimal */
  points(value: number): string
  percent(fraction: number): string
  /** day and time */
  full(iso: string): string
  date(iso: string): string
  /** a calendar day, YYYY-MM-DD */
  day(dateOnly: string): string
  shortDay(dateOnly: string): string
  /** under 24 hours "3 hours ago", else the day */
  ago(iso: string): string
  list(parts: readonly string[]): string
}

const make = (locale: string, timeZone: string): Format => {
  const numbers = new Intl.NumberFormat(locale)
  const oneDecimal = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  const signed = new Intl.NumberFormat(locale, {
    style: 'percent',
    signDisplay: 'exceptZero',
    maximumFractionDigits: 0,
  })
  const signedPoints = new Intl.NumberFormat(locale, {
    signDisplay: 'exceptZero',
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  })
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone })
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const noon = (dateOnly: string): Date => new Date(`${dateOnly}T12:00:00Z`)
  return {
    locale,
    timeZone,
    number: (value) => numbers.format(value),
    average: (value) => oneDecimal.format(value),
    change: (fraction) => signed.format(fraction),
    points: (value) => signedPoints.format(value),
    percent: (fraction) => percent.format(fraction),
    full: (iso) => full.format(new Date(iso)),
    date: (iso) => date.format(new Date(iso)),
    day: (dateOnly) => day.format(noon(dateOnly)),
    shortDay: (dateOnly) => shortDay.format(noon(dateOnly)),
    ago: (iso) => {
      const minutes = Math.round((new Date(iso).getTime() - Date.now()) / 60_000)
      if (Math.abs(minutes) < 60) return relative.format(minutes, 'minute')
      if (Math.abs(minutes) < 24 * 60) return relative.format(Math.trunc(minutes / 60), 'hour')
      return date.format(new Date(iso))
    },
    list: (parts) => list.format(parts),
  }
}

export const useFormat = (): Format => {
  const language = useDeskLanguage()
  const me = useMe()
  const own = navigator.languages.find((tag) => tag.slice(0, 2) === language)
  const locale = own ?? (language === 'en' ? 'en-GB' : 'de-DE')
  const timeZone = me.user?.timeZone ?? me.tenant.timeZone
  return useMemo(() => make(locale, timeZone), [locale, timeZone])
}
