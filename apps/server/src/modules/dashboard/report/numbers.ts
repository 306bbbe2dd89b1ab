/** Number formats of a report; — if there is no value. */
import { percentIn } from '#ui/charts/percent.ts'

export interface Numbers {
  number(value: number): string
  average(value: number | null): string
  percent(value: number | null): string
  /** 0.25 → +25 % */
  change(value: number | null): string
  /** signed difference on the rating scale */
  points(value: number | null): string
  day(date: string): string
  /** without the year */
  shortDay(date: string): string
  month(date: string): string
  moment(at: Date, zone: string): string
}

export const missing = '–'

export const numbersIn = (locale: string): Numbers => {
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const
  const numbers = new Intl.NumberFormat(locale)
  const averages = new Intl.NumberFormat(locale, oneDecimal)
  const shares = percentIn(locale)
  const changes = new Intl.NumberFormat(locale, {
    style: 'percent',
    maximumFractionDigits: 0,
    signDisplay: 'exceptZero',
  })
  const points = new Intl.NumberFormat(locale, { ...oneDecimal, signDisplay: 'exceptZero' })
  const inUtc = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return (date: string): string => format.format(Date.parse(`${date}T12:00:00Z`))
  }
  const orMissing =
    (format: Intl.NumberFormat) =>
    (value: number | null): string =>
      value === null ? missing : format.format(value)
  return {
    number: (value) => numbers.format(value),
    average: orMissing(averages),
    percent: (value) => (value === null ? missing : shares(value)),
    change: orMissing(changes),
    points: orMissing(points),
    day: inUtc({ day: 'numeric', month: 'short', year: 'numeric' }),
    shortDay: inUtc({ day: 'numeric', month: 'short' }),
    month: inUtc({ month: 'long', year: 'numeric' }),
    moment: (at, zone) =>
      new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(at),
  }
}
