/** Changes several amenities in one transaction. */
import { NativeSelect, Textarea } from '@mantine/core'
import { bulkAmenities, updateAmenity } from '#contracts/places/amenities.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { adminMessages } from '../messages.ts'
import { amenityMessages } from './messages.ts'

const keep = 'keep'
const untouched = { type: null as string | null, accessible: keep, openingHours: '', notes: '' }

interface ChangeManyProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export const ChangeMany = ({ ids, onClose, onDone }: ChangeManyProps) => {
  const { words } = useMessages()
  const amenities = useMessages(amenityMessages)
  const house = useMessages(adminMessages)
  const change = useAction(bulkAmenities)
  const form = useForm({
    draft: () => untouched,
    write: ({ type, accessible, openingHours, notes }) => {
      const isAccessible = { yes: true, no: false, unknown: null }[accessible]
      return {
        ...(type ? { type } : {}),
        ...(isAccessible === undefined ? {} : { accessible: isAccessible }),
        ...(openingHours.trim() ? { openingHours: openingHours.trim() } : {}),
        ...(notes.trim() ? { notes: notes.trim() } : {}),
      }
    },
    body: updateAmenity,
    check: (draft) => ({
      accessible: JSON.stringify(draft) === JSON.stringify(untouched) && words.chooseAChange,
    }),
    create: (changes) => change.mutateAsync({ body: { update: { ids: [...ids], changes } } }),
    onDone,
  })
  return (
    <FormDialog
      form={form}
      title={amenities.changeCount({ count: ids.length })}
      submit={words.changeSelected}
      onClose={onClose}
    >
      <FindOne {...value(form, 'type', house.type)} from="types" description={words.emptyAsItIs} />
      <NativeSelect
        {...text(form, 'accessible', amenities.accessible)}
        data={[
          { value: keep, label: words.asItIs },
          { value: 'yes', label: words.yes },
          { value: 'no', label: words.no },
          { value: 'unknown', label: amenities.unknown },
        ]}
      />
      <Textarea
        {...text(form, 'openingHours', amenities.openingHours)}
        description={words.emptyAsItIs}
        autosize
        minRows={2}
      />
      <Textarea
        {...text(form, 'notes', amenities.notes)}
        description={words.emptyAsItIs}
        autosize
        minRows={2}
      />
    </FormDialog>
  )
}
