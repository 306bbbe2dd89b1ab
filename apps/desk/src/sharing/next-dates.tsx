/** Next dates of a recurrence, computed by the service in a dry run of a schedule. */
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ApiError } from '#client/errors.ts'
import { createSchedule, type SchedulePreview } from '#contracts/schedules.ts'
import { client } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { rruleOf } from '../admin/schedules/recurrence.ts'
import { useRecurrenceText } from '../admin/schedules/use-recurrence-text.ts'
import type { MailingDraft } from './mailing-draft.ts'
import { sharingMessages } from './messages.ts'

const pause = 400

type When = Pick<MailingDraft, 'rrule' | 'startsAt' | 'timeZone'>

const useNextDates = (when: When): SchedulePreview | undefined => {
  const { tenant } = useMe()
  const [settled] = useDebouncedValue(
    JSON.stringify({
      rrule: rruleOf(when.rrule),
      startsAt: when.startsAt,
      timeZone: when.timeZone.trim() || tenant.timeZone,
    }),
    pause,
  )
  const input = JSON.parse(settled) as { rrule: string | null; startsAt: string; timeZone: string }
  const { data, error } = useQuery<SchedulePreview, ApiError>({
    queryKey: ['dates of a mailing', settled],
    queryFn: ({ signal }) =>
      client.call(
        createSchedule,
        { body: { ...input, name: 'Mailing', enabled: true, dryRun: true, template: { title: 'Mailing' } } },
        { signal },
      ),
    enabled: input.startsAt !== '' && Boolean(input.rrule),
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return error ? undefined : data
}

export const NextDates = ({ when }: { when: When }) => {
  const t = useMessages(sharingMessages)
  const { at, recurrence } = useRecurrenceText()
  const preview = useNextDates(when)
  return (
    <div className="rule-sentence" aria-live="polite">
      {preview && preview.next.length > 0 ? (
        <>
          <p>{t.nextDates({ rhythm: recurrence(preview), zone: preview.timeZone })}</p>
          <ol className="plain-list">
            {preview.next.map((time) => (
              <li key={time}>
                <time dateTime={time}>{at(time, preview.timeZone)}</time>
              </li>
            ))}
          </ol>
        </>
      ) : (
        <p className="quiet">{t.noDates}</p>
      )}
      <small>{t.onceADay}</small>
    </div>
  )
}
