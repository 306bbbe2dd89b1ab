/** ADM-2: all buildings. */
import { Button, Textarea, TextInput } from '@mantine/core'
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import { type Building, createBuilding, listBuildings } from '#contracts/admin/buildings.ts'
import { useAct, useApi } from '../../lib/api.ts'
import { useT } from '../../lib/language.tsx'
import { useMe } from '../../lib/me.ts'
import { FormDialog } from '../../parts/dialog.tsx'
import { FilterBar, SearchField, ToggleFilter } from '../../parts/filters.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, Empty, Filtered, Needs } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import type { BuildingsSearch } from '../search.ts'

const route = getRouteApi('/buildings')

const NewBuilding = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => {
  const { buildings, words } = useT()
  const { tenant } = useMe()
  const navigate = useNavigate()
  const create = useAct(createBuilding, { withMe: true })
  const blank = { name: '', address: '', timeZone: tenant.timeZone }
  const [draft, setDraft] = useState(blank)
  const close = (): void => {
    setDraft(blank)
    create.reset()
    onClose()
  }
  return (
    <FormDialog
      title={buildings.newBuilding}
      opened={opened}
      onClose={close}
      dirty={draft.name !== '' || draft.address !== ''}
      submit={buildings.create}
      problem={draft.name.trim() === '' ? buildings.nameNeeded : undefined}
      busy={create.isPending}
      error={create.error}
      quota="buildings"
      onSubmit={() =>
        create.mutate(
          {
            body: {
              name: draft.name.trim(),
              timeZone: draft.timeZone.trim(),
              ...(draft.address.trim() ? { address: draft.address.trim() } : {}),
            },
          },
          { onSuccess: ({ id }) => void navigate({ to: '/buildings/$id', params: { id } }) },
        )
      }
    >
      <TextInput
        data-autofocus
        label={words.name}
        maxLength={120}
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <Textarea
        label={buildings.address}
        autosize
        minRows={2}
        maxLength={400}
        autoComplete="street-address"
        value={draft.address}
        onChange={(event) => setDraft({ ...draft, address: event.currentTarget.value })}
      />
      <TextInput
        label={buildings.timeZone}
        description={buildings.timeZoneHelp}
        list="time-zones"
        value={draft.timeZone}
        onChange={(event) => setDraft({ ...draft, timeZone: event.currentTarget.value })}
      />
    </FormDialog>
  )
}

const BuildingList = () => {
  const t = useT()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [adding, setAdding] = useState(false)
  const sort = search.sort ?? 'name'
  const list = useApi(
    listBuildings,
    { query: { q: search.q, archived: search.archived, sort, page: search.page, pageSize: 50 } },
    { keep: true },
  )
  const set = useCallback(
    (change: BuildingsSearch): void =>
      void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) }),
    [navigate],
  )
  const clear = (): void => void navigate({ search: {} })
  const columns: Column<Building>[] = [
    {
      key: 'name',
      head: t.words.name,
      sort: 'name',
      cell: (building) => (
        <>
          <Link to="/buildings/$id" params={{ id: building.id }} data-row-link>
            {building.name}
          </Link>
          {building.address ? <small>{building.address.replaceAll('\n', ', ')}</small> : null}
        </>
      ),
    },
    {
      key: 'amenities',
      head: t.places.amenities,
      end: true,
      cell: (building) => (
        <Link to="/amenities" search={{ building: [building.id] }}>
          {building.counts.amenities}
        </Link>
      ),
    },
    {
      key: 'tasks',
      head: t.buildings.openTasks,
      end: true,
      cell: (building) => (
        <Link to="/tasks" search={{ building: [building.id], status: ['OPEN', 'IN_PROGRESS'] }}>
          {building.counts.openTasks}
        </Link>
      ),
    },
    { key: 'zone', head: t.buildings.timeZone, wide: true, cell: (building) => building.timeZone },
    {
      key: 'hours',
      head: t.buildings.hours,
      wide: true,
      cell: (building) => (building.serviceHours ? t.buildings.ownHours : t.buildings.commonHours),
    },
  ]
  return (
    <Screen
      title={t.places.buildings}
      actions={
        <>
          <Button renderRoot={(props) => <Link {...props} to="/buildings/import" />}>
            {t.buildings.import}
          </Button>
          <Button variant="filled" onClick={() => setAdding(true)}>
            {t.buildings.newBuilding}
          </Button>
        </>
      }
    >
      <FilterBar active={Boolean(search.q || search.archived)} onClear={clear}>
        <SearchField label={t.buildings.search} value={search.q} onChange={(q) => set({ q })} />
        <ToggleFilter
          label={t.house.archived}
          on={search.archived ?? false}
          onChange={(on) => set({ archived: on || undefined })}
        />
      </FilterBar>
      <Answer of={list}>
        {(page) =>
          page.total === 0 ? (
            search.q || search.archived ? (
              <Filtered onClear={clear} />
            ) : (
              <Empty
                title={t.buildings.noneTitle}
                action={
                  <Button variant="filled" onClick={() => setAdding(true)}>
                    {t.buildings.newBuilding}
                  </Button>
                }
              >
                {t.buildings.noneHelp}
              </Empty>
            )
          ) : (
            <>
              <Table
                caption={t.places.buildings}
                columns={columns}
                rows={page.items}
                sort={sort}
                onSort={(next) => set({ sort: next as BuildingsSearch['sort'] })}
                waiting={list.isPlaceholderData}
              />
              <Pager page={page.page} totalPages={page.totalPages} total={page.total} />
            </>
          )
        }
      </Answer>
      <NewBuilding opened={adding} onClose={() => setAdding(false)} />
    </Screen>
  )
}

export const Buildings = () => (
  <Needs level="ADMIN" title={useT().places.buildings}>
    <BuildingList />
  </Needs>
)
