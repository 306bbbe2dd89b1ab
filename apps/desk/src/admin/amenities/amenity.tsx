/** ADM-5: one amenity with its sticker and its status items. */
import { Button } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import {
  type AmenityWithItems,
  deleteAmenity,
  getAmenity,
  updateAmenity,
} from '#contracts/admin/amenities.ts'
import { useAct, useApi } from '../../lib/api.ts'
import { useNames, useT } from '../../lib/language.tsx'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { StateMark } from '../../parts/mark.tsx'
import { Screen, Section } from '../../parts/screen.tsx'
import { Answer, Needs } from '../../parts/states.tsx'
import { When, WhenFull } from '../../parts/when.tsx'
import { type AmenityDraft, AmenityFields, amenityChanges } from './fields.tsx'
import { StatusItems } from './status-items.tsx'
import { Sticker } from './sticker.tsx'

const route = getRouteApi('/amenities/$id')

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
  const { amenities, words } = useT()
  const save = useAct(updateAmenity)
  const before = draftOf(amenity)
  const [draft, setDraft] = useState(before)
  return (
    <FormDialog
      title={amenities.editTitle(amenity.name)}
      opened
      onClose={onClose}
      dirty={JSON.stringify(draft) !== JSON.stringify(before)}
      submit={words.save}
      problem={draft.name.trim() === '' ? amenities.nameNeeded : undefined}
      busy={save.isPending}
      error={save.error}
      onSubmit={() =>
        save.mutate(
          { params: { id: amenity.id }, ifMatch: amenity.version, body: amenityChanges(draft) },
          { onSuccess: onClose },
        )
      }
    >
      <AmenityFields draft={draft} set={(part) => setDraft({ ...draft, ...part })} />
    </FormDialog>
  )
}

const Facts = ({ amenity }: { amenity: AmenityWithItems }) => {
  const { amenities, house, words, places, tasks } = useT()
  const names = useNames()
  return (
    <dl className="facts">
      <div>
        <dt>{house.state}</dt>
        <dd>
          <StateMark state={amenity.state} />
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
        <dt>{places.feedback}</dt>
        <dd>
          <Link to="/feedback" search={{ amenity: [amenity.id] }}>
            {amenity.counts.feedback}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{places.tasks}</dt>
        <dd>
          <Link to="/tasks" search={{ amenity: [amenity.id], status: ['OPEN', 'IN_PROGRESS'] }}>
            {amenities.openTasks(amenity.counts.openTasks)}
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
        <dt>{amenities.lastScan}</dt>
        <dd>{amenity.lastScanAt ? <When at={amenity.lastScanAt} /> : amenities.neverScanned}</dd>
      </div>
      <div>
        <dt>{tasks.created}</dt>
        <dd>
          <WhenFull at={amenity.createdAt} />
        </dd>
      </div>
    </dl>
  )
}

const Record = ({ amenity }: { amenity: AmenityWithItems }) => {
  const { amenities, tasks, house } = useT()
  const navigate = useNavigate()
  const remove = useAct(deleteAmenity, { withMe: true })
  const [layer, setLayer] = useState<'edit' | 'delete'>()
  const keepsHistory = amenity.counts.feedback > 0 || amenity.counts.openTasks > 0
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
            {keepsHistory ? amenities.archive : amenities.delete}
          </Button>
        </div>
      )}
      <div className="record">
        <div>
          <StatusItems amenity={amenity} />
          <Sticker amenity={amenity} />
        </div>
        <Section title={tasks.facts}>
          <Facts amenity={amenity} />
        </Section>
      </div>
      {layer === 'edit' ? <Edit amenity={amenity} onClose={() => setLayer(undefined)} /> : null}
      <Confirm
        title={keepsHistory ? amenities.archive : amenities.delete}
        opened={layer === 'delete'}
        onClose={() => setLayer(undefined)}
        submit={keepsHistory ? amenities.archive : amenities.delete}
        busy={remove.isPending}
        error={remove.error}
        onSubmit={() =>
          remove.mutate(
            { params: { id: amenity.id }, ifMatch: amenity.version },
            { onSuccess: () => void navigate({ to: '/amenities' }) },
          )
        }
      >
        {keepsHistory ? amenities.archiveHelp : amenities.deleteHelp}
      </Confirm>
    </>
  )
}

const AmenityRecord = () => {
  const t = useT()
  const { id } = route.useParams()
  const amenity = useApi(getAmenity, { params: { id } })
  return (
    <Screen
      title={amenity.data?.name ?? t.words.amenity}
      above={<Link to="/amenities">{t.places.amenities}</Link>}
    >
      <Answer of={amenity}>{(data) => <Record amenity={data} />}</Answer>
    </Screen>
  )
}

export const AmenityScreen = () => (
  <Needs level="ADMIN" title={useT().words.amenity}>
    <AmenityRecord />
  </Needs>
)
