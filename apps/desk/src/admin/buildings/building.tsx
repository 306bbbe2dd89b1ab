/** ADM-3: one building. */
import { Button } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type BuildingWithLocations, deleteBuilding, type getBuilding } from '#contracts/places/buildings.ts'
import { hoursText, weekdays } from '#contracts/service-hours.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { WhenFull } from '#desk-kit/parts/when.tsx'
import type { RecordView } from '#desk-kit/shell/screen-kinds.ts'
import { adminMessages } from '../messages.ts'
import { EditBuilding } from './edit-building.tsx'
import { Floors } from './floors.tsx'
import { buildingMessages } from './messages.ts'

const Facts = ({ building }: { building: BuildingWithLocations }) => {
  const { places, words } = useMessages()
  const buildings = useMessages(buildingMessages)
  const house = useMessages(adminMessages)
  const hours = building.serviceHours ? hoursText(building.serviceHours) : undefined
  return (
    <dl className="facts">
      <div>
        <dt>{buildings.address}</dt>
        <dd className="prose">{building.address ?? '–'}</dd>
      </div>
      <div>
        <dt>{places.amenities.name}</dt>
        <dd>
          <Link to="/amenities" search={{ building: [building.id] }}>
            {building.counts.amenities}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{buildings.openTasks}</dt>
        <dd>
          <Link to="/tasks" search={{ building: [building.id], status: ['OPEN', 'IN_PROGRESS'] }}>
            {building.counts.openTasks}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{places.figures.name}</dt>
        <dd>
          <Link to="/buildings/$id/figures" params={{ id: building.id }}>
            {places.buildingFigures.name}
          </Link>
        </dd>
      </div>
      <div>
        <dt>{house.timeZone}</dt>
        <dd>{building.timeZone}</dd>
      </div>
      <div>
        <dt>{house.hours}</dt>
        <dd>
          {hours
            ? weekdays.map((day) => (
                <span key={day} className="hours-line">
                  {house.weekdays[day]} <span>{hours[day] || house.closed}</span>
                </span>
              ))
            : buildings.commonHours}
        </dd>
      </div>
      {building.holidays.length > 0 ? (
        <div>
          <dt>{house.holidays}</dt>
          <dd>{building.holidays.map(({ date, name }) => `${date} ${name}`).join(', ')}</dd>
        </div>
      ) : null}
      {building.contact ? (
        <div>
          <dt>{buildings.contact}</dt>
          <dd>
            {[building.contact.name, building.contact.phone, building.contact.email]
              .filter(Boolean)
              .join(', ')}
          </dd>
        </div>
      ) : null}
      {building.accessNote ? (
        <div>
          <dt>{buildings.access}</dt>
          <dd className="prose">{building.accessNote}</dd>
        </div>
      ) : null}
      {building.hazardNote ? (
        <div>
          <dt>{buildings.hazards}</dt>
          <dd className="prose">{building.hazardNote}</dd>
        </div>
      ) : null}
      {building.externalId ? (
        <div>
          <dt>{house.externalId}</dt>
          <dd>{building.externalId}</dd>
        </div>
      ) : null}
      <div>
        <dt>{words.created}</dt>
        <dd>
          <WhenFull at={building.createdAt} />
        </dd>
      </div>
      {building.archivedAt ? (
        <div>
          <dt>{house.archived}</dt>
          <dd>
            <WhenFull at={building.archivedAt} />
          </dd>
        </div>
      ) : null}
    </dl>
  )
}

export const Detail: RecordView<typeof getBuilding> = ({ record: building }) => {
  const { words } = useMessages()
  const buildings = useMessages(buildingMessages)
  const navigate = useNavigate()
  const [layer, setLayer] = useState<'edit' | 'delete'>()
  const close = (): void => setLayer(undefined)
  return (
    <>
      <div className="actions">
        <Button variant="filled" onClick={() => setLayer('edit')}>
          {buildings.edit}
        </Button>
        <Button
          renderRoot={(props) => <Link {...props} to="/qr-studio" search={{ building: building.id }} />}
        >
          {buildings.printStickers}
        </Button>
        <Button color="bad" onClick={() => setLayer('delete')}>
          {buildings.delete}
        </Button>
      </div>
      <div className="record">
        <Floors buildingId={building.id} locations={building.locations} />
        <Section title={words.facts}>
          <Facts building={building} />
        </Section>
      </div>
      {layer === 'edit' ? <EditBuilding building={building} onClose={close} /> : null}
      {layer === 'delete' ? (
        <Confirm
          title={buildings.deleteTitle({ name: building.name })}
          submit={buildings.delete}
          call={callOf(deleteBuilding, { params: { id: building.id }, ifMatch: building.version }, true)}
          onClose={close}
          onDone={() => void navigate({ to: '/buildings' })}
        >
          {buildings.deleteHelp({ amenities: building.counts.amenities })}
        </Confirm>
      ) : null}
    </>
  )
}
