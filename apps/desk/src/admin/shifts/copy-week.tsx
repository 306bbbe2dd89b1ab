/** Copies one operator's week to others. */
import { Select } from '@mantine/core'
import type { Operator } from '#contracts/operator/records.ts'
import { setShifts } from '#contracts/operator.ts'
import { value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { shiftMessages } from './messages.ts'

interface CopyWeekProps {
  readonly from: Operator
  readonly others: readonly Operator[]
  readonly onClose: (message?: string) => void
}

export const CopyWeek = ({ from, others, onClose }: CopyWeekProps) => {
  const { words } = useMessages()
  const t = useMessages(shiftMessages)
  const save = useAction(setShifts)
  const form = useForm({
    draft: (): { to: string | null } => ({ to: null }),
    write: (draft) => draft,
    body: setShifts,
    check: ({ to }) => ({ to: to === null && t.copyNeeded }),
    create: async ({ to }) => {
      const target = others.find(({ id }) => id === to)
      if (!target) return undefined
      const body = { weekly: from.shifts.weekly, exceptions: target.shifts.exceptions }
      return save.mutateAsync({ params: { id: target.id }, ifMatch: target.version, body })
    },
    onDone: (saved) => onClose(saved ? t.copied({ name: saved.name }) : undefined),
  })
  return (
    <FormDialog
      form={form}
      title={t.copyTitle({ name: from.name })}
      submit={t.copyWeek}
      onClose={() => onClose()}
    >
      <Select
        {...value(form, 'to', t.copyTo)}
        description={t.copyHelp}
        searchable
        data-autofocus
        nothingFoundMessage={words.nothingToChoose}
        data={others.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  )
}
