/**
 * The subset of RRULE (RFC 5545 3.3.10) that schedules support: expensive parts that nobody needs (seconds, weeks and
 * days of the year, large counts) are refused. Pure functions.
 */

/** A parsed rule; `text` is its stored form: upper case, without RRULE: and DTSTART. */
export interface Rule {
  readonly text: string
  /** input of the library: without UNTIL, which is in local time */
  readonly repeats: string
  readonly counts: boolean
  /** the last local time, or an instant; undefined: no end */
  readonly until: Until | undefined
}

export type Until = { readonly local: Temporal.PlainDateTime } | { readonly instant: Temporal.Instant }

/** Why a rule is refused, in words that follow its name, for example `names WEEKDAY, which is no part of a rule`. */
export interface Refused {
  readonly refused: string
}

const most = { INTERVAL: 10_000, COUNT: 1000 } as const

const frequencies = ['MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']
const weekday = '(?:MO|TU|WE|TH|FR|SA|SU)'

const isBetween = (text: string, from: number, to: number): boolean =>
  /^\d{1,3}$/.test(text) && Number(text) >= from && Number(text) <= to
const isDayOf = (text: string, last: number): boolean => isBetween(text.replace(/^[+-]/, ''), 1, last)

/** Valid items of each list. */
const lists: Readonly<Record<string, (item: string) => boolean>> = {
  BYMINUTE: (item) => isBetween(item, 0, 59),
  BYHOUR: (item) => isBetween(item, 0, 23),
  BYDAY: (item) => new RegExp(`^(?:[+-]?[1-5])?${weekday}$`).test(item),
  BYMONTHDAY: (item) => isDayOf(item, 31),
  BYMONTH: (item) => isBetween(item, 1, 12),
  BYSETPOS: (item) => isDayOf(item, 366),
}

const untilShape = /^(\d{4})(\d{2})(\d{2})(?:T(\d{2})(\d{2})(\d{2})(Z?))?$/

const readUntil = (text: string): Until | undefined => {
  const [, year, month, day, hour = '23', minute = '59', second = '59', zulu = ''] =
    untilShape.exec(text) ?? []
  if (year === undefined) return undefined
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
  try {
    return zulu === 'Z'
      ? { instant: Temporal.Instant.from(`${local}Z`) }
      : { local: Temporal.PlainDateTime.from(local, { overflow: 'reject' }) }
  } catch {
    return undefined
  }
}

const faultOf = (name: string, value: string): string | undefined => {
  if (name === 'FREQ')
    return frequencies.includes(value) ? undefined : `FREQ must be one of ${frequencies.join(', ')}`
  if (name === 'INTERVAL' || name === 'COUNT')
    return /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= most[name]
      ? undefined
      : `${name} must be a number from 1 to ${most[name]}`
  if (name === 'WKST')
    return new RegExp(`^${weekday}$`).test(value) ? undefined : 'WKST must be a day such as MO'
  if (name === 'UNTIL')
    return readUntil(value) ? undefined : 'UNTIL must be a day such as 20271231, or a time of it'
  const isItem = lists[name]
  if (!isItem) return `${name.slice(0, 20)} is no part that a schedule takes`
  const wrong = value.split(',').find((item) => !isItem(item))
  return wrong === undefined ? undefined : `${name} does not take “${wrong.slice(0, 20)}”`
}

/** @param text at most 500 characters */
export const readRule = (text: string): Rule | Refused => {
  const kept = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, '')
    .replace(/;$/, '')
  const parts = kept.split(';').map((part) => {
    const at = part.indexOf('=')
    return at === -1 ? ([part, ''] as const) : ([part.slice(0, at), part.slice(at + 1)] as const)
  })
  const named = new Map(parts)
  if (!named.has('FREQ')) return { refused: 'must start with FREQ, such as FREQ=WEEKLY;BYDAY=MO' }
  if (named.size < parts.length) return { refused: 'contains a part twice' }
  for (const [name, value] of parts) {
    const fault = faultOf(name, value)
    if (fault !== undefined) return { refused: fault }
  }
  if (named.has('COUNT') && named.has('UNTIL')) return { refused: 'may contain COUNT or UNTIL, not both' }
  const frequency = named.get('FREQ') ?? ''
  const countsDays = /\d/.test(named.get('BYDAY') ?? '')
  if (countsDays && frequency !== 'MONTHLY' && !(frequency === 'YEARLY' && named.has('BYMONTH')))
    return { refused: 'a day such as 1MO needs FREQ=MONTHLY, or FREQ=YEARLY with BYMONTH' }
  const until = named.get('UNTIL')
  return {
    text: kept,
    repeats: parts
      .filter(([name]) => name !== 'UNTIL')
      .map(([name, value]) => `${name}=${value}`)
      .join(';'),
    counts: named.has('COUNT'),
    until: until === undefined ? undefined : readUntil(until),
  }
}
