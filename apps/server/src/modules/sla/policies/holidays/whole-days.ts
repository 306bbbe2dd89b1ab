/** When an event is, as whole days. */
import ICAL from 'ical.js'
import type { CalendarEvent, Fault, Property } from './read-events.ts'

const firstYear = 1970
const daySeconds = 86_400

export interface EventTime {
  readonly date: Temporal.PlainDate
  /** a date, or a date and time */
  readonly isDate: boolean
  readonly isMidnight: boolean
}

/** @throws ServiceError for what is no date, or none that there is */
export const eventTimeOf = ({ line, name }: Property, value: unknown, fault: Fault): EventTime => {
  // A date where a time is expected has empty places behind it.
  const parts = /^(\d{4})(-\d{2}-\d{2})(?:T(?:::|(\d{2}:\d{2}:\d{2})Z?))?$/.exec(String(value))
  if (!parts) throw fault(line, `${name} holds no date such as 20261225`)
  const [, year = '', day = '', time] = parts
  if (Number(year) < firstYear) throw fault(line, `${name} is before ${firstYear}`)
  try {
    const date = Temporal.PlainDate.from(year + day, { overflow: 'reject' })
    return { date, isDate: time === undefined, isMidnight: time === undefined || time === '00:00:00' }
  } catch {
    throw fault(line, `${name} names a day that does not exist`)
  }
}

const secondsOf = ({ line, name }: Property, value: unknown, fault: Fault): number => {
  try {
    return ICAL.Duration.fromString(String(value)).toSeconds()
  } catch {
    throw fault(line, `${name} holds no duration such as P1D`)
  }
}

/** What follows from a start: an end, or seconds until it. */
type Until = EventTime | number | undefined

/** @returns days from midnight to midnight, of which the end is the first that is not part; undefined: an appointment */
const lengthOf = (start: EventTime, until: Until): number | undefined => {
  if (typeof until === 'number') {
    const days = until / daySeconds
    return start.isDate
      ? Math.max(1, Math.trunc(days))
      : start.isMidnight && days >= 1 && Number.isInteger(days)
        ? days
        : undefined
  }
  if (!until) return start.isDate ? 1 : undefined
  if (!start.isDate && !(start.isMidnight && until.isMidnight)) return undefined
  return Math.max(1, start.date.until(until.date, { largestUnit: 'days' }).days)
}

export interface Span {
  readonly first: Temporal.PlainDate
  readonly days: number
}

/** @throws ServiceError for an end before the start, or more than `most` days */
const spanOf = (
  start: EventTime,
  until: Until,
  line: number,
  most: number,
  fault: Fault,
): Span | undefined => {
  const isBefore =
    typeof until === 'number' ? until < 0 : until && Temporal.PlainDate.compare(until.date, start.date) < 0
  if (isBefore) throw fault(line, 'this event ends before it starts')
  const days = lengthOf(start, until)
  if (days !== undefined && days > most) throw fault(line, `this event is longer than ${most} days`)
  return days === undefined ? undefined : { first: start.date, days }
}

export const propertiesOf = ({ properties }: CalendarEvent, name: string): Property[] =>
  properties.filter((property) => property.name === name)

/** @returns undefined where the event is no whole days */
export const spanOfEvent = (event: CalendarEvent, most: number, fault: Fault): Span | undefined => {
  const [start] = propertiesOf(event, 'DTSTART')
  const [end] = propertiesOf(event, 'DTEND')
  const [duration] = propertiesOf(event, 'DURATION')
  if (!start) throw fault(event.line, 'this event has no DTSTART')
  const until = end
    ? eventTimeOf(end, end.values[0], fault)
    : duration && secondsOf(duration, duration.values[0], fault)
  return spanOf(eventTimeOf(start, start.values[0], fault), until, event.line, most, fault)
}

/** Days that an event names one by one, each as long as the event, or from a start to an end. */
export const spansOfDates = (event: CalendarEvent, days: number, most: number, fault: Fault): Span[] =>
  propertiesOf(event, 'RDATE').flatMap((property) =>
    property.values.flatMap((value) => {
      if (!Array.isArray(value)) return { first: eventTimeOf(property, value, fault).date, days }
      const [from, to] = value
      const until = String(to).includes('P')
        ? secondsOf(property, to, fault)
        : eventTimeOf(property, to, fault)
      return spanOf(eventTimeOf(property, from, fault), until, property.line, most, fault) ?? []
    }),
  )
