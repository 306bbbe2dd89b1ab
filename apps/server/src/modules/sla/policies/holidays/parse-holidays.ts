/** Whole days of an iCalendar file as dates. */
import ICAL from 'ical.js'
import { RRuleTemporal } from 'rrule-temporal'
import { invalid } from '#server/platform/errors.ts'
import { eventLoopYielder } from '#server/platform/yield-to-event-loop.ts'
import { type CalendarEvent, type Fault, type Property, readEvents } from './read-events.ts'
import { eventTimeOf, propertiesOf, type Span, spanOfEvent, spansOfDates } from './whole-days.ts'

const years = 5
const mostRules = 200
/** Days that a rule may generate; a holiday needs a handful each year. */
const mostCandidates = 600
/** in a file */
const mostDays = 400
/** Duplicate days cost work too. */
const mostNamed = 5000
/** Rule parts about days; a rule with hours or minutes is no whole day. */
const dayParts = /^(freq|interval|count|until|bymonth|bymonthday|byyearday|byweekno|byday|bysetpos|wkst)$/

const zoned = (date: Temporal.PlainDate): Temporal.ZonedDateTime => date.toZonedDateTime('UTC')

/**
 * Without COUNT the start can be moved later without changing the rule; leap days and intervals over years stay in
 * step.
 */
const laterStart = (
  start: Temporal.PlainDate,
  { count, interval }: ICAL.Recur,
  today: Temporal.PlainDate,
): Temporal.PlainDate => {
  if (count !== null) return start
  const step = 4 * interval
  const later = Math.floor((today.year - 2 - start.year) / step) * step
  return later > 0 ? start.add({ years: later }) : start
}

/** First days by a rule, from the beginning of last year. */
const startsByRule = (
  start: Temporal.PlainDate,
  { line, values: [value] }: Property,
  today: Temporal.PlainDate,
  fault: Fault,
): Temporal.PlainDate[] => {
  const rule = ICAL.Recur.fromData(value as Parameters<typeof ICAL.Recur.fromData>[0])
  if (rule.freq !== 'YEARLY') throw fault(line, 'only days that repeat every year are supported')
  if (!Object.keys(value as object).every((part) => dayParts.test(part)))
    throw fault(line, 'RRULE has parts other than days')
  try {
    return new RRuleTemporal({
      rruleString: `RRULE:${rule.toString()}`,
      dtstart: zoned(laterStart(start, rule, today)),
      temporal: Temporal,
      maxCandidateEvaluations: mostCandidates,
    })
      .between(zoned(today.subtract({ years: 1 })), zoned(today.add({ years })), true)
      .map((date) => Temporal.PlainDate.from(date.toString().slice(0, 10)))
  } catch {
    throw fault(line, 'RRULE cannot be read, or names too many days')
  }
}

const textOf = (event: CalendarEvent, name: string): string =>
  String(propertiesOf(event, name)[0]?.values[0] ?? '')

const datesOf = (property: Property, fault: Fault): string[] =>
  property.values.map((value) => eventTimeOf(property, value, fault).date.toString())

/** By UID: days of a series that an event of its own moves or cancels. */
const replacedDays = (events: readonly CalendarEvent[], fault: Fault): ReadonlyMap<string, Set<string>> => {
  const found = new Map<string, Set<string>>()
  for (const event of events) {
    const [property] = propertiesOf(event, 'RECURRENCE-ID')
    if (!property) continue
    if (property.parameters.range !== undefined)
      throw fault(property.line, 'RECURRENCE-ID with RANGE cannot be read; end the series with UNTIL instead')
    const uid = textOf(event, 'UID')
    const days = found.get(uid) ?? new Set()
    found.set(uid, days)
    for (const date of datesOf(property, fault)) days.add(date)
  }
  return found
}

const isCancelled = (event: CalendarEvent): boolean =>
  event.withdrawn || textOf(event, 'STATUS').trim().toUpperCase() === 'CANCELLED'

/**
 * Closed days as ISO dates, ascending; yearly ones for the next five years.
 * @param path of the file in the input
 * @throws ServiceError VALIDATION_ERROR with the line, or if the file has no whole day
 */
export const holidaysOf = async (text: string, now: Date, path: string): Promise<string[]> => {
  const fault: Fault = (line, message) => invalid(path, `line ${line}: ${message}`)
  const yieldToEventLoop = eventLoopYielder()
  const events = await readEvents(text, fault, yieldToEventLoop)
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').toPlainDate()
  const replaced = replacedDays(events, fault)
  const dates = new Set<string>()
  let named = 0
  let rules = 0

  const add = ({ first, days }: Span, line: number): void => {
    named += days
    if (named > mostNamed) throw fault(line, 'the file has too many days up to this line')
    for (let offset = 0; offset < days; offset++) {
      dates.add(first.add({ days: offset }).toString())
      if (dates.size > mostDays)
        throw fault(line, `the file has more than ${mostDays} closed days up to this line`)
    }
  }
  for (const event of events) {
    const span = spanOfEvent(event, mostDays, fault)
    if (!span || isCancelled(event)) continue
    const { first, days } = span
    const except = new Set<string>()
    for (const property of propertiesOf(event, 'EXDATE')) {
      for (const date of datesOf(property, fault)) except.add(date)
      await yieldToEventLoop()
    }
    const isReplaced = (date: string): boolean =>
      propertiesOf(event, 'RECURRENCE-ID').length === 0 &&
      (replaced.get(textOf(event, 'UID'))?.has(date) ?? false)
    const take = (each: Span): void => {
      const date = each.first.toString()
      if (!except.has(date) && !isReplaced(date)) add(each, event.line)
    }
    const repeats = propertiesOf(event, 'RRULE')
    if (repeats.length === 0) take(span)
    for (const each of spansOfDates(event, days, mostDays, fault)) take(each)
    for (const rule of repeats) {
      if (++rules > mostRules) throw fault(rule.line, `more than ${mostRules} recurring days`)
      for (const start of startsByRule(first, rule, today, fault)) take({ first: start, days })
      await yieldToEventLoop()
    }
    await yieldToEventLoop()
  }
  if (dates.size === 0)
    throw invalid(
      path,
      'no whole day was found in this file: a closed day is a date, or lasts from midnight to midnight',
    )
  return [...dates].sort()
}
