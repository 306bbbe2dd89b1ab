import { Switch, Textarea, TextInput } from '@mantine/core'
import { type BuildingWithLocations, updateBuilding } from '#contracts/places/buildings.ts'
import { hoursText, readHours, usualHours } from '#contracts/service-hours.ts'
import { check, text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { ZoneField } from '#desk-kit/form/searched.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { HolidaysField, HoursFields, holidaysText, readHolidays } from '../hours-fields.tsx'
import { adminMessages } from '../messages.ts'
import { buildingMessages } from './messages.ts'

const draftOf = (building: BuildingWithLocations) => ({
  name: building.name,
  address: building.address ?? '',
  timeZone: building.timeZone,
  externalId: building.externalId ?? '',
  accessNote: building.accessNote ?? '',
  hazardNote: building.hazardNote ?? '',
  'contact.name': building.contact?.name ?? '',
  'contact.phone': building.contact?.phone ?? '',
  'contact.email': building.contact?.email ?? '',
  own: building.serviceHours !== null,
  serviceHours: building.serviceHours ? hoursText(building.serviceHours) : usualHours,
  holidays: holidaysText(building.holidays),
})
type Draft = ReturnType<typeof draftOf>

const orNull = (typed: string): string | null => typed.trim() || null

const bodyOf = (draft: Draft) => {
  const read = readHours(draft.serviceHours)
  const contact = {
    name: orNull(draft['contact.name']),
    phone: orNull(draft['contact.phone']),
    email: orNull(draft['contact.email']),
  }
  return {
    name: draft.name.trim(),
    address: orNull(draft.address),
    timeZone: draft.timeZone,
    externalId: orNull(draft.externalId),
    accessNote: orNull(draft.accessNote),
    hazardNote: orNull(draft.hazardNote),
    contact: Object.values(contact).some(Boolean) ? contact : null,
    serviceHours: draft.own && 'hours' in read ? read.hours : null,
    holidays: readHolidays(draft.holidays) ?? [],
  }
}

interface EditBuildingProps {
  /** the current version */
  readonly building: BuildingWithLocations
  readonly onClose: () => void
}

export const EditBuilding = ({ building, onClose }: EditBuildingProps) => {
  const { words } = useMessages()
  const buildings = useMessages(buildingMessages)
  const house = useMessages(adminMessages)
  const save = useAction(updateBuilding)
  const form = useForm({
    record: building,
    draft: (record) => draftOf(record ?? building),
    write: bodyOf,
    body: updateBuilding,
    check: (draft) => ({
      name: draft.name.trim() === '' && buildings.nameNeeded,
      serviceHours: draft.own && 'fault' in readHours(draft.serviceHours) && house.hoursWrong,
      holidays: readHolidays(draft.holidays) === undefined && house.holidaysWrong,
    }),
    update: (body, { id, version }) => save.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={buildings.editTitle({ name: building.name })}
      submit={words.save}
      onClose={onClose}
      wide
    >
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <Textarea {...text(form, 'address', buildings.address)} autosize minRows={2} />
      <div className="two">
        <ZoneField {...value(form, 'timeZone', house.timeZone)} />
        <TextInput {...text(form, 'externalId', house.externalId)} description={house.externalIdHelp} />
      </div>
      <fieldset>
        <legend>{buildings.contact}</legend>
        <div className="two">
          <TextInput {...text(form, 'contact.name', words.name)} />
          <TextInput {...text(form, 'contact.phone', buildings.phone)} type="tel" inputMode="tel" />
          <TextInput {...text(form, 'contact.email', house.email)} type="email" inputMode="email" />
        </div>
      </fieldset>
      <Textarea
        {...text(form, 'accessNote', buildings.access)}
        description={buildings.notesHelp}
        autosize
        minRows={2}
      />
      <Textarea
        {...text(form, 'hazardNote', buildings.hazards)}
        description={buildings.notesHelp}
        autosize
        minRows={2}
      />
      <Switch {...check(form, 'own', buildings.hasOwnHours)} />
      {form.values.own ? <HoursFields form={form} name="serviceHours" /> : null}
      <HolidaysField form={form} name="holidays" />
    </FormDialog>
  )
}
