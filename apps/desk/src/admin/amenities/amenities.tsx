/** ADM-4: all amenities. Two reads: the rows and the buildings; types only when they are asked for. */
import { Button, Menu } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type Amenity, listAmenities } from '#contracts/admin/amenities.ts'
import { operationalStates } from '#contracts/records.ts'
import { useApi } from '../../lib/api.ts'
import { useNames, useT } from '../../lib/language.tsx'
import { FilterBar, FilterMenu, SearchField, ToggleFilter } from '../../parts/filters.tsx'
import { Mark, StateMark } from '../../parts/mark.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, Empty, Filtered, Needs } from '../../parts/states.tsx'
import { type Column, Pager, type Selection, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { useKeys } from '../../shell/keys.ts'
import { useBuildingChoices, useTypeChoices } from '../choices.ts'
import { ChangeMany } from './change-many.tsx'
import { NewAmenity } from './new-amenity.tsx'
import { AmenityPattern } from './pattern.tsx'
import type { AmenitiesSearch } from './search.ts'

const route = getRouteApi('/amenities')

const isFiltered = ({ page: _page, sort: _sort, ...filters }: AmenitiesSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const useColumns = (): Column<Amenity>[] => {
  const { words, house, amenities } = useT()
  const names = useNames()
  return [
    {
      key: 'name',
      head: words.name,
      sort: 'name',
      cell: (amenity) => (
        <>
          <Link to="/amenities/$id" params={{ id: amenity.id }} data-row-link data-id={amenity.id}>
            {amenity.name}
          </Link>
          <small>{[amenity.location?.path, amenity.building.name].filter(Boolean).join(', ')}</small>
        </>
      ),
    },
    { key: 'type', head: house.type, sort: 'type', cell: (amenity) => names.type(amenity.type) },
    {
      key: 'state',
      head: house.state,
      sort: 'state',
      cell: (amenity) => <StateMark state={amenity.state} />,
    },
    {
      key: 'code',
      head: amenities.sticker,
      cell: (amenity) =>
        amenity.qrCode ? (
          <Mark tone="good">{amenities.linked}</Mark>
        ) : (
          <Mark tone="warn">{amenities.notLinked}</Mark>
        ),
    },
    {
      key: 'scan',
      head: amenities.lastScan,
      sort: 'lastScanAt',
      wide: true,
      cell: (amenity) =>
        amenity.lastScanAt ? (
          <When at={amenity.lastScanAt} />
        ) : (
          <span className="quiet">{amenities.neverScanned}</span>
        ),
    },
  ]
}

const AmenityList = () => {
  const t = useT()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const columns = useColumns()
  const [typesAsked, setTypesAsked] = useState(search.type !== undefined)
  const [layer, setLayer] = useState<'new' | 'pattern' | 'change'>()
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set())
  const buildings = useBuildingChoices()
  // An amenity stands in a building: without one there is nothing to choose.
  const noBuilding = buildings.loaded && buildings.choices.length === 0
  const types = useTypeChoices(typesAsked)
  const sort = search.sort ?? 'name'
  const list = useApi(
    listAmenities,
    {
      query: {
        q: search.q,
        building: search.building,
        location: search.location,
        type: search.type,
        state: search.state,
        linked: search.linked === 'no' ? false : undefined,
        archived: search.archived,
        sort,
        page: search.page,
        pageSize: 50,
      },
    },
    { keep: true },
  )
  const set = useCallback(
    (change: AmenitiesSearch): void => {
      setPicked(new Set())
      void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) })
    },
    [navigate],
  )
  const clear = (): void => void navigate({ search: {} })
  const toggle = (id: string): void =>
    setPicked((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  useKeys({
    x: () => {
      const id = (document.activeElement as HTMLElement | null)?.dataset.id
      if (id) toggle(id)
    },
  })
  const rows = list.data?.items ?? []
  const selection: Selection = {
    ids: picked,
    toggle,
    all: (ids) => setPicked(new Set(ids)),
    label: (id) => rows.find((one) => one.id === id)?.name ?? '',
  }
  const chosenCodes = rows.filter(({ id }) => picked.has(id)).flatMap(({ qrCode }) => qrCode ?? [])
  return (
    <Screen
      title={t.places.amenities}
      actions={
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="filled">{t.amenities.add}</Button>
          </Menu.Target>
          <Menu.Dropdown>
            {noBuilding ? (
              <Menu.Item renderRoot={(props) => <Link {...props} to="/buildings" />}>
                {t.today.addBuilding}
              </Menu.Item>
            ) : (
              <>
                <Menu.Item onClick={() => setLayer('new')}>{t.amenities.addOne}</Menu.Item>
                <Menu.Item onClick={() => setLayer('pattern')}>{t.amenities.addMany}</Menu.Item>
              </>
            )}
            <Menu.Item renderRoot={(props) => <Link {...props} to="/buildings/import" />}>
              {t.buildings.import}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      }
    >
      <FilterBar active={isFiltered(search)} onClear={clear}>
        <SearchField label={t.amenities.search} value={search.q} onChange={(q) => set({ q })} />
        <FilterMenu
          label={t.words.building}
          choices={buildings.choices}
          chosen={search.building}
          onChange={(building) => set({ building, location: undefined })}
        />
        <FilterMenu
          label={t.house.type}
          choices={types}
          chosen={search.type}
          onOpen={() => setTypesAsked(true)}
          onChange={(type) => set({ type })}
        />
        <FilterMenu
          label={t.house.state}
          choices={operationalStates.map((state) => ({ value: state, label: t.words.state[state] }))}
          chosen={search.state}
          onChange={(state) => set({ state: state as AmenitiesSearch['state'] })}
        />
        <ToggleFilter
          label={t.amenities.notLinked}
          on={search.linked === 'no'}
          onChange={(on) => set({ linked: on ? 'no' : undefined })}
        />
        <ToggleFilter
          label={t.house.archived}
          on={search.archived ?? false}
          onChange={(on) => set({ archived: on || undefined })}
        />
      </FilterBar>
      <section className="bulk" aria-label={t.amenities.selection}>
        <span aria-live="polite">{picked.size > 0 ? t.amenities.selected(picked.size) : ''}</span>
        {picked.size > 0 ? (
          <>
            <Button onClick={() => setLayer('change')}>{t.tasks.changeSelected}</Button>
            {chosenCodes.length > 0 ? (
              <Button
                renderRoot={(props) => <Link {...props} to="/qr-studio" search={{ codes: chosenCodes }} />}
              >
                {t.amenities.print(chosenCodes.length)}
              </Button>
            ) : null}
            <Button variant="subtle" onClick={() => setPicked(new Set())}>
              {t.tasks.selectNone}
            </Button>
          </>
        ) : null}
      </section>
      <Answer of={list} rows={12}>
        {(page) =>
          page.total === 0 ? (
            isFiltered(search) ? (
              <Filtered onClear={clear} />
            ) : (
              <Empty
                title={t.amenities.noneTitle}
                action={
                  noBuilding ? (
                    <Button variant="filled" renderRoot={(props) => <Link {...props} to="/buildings" />}>
                      {t.today.addBuilding}
                    </Button>
                  ) : (
                    <Button variant="filled" onClick={() => setLayer('pattern')}>
                      {t.amenities.addMany}
                    </Button>
                  )
                }
              >
                {noBuilding ? t.today.firstBuildingHelp : t.amenities.noneHelp}
              </Empty>
            )
          ) : (
            <>
              <Table
                caption={t.places.amenities}
                columns={columns}
                rows={page.items}
                sort={sort}
                onSort={(next) => set({ sort: next as AmenitiesSearch['sort'] })}
                selection={selection}
                waiting={list.isPlaceholderData}
              />
              <Pager page={page.page} totalPages={page.totalPages} total={page.total} />
            </>
          )
        }
      </Answer>
      {layer === 'new' ? (
        <NewAmenity
          buildings={buildings.choices}
          building={search.building?.[0]}
          onClose={() => setLayer(undefined)}
        />
      ) : null}
      {layer === 'pattern' ? (
        <AmenityPattern
          buildings={buildings.choices}
          building={search.building?.[0]}
          onClose={() => setLayer(undefined)}
        />
      ) : null}
      {layer === 'change' ? (
        <ChangeMany
          ids={[...picked]}
          onClose={() => setLayer(undefined)}
          onDone={() => {
            setPicked(new Set())
            setLayer(undefined)
          }}
        />
      ) : null}
    </Screen>
  )
}

export const Amenities = () => (
  <Needs level="ADMIN" title={useT().places.amenities}>
    <AmenityList />
  </Needs>
)
