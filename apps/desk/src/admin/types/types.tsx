/** ADM-8: amenity types and their issues. */
import {
  createAmenityType,
  deleteAmenityType,
  type listAmenityTypes,
  updateAmenityType,
} from '#contracts/places/amenity-types.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useDeskLanguage, useMessages, useNames } from '#desk-kit/lib/language.tsx'
import type { UseList } from '#desk-kit/list/declaration.ts'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { adminMessages } from '../messages.ts'
import { typeMessages } from './messages.ts'
import { TypeEditor } from './type-editor.tsx'

export const useList: UseList<typeof listAmenityTypes> = () => {
  const { places, words } = useMessages()
  const t = useMessages(typeMessages)
  const house = useMessages(adminMessages)
  const names = useNames()
  const language = useDeskLanguage()
  return {
    name: ({ name }) => name,
    search: t.search,
    first: { title: t.noneTitle },
    create: [
      {
        label: t.newType,
        by: createAmenityType,
        layer: (close) => <TypeEditor type={undefined} onClose={close} />,
      },
    ],
    opens: (type) => ({
      label: words.edit,
      by: updateAmenityType,
      layer: (close) => <TypeEditor type={type} onClose={close} />,
    }),
    columns: [
      {
        key: 'name',
        head: words.name,
        cell: ({ builtIn, code, name }) => (builtIn ? names.type(code) : name),
        below: ({ builtIn, code }) => (builtIn ? t.builtIn : code),
      },
      {
        key: 'issues',
        head: house.issues,
        cell: ({ categories }) =>
          categories
            .filter(({ retired }) => !retired)
            .map((category) => category.names[language] ?? category.name)
            .join(', '),
      },
      { key: 'items', head: t.statusItems, wide: true, cell: ({ statusItems }) => statusItems.join(', ') },
      { key: 'used', head: places.amenities.name, end: true, cell: ({ amenities }) => amenities },
    ],
    actions: (type) => [
      type.code !== 'OTHER' &&
        type.amenities === 0 && {
          label: t.delete,
          by: deleteAmenityType,
          layer: (close) => (
            <Confirm
              title={t.deleteTitle({ name: type.name })}
              submit={t.delete}
              call={callOf(deleteAmenityType, { params: { id: type.id }, ifMatch: type.version })}
              onClose={close}
            >
              {t.deleteHelp}
            </Confirm>
          ),
        },
    ],
  }
}
