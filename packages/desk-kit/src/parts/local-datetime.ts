/** Converts between an instant and the value of a datetime-local field, in the reader's time zone. */
import { instantOf, localTimeIn } from '../lib/days.ts'

/** ISO instant → `2026-11-20T08:30`; null → ''. */
export const toLocalField = (iso: string | null | undefined, timeZone: string): string =>
  iso ? localTimeIn(iso, timeZone).replace(' ', 'T') : ''

/** `2026-11-20T08:30` → ISO instant; '' → null. */
export const fromLocalField = (field: string, timeZone: string): string | null => {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})/.exec(field) ?? []
  return date && time && !Number.isNaN(Date.parse(`${date}T${time}Z`))
    ? instantOf(date, time, timeZone)
    : null
}
