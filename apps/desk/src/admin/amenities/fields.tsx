/** Fields of an amenity, for creating and editing. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { getBuilding } from '#contracts/places/buildings.ts'
import type { LocationNode } from '#contracts/places/locations.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { text, value } from '#desk-kit/form/fields.tsx'
import type { Form } from '#desk-kit/form/use-form.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { adminMessages } from '../messages.ts'
import { amenityMessages } from './messages.ts'

export interface AmenityDraft {
  readonly name: string
  readonly buildingId: string
  readonly locationId: string
  readonly type: string
  readonly accessible: 'yes' | 'no' | 'unknown'
  readonly openingHours: string
  readonly notes: string
  readonly externalId: string
}

export const blankAmenity: AmenityDraft = {
  name: '',
  buildingId: '',
  locationId: '',
  type: 'OTHER',
  accessible: 'unknown',
  openingHours: '',
  notes: '',
  externalId: '',
}

const orNull = (typed: string): string | null => typed.trim() || null

/** Everything but the building, which cannot be changed. */
export const amenityChanges = (draft: AmenityDraft) => ({
  name: draft.name.trim(),
  locationId: draft.locationId || null,
  type: draft.type,
  accessible: { yes: true, no: false, unknown: null }[draft.accessible],
  openingHours: orNull(draft.openingHours),
  notes: orNull(draft.notes),
  externalId: orNull(draft.externalId),
})

const paths = (nodes: readonly LocationNode[], above = ''): { value: string; label: string }[] =>
  nodes.flatMap((node) => {
    const label = above ? `${above}, ${node.name}` : node.name
    return [{ value: node.id, label }, ...paths(node.children, label)]
  })

export const AmenityFields = ({ form }: { form: Form<AmenityDraft> }) => {
  const { words } = useMessages()
  const amenities = useMessages(amenityMessages)
  const house = useMessages(adminMessages)
  const names = useNames()
  const { buildingId } = form.values
  const building = useApi(
    getBuilding,
    { params: { id: buildingId } },
    { enabled: buildingId !== '', staleMinutes: 5 },
  )
  const locations = paths(building.data?.locations ?? [])
  const whether = { unknown: amenities.unknown, yes: words.yes, no: words.no }
  return (
    <>
      <TextInput {...text(form, 'name', words.name)} description={amenities.nameHelp} data-autofocus />
      <div className="two">
        <FindOne
          {...value(form, 'type', house.type, names.type)}
          from="types"
          onChange={(type) => form.set({ type: type ?? blankAmenity.type })}
        />
        <NativeSelect
          {...text(
            form,
            'locationId',
            words.location,
            (id) => locations.find((one) => one.value === id)?.label,
          )}
          data={[{ value: '', label: words.none }, ...locations]}
        />
        <NativeSelect
          {...text(form, 'accessible', amenities.accessible, (one) => whether[one as keyof typeof whether])}
          data={Object.entries(whether).map(([one, label]) => ({ value: one, label }))}
        />
        <TextInput {...text(form, 'externalId', house.externalId)} description={house.externalIdHelp} />
      </div>
      <Textarea
        {...text(form, 'openingHours', amenities.openingHours)}
        description={amenities.openingHoursHelp}
        autosize
      />
      <Textarea {...text(form, 'notes', amenities.notes)} description={amenities.notesHelp} autosize />
    </>
  )
}
