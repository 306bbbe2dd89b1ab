/** Names of weekdays and hours. */
import { useMemo } from 'react'
import { useFormat } from '../lib/format.ts'

export interface Clock {
  /** 1 is Monday */
  day(weekday: number): string
  shortDay(weekday: number): string
  /** `08:00 – 09:00` */
  hours(hour: number): string
  /** `Monday, 08:00 – 09:00` */
  hourOf(weekday: number, hour: number): string
}

// 2024-01-01 was a Monday.
const at = (weekday: number, hour: number): number => Date.UTC(2024, 0, weekday, hour)

export const useClock = (): Clock => {
  const { locale } = useFormat()
  return useMemo(() => {
    const style = (options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    const [long, short, time] = [
      style({ weekday: 'long' }),
      style({ weekday: 'short' }),
      style({ hour: '2-digit', minute: '2-digit' }),
    ]
    const day = (weekday: number): string => long.format(at(weekday, 0))
    const hours = (hour: number): string => `${time.format(at(1, hour))} – ${time.format(at(1, hour + 1))}`
    return {
      day,
      shortDay: (weekday) => short.format(at(weekday, 0)),
      hours,
      hourOf: (weekday, hour) => `${day(weekday)}, ${hours(hour)}`,
    }
  }, [locale])
}
