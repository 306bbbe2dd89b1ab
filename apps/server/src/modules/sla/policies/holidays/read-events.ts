/**
 * Parses an iCalendar file (RFC 5545) into events; ical.js parses each line, and line numbers are kept for error
 * messages.
 */
import ICAL from 'ical.js'
import type { ServiceError } from '#server/platform/errors.ts'

export type Fault = (line: number, message: string) => ServiceError

interface Line {
  /** in the file, from 1 */
  readonly number: number
  readonly text: string
}

export interface Property {
  readonly line: number
  /** in capitals */
  readonly name: string
  readonly parameters: Readonly<Record<string, unknown>>
  /** as in jCal (RFC 7265) */
  readonly values: readonly unknown[]
}

export interface CalendarEvent {
  /** of its BEGIN */
  readonly line: number
  readonly properties: readonly Property[]
  /** its calendar cancels the listed events */
  readonly withdrawn: boolean
}

const mostEvents = 1000
/** Limits of one property, whose parsing time grows with values and parts. */
const mostValues = 400
const mostParts = 50
const readProperties = new Set([
  'DTSTART',
  'DTEND',
  'DURATION',
  'RRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'STATUS',
  'UID',
])

/** Joins folded lines: one that starts with a space continues the line before. */
const unfold = (text: string): Line[] => {
  const lines: Line[] = []
  // Files that were converted twice have CR CR LF line ends.
  for (const [index, line] of text.split(/\r\r\n|\r\n|\n|\r/).entries()) {
    const last = lines.at(-1)
    if (/^[ \t]/.test(line) && last) lines[lines.length - 1] = { ...last, text: last.text + line.slice(1) }
    else if (line.trim() !== '') lines.push({ number: index + 1, text: line })
  }
  return lines
}

const readProperty = ({ number, text }: Line, name: string, fault: Fault): Property => {
  if (/^(RRULE|RDATE|EXDATE)$/.test(name) && text.split(',').length > mostValues)
    throw fault(number, `${name} has more than ${mostValues} days`)
  if (text.split(';').length > mostParts) throw fault(number, `${name} has more than ${mostParts} parts`)
  try {
    const [, parameters, , ...values]: [string, Record<string, unknown>, string, ...unknown[]] =
      ICAL.parse.property((name === 'RRULE' ? text.toUpperCase() : text).trimEnd())
    return { line: number, name, parameters, values }
  } catch {
    throw fault(number, `${name} cannot be read`)
  }
}

/**
 * @param yieldToEventLoop that of the caller, so that its work does not come on top in the same turn
 * @throws ServiceError with the line
 */
export const readEvents = async (
  text: string,
  fault: Fault,
  yieldToEventLoop: () => Promise<void>,
): Promise<CalendarEvent[]> => {
  const lines = unfold(text.replace(/^\uFEFF/, ''))
  const open: { line: number; kind: string }[] = []
  const events: CalendarEvent[] = []
  let properties: Property[] = []
  let withdrawn = false
  for (const line of lines) {
    const { number } = line
    const name = /^([A-Za-z0-9-]+)(?:;[^:]*)?:/.exec(line.text)?.[1]?.toUpperCase()
    if (name === undefined) throw fault(number, 'is not a valid line of an iCalendar file')
    const value = line.text
      .slice(line.text.indexOf(':') + 1)
      .trim()
      .toUpperCase()
    if (number === lines[0]?.number && !(name === 'BEGIN' && value === 'VCALENDAR'))
      throw fault(number, 'an iCalendar file must start with BEGIN:VCALENDAR')
    const within = open.at(-1)?.kind
    if (name === 'BEGIN') {
      open.push({ line: number, kind: value })
      if (value === 'VCALENDAR') withdrawn = false
      if (value !== 'VEVENT') continue
      properties = []
      if (events.length >= mostEvents) throw fault(number, `more than ${mostEvents} events`)
    } else if (name === 'END') {
      const last = open.pop()
      if (last?.kind !== value) throw fault(number, `END:${value} without its BEGIN`)
      if (value === 'VEVENT') events.push({ line: last.line, properties, withdrawn })
    } else if (within === 'VCALENDAR' && name === 'METHOD') withdrawn = value === 'CANCEL'
    else if (within === 'VEVENT' && readProperties.has(name)) {
      properties.push(readProperty(line, name, fault))
      await yieldToEventLoop()
    }
  }
  const left = open.at(-1)
  if (left) throw fault(left.line, `BEGIN:${left.kind} without its END`)
  if (lines.length === 0) throw fault(1, 'an iCalendar file must start with BEGIN:VCALENDAR')
  return events
}
