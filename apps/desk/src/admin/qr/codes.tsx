/** ADM-7: every code, linked or free, and those that nobody has ever scanned. */
import { Button, Menu } from '@mantine/core'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useCallback, useState } from 'react'
import {
  linkQrCode,
  listQrCodes,
  type QrCodeRecord,
  type QrCodeState,
  qrCodeStates,
} from '#contracts/admin/qr-codes.ts'
import { useAct, useApi } from '../../lib/api.ts'
import { useFormat } from '../../lib/format.ts'
import { useT } from '../../lib/language.tsx'
import { AmenitySelect } from '../../parts/amenity-select.tsx'
import { Confirm, FormDialog } from '../../parts/dialog.tsx'
import { FilterBar, FilterMenu, SearchField, ToggleFilter } from '../../parts/filters.tsx'
import { Mark, type Tone } from '../../parts/mark.tsx'
import { Screen } from '../../parts/screen.tsx'
import { Answer, Empty, ErrorPanel, Filtered, Needs } from '../../parts/states.tsx'
import { type Column, Pager, Table } from '../../parts/table.tsx'
import { When } from '../../parts/when.tsx'
import { inFives } from '../amenities/sticker.tsx'
import { useBuildingChoices } from '../choices.ts'
import type { CodesSearch } from './search.ts'
import { Stock } from './stock.tsx'

const route = getRouteApi('/qr-codes')
type Row = QrCodeRecord & { readonly id: string }

const tones: Record<QrCodeState, Tone> = { LINKED: 'good', FREE: 'muted', RETIRED: 'warn' }

const isFiltered = ({ page: _page, sort: _sort, ...filters }: CodesSearch): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const LinkDialog = ({ record, onClose }: { record: QrCodeRecord; onClose: () => void }) => {
  const { qr, words } = useT()
  const link = useAct(linkQrCode, { withMe: true })
  const [amenityId, setAmenityId] = useState<string | null>(null)
  return (
    <FormDialog
      title={qr.linkTitle(inFives(record.code))}
      opened
      onClose={onClose}
      dirty={amenityId !== null}
      submit={qr.link}
      problem={amenityId ? undefined : qr.amenityNeeded}
      busy={link.isPending}
      error={link.error}
      quota="qrCodes"
      onSubmit={() =>
        link.mutate(
          { params: { code: record.code }, ifMatch: record.version, body: { amenityId } },
          { onSuccess: onClose },
        )
      }
    >
      <AmenitySelect
        label={words.amenity}
        description={qr.linkHelp}
        value={amenityId}
        onChange={(amenity) => setAmenityId(amenity?.id ?? null)}
      />
    </FormDialog>
  )
}

const Unlink = ({ record, onClose }: { record: QrCodeRecord; onClose: () => void }) => {
  const { qr } = useT()
  const link = useAct(linkQrCode, { withMe: true })
  return (
    <Confirm
      title={qr.unlink}
      opened
      onClose={onClose}
      submit={qr.unlink}
      busy={link.isPending}
      error={link.error}
      onSubmit={() =>
        link.mutate(
          { params: { code: record.code }, ifMatch: record.version, body: { amenityId: null } },
          { onSuccess: onClose },
        )
      }
    >
      {qr.unlinkHelp(record.amenity?.name ?? '')}
    </Confirm>
  )
}

