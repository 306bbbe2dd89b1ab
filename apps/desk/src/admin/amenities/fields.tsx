/** What an amenity is made of; the same fields for a new one and a known one. */
import { NativeSelect, Textarea, TextInput } from '@mantine/core'
import { getBuilding } from '#contracts/admin/buildings.ts'
import type { LocationNode } from '#contracts/admin/locations.ts'
import { useApi } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { useTypeChoices } from '../choices.ts'

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

const orNull = (text: string): string | null => text.trim() || null

/** Everything but the building, which an amenity never leaves. */
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

interface AmenityFieldsProps {
  readonly draft: AmenityDraft
  readonly set: (part: Partial<AmenityDraft>) => void
}

export const AmenityFields = ({ draft, set }: AmenityFieldsProps) => {
  const { amenities, house, words } = useT()
  const types = useTypeChoices()
  const building = useApi(
    getBuilding,
    { params: { id: draft.buildingId } },
    { enabled: draft.buildingId !== '', staleMinutes: 5 },
  )
  return (
    <>
      <TextInput
        data-autofocus
        label={words.name}
        description={amenities.nameHelp}
        maxLength={120}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <div className="two">
        <NativeSelect
          label={house.type}
          value={draft.type}
          onChange={(event) => set({ type: event.currentTarget.value })}
          data={types.length > 0 ? types : [{ value: draft.type, label: draft.type }]}
        />
        <NativeSelect
          label={words.location}
          value={draft.locationId}
          onChange={(event) => set({ locationId: event.currentTarget.value })}
          data={[{ value: '', label: words.none }, ...paths(building.data?.locations ?? [])]}
        />
        <NativeSelect
          label={amenities.accessible}
          value={draft.accessible}
          onChange={(event) => set({ accessible: event.currentTarget.value as AmenityDraft['accessible'] })}
          data={[
            { value: 'unknown', label: amenities.unknown },
            { value: 'yes', label: words.yes },
            { value: 'no', label: words.no },
          ]}
        />
        <TextInput
          label={house.externalId}
          description={house.externalIdHelp}
          maxLength={100}
          value={draft.externalId}
          onChange={(event) => set({ externalId: event.currentTarget.value })}
        />
      </div>
      <Textarea
        label={amenities.openingHours}
        description={amenities.openingHoursHelp}
        autosize
        maxLength={500}
        value={draft.openingHours}
        onChange={(event) => set({ openingHours: event.currentTarget.value })}
      />
      <Textarea
        label={amenities.notes}
        description={amenities.notesHelp}
        autosize
        maxLength={2000}
        value={draft.notes}
        onChange={(event) => set({ notes: event.currentTarget.value })}
      />
    </>
  )
}
