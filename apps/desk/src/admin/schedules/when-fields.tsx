/** When a schedule runs, with a preview of its next dates. */
import { Group, value } from '#desk-kit/form/fields.tsx'
import { LocalTimeField } from '#desk-kit/form/local-time-field.tsx'
import { ZoneField } from '#desk-kit/form/searched.tsx'
import type { Form } from '#desk-kit/form/use-form.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { adminMessages } from '../messages.ts'
import type { WhenDraft } from './draft.ts'
import { scheduleMessages } from './messages.ts'
import { rruleOf } from './recurrence.ts'
import { RecurrenceFields } from './recurrence-fields.tsx'
import type { Preview } from './use-preview.ts'
import { useRecurrenceText } from './use-recurrence-text.ts'

const mostShown = 5

const NextDates = ({ data }: Pick<Preview, 'data'>) => {
  const t = useMessages(scheduleMessages)
  const { at, recurrence } = useRecurrenceText()
  return (
    <div className="rule-sentence" aria-live="polite">
      {data && data.next.length > 0 ? (
        <>
          <p>{t.nextDates({ rhythm: recurrence(data), zone: data.timeZone })}</p>
          <ol className="plain-list">
            {data.next.map((time) => (
              <li key={time}>
                <time dateTime={time}>{at(time, data.timeZone)}</time>
              </li>
            ))}
          </ol>
          {data.next.length < mostShown ? <small>{t.fewer}</small> : null}
        </>
      ) : (
        <p className="quiet">{t.noDates}</p>
      )}
    </div>
  )
}

interface WhenFieldsProps {
  readonly form: Form<WhenDraft>
  readonly preview: Preview
}

export const WhenFields = ({ form, preview }: WhenFieldsProps) => {
  const t = useMessages(scheduleMessages)
  const house = useMessages(adminMessages)
  const { recurrence: say } = useRecurrenceText()
  const { rrule, startsAt, timeZone } = form.values
  const start = value(form, 'startsAt', t.startsAt)
  const zone = value(form, 'timeZone', house.timeZone)
  return (
    <>
      <Group
        form={form}
        name="rrule"
        legend={t.rhythm}
        format={(theirs) => say({ rrule: rruleOf(theirs), startsAt })}
      >
        <RecurrenceFields
          recurrence={rrule}
          fault={form.fault('rrule') ? undefined : preview.fault('rrule')}
          onChange={(next) => form.set({ rrule: next })}
        />
      </Group>
      <LocalTimeField
        {...start}
        zone={timeZone || preview.data?.timeZone}
        error={start.error ?? preview.fault('startsAt')}
      />
      <ZoneField
        {...zone}
        none={timeZone === '' && preview.data ? t.zoneFound({ zone: preview.data.timeZone }) : t.zoneOfPlace}
        error={zone.error ?? preview.fault('timeZone')}
      />
      <NextDates data={preview.data} />
    </>
  )
}
