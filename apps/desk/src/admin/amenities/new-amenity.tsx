/** One amenity; its QR code and status items come with it. */
import { NativeSelect } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { createAmenity } from '#contracts/admin/amenities.ts'
import { useAct } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { FormDialog } from '../../parts/dialog.tsx'
import type { Choice } from '../../parts/filters.tsx'
import { type AmenityDraft, AmenityFields, amenityChanges, blankAmenity } from './fields.tsx'

interface NewAmenityProps {
  readonly buildings: readonly Choice[]
  readonly building: string | undefined
  readonly onClose: () => void
}

export const NewAmenity = ({ buildings, building, onClose }: NewAmenityProps) => {
  const { amenities, words } = useT()
  const navigate = useNavigate()
  const create = useAct(createAmenity, { withMe: true })
  const only = buildings.length === 1 ? (buildings[0]?.value ?? '') : ''
  const before: AmenityDraft = { ...blankAmenity, buildingId: building ?? only }
  const [draft, setDraft] = useState(before)
  const problem =
    draft.buildingId === ''
      ? amenities.buildingNeeded
      : draft.name.trim() === ''
        ? amenities.nameNeeded
        : undefined
  return (
    <FormDialog
      title={amenities.addOne}
      opened
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      submit={amenities.create}
      problem={problem}
      busy={create.isPending}
      error={create.error}
      quota="qrCodes"
      onSubmit={() =>
        create.mutate(
          { body: { ...amenityChanges(draft), buildingId: draft.buildingId } },
          { onSuccess: ({ id }) => void navigate({ to: '/amenities/$id', params: { id } }) },
        )
      }
    >
      <NativeSelect
        label={words.building}
        value={draft.buildingId}
        onChange={(event) => setDraft({ ...draft, buildingId: event.currentTarget.value, locationId: '' })}
        data={[{ value: '', label: amenities.chooseBuilding }, ...buildings]}
      />
      <AmenityFields draft={draft} set={(part) => setDraft({ ...draft, ...part })} />
    </FormDialog>
  )
}
