/** The whole days of an event. */
import ICAL from 'ical.js'
import type { CalendarEvent, Fault, Property } from './read-events.ts'

const firstYear = 1970
const daySeconds = 86_400

export interface EventTime {
  readonly date: Temporal.PlainDate
  /** DATE, not DATE-TIME */
  readonly isDate: boolean
  readonly isMidnight: boolean
}

/** @throws ServiceError for an invalid date */
export const eventTimeOf = ({ line, name }: Property, value: unknown, fault: Fault): EventTime => {
  // A DATE in place of a DATE-TIME has empty time parts in jCal.
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

/** An end, or a duration in seconds. */
type Until = EventTime | number | undefined

/** @returns days from midnight to midnight, without the end day; undefined for an event that is not whole days */
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

/** @returns undefined if the event is not whole days */
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

/** The days of RDATE values, each as long as the event, or a period of its own. */
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
