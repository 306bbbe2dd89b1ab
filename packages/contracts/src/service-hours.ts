/** Service hours as text: `08:00-12:00, 13:00-18:00`; empty means closed. */
import type { ServiceHours } from './settings.ts'

export const weekdays = [
  'MONDAY',
  'TUESDAY',
  'WEDNESDAY',
  'THURSDAY',
  'FRIDAY',
  'SATURDAY',
  'SUNDAY',
] as const
export type Weekday = (typeof weekdays)[number]
export type HoursText = Readonly<Record<Weekday, string>>

const clock = /^([01]?\d|2[0-4])(?:[:.]?([0-5]\d))?$/

const readClock = (text: string): string | undefined => {
  const [, hour, minute] = clock.exec(text.trim()) ?? []
  if (hour === undefined) return undefined
  const whole = `${hour.padStart(2, '0')}:${minute ?? '00'}`
  return whole > '24:00' ? undefined : whole
}

/** @returns undefined if an interval is invalid, ends before it starts, or overlaps another */
export const readDay = (text: string): ServiceHours['MONDAY'] | undefined => {
  const parts = text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
  const intervals: ServiceHours['MONDAY'] = []
  for (const part of parts) {
    const [first, second, ...rest] = part.split(/[-–]/)
    const from = readClock(first ?? '')
    const to = readClock(second ?? '')
    if (from === undefined || to === undefined || rest.length > 0 || from >= to) return undefined
    const before = intervals.at(-1)
    if (before && before.to > from) return undefined
    intervals.push({ from, to })
  }
  return intervals.length > 6 ? undefined : intervals
}

export const hoursText = (hours: ServiceHours): HoursText =>
  Object.fromEntries(
    weekdays.map((day) => [day, hours[day].map(({ from, to }) => `${from}–${to}`).join(', ')]),
  ) as HoursText

/** @returns the first invalid day, or the hours */
export const readHours = (text: HoursText): { fault: Weekday } | { hours: ServiceHours } => {
  const fault = weekdays.find((day) => readDay(text[day]) === undefined)
  if (fault) return { fault }
  return { hours: Object.fromEntries(weekdays.map((day) => [day, readDay(text[day]) ?? []])) as ServiceHours }
}

export const usualHours: HoursText = {
  MONDAY: '07:00–18:00',
  TUESDAY: '07:00–18:00',
  WEDNESDAY: '07:00–18:00',
  THURSDAY: '07:00–18:00',
  FRIDAY: '07:00–18:00',
  SATURDAY: '',
  SUNDAY: '',
}
