/** Texts of recurrences and local times. */
import type { Schedule } from '#contracts/schedules.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { instant } from '#i18n/times.ts'
import { adminMessages } from '../messages.ts'
import { scheduleMessages } from './messages.ts'
import { recurrenceText } from './recurrence.ts'

interface ScheduleSpeech {
  recurrence(schedule: Pick<Schedule, 'rrule' | 'startsAt'>): string
  /** weekday, date and time in a time zone */
  at(iso: string, timeZone: string): string
}

export const useRecurrenceText = (): ScheduleSpeech => {
  const t = useMessages(scheduleMessages)
  const { weekdays } = useMessages(adminMessages)
  const { locale, list } = useFormat()
  // Parsed as UTC, so that the local time is formatted unchanged.
  const local = (startsAt: string): number => Date.parse(`${startsAt.slice(0, 16)}Z`)
  return {
    recurrence: (schedule) =>
      recurrenceText(schedule, {
        t,
        weekdays,
        list,
        date: (startsAt) => instant(local(startsAt), 'date', locale, 'UTC'),
        time: (startsAt) => instant(local(startsAt), 'time', locale, 'UTC'),
      }),
    at: (iso, timeZone) => instant(Date.parse(iso), 'dated', locale, timeZone),
  }
}
