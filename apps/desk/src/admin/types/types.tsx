/** ADM-8: kinds of amenity, the issues visitors may pick, in which words. */
import { Button } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type AmenityType, deleteAmenityType, listAmenityTypes } from '#contracts/admin/amenity-types.ts'
import { useAct, useApi } from '../../lib/api.ts'
import { useDeskLanguage, useNames, useT } from '../../lib/language.tsx'
import { Confirm } from '../../parts/dialog.tsx'
import { FilterBar, SearchField } from '../../parts/filters.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, Filtered, Needs } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import type { TypesSearch } from '../search.ts'
import { TypeEditor } from './type-editor.tsx'

const route = getRouteApi('/types')

const Remove = ({ type, onClose }: { type: AmenityType; onClose: () => void }) => {
  const { types } = useT()
  const remove = useAct(deleteAmenityType)
  return (
    <Confirm
      title={types.deleteTitle(type.name)}
      opened
      onClose={onClose}
      submit={types.delete}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate({ params: { id: type.id }, ifMatch: type.version }, { onSuccess: onClose })
      }
    >
      {types.deleteHelp}
    </Confirm>
  )
}

const TypeList = () => {
  const t = useT()
  const names = useNames()
  const language = useDeskLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [layer, setLayer] = useState<{ kind: 'new' } | { kind: 'edit' | 'delete'; type: AmenityType }>()
  const list = useApi(
    listAmenityTypes,
    { query: { q: search.q, page: search.page, pageSize: 50 } },
    { keep: true },
  )
  const set = useCallback((change: TypesSearch): void => void navigate({ search: change }), [navigate])
  const close = (): void => setLayer(undefined)
  const columns: Column<AmenityType>[] = [
    {
      key: 'name',
      head: t.words.name,
      cell: (type) => (
        <>
          <button
            type="button"
            className="as-link row-name"
            data-row-link
            onClick={() => setLayer({ kind: 'edit', type })}
          >
            {type.builtIn ? names.type(type.code) : type.name}
          </button>
          <small>{type.builtIn ? t.types.builtIn : type.code}</small>
        </>
      ),
    },
    {
      key: 'issues',
      head: t.types.issues,
      cell: (type) =>
        type.categories
          .filter(({ retired }) => !retired)
          .map((category) => category.names[language] ?? category.name)
          .join(', '),
    },
    { key: 'items', head: t.types.statusItems, wide: true, cell: (type) => type.statusItems.join(', ') },
    { key: 'used', head: t.places.amenities, end: true, cell: (type) => type.amenities },
    {
      key: 'acts',
      head: t.words.edit,
      acts: true,
      end: true,
      cell: (type) =>
        type.code !== 'OTHER' && type.amenities === 0 ? (
          <Button size="compact-sm" onClick={() => setLayer({ kind: 'delete', type })}>
            {t.types.delete}
          </Button>
        ) : null,
    },
  ]
  return (
    <Screen
      title={t.places.types}
      actions={
        <Button variant="filled" onClick={() => setLayer({ kind: 'new' })}>
          {t.types.newType}
        </Button>
      }
    >
      <FilterBar active={search.q !== undefined} onClear={() => set({})}>
        <SearchField label={t.types.search} value={search.q} onChange={(q) => set({ q })} />
      </FilterBar>
      <Answer of={list}>
        {(page) =>
          page.total === 0 ? (
            <Filtered onClear={() => set({})} />
          ) : (
            <>
              <Table
                caption={t.places.types}
                columns={columns}
                rows={page.items}
                waiting={list.isPlaceholderData}
              />
              <Pager page={page.page} totalPages={page.totalPages} total={page.total} />
            </>
          )
        }
      </Answer>
      {layer?.kind === 'new' ? <TypeEditor type={undefined} onClose={close} /> : null}
      {layer?.kind === 'edit' ? <TypeEditor type={layer.type} onClose={close} /> : null}
      {layer?.kind === 'delete' ? <Remove type={layer.type} onClose={close} /> : null}
    </Screen>
  )
}

export const Types = () => (
  <Needs level="ADMIN" title={useT().places.types}>
    <TypeList />
  </Needs>
)
