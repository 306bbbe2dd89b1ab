/** One amenity; its QR code and status items come with it. */
import { useNavigate } from '@tanstack/react-router'
import { createAmenity } from '#contracts/places/amenities.ts'
import { FindOne } from '../../find/find-field.tsx'
import { value } from '../../form/fields.tsx'
import { FormDialog } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import { useAction } from '../../lib/api.ts'
import { useWords } from '../../lib/language.tsx'
import { AmenityFields, amenityChanges, blankAmenity } from './fields.tsx'
import { amenityWords } from './words.ts'

interface NewAmenityProps {
  /** the one that the list is filtered by */
  readonly building: string | undefined
  readonly onClose: () => void
}

export const NewAmenity = ({ building, onClose }: NewAmenityProps) => {
  const { words } = useWords()
  const amenities = useWords(amenityWords)
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
    onDone: (made) => {
      if (made) void navigate({ to: '/amenities/$id', params: { id: made.id } })
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
