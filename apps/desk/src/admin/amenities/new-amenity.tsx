/** Creates one amenity; the service adds its QR code and status items. */
import { useNavigate } from '@tanstack/react-router'
import { createAmenity } from '#contracts/places/amenities.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { AmenityFields, amenityChanges, blankAmenity } from './fields.tsx'
import { amenityMessages } from './messages.ts'

interface NewAmenityProps {
  /** the building that the list is filtered by */
  readonly building: string | undefined
  readonly onClose: () => void
}

export const NewAmenity = ({ building, onClose }: NewAmenityProps) => {
  const { words } = useMessages()
  const amenities = useMessages(amenityMessages)
  const navigate = useNavigate()
  const create = useAction(createAmenity, { withMe: true })
  const form = useForm({
    draft: () => ({ ...blankAmenity, buildingId: building ?? '' }),
    write: (draft) => ({ ...amenityChanges(draft), buildingId: draft.buildingId }),
    body: createAmenity,
    check: ({ buildingId, name }) => ({
      buildingId: buildingId === '' && amenities.buildingNeeded,
      name: name.trim() === '' && amenities.nameNeeded,
    }),
    create: (body) => create.mutateAsync({ body }),
    onDone: (created) => {
      if (created) void navigate({ to: '/amenities/$id', params: { id: created.id } })
    },
  })
  return (
    <FormDialog
      form={form}
      title={amenities.addOne}
      submit={amenities.create}
      onClose={onClose}
      quota="qrCodes"
    >
      <FindOne
        {...value(form, 'buildingId', words.building)}
        from="buildings"
        onChange={(id) => form.set({ buildingId: id ?? '', locationId: '' })}
      />
      <AmenityFields form={form} />
    </FormDialog>
  )
}