const CodeList = () => {
  const t = useT()
  const { qr } = t
  const { number } = useFormat()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const buildings = useBuildingChoices()
  const mount = useAct(linkQrCode)
  const [layer, setLayer] = useState<{ kind: 'link' | 'unlink'; record: QrCodeRecord }>()
  const sort = search.sort ?? '-createdAt'
  const list = useApi(
    listQrCodes,
    {
      query: {
        q: search.q,
        state: search.state,
        building: search.building,
        batch: search.batch,
        scanned: search.neverScanned ? false : undefined,
        mounted: search.notMounted ? false : undefined,
        sort,
        page: search.page,
        pageSize: 50,
      },
    },
    { keep: true },
  )
  const set = useCallback(
    (change: CodesSearch): void =>
      void navigate({ search: (before) => ({ ...before, page: undefined, ...change }) }),
    [navigate],
  )
  const clear = (): void => void navigate({ search: {} })
  const columns: Column<Row>[] = [
    {
      key: 'code',
      head: qr.code,
      sort: 'code',
      cell: (record) => (
        <>
          <code>{inFives(record.code)}</code>
          {record.batch ? (
            <small>
              <Link to="/qr-codes" search={{ batch: record.batch }}>
                {record.batch}
              </Link>
            </small>
          ) : null}
        </>
      ),
    },
    {
      key: 'state',
      head: t.house.state,
      cell: ({ state }) => <Mark tone={tones[state]}>{qr.states[state]}</Mark>,
    },
    {
      key: 'amenity',
      head: t.words.amenity,
      cell: ({ amenity }) =>
        amenity ? (
          <>
            <Link to="/amenities/$id" params={{ id: amenity.id }} data-row-link>
              {amenity.name}
            </Link>
            <small>{amenity.building.name}</small>
          </>
        ) : (
          <span className="quiet">–</span>
        ),
    },
    { key: 'scans', head: qr.scans, sort: 'scans', end: true, cell: ({ scans }) => number(scans) },
    {
      key: 'last',
      head: t.amenities.lastScan,
      sort: 'lastScanAt',
      wide: true,
      cell: ({ lastScanAt }) =>
        lastScanAt ? <When at={lastScanAt} /> : <span className="quiet">{t.amenities.neverScanned}</span>,
    },
    {
      key: 'mounted',
      head: qr.mounted,
      wide: true,
      cell: (record) =>
        record.mountedAt ? (
          <When at={record.mountedAt} />
        ) : record.amenity ? (
          <button
            type="button"
            className="as-link"
            onClick={() =>
              mount.mutate({
                params: { code: record.code },
                body: { amenityId: record.amenity?.id ?? null, mounted: true },
              })
            }
          >
            {qr.markMounted}
          </button>
        ) : (
          <span className="quiet">–</span>
        ),
    },
    {
      key: 'acts',
      head: t.words.edit,
      acts: true,
      end: true,
      cell: (record) =>
        record.state === 'RETIRED' ? null : (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="compact-sm" aria-label={`${t.tasks.more}: ${inFives(record.code)}`}>
                {t.tasks.more}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item onClick={() => setLayer({ kind: 'link', record })}>
                {record.amenity ? qr.relink : qr.link}
              </Menu.Item>
              {record.amenity ? (
                <Menu.Item onClick={() => setLayer({ kind: 'unlink', record })}>{qr.unlink}</Menu.Item>
              ) : null}
              <Menu.Item
                renderRoot={(props) => <Link {...props} to="/qr-studio" search={{ codes: [record.code] }} />}
              >
                {qr.printOne}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        ),
    },
  ]
  return (
    <Screen
      title={t.places.qrCodes}
      actions={
        <>
          <Stock />
          <Button variant="filled" renderRoot={(props) => <Link {...props} to="/qr-studio" />}>
            {t.places.qrStudio}
          </Button>
        </>
      }
    >
      <FilterBar active={isFiltered(search)} onClear={clear}>
        <SearchField label={qr.search} value={search.q} onChange={(q) => set({ q })} />
        <FilterMenu
          label={t.house.state}
          choices={qrCodeStates.map((state) => ({ value: state, label: qr.states[state] }))}
          chosen={search.state}
          onChange={(state) => set({ state: state as CodesSearch['state'] })}
        />
        <FilterMenu
          label={t.words.building}
          choices={buildings.choices}
          chosen={search.building}
          onChange={(building) => set({ building })}
        />
        <ToggleFilter
          label={t.amenities.neverScanned}
          on={search.neverScanned ?? false}
          onChange={(on) => set({ neverScanned: on || undefined })}
        />
        <ToggleFilter
          label={qr.notMounted}
          on={search.notMounted ?? false}
          onChange={(on) => set({ notMounted: on || undefined })}
        />
        {search.batch ? (
          <ToggleFilter
            label={`${qr.batch}: ${search.batch}`}
            on
            onChange={() => set({ batch: undefined })}
          />
        ) : null}
      </FilterBar>
      {mount.error ? <ErrorPanel error={mount.error} /> : null}
      <Answer of={list} rows={12}>
        {(page) =>
          page.total === 0 ? (
            isFiltered(search) ? (
              <Filtered onClear={clear} />
            ) : (
              <Empty title={qr.noneTitle}>{qr.noneHelp}</Empty>
            )
          ) : (
            <>
              <Table
                caption={t.places.qrCodes}
                columns={columns}
                rows={page.items.map((record) => ({ ...record, id: record.code }))}
                sort={sort}
                onSort={(next) => set({ sort: next as CodesSearch['sort'] })}
                waiting={list.isPlaceholderData}
              />
              <Pager page={page.page} totalPages={page.totalPages} total={page.total} />
            </>
          )
        }
      </Answer>
      {layer?.kind === 'link' ? (
        <LinkDialog record={layer.record} onClose={() => setLayer(undefined)} />
      ) : null}
      {layer?.kind === 'unlink' ? <Unlink record={layer.record} onClose={() => setLayer(undefined)} /> : null}
    </Screen>
  )
}

export const QrCodes = () => (
  <Needs level="ADMIN" title={useT().places.qrCodes}>
    <CodeList />
  </Needs>
)
