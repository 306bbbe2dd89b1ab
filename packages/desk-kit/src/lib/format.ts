/** Formats numbers and times for the reader; times in the organisation's time zone. */
import { useMemo } from 'react'
import { instant, readerLocale, relative } from '#i18n/times.ts'
import { percentIn } from '#ui/charts/percent.ts'
import { useDeskLanguage } from './language.tsx'
import { useReader } from './reader.ts'

export interface Format {
  readonly locale: string
  readonly timeZone: string
  number(value: number): string
  /** one decimal, for mean ratings */
  average(value: number): string
  /** 0.25 → +25 % */
  change(fraction: number): string
  /** signed, one decimal */
  points(value: number): string
  /** without decimals; with one close to 0 or 100 % */
  percent(fraction: number): string
  /** day and time */
  full(iso: string): string
  date(iso: string): string
  /** a calendar day, YYYY-MM-DD */
  day(dateOnly: string): string
  shortDay(dateOnly: string): string
  /** less than 24 hours: "3 hours ago", else the day */
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
  const list = new Intl.ListFormat(locale, { type: 'conjunction' })
  const noon = (dateOnly: string): number => Date.parse(`${dateOnly}T12:00:00Z`)
  const date = (iso: string): string => instant(Date.parse(iso), 'date', locale, timeZone)
  return {
    locale,
    timeZone,
    number: (value) => numbers.format(value),
    average: (value) => oneDecimal.format(value),
    change: (fraction) => signed.format(fraction),
    points: (value) => signedPoints.format(value),
    percent: percentIn(locale),
    full: (iso) => instant(Date.parse(iso), 'full', locale, timeZone),
    date,
    day: (dateOnly) => instant(noon(dateOnly), 'date', locale, 'UTC'),
    shortDay: (dateOnly) => instant(noon(dateOnly), 'day', locale, 'UTC'),
    ago: (iso) => relative(Date.parse(iso), Date.now(), locale) ?? date(iso),
    list: (parts) => list.format(parts),
  }
}

export const useFormat = (): Format => {
  const language = useDeskLanguage()
  const locale = readerLocale(language, navigator.languages)
  const { timeZone } = useReader()
  return useMemo(() => make(locale, timeZone), [locale, timeZone])
}
