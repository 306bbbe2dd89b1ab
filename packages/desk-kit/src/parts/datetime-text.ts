/** Formats and parses the text of a field for day and time, in the reader's zone. */
import { instantOf, plusDays, todayIn } from '../lib/days.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { parseDateTime } from '../lib/parse-datetime.ts'

export interface DateTimeText {
  /** '' for null */
  readonly show: (iso: string | null) => string
  /** null for an empty field, undefined where the text cannot be parsed */
  readonly read: (typed: string) => string | null | undefined
  /** error text of the field */
  readonly fault: (typed: string) => string | undefined
  /** help text with an example and the time zone */
  readonly help: string
}

/** @param zone named in the help text where the field means another zone than the reader's */
export const useDateTimeText = (zone?: string): DateTimeText => {
  const { words } = useMessages()
  const { full, locale, timeZone } = useFormat()
  const example = full(instantOf(plusDays(todayIn(timeZone), 1), '17:00', timeZone))
  const read = (typed: string): string | null | undefined =>
    typed.trim() === '' ? null : parseDateTime(typed, locale, timeZone)
  return {
    show: (iso) => (iso === null ? '' : full(iso)),
    read,
    fault: (typed) => (read(typed) === undefined ? words.momentFault({ example }) : undefined),
    help: words.momentHelp({ example, zone: zone ?? timeZone }),
  }
}
