/** MAN-10: PDF report of a period. All choices are in the address. */
import { Button, Checkbox, NativeSelect } from '@mantine/core'
import { getRouteApi } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { ApiError } from '#client/errors.ts'
import { getReport, reportContents } from '#contracts/reports.ts'
import { FindFilter } from '#desk-kit/find/find-filter.tsx'
import { client } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useDeskLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { saveFile } from '#desk-kit/parts/blob-image.tsx'
import { PeriodFilter } from '#desk-kit/parts/period.tsx'
import { Screen } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { facilityMessages } from './messages.ts'
import { type ReportSearch, reportLanguages, reportOf } from './search.ts'

const route = getRouteApi('/reports')

const Build = ({ search }: { search: ReportSearch }) => {
  const t = useMessages(facilityMessages)
  const { number } = useFormat()
  const language = useDeskLanguage()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [status, setStatus] = useState('')
  const build = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    setStatus('')
    try {
      const file = await client.call(getReport, reportOf(search, language))
      saveFile(file, t.fileName)
      setStatus(t.built({ size: number(Math.ceil(file.size / 1024)) }))
    } catch (fault) {
      if (!(fault instanceof ApiError)) throw fault
      setError(fault)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {error ? <ErrorPanel error={error} onRetry={() => void build()} /> : null}
      <div className="form-foot">
        <Button variant="filled" loading={busy} onClick={() => void build()}>
          {t.build}
        </Button>
      </div>
      <p role="status">{status}</p>
    </>
  )
}

export const Page: ComponentType = () => {
  const { places, words, period } = useMessages()
  const t = useMessages(facilityMessages)
  const own = useDeskLanguage()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const chosen = search.contents ?? reportContents
  const set = (change: ReportSearch): void =>
    void navigate({ search: { ...search, ...change }, replace: true })
  const toggle = (content: (typeof reportContents)[number]): void => {
    const next = reportContents.filter((one) => chosen.includes(one) !== (one === content))
    // At least one section stays selected.
    if (next.length > 0) set({ contents: next.length === reportContents.length ? undefined : next })
  }
  return (
    <Screen
      title={places.reports.name}
      breadcrumb={<Breadcrumb name="reports" />}
      beside={<p className="quiet">{t.reportHelp}</p>}
    >
      <form className="page-form" onSubmit={(event) => event.preventDefault()}>
        <fieldset className="plain-fieldset">
          <legend>{t.reportAbout}</legend>
          <div className="actions">
            <PeriodFilter
              from={search.from}
              to={search.to}
              compare={search.compare}
              comparable
              none={period.last({ days: 30 })}
              onChange={({ from, to, compare }) => set({ from, to, compare })}
            />
            <FindFilter
              label={words.building}
              from="buildingsOfTasks"
              single={false}
              chosen={search.building}
              onChange={(building) => set({ building })}
            />
            <FindFilter
              label={t.type}
              from="types"
              single={false}
              chosen={search.type}
              onChange={(type) => set({ type })}
            />
          </div>
        </fieldset>
        <fieldset className="plain-fieldset">
          <legend>{t.reportContents}</legend>
          {reportContents.map((content) => (
            <Checkbox
              key={content}
              label={t.contents[content]}
              description={t.contentHelp[content]}
              checked={chosen.includes(content)}
              onChange={() => toggle(content)}
            />
          ))}
        </fieldset>
        <NativeSelect
          label={t.reportLanguage}
          value={search.language ?? own}
          onChange={(event) =>
            set({ language: reportLanguages.find((one) => one === event.currentTarget.value) })
          }
          data={reportLanguages.map((one) => ({ value: one, label: words.languages[one] }))}
        />
        <Build search={search} />
      </form>
    </Screen>
  )
}

export const PlanTeaser: ComponentType = () => {
  const t = useMessages(facilityMessages)
  return (
    <ul className="gives">
      {Object.values(t.reportGives).map((one) => (
        <li key={one}>{one}</li>
      ))}
    </ul>
  )
}
