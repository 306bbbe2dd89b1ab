/** Sets the state of a status item. */
import { NativeSelect, Textarea } from '@mantine/core'
import { operationalStates } from '#contracts/records.ts'
import { type StatusItem, setStatusItemState } from '#contracts/status/items.ts'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { MomentField } from '#desk-kit/form/moment-field.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useDateTimeText } from '#desk-kit/parts/datetime-text.ts'
import { amenityMessages } from './messages.ts'

interface ItemDialogProps {
  readonly item: StatusItem
  readonly onClose: () => void
}

export const SetState = ({ item, onClose }: ItemDialogProps) => {
  const { words } = useMessages()
  const { items } = useMessages(amenityMessages)
  const dateTime = useDateTimeText()
  const save = useAction(setStatusItemState)
  const form = useForm({
    draft: () => ({
      state: item.state,
      note: item.note ?? '',
      expectedEnd: dateTime.show(item.expectedEnd),
    }),
    write: ({ state, note, expectedEnd }) => ({
      state,
      note: note.trim() || null,
      expectedEnd: dateTime.read(expectedEnd) ?? null,
    }),
    body: setStatusItemState,
    check: ({ expectedEnd }) => ({ expectedEnd: dateTime.fault(expectedEnd) }),
    create: (body) => save.mutateAsync({ params: { id: item.id }, body }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={items.stateOf({ name: item.name })}
      submit={items.setState}
      onClose={onClose}
    >
      <NativeSelect
        {...text(form, 'state', items.state)}
        data-autofocus
        data={operationalStates.map((state) => ({ value: state, label: words.state[state] }))}
      />
      <Textarea
        {...text(form, 'note', items.publicNote)}
        description={items.publicNoteHelp}
        autosize
        minRows={2}
      />
      <MomentField {...value(form, 'expectedEnd', items.expectedEnd)} />
    </FormDialog>
  )
}
