/** Whole days of an iCalendar file (RFC 5545) as dates. */
import { RRuleTemporal } from 'rrule-temporal'
import { invalid, type ServiceError } from '#server/platform/errors.ts'

interface Line {
  /** in the file, from 1 */
  readonly number: number
  readonly name: string
  readonly parameters: string
  readonly value: string
}

const years = 5
const mostEvents = 1000
/** A rule costs as much as there are years from its begin. */
const mostRules = 100
const firstYear = 1970
/** of one event */
const mostDays = 400
const mostDates = 5000
/** Parts of a rule that name days; one of hours or minutes is about no whole day. */
const dayRule =
  /^(FREQ|INTERVAL|COUNT|UNTIL|BYMONTH|BYMONTHDAY|BYYEARDAY|BYWEEKNO|BYDAY|BYSETPOS|WKST)=[^;]*$/i

/** Long lines are folded: what begins with a blank goes on with the line before. */
const unfold = (text: string, fault: (line: number, message: string) => ServiceError): Line[] => {
  const raw: { number: number; text: string }[] = []
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const last = raw.at(-1)
    if (/^[ \t]/.test(line) && last) raw[raw.length - 1] = { ...last, text: last.text + line.slice(1) }
    else if (line.trim() !== '') raw.push({ number: index + 1, text: line })
  }
  return raw.map(({ number, text: line }) => {
    const parts = /^([A-Za-z0-9-]+)((?:;[^:;="]+=(?:"[^"]*"|[^";:]*))*):(.*)$/.exec(line)
    if (!parts) throw fault(number, 'is no line of a calendar')
    return {
      number,
      name: (parts[1] ?? '').toUpperCase(),
      parameters: (parts[2] ?? '').toUpperCase(),
      value: parts[3] ?? '',
    }
  })
}

/** The date of DTSTART, DTEND and their kin. Times are left out: a whole day is closed. */
const dateOf = (line: Line, fault: (line: number, message: string) => ServiceError): Temporal.PlainDate => {
  const digits = /^(\d{4})(\d{2})(\d{2})(T\d{6}Z?)?$/.exec(line.value.trim())
  if (!digits) throw fault(line.number, `${line.name} holds no date such as 20261225`)
  if (Number(digits[1]) < firstYear) throw fault(line.number, `${line.name} is before ${firstYear}`)
  try {
    return Temporal.PlainDate.from(`${digits[1]}-${digits[2]}-${digits[3]}`, { overflow: 'reject' })
  } catch {
    throw fault(line.number, `${line.name} names a day that does not exist`)
  }
}

interface Event {
  start: { line: Line; date: Temporal.PlainDate } | undefined
  end: Temporal.PlainDate | undefined
  days: number | undefined
  rule: Line | undefined
  readonly except: Set<string>
}

const zoned = (date: Temporal.PlainDate): Temporal.ZonedDateTime => date.toZonedDateTime('UTC')

/** A rule without a count is the same from a later begin; leap days and odd years stay where they are. */
const laterStart = (
  start: Temporal.PlainDate,
  rule: string,
  today: Temporal.PlainDate,
): Temporal.PlainDate => {
  if (/(^|;)COUNT=/i.test(rule)) return start
  const step = 4 * Number(/(?:^|;)INTERVAL=(\d{1,3})(?:;|$)/i.exec(rule)?.[1] ?? 1)
  const years = Math.floor((today.year - 2 - start.year) / step) * step
  return years > 0 ? start.add({ years }) : start
}

/** First days of an event that repeats, from the begin of last year on; others have one. */
const startsOf = (
  { start, rule, except }: Event & { start: { line: Line; date: Temporal.PlainDate } },
  today: Temporal.PlainDate,
  fault: (line: number, message: string) => ServiceError,
): Temporal.PlainDate[] => {
  if (!rule) return [start.date]
  if (!/(^|;)FREQ=YEARLY(;|$)/i.test(rule.value))
    throw fault(rule.number, 'only days that come again each year can be read')
  if (!rule.value.split(';').every((part) => dayRule.test(part)))
    throw fault(rule.number, 'RRULE names more than days')
  try {
    const found = new RRuleTemporal({
      rruleString: `RRULE:${rule.value.toUpperCase()}`,
      dtstart: zoned(laterStart(start.date, rule.value, today)),
      temporal: Temporal,
    }).between(zoned(today.subtract({ years: 1 })), zoned(today.add({ years })), true)
    return found
      .map((date) => Temporal.PlainDate.from(date.toString().slice(0, 10)))
      .filter((date) => !except.has(date.toString()))
  } catch {
    throw fault(rule.number, 'RRULE cannot be read')
  }
}

const daysOf = (
  event: Event,
  begin: Line,
  today: Temporal.PlainDate,
  fault: (line: number, message: string) => ServiceError,
): string[] => {
  const { start } = event
  if (!start) throw fault(begin.number, 'this event has no DTSTART')
  const isWholeDay = !/T/.test(start.line.value)
  // The day of DTEND is the first that is not part of it.
  const length = event.end
    ? Math.max(1, start.date.until(event.end, { largestUnit: 'days' }).days)
    : (event.days ?? 1)
  if (event.end && Temporal.PlainDate.compare(event.end, start.date) < 0)
    throw fault(begin.number, 'this event ends before it starts')
  if (length > mostDays) throw fault(begin.number, `this event is longer than ${mostDays} days`)
  // What has a time of day is an appointment, no closed day.
  if (!isWholeDay) return []
  const starts = startsOf({ ...event, start }, today, fault)
  if (starts.length * length > mostDates) throw fault(begin.number, 'this event has too many days')
  return starts.flatMap((first) =>
    Array.from({ length }, (_, offset) => first.add({ days: offset }).toString()),
  )
}

const lengthOf = (value: string): number | undefined => {
  const weeks = /^P(\d{1,2})W$/i.exec(value.trim())
  const days = /^P(\d{1,3})D$/i.exec(value.trim())
  return weeks ? Number(weeks[1]) * 7 : days ? Number(days[1]) : undefined
}

/**
 * Closed days in ISO form, ascending; yearly ones for the next five years.
 * @param path where in the input the file is
 * @throws ServiceError VALIDATION_ERROR that names the line
 */
export const holidaysOf = (text: string, now: Date, path: string): string[] => {
  const fault = (line: number, message: string): ServiceError => invalid(path, `line ${line}: ${message}`)
  const lines = unfold(text.replace(/^\uFEFF/, ''), fault)
  if (lines[0]?.name !== 'BEGIN' || lines[0].value.trim().toUpperCase() !== 'VCALENDAR')
    throw fault(lines[0]?.number ?? 1, 'a calendar begins with BEGIN:VCALENDAR')
  const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO('UTC').toPlainDate()
  const dates = new Set<string>()
  const open: { line: Line; kind: string }[] = []
  let event: Event | undefined
  let events = 0
  let rules = 0
  for (const line of lines) {
    const kind = line.value.trim().toUpperCase()
    if (line.name === 'BEGIN') {
      open.push({ line, kind })
      if (kind === 'VEVENT') {
        if (++events > mostEvents) throw fault(line.number, `more than ${mostEvents} events`)
        event = { start: undefined, end: undefined, days: undefined, rule: undefined, except: new Set() }
      }
    } else if (line.name === 'END') {
      const last = open.pop()
      if (last?.kind !== kind) throw fault(line.number, `END:${kind} without its BEGIN`)
      if (kind === 'VEVENT' && event) {
        for (const date of daysOf(event, last.line, today, fault)) dates.add(date)
        event = undefined
      }
    } else if (event && open.at(-1)?.kind === 'VEVENT') {
      if (line.name === 'DTSTART') event.start = { line, date: dateOf(line, fault) }
      else if (line.name === 'DTEND') event.end = dateOf(line, fault)
      else if (line.name === 'DURATION') event.days = lengthOf(line.value)
      else if (line.name === 'RRULE') {
        if (++rules > mostRules) throw fault(line.number, `more than ${mostRules} days that repeat`)
        event.rule = line
      } else if (line.name === 'EXDATE')
        for (const value of line.value.split(','))
          event.except.add(dateOf({ ...line, value }, fault).toString())
    }
  }
  const left = open.at(-1)
  if (left) throw fault(left.line.number, `BEGIN:${left.kind} without its END`)
  return [...dates].sort()
}
