/** ADM-4: all amenities. */
import { Link } from '@tanstack/react-router'
import { sayPlace } from '#contracts/kit/place.ts'
import { bulkAmenities, createAmenity, type listAmenities } from '#contracts/places/amenities.ts'
import { createBuilding, importBuildings } from '#contracts/places/buildings.ts'
import { useMessages, useNames } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Mark, StateMark } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { NewBuilding } from '../buildings/new-building.tsx'
import { adminMessages } from '../messages.ts'
import { missingMessages } from '../missing/messages.ts'
import { ChangeMany } from './change-many.tsx'
import { amenityMessages } from './messages.ts'
import { NewAmenity } from './new-amenity.tsx'
import { AmenityPattern } from './pattern.tsx'

export const useList: UseList<typeof listAmenities> = ({ search, set }) => {
  const { words } = useMessages()
  const missing = useMessages(missingMessages)
  const t = useMessages(amenityMessages)
  const house = useMessages(adminMessages)
  const names = useNames()
  // Amenities need a building, so the first step is to add one.
  const noBuilding = useMe().limits.buildings.used === 0
  const building = search.building?.[0]
  return {
    name: ({ name, location, building }) => sayPlace(name, location?.path, building.name),
    search: t.search,
    first: { title: t.noneTitle, help: noBuilding ? words.firstBuildingHelp : t.noneHelp },
    filters: [
      { of: 'building', label: words.building, from: 'buildings' },
      { of: 'type', label: house.type, from: 'types' },
      { of: 'state', label: house.state, words: words.state },
      { of: 'linked', label: t.notLinked, pressed: false },
      { of: 'lacking', label: missing.lacking, words: missing.ofAmenities },
      { of: 'archived', label: house.archived, pressed: true },
      { of: 'location', named: () => words.location },
    ],
    create: noBuilding
      ? [{ label: words.addBuilding, by: createBuilding, layer: (close) => <NewBuilding onClose={close} /> }]
      : [
          {
            label: house.importTable,
            by: importBuildings,
            link: (props) => <Link {...props} to="/buildings/import" />,
          },
          {
            label: t.addOne,
            by: createAmenity,
            layer: (close) => <NewAmenity building={building} onClose={close} />,
          },
          {
            label: t.addMany,
            by: bulkAmenities,
            layer: (close) => <AmenityPattern building={building} onClose={close} />,
          },
        ],
    opens: ({ id, name }) => ({
      label: name,
      link: (props) => <Link {...props} to="/amenities/$id" params={{ id }} />,
    }),
    bulk: (rows) => {
      const codes = rows.flatMap(({ qrCode }) => qrCode ?? [])
      return [
        {
          label: words.changeSelected,
          by: bulkAmenities,
          layer: (close) => (
            <ChangeMany
              ids={rows.map(({ id }) => id)}
              onClose={close}
              onDone={() => {
                set({})
                close()
              }}
            />
          ),
        },
        codes.length > 0 && {
          label: t.print({ count: codes.length }),
          link: (props) => <Link {...props} to="/qr-studio" search={{ codes }} />,
        },
      ]
    },
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ location, building }) => sayPlace(location?.path, building.name),
      },
      { key: 'type', head: house.type, cell: ({ type }) => names.type(type) },
      { key: 'state', head: house.state, cell: ({ state }) => <StateMark state={state} /> },
      {
        key: 'code',
        head: t.sticker,
        cell: ({ qrCode }) => <Mark tone={qrCode ? 'good' : 'warn'}>{qrCode ? t.linked : t.notLinked}</Mark>,
      },
      {
        key: 'lastScanAt',
        head: house.lastScan,
        wide: true,
        cell: ({ lastScanAt }) =>
          lastScanAt ? <When at={lastScanAt} /> : <span className="quiet">{house.neverScanned}</span>,
      },
    ],
  }
}
