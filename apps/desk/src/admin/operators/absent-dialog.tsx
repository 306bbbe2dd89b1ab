/** Marks a person as absent, until a time or until further notice. */
import type { OperatorDetail } from '#contracts/operator/records.ts'
import { setDuty } from '#contracts/operator.ts'
import { value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { MomentField } from '#desk-kit/form/moment-field.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useDateTimeText } from '#desk-kit/parts/datetime-text.ts'
import { operatorMessages } from './messages.ts'

interface AbsentProps {
  readonly operator: OperatorDetail
  readonly onClose: () => void
  readonly onAbsent: () => void
}

export const Absent = ({ operator: { id, name, load }, onClose, onAbsent }: AbsentProps) => {
  const t = useMessages(operatorMessages)
  const dateTime = useDateTimeText()
  const dutyChange = useAction(setDuty)
  const form = useForm({
    draft: () => ({ until: '' }),
    write: ({ until }) => ({ state: 'ABSENT' as const, until: dateTime.read(until) ?? null }),
    body: setDuty,
    check: ({ until }) => ({ until: dateTime.fault(until) }),
    create: async (body) => {
      await dutyChange.mutateAsync({ params: { id }, body })
      onAbsent()
    },
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={t.absentTitle({ name })} submit={t.absent} onClose={onClose}>
      <p>{t.absentHelp({ count: load.open + load.inProgress })}</p>
      <MomentField {...value(form, 'until', t.absentUntil)} first />
      <small>{t.absentUntilHelp}</small>
    </FormDialog>
  )
}
