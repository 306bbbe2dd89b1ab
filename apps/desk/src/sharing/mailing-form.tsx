/** Form of a mailing: recipients, recurrence and contents. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { createMailing, type Mailing, updateMailing } from '#contracts/sharing/mailings.ts'
import { Group, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { LocalTimeField } from '#desk-kit/form/local-time-field.tsx'
import { type Form, useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useDeskLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { adminMessages } from '../admin/messages.ts'
import { recurrenceKinds } from '../admin/schedules/recurrence.ts'
import { RecurrenceFields } from '../admin/schedules/recurrence-fields.tsx'
import { bodyOf, draftOf, type MailingDraft, wrongLine } from './mailing-draft.ts'
import { sharingMessages } from './messages.ts'
import { NextDates } from './next-dates.tsx'
import { ContentsFields, PlacesFields } from './what-fields.tsx'

const periods = ['YESTERDAY', 'LAST_7_DAYS', 'LAST_30_DAYS', 'LAST_MONTH', 'LAST_QUARTER'] as const
/** A mailing must recur. */
const kinds = recurrenceKinds.filter((kind) => kind !== 'ONCE')
const withFiles = ['BUSINESS', 'ENTERPRISE']

interface FieldsProps {
  readonly form: Form<MailingDraft>
}

const WhenFields = ({ form }: FieldsProps) => {
  const t = useMessages(sharingMessages)
  const house = useMessages(adminMessages)
  const { tenant } = useMe()
  return (
    <>
      <Group form={form} name="rrule" legend={t.rhythm}>
        <RecurrenceFields
          recurrence={form.values.rrule}
          kinds={kinds}
          fault={undefined}
          onChange={(rrule) => form.set({ rrule })}
        />
      </Group>
      <LocalTimeField
        {...value(form, 'startsAt', t.startsAt)}
        zone={form.values.timeZone || tenant.timeZone}
      />
      <TextInput {...text(form, 'timeZone', house.timeZone)} description={t.zoneOwn} />
      <NextDates when={form.values} />
    </>
  )
}

const WhatFields = ({ form }: FieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(sharingMessages)
  const { tenant } = useMe()
  const { format } = form.values
  const offersFiles = withFiles.includes(tenant.plan)
  return (
    <>
      <ContentsFields form={form} />
      <PlacesFields form={form} />
      <NativeSelect
        {...text(form, 'period', t.period)}
        data={periods.map((value) => ({ value, label: t.periods[value] }))}
      />
      <div className="two">
        <NativeSelect
          {...text(form, 'format', t.format)}
          description={offersFiles ? undefined : t.formatPlan({ plan: words.plans.BUSINESS })}
          data={(['MAIL', 'PDF', 'CSV'] as const)
            .filter((value) => offersFiles || value === 'MAIL' || value === format)
            .map((value) => ({ value, label: t.formats[value] }))}
        />
        <NativeSelect
          {...text(form, 'language', t.mailLanguage)}
          data={(['en', 'de'] as const).map((value) => ({ value, label: words.languages[value] }))}
        />
      </div>
    </>
  )
}

interface MailingFormProps {
  /** the current version; undefined: creates one */
  readonly mailing: Mailing | undefined
  readonly onClose: () => void
}

export const MailingForm = ({ mailing, onClose }: MailingFormProps) => {
  const { words } = useMessages()
  const t = useMessages(sharingMessages)
  const { tenant } = useMe()
  const language = useDeskLanguage()
  const create = useAction(createMailing)
  const update = useAction(updateMailing)
  const form = useForm({
    record: mailing,
    draft: (record): MailingDraft => draftOf(record, { timeZone: tenant.timeZone, language }),
    write: bodyOf,
    body: createMailing,
    check: ({ name, recipients, rrule, startsAt, contents }) => {
      const wrong = wrongLine(recipients)
      return {
        name: name.trim() === '' && t.nameNeeded,
        recipients:
          recipients.trim() === ''
            ? t.recipientsNeeded
            : wrong !== undefined && t.recipientsWrong({ line: wrong }),
        rrule:
          (rrule.kind === 'ONCE' || (rrule.kind === 'RULE' && rrule.rule.trim() === '')) && t.rhythmNeeded,
        startsAt: startsAt === '' && t.rhythmNeeded,
        contents: contents.length === 0 && t.contentNeeded,
      }
    },
    create: (body): Promise<Mailing> => create.mutateAsync({ body }),
    update: (body, { id, version }): Promise<Mailing> =>
      update.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={mailing ? t.editMailing : t.newMailing}
      submit={mailing ? words.save : t.createMailing}
      onClose={onClose}
      wide
    >
      <TextInput {...text(form, 'name', words.name)} description={t.mailingNameHelp} data-autofocus />
      <Textarea
        {...text(form, 'recipients', t.recipients)}
        description={t.recipientsHelp}
        autosize
        minRows={2}
        spellCheck={false}
      />
      <WhenFields form={form} />
      <WhatFields form={form} />
    </FormDialog>
  )
}
