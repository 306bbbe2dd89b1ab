/** Name, address, time zone, hours and contact of a building. */
import { Switch, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { type BuildingWithLocations, updateBuilding } from '#contracts/admin/buildings.ts'
import { useAct } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { FormDialog } from '../../parts/dialog.tsx'
import { hoursText, readHours, usualHours } from '../hours.ts'
import { HolidaysField, HoursFields, holidaysText, readHolidays } from '../hours-fields.tsx'

const draftOf = (building: BuildingWithLocations) => ({
  name: building.name,
  address: building.address ?? '',
  timeZone: building.timeZone,
  externalId: building.externalId ?? '',
  contactName: building.contact?.name ?? '',
  contactPhone: building.contact?.phone ?? '',
  contactEmail: building.contact?.email ?? '',
  own: building.serviceHours !== null,
  hours: building.serviceHours ? hoursText(building.serviceHours) : usualHours,
  holidays: holidaysText(building.holidays),
})
type Draft = ReturnType<typeof draftOf>

const bodyOf = (draft: Draft) => {
  const read = readHours(draft.hours)
  const orNull = (text: string): string | null => text.trim() || null
  const contact = {
    name: orNull(draft.contactName),
    phone: orNull(draft.contactPhone),
    email: orNull(draft.contactEmail),
  }
  return {
    name: draft.name.trim(),
    address: orNull(draft.address),
    timeZone: draft.timeZone.trim(),
    externalId: orNull(draft.externalId),
    contact: Object.values(contact).some(Boolean) ? contact : null,
    serviceHours: draft.own && 'hours' in read ? read.hours : null,
    holidays: readHolidays(draft.holidays) ?? [],
  }
}

interface EditBuildingProps {
  readonly building: BuildingWithLocations
  readonly onClose: () => void
}

export const EditBuilding = ({ building, onClose }: EditBuildingProps) => {
  const { buildings, house, words } = useT()
  const save = useAct(updateBuilding)
  const before = draftOf(building)
  const [draft, setDraft] = useState(before)
  const set = (part: Partial<Draft>): void => setDraft({ ...draft, ...part })
  const problem =
    draft.name.trim() === ''
      ? buildings.nameNeeded
      : draft.own && 'fault' in readHours(draft.hours)
        ? house.hoursWrong
        : readHolidays(draft.holidays) === undefined
          ? house.holidaysWrong
          : undefined
  return (
    <FormDialog
      title={buildings.editTitle(building.name)}
      opened
      wide
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      submit={words.save}
      problem={problem}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate(
          { params: { id: building.id }, ifMatch: building.version, body: bodyOf(draft) },
          { onSuccess: onClose },
        )
      }
    >
      <TextInput
        data-autofocus
        label={words.name}
        maxLength={120}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label={buildings.address}
        autosize
        minRows={2}
        maxLength={400}
        value={draft.address}
        onChange={(event) => set({ address: event.currentTarget.value })}
      />
      <div className="two">
        <TextInput
          label={buildings.timeZone}
          description={buildings.timeZoneHelp}
          value={draft.timeZone}
          onChange={(event) => set({ timeZone: event.currentTarget.value })}
        />
        <TextInput
          label={house.externalId}
          description={house.externalIdHelp}
          maxLength={100}
          value={draft.externalId}
          onChange={(event) => set({ externalId: event.currentTarget.value })}
        />
      </div>
      <fieldset>
        <legend>{buildings.contact}</legend>
        <div className="two">
          <TextInput
            label={words.name}
            maxLength={120}
            value={draft.contactName}
            onChange={(event) => set({ contactName: event.currentTarget.value })}
          />
          <TextInput
            label={buildings.phone}
            type="tel"
            inputMode="tel"
            maxLength={40}
            value={draft.contactPhone}
            onChange={(event) => set({ contactPhone: event.currentTarget.value })}
          />
          <TextInput
            label={house.email}
            type="email"
            inputMode="email"
            maxLength={254}
            value={draft.contactEmail}
            onChange={(event) => set({ contactEmail: event.currentTarget.value })}
          />
        </div>
      </fieldset>
      <Switch
        label={buildings.hasOwnHours}
        checked={draft.own}
        onChange={(event) => set({ own: event.currentTarget.checked })}
      />
      {draft.own ? <HoursFields value={draft.hours} onChange={(hours) => set({ hours })} /> : null}
      <HolidaysField value={draft.holidays} onChange={(holidays) => set({ holidays })} />
    </FormDialog>
  )
}
