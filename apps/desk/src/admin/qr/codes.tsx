/** ADM-7: all QR codes, linked or spare, and those never scanned. */
import { Link } from '@tanstack/react-router'
import { sayPlace } from '#contracts/kit/place.ts'
import { createQrStock, linkQrCode, type listQrCodes, type QrCodeState } from '#contracts/places/qr-codes.ts'
import { callOf } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import type { Action, UseList } from '#desk-kit/list/declaration.ts'
import { Confirm } from '#desk-kit/parts/confirm.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { adminMessages } from '../messages.ts'
import { formatCode } from './format-code.ts'
import { LinkCode } from './link-code.tsx'
import { qrMessages } from './messages.ts'
import { Stock } from './stock.tsx'

const tones: Record<QrCodeState, Tone> = { LINKED: 'good', FREE: 'muted', RETIRED: 'warn' }

export const useList: UseList<typeof listQrCodes> = () => {
  const { places, words } = useMessages()
  const t = useMessages(qrMessages)
  const house = useMessages(adminMessages)
  const { number } = useFormat()
  const stock: Action = { label: t.stock, by: createQrStock, layer: (close) => <Stock onClose={close} /> }
  return {
    id: ({ code }) => code,
    name: ({ code }) => formatCode(code),
    search: t.search,
    first: { title: t.noneTitle, help: t.noneHelp, action: stock },
    filters: [
      { of: 'state', label: house.state, words: t.states },
      { of: 'building', label: words.building, from: 'buildings' },
      { of: 'scanned', label: house.neverScanned, pressed: false },
      { of: 'scanned', label: t.scanned, pressed: true },
      { of: 'mounted', label: t.notMounted, pressed: false },
      { of: 'batch', named: (batch) => `${t.batch}: ${batch}` },
    ],
    create: [stock, { label: places.qrStudio.name, link: (props) => <Link {...props} to="/qr-studio" /> }],
    columns: [
      {
        key: 'code',
        head: t.code,
        cell: ({ code }) => <code>{formatCode(code)}</code>,
        below: ({ batch }) =>
          batch ? (
            <Link to="/qr-codes" search={{ batch }}>
              {batch}
            </Link>
          ) : null,
      },
      {
        key: 'state',
        head: house.state,
        cell: ({ state }) => <Mark tone={tones[state]}>{t.states[state]}</Mark>,
      },
      {
        key: 'amenity',
        head: words.amenity,
        cell: ({ amenity }) =>
          amenity ? (
            <Link to="/amenities/$id" params={{ id: amenity.id }} data-row-link>
              {amenity.name}
            </Link>
          ) : (
            <span className="quiet">–</span>
          ),
        below: ({ amenity }) => amenity && sayPlace(amenity.location, amenity.building.name),
      },
      { key: 'scans', head: t.scans, end: true, cell: ({ scans }) => number(scans) },
      {
        key: 'lastScanAt',
        head: house.lastScan,
        wide: true,
        cell: ({ lastScanAt }) =>
          lastScanAt ? <When at={lastScanAt} /> : <span className="quiet">{house.neverScanned}</span>,
      },
      {
        key: 'mounted',
        head: t.mounted,
        wide: true,
        cell: ({ mountedAt }) => (mountedAt ? <When at={mountedAt} /> : <span className="quiet">–</span>),
      },
    ],
    actions: (record) => {
      const { code, state, version, amenity, mountedAt } = record
      if (state === 'RETIRED') return []
      return [
        {
          label: amenity ? t.relink : t.link,
          by: linkQrCode,
          layer: (close) => <LinkCode record={record} onClose={close} />,
        },
        amenity && {
          label: t.unlink,
          by: linkQrCode,
          layer: (close) => (
            <Confirm
              title={t.unlink}
              submit={t.unlink}
              call={callOf(
                linkQrCode,
                { params: { code }, ifMatch: version, body: { amenityId: null } },
                true,
              )}
              onClose={close}
            >
              {t.unlinkHelp({ name: sayPlace(amenity.name, amenity.location, amenity.building.name) })}
            </Confirm>
          ),
        },
        amenity &&
          !mountedAt && {
            label: t.markMounted,
            call: callOf(linkQrCode, {
              params: { code },
              body: { amenityId: amenity.id, mounted: true },
            }),
          },
        {
          label: house.printOne,
          link: (props) => <Link {...props} to="/qr-studio" search={{ codes: [code] }} />,
        },
      ]
    },
  }
}
