/** ADM-6: QR studio: selection, template, languages, preview and PDF. All choices are in the address. */
import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import type { ApiError } from '#client/errors.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { getQrSheet, listQrCodes, type SheetTemplate, sheetTemplates } from '#contracts/places/qr-codes.ts'
import { getSettings } from '#contracts/settings.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { client, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useBlobUrl } from '#desk-kit/parts/blob-image.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { Empty, QueryView } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { qrMessages } from './messages.ts'
import type { StudioSearch } from './search.ts'
import { useSheetDownload } from './sheet-download.tsx'
import { Stock } from './stock.tsx'

const route = getRouteApi('/qr-studio')
type What = 'building' | 'batch' | 'codes'

const isLanguage = (value: string): value is VisitorLanguage =>
  (visitorLanguages as readonly string[]).includes(value)

/** Labels per sheet; posters have one. */
const labelsOn = (template: SheetTemplate): number => Number(/^label-(\d+)$/.exec(template)?.[1] ?? 1)

const queryOf = (search: StudioSearch, languages: readonly VisitorLanguage[]) => ({
  ...(search.codes ? { codes: search.codes } : {}),
  ...(search.building && !search.codes ? { building: [search.building] } : {}),
  ...(search.batch && !search.codes && !search.building ? { batch: search.batch } : {}),
  template: search.template ?? ('label-21' as const),
  languages: [...languages],
  ...(search.start ? { start: search.start } : {}),
})

const Preview = ({ blob, label }: { blob: Blob; label: string }) => {
  const url = useBlobUrl(blob)
  return url ? <img src={url} alt={label} className="sheet-preview" /> : null
}

const Sheet = ({ search, languages }: { search: StudioSearch; languages: readonly VisitorLanguage[] }) => {
  const qr = useMessages(qrMessages)
  const query = queryOf(search, languages)
  const preview = useQuery<Blob, ApiError>({
    queryKey: ['qr-sheet', query],
    queryFn: ({ signal }) => client.call(getQrSheet, { query: { ...query, format: 'svg' } }, { signal }),
    placeholderData: keepPreviousData,
  })
  const codes = useApi(listQrCodes, { query: { pageSize: 1 } }, { staleMinutes: 60 })
  const download = useSheetDownload(query, codes.data?.items[0]?.url)
  return (
    <Section
      title={qr.preview}
      actions={
        <Button variant="filled" {...download.button}>
          {qr.download}
        </Button>
      }
    >
      {download.notice}
      <p className="quiet">{qr.scaleHelp}</p>
      <QueryView of={preview}>{(blob) => <Preview blob={blob} label={qr.previewLabel} />}</QueryView>
    </Section>
  )
}

interface LanguagesProps {
  readonly offered: readonly VisitorLanguage[]
  readonly chosen: readonly VisitorLanguage[]
  readonly onChange: (languages: VisitorLanguage[]) => void
}

const Languages = ({ offered, chosen, onChange }: LanguagesProps) => {
  const { words } = useMessages()
  const qr = useMessages(qrMessages)
  return (
    <fieldset className="plain-fieldset">
      <legend>{qr.languages}</legend>
      <small>{qr.languagesHelp}</small>
      {offered.map((language) => (
        <Checkbox
          key={language}
          label={words.languages[language]}
          checked={chosen.includes(language)}
          onChange={() =>
            onChange(
              chosen.includes(language)
                ? chosen.filter((one) => one !== language)
                : [...chosen, language].slice(-2),
            )
          }
        />
      ))}
    </fieldset>
  )
}

export const Page: ComponentType = () => {
  const { places, words } = useMessages()
  const qr = useMessages(qrMessages)
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const settings = useApi(getSettings, {}, { staleMinutes: 10 })
  const offered = settings.data?.visitorLanguages ?? ['en' as const]
  const chosen = (search.languages ?? offered.slice(0, 1)).filter(isLanguage)
  const [asked, ask] = useState<What>('building')
  // The address overrides the local choice: spare codes created here arrive by it while the form is mounted.
  const named: What | undefined = search.codes
    ? 'codes'
    : search.building
      ? 'building'
      : search.batch
        ? 'batch'
        : undefined
  const what = named ?? asked
  const [stocking, setStocking] = useState(false)
  const set = (change: StudioSearch, next = what): void => {
    ask(next)
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true })
  }
  const ready = Boolean(search.building || search.batch || search.codes)
  const template = search.template ?? 'label-21'
  return (
    <Screen
      title={places.qrStudio.name}
      breadcrumb={<Breadcrumb name="qrStudio" />}
      actions={<Button onClick={() => setStocking(true)}>{qr.stock}</Button>}
    >
      <div className="studio">
        <form className="form" onSubmit={(event) => event.preventDefault()}>
          <NativeSelect
            label={qr.what}
            value={what}
            onChange={(event) =>
              set(
                { building: undefined, batch: undefined, codes: undefined },
                event.currentTarget.value as What,
              )
            }
            data={[
              { value: 'building', label: qr.wholeBuilding },
              { value: 'batch', label: qr.oneBatch },
              { value: 'codes', label: qr.singleCodes },
            ]}
          />
          {what === 'building' ? (
            <FindOne
              from="buildings"
              label={words.building}
              value={search.building ?? null}
              onChange={(building) => set({ building: building ?? undefined })}
            />
          ) : null}
          {what === 'batch' ? (
            <TextInput
              key={search.batch}
              label={qr.batch}
              description={qr.batchHelp}
              maxLength={64}
              defaultValue={search.batch ?? ''}
              onBlur={(event) => set({ batch: event.currentTarget.value.trim() || undefined })}
            />
          ) : null}
          {what === 'codes' ? (
            search.codes ? (
              <p>
                {qr.codesChosen({ count: search.codes.length })}{' '}
                <Link to="/amenities">{qr.chooseOthers}</Link>
              </p>
            ) : (
              <p>
                {qr.codesHelp} <Link to="/amenities">{places.amenities.name}</Link>
              </p>
            )
          ) : null}
          <NativeSelect
            label={qr.template}
            value={template}
            onChange={(event) =>
              set({ template: event.currentTarget.value as SheetTemplate, start: undefined })
            }
            data={sheetTemplates.map((one) => ({ value: one, label: qr.templates[one] }))}
          />
          {labelsOn(template) > 1 ? (
            <NumberInput
              label={qr.start}
              description={qr.startHelp}
              min={1}
              max={labelsOn(template)}
              allowDecimal={false}
              value={search.start ?? 1}
              onChange={(value) => set({ start: Number(value) > 1 ? Number(value) : undefined })}
            />
          ) : null}
          {/* Without the languages of the settings, stickers could be printed in the wrong ones. */}
          <QueryView of={settings} rows={3}>
            {() => (
              <Languages offered={offered} chosen={chosen} onChange={(languages) => set({ languages })} />
            )}
          </QueryView>
        </form>
        <div>
          {ready ? (
            <Sheet search={search} languages={chosen} />
          ) : (
            <Empty title={qr.chooseFirst}>{qr.chooseHelp}</Empty>
          )}
        </div>
      </div>
      {stocking ? <Stock onClose={() => setStocking(false)} /> : null}
    </Screen>
  )
}
