/** ADM-5: one amenity with its sticker and its status items. */
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type AmenityWithItems,
  deleteAmenity,
  type getAmenity,
  updateAmenity,
} from '#contracts/places/amenities.ts'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, useAction } from '#desk-kit/lib/api.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { AmenityStateMark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { When, WhenFull } from '#desk-kit/parts/when.tsx'
import type { RecordView } from '#desk-kit/shell/screen-kinds.ts'
import { adminMessages } from '../messages.ts'
import { type AmenityDraft, AmenityFields, amenityChanges } from './fields.tsx'
import { amenityMessages } from './messages.ts'
import { StatusItems } from './status-items.tsx'
import { Sticker } from './sticker.tsx'

const draftOf = (amenity: AmenityWithItems): AmenityDraft => ({
  name: amenity.name,
  buildingId: amenity.buildingId,
  locationId: amenity.locationId ?? '',
  type: amenity.type,
  accessible: amenity.accessible === null ? 'unknown' : amenity.accessible ? 'yes' : 'no',
  openingHours: amenity.openingHours ?? '',
  notes: amenity.notes ?? '',
  externalId: amenity.externalId ?? '',
})

const Edit = ({ amenity, onClose }: { amenity: AmenityWithItems; onClose: () => void }) => {
  const { words } = useMessages()
  const amenities = useMessages(amenityMessages)
  const save = useAction(updateAmenity)
  const form = useForm({
    record: amenity,
    draft: (record) => draftOf(record ?? amenity),
    write: amenityChanges,
    body: updateAmenity,
    check: ({ name }) => ({ name: name.trim() === '' && amenities.nameNeeded }),
    update: (body, { id, version }) => save.mutateAsync({ params: { id }, ifMatch: version, body }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={amenities.editTitle({ name: amenity.name })}
      submit={words.save}
      onClose={onClose}
    >
      <AmenityFields form={form} />
    </FormDialog>
  )
}

const Facts = ({ amenity }: { amenity: AmenityWithItems }) => {
  const { words, places } = useMessages()
  const amenities = useMessages(amenityMessages)
  const house = useMessages(adminMessages)
  const names = useNames()
  return (
    <dl className="facts">
      <div>
        <dt>{house.state}</dt>
        <dd>
          <AmenityStateMark state={amenity.state} open={amenity.counts.openTasks} />
        </dd>
      </div>
      <div>
        <dt>{house.type}</dt>
        <dd>{names.type(amenity.type)}</dd>
      </div>
      <div>
        <dt>{words.location}</dt>
        <dd>{amenity.location?.path ?? '–'}</dd>
      </div>
      <div>
        <dt>{words.building}</dt>
        <dd>
          <Link to="/buildings/$id" params={{ id: amenity.buildingId }}>
            {amenity.building.name}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{places.feedback.name}</dt>
        <dd>
          <Link to="/feedback" search={{ amenity: [amenity.id] }}>
            {amenity.counts.feedback}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{places.tasks.name}</dt>
        <dd>
          <Link to="/tasks" search={{ amenity: [amenity.id], status: ['OPEN', 'IN_PROGRESS'] }}>
            {amenities.openTasks({ count: amenity.counts.openTasks })}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{places.figures.name}</dt>
        <dd>
          <Link to="/amenities/$id/figures" params={{ id: amenity.id }}>
            {places.amenityFigures.name}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{amenities.accessible}</dt>
        <dd>{amenity.accessible === null ? amenities.unknown : amenity.accessible ? words.yes : words.no}</dd>
      </div>
      {amenity.openingHours ? (
        <div>
          <dt>{amenities.openingHours}</dt>
          <dd className="prose">{amenity.openingHours}</dd>
        </div>
      ) : null}
      {amenity.notes ? (
        <div>
          <dt>{amenities.notes}</dt>
          <dd className="prose">{amenity.notes}</dd>
        </div>
      ) : null}
      {amenity.externalId ? (
        <div>
          <dt>{house.externalId}</dt>
          <dd>{amenity.externalId}</dd>
        </div>
      ) : null}
      <div>
        <dt>{house.lastScan}</dt>
        <dd>{amenity.lastScanAt ? <When at={amenity.lastScanAt} /> : house.neverScanned}</dd>
      </div>
      <div>
        <dt>{words.created}</dt>
        <dd>
          <WhenFull at={amenity.createdAt} />
        </dd>
      </div>
    </dl>
  )
}

export const Detail: RecordView<typeof getAmenity> = ({ record: amenity }) => {
  const { words } = useMessages()
  const amenities = useMessages(amenityMessages)
  const house = useMessages(adminMessages)
  const navigate = useNavigate()
  const [layer, setLayer] = useState<'edit' | 'delete'>()
  const close = (): void => setLayer(undefined)
  const keepsHistory = amenity.counts.feedback > 0 || amenity.counts.openTasks > 0
  const away = keepsHistory ? amenities.archive : amenities.delete
  return (
    <>
      {amenity.archivedAt ? (
        <p className="stale">
          {house.archived}: <WhenFull at={amenity.archivedAt} />
        </p>
      ) : (
        <div className="actions">
          <Button variant="filled" onClick={() => setLayer('edit')}>
            {amenities.edit}
          </Button>
          <Button color="bad" onClick={() => setLayer('delete')}>
            {away}
          </Button>
        </div>
      )}
      <div className="record">
        <div>
          <StatusItems amenity={amenity} />
          <Sticker amenity={amenity} />
        </div>
        <Section title={words.facts}>
          <Facts amenity={amenity} />
        </Section>
      </div>
      {layer === 'edit' ? <Edit amenity={amenity} onClose={close} /> : null}
      {layer === 'delete' ? (
        <Confirm
          title={away}
          submit={away}
          call={callOf(deleteAmenity, { params: { id: amenity.id }, ifMatch: amenity.version }, true)}
          onClose={close}
          onDone={() => void navigate({ to: '/amenities' })}
        >
          {keepsHistory ? amenities.archiveHelp : amenities.deleteHelp}
        </Confirm>
      ) : null}
    </>
  )
}
