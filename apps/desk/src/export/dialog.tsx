/** MAN-11: a list as a file: columns, kind of file, number of rows, and the equivalent API call. */
import { Button, Checkbox, Modal, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { Page } from '#client/types.ts'
import { listRecentFeedback } from '#contracts/dashboard.ts'
import { type ExportColumn, exportColumns, exportCsv, exportRowsInOrder } from '#contracts/exports.ts'
import { listAmenityPerformance } from '#contracts/figures.ts'
import type { Endpoint } from '#contracts/kit/endpoint.ts'
import { listTasks } from '#contracts/tasks.ts'
import { client, useApi } from '#desk-kit/lib/api.ts'
import { hasPlan } from '#desk-kit/lib/contract.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useDeskLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { saveFile } from '#desk-kit/parts/blob-image.tsx'
import { CodeBlock } from '#desk-kit/parts/code-block.tsx'
import { CopyButton } from '#desk-kit/parts/copy.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ErrorPanel, PlanNeeded } from '#desk-kit/parts/states.tsx'
import './export.css'
import { type FileChoice, type FileKind, fileKinds, keepFileChoice, readFileChoice } from './file-choice.ts'
import { exportMessages } from './messages.ts'
import { callFor, type ExportRequest, endingOf, queryOf } from './request.ts'

const lists = { feedback: listRecentFeedback, tasks: listTasks, amenities: listAmenityPerformance }
/** Orders in which the number of rows is not limited. */
const endless = ['createdAt', '-createdAt', 'number', '-number']

const Choose = ({ request }: { request: ExportRequest }) => {
  const t = useMessages(exportMessages)
  const me = useMe()
  const language = useDeskLanguage()
  const { number } = useFormat()
  const known: readonly ExportColumn[] = exportColumns[request.what]
  const [columns, setColumns] = useState<readonly ExportColumn[]>(request.columns)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<ApiError>()
  const [status, setStatus] = useState('')
  const counted = useApi(
    lists[request.what] as Endpoint,
    {
      query: { ...request.filters, pageSize: 1 },
    } as never,
  )
  const rows = (counted.data as unknown as Page<unknown> | undefined)?.total
  const [file, setFile] = useState(() => readFileChoice(language))
  const choose = (change: Partial<FileChoice>): void => {
    const chosen = { ...file, ...change }
    setFile(chosen)
    keepFileChoice(chosen)
  }
  const query = queryOf(request, columns, language, file)
  const call = callFor(query, location.origin, me.user?.id)
  const tooMany = rows !== undefined && rows > exportRowsInOrder && !endless.includes(request.sort)
  const toggle = (column: ExportColumn): void =>
    setColumns(known.filter((one) => columns.includes(one) !== (one === column)))
  const download = async (): Promise<void> => {
    setBusy(true)
    setError(undefined)
    setStatus('')
    try {
      const bytes = await client.call(exportCsv, { query })
      saveFile(bytes, `wellkept-${request.what}.${endingOf(file)}`)
      setStatus(t.done({ size: number(Math.ceil(bytes.size / 1024)) }))
    } catch (fault) {
      // A truncated download is discarded.
      setError(
        fault instanceof ApiError
          ? fault
          : new ApiError({ code: 'NETWORK', status: 0, message: 'The file was cut off' }),
      )
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!busy && columns.length > 0 && !tooMany) void download()
      }}
    >
      <p role="status">
        {counted.error ? t.uncounted : rows === undefined ? t.counting : t.rows({ count: rows })}{' '}
        {tooMany ? t.tooMany({ most: number(exportRowsInOrder) }) : t.help}
      </p>
      <fieldset className="plain-fieldset">
        <legend>{t.columns}</legend>
        <div className="column-choices">
          {known.map((column) => (
            <Checkbox
              key={column}
              label={t.names[column]}
              checked={columns.includes(column)}
              onChange={() => toggle(column)}
            />
          ))}
        </div>
        <div className="actions">
          <Button size="compact-sm" onClick={() => setColumns(known)}>
            {t.all}
          </Button>
          <Button size="compact-sm" onClick={() => setColumns(request.columns)}>
            {t.asShown}
          </Button>
        </div>
        {columns.length === 0 ? <div className="field-problem">{t.columnNeeded}</div> : null}
      </fieldset>
      <NativeSelect
        label={t.file}
        description={t.fileHelp[file.kind]}
        value={file.kind}
        data={fileKinds.map((kind) => ({ value: kind, label: t.files[kind] }))}
        onChange={(event) => choose({ kind: event.currentTarget.value as FileKind })}
      />
      <Checkbox
        label={t.words}
        description={t.wordsHelp}
        checked={file.words}
        onChange={(event) => choose({ words: event.currentTarget.checked })}
      />
      {error ? <ErrorPanel error={error} /> : null}
      <div className="form-foot">
        <Button type="submit" variant="filled" loading={busy} disabled={columns.length === 0 || tooMany}>
          {t.download}
        </Button>
        <span role="status">{status}</span>
      </div>
      <h3>{t.call}</h3>
      <p className="quiet">{t.callHelp}</p>
      <CodeBlock text={call} label={t.call} wrap />
      <CopyButton text={call} label={t.copyCall} />
    </form>
  )
}

export const ExportDialog = ({ request, onClose }: { request: ExportRequest; onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(exportMessages)
  const me = useMe()
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.titles[request.what]}
      size="lg"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      {hasPlan(me, exportCsv) ? (
        <Choose request={request} />
      ) : (
        <>
          <PlanNeeded plan="BUSINESS" />
          <p>{t.gives}</p>
        </>
      )}
    </Modal>
  )
}
