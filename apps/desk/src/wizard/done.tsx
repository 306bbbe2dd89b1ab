/** WIZ-5, after creation: print, scan with one's own phone, see the visitor's page. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { getQrImage } from '#contracts/places/qr-codes.ts'
import type { WizardResult, WizardState } from '#contracts/wizard.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useBlobUrl } from '#desk-kit/parts/blob-image.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { useSheetDownload } from '../admin/qr/sheet-download.tsx'
import { LeftOut } from './left-out.tsx'
import { wizardMessages } from './messages.ts'
import { stepOf } from './stage.ts'

const Picture = ({ blob, alt }: { blob: Blob; alt: string }) => {
  const url = useBlobUrl(blob)
  return url ? <img src={url} alt={alt} width={200} height={200} className="qr-image" /> : null
}

const Print = ({ buildingId, url }: { buildingId: string; url: string }) => {
  const t = useMessages(wizardMessages)
  const download = useSheetDownload({ building: [buildingId] }, url)
  return (
    <Section title={t.printTitle} className="first">
      <p>{t.printHelp}</p>
      <div className="wizard-action">
        <Button variant="filled" {...download.button}>
          {t.download}
        </Button>
        <Button renderRoot={(props) => <Link {...props} to="/qr-studio" search={{ building: buildingId }} />}>
          {t.studio}
        </Button>
      </div>
      {download.notice}
    </Section>
  )
}

type First = NonNullable<WizardResult['first']>

const Scan = ({ first, scannedAt }: { first: First; scannedAt: string | null }) => {
  const t = useMessages(wizardMessages)
  const { ago } = useFormat()
  const image = useApi(
    getQrImage,
    { params: { id: first.amenityId }, query: { format: 'svg', size: 400 } },
    { staleMinutes: 60 },
  )
  return (
    <Section title={t.scanTitle}>
      <div className="sticker">
        <QueryView of={image} rows={5}>
          {(blob) => <Picture blob={blob} alt={t.imageOf({ name: first.name })} />}
        </QueryView>
        <div className="form">
          <p>{t.scanHelp({ name: first.name })}</p>
          <div role="status">
            {scannedAt ? (
              <Mark tone="good">{t.scanned({ ago: ago(scannedAt) })}</Mark>
            ) : (
              <Mark tone="muted">{t.waiting}</Mark>
            )}
          </div>
        </div>
      </div>
    </Section>
  )
}

interface DoneProps {
  readonly state: WizardState
  readonly result: WizardResult
  readonly onAnother: () => void
}

export const Done = ({ state, result, onAnother }: DoneProps) => {
  const t = useMessages(wizardMessages)
  const [buildingId] = result.ids.buildings
  const { first, testTrackingUrl } = result
  return (
    <>
      {buildingId && stepOf(state, 'BUILDING').data.example ? (
        <div className="error-panel calm" role="note">
          <p>{t.exampleMade}</p>
          <p>
            <Link to="/buildings/$id" params={{ id: buildingId }}>
              {t.toExample}
            </Link>
          </p>
        </div>
      ) : null}
      {buildingId && first ? <Print buildingId={buildingId} url={first.url} /> : null}
      {first ? <Scan first={first} scannedAt={state.firstScanAt} /> : null}
      {first && testTrackingUrl ? (
        <Section title={t.testTitle}>
          <p>{t.testHelp({ name: first.name })}</p>
          <p>
            <a href={testTrackingUrl} target="_blank" rel="noreferrer">
              {t.openTest}
            </a>
          </p>
        </Section>
      ) : null}
      <LeftOut state={state} />
      <div className="wizard-foot">
        <Button onClick={onAnother}>{t.another}</Button>
        <Link to="/">{t.toToday}</Link>
      </div>
    </>
  )
}
