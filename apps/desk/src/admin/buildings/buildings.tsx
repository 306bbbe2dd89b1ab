/** ADM-2: all buildings. */
import { Link } from '@tanstack/react-router'
import { createBuilding, importBuildings, type listBuildings } from '#contracts/places/buildings.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { adminMessages } from '../messages.ts'
import { missingMessages } from '../missing/messages.ts'
import { buildingMessages } from './messages.ts'
import { NewBuilding } from './new-building.tsx'

export const useList: UseList<typeof listBuildings> = () => {
  const { places, words } = useMessages()
  const missing = useMessages(missingMessages)
  const t = useMessages(buildingMessages)
  const house = useMessages(adminMessages)
  return {
    name: ({ name }) => name,
    search: t.search,
    first: { title: t.noneTitle, help: t.noneHelp },
    filters: [
      { of: 'lacking', label: missing.lacking, words: missing.ofBuildings },
      { of: 'archived', label: house.archived, pressed: true },
    ],
    create: [
      {
        label: house.importTable,
        by: importBuildings,
        link: (props) => <Link {...props} to="/buildings/import" />,
      },
      { label: t.newBuilding, by: createBuilding, layer: (close) => <NewBuilding onClose={close} /> },
    ],
    opens: ({ id, name }) => ({
      label: name,
      link: (props) => <Link {...props} to="/buildings/$id" params={{ id }} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ name }) => name,
        below: ({ address }) => address?.replaceAll('\n', ', '),
      },
      {
        key: 'amenities',
        head: places.amenities.name,
        end: true,
        cell: ({ id, counts }) => (
          <Link to="/amenities" search={{ building: [id] }}>
            {counts.amenities}
          </Link>
        ),
      },
      {
        key: 'tasks',
        head: t.openTasks,
        end: true,
        cell: ({ id, counts }) => (
          <Link to="/tasks" search={{ building: [id], status: ['OPEN', 'IN_PROGRESS'] }}>
            {counts.openTasks}
          </Link>
        ),
      },
      { key: 'zone', head: house.timeZone, wide: true, cell: ({ timeZone }) => timeZone },
      {
        key: 'hours',
        head: t.hours,
        wide: true,
        cell: ({ serviceHours }) => (serviceHours ? t.ownHours : t.commonHours),
      },
    ],
  }
}
