/** Service hours of a policy: the building's, or its own, also from a calendar file. */
import { Button, Checkbox, FileButton, Textarea } from '@mantine/core'
import { check, Group, text } from '#desk-kit/form/fields.tsx'
import type { Form } from '#desk-kit/form/use-form.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { HoursFields } from '../hours-fields.tsx'
import { type CalendarDraft, readDates } from './calendar.ts'
import { slaMessages } from './messages.ts'

export interface FileDraft {
  /** name and text of the file; undefined: none */
  readonly holidaysIcs: { readonly name: string; readonly text: string } | undefined
}

type Draft = CalendarDraft & FileDraft

export const CalendarFields = <D extends Draft>({ form }: { form: Form<D> }) => {
  const t = useMessages(slaMessages)
  // The form of the policy has more fields than this draft.
  const own = form as unknown as Form<Draft>
  const { ownHours, ownHolidays, holidaysIcs } = own.values
  const days = text(own, 'calendar.holidays', t.holidays)
  const unread = readDates(days.value) === undefined
  const take = async (file: File | null): Promise<void> => {
    if (file) own.set({ ownHolidays: true, holidaysIcs: { name: file.name, text: await file.text() } })
  }
  return (
    <>
      <Checkbox {...check(own, 'ownHours', t.useOwnHours)} />
      {ownHours ? <HoursFields form={own} name="calendar.weekly" /> : null}
      <Checkbox
        {...check(own, 'ownHolidays', t.useOwnHolidays)}
        onChange={(event) =>
          own.set({
            ownHolidays: event.currentTarget.checked,
            ...(event.currentTarget.checked ? {} : { holidaysIcs: undefined }),
          })
        }
      />
      {ownHolidays ? (
        <Textarea
          {...days}
          description={t.holidaysHelp}
          autosize
          minRows={2}
          maxRows={8}
          error={days.error ?? (unread ? t.holidaysWrong : undefined)}
        />
      ) : null}
      <Group form={own} name="holidaysIcs" legend={t.file} unlabelled>
        <div className="actions">
          <FileButton accept=".ics,text/calendar" onChange={(file) => void take(file)}>
            {(props) => <Button {...props}>{t.chooseFile}</Button>}
          </FileButton>
          {holidaysIcs ? (
            <>
              <span role="status">{t.fileChosen({ name: holidaysIcs.name })}</span>
              <button type="button" className="as-link" onClick={() => own.set({ holidaysIcs: undefined })}>
                {t.dropFile}
              </button>
            </>
          ) : null}
        </div>
      </Group>
    </>
  )
}
