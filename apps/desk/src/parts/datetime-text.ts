/** Formats and parses the text of a field for day and time, in the reader's zone. */
import { instantOf, plusDays, todayIn } from '../lib/days.ts'
import { useFormat } from '../lib/format.ts'
import { useMessages } from '../lib/language.tsx'
import { parseDateTime } from '../lib/parse-datetime.ts'

export interface DateTimeText {
  /** '' for none */
  readonly show: (iso: string | null) => string
  /** null for an empty field, undefined where it says no day and time */
  readonly read: (typed: string) => string | null | undefined
  /** what is wrong with it, in words */
  readonly fault: (typed: string) => string | undefined
  /** how it is typed, and in which zone */
  readonly help: string
}

export const useDateTimeText = (): DateTimeText => {
  const { words } = useMessages()
  const { full, locale, timeZone } = useFormat()
  const example = full(instantOf(plusDays(todayIn(timeZone), 1), '17:00', timeZone))
  const read = (typed: string): string | null | undefined =>
    typed.trim() === '' ? null : parseDateTime(typed, locale, timeZone)
  return {
    show: (iso) => (iso === null ? '' : full(iso)),
    read,
    fault: (typed) => (read(typed) === undefined ? words.momentFault({ example }) : undefined),
    help: words.momentHelp({ example, zone: timeZone }),
  }
}
