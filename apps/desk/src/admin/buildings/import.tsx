/** Import of buildings, floors and amenities from a table: a preview line by line, then one transaction. */
import { Button, FileButton, Textarea } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useState } from 'react'
import { type ImportLine, type ImportReport, importBuildings } from '#contracts/places/buildings.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { LeaveGuard } from '#desk-kit/parts/leave-guard.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Screen, Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { Table } from '#desk-kit/parts/table.tsx'
import { Breadcrumb } from '#desk-kit/shell/breadcrumb.tsx'
import { fileDrop } from './file-drop.ts'
import { buildingMessages } from './messages.ts'
import { readTable } from './read-table.ts'

const tones: Record<ImportLine['status'], Tone> = {
  CREATED: 'good',
  UPDATED: 'info',
  UNCHANGED: 'muted',
  SKIPPED: 'muted',
  ERROR: 'bad',
}

const example = `building,floor,room,amenity,type
Main house,Level 1,East wing,Washroom 1.01,WASHROOM
Main house,Level 1,,Lift A,ELEVATOR`

const Report = ({ report }: { report: ImportReport }) => {
  const { imports } = useMessages(buildingMessages)
  const { list } = useFormat()
  const [onlyErrors, setOnlyErrors] = useState(report.errors > 0)
  const rows = report.lines
    .filter(({ status }) => !onlyErrors || status === 'ERROR')
    .slice(0, 500)
    .map((line) => ({ ...line, id: String(line.line) }))
  return (
    <Section
      title={report.dryRun ? imports.wouldTitle : imports.didTitle}
      actions={
        report.errors > 0 ? (
          <Button aria-pressed={onlyErrors} onClick={() => setOnlyErrors(!onlyErrors)}>
            {imports.onlyErrors}
          </Button>
        ) : null
      }
    >
      <p role="status">
        {imports.counts({
          created: report.created,
          updated: report.updated,
          unchanged: report.unchanged,
          errors: report.errors,
        })}{' '}
        {report.errors > 0 ? imports.nothingKept : null}
      </p>
      {report.unknownColumns.length > 0 ? (
        <p className="error-panel calm" role="status">
          {imports.unknownColumns({
            count: report.unknownColumns.length,
            names: list(report.unknownColumns),
          })}
        </p>
      ) : null}
      <Table
        caption={imports.wouldTitle}
        rows={rows}
        columns={[
          { key: 'line', head: imports.line, cell: ({ line }) => line },
          {
            key: 'status',
            head: imports.result,
            cell: ({ status }) => (
              <Mark tone={tones[status]}>{report.dryRun ? imports.would[status] : imports.did[status]}</Mark>
            ),
          },
          {
            key: 'message',
            head: imports.why,
            cell: ({ message, column }) => [column, message].filter(Boolean).join(': ') || '–',
          },
        ]}
      />
    </Section>
  )
}

export const Page: ComponentType = () => {
  const { places } = useMessages()
  const buildings = useMessages(buildingMessages)
  const { imports } = useMessages(buildingMessages)
  const [csv, setCsv] = useState('')
  const [report, setReport] = useState<ImportReport>()
  const run = useAction(importBuildings, { withMe: true })
  const tooLarge = new Blob([csv]).size > 1_000_000
  const [tried, setTried] = useState(false)
  const [isSpreadsheet, setIsSpreadsheet] = useState(false)
  const send = (dryRun: boolean): void => {
    setTried(true)
    if (csv.trim() !== '' && !tooLarge) run.mutate({ body: { csv, dryRun } }, { onSuccess: setReport })
  }
  const change = (text: string): void => {
    setCsv(text)
    setReport(undefined)
    setIsSpreadsheet(false)
    run.reset()
  }
  const read = async (file: File | null): Promise<void> => {
    if (!file) return
    const text = await readTable(file)
    if (text === undefined) setIsSpreadsheet(true)
    else change(text)
  }
  const done = report !== undefined && !report.dryRun && report.errors === 0
  return (
    <Screen title={places.import.name} breadcrumb={<Breadcrumb name="import" />}>
      <div className="page-form">
        <p>{imports.help}</p>
        <details>
          <summary>{imports.exampleTitle}</summary>
          <pre className="example">{example}</pre>
          <button type="button" className="as-link" onClick={() => change(example)}>
            {imports.takeExample}
          </button>
        </details>
        <Textarea
          label={imports.table}
          description={imports.tableHelp}
          autosize
          minRows={6}
          maxRows={18}
          spellCheck={false}
          value={csv}
          {...fileDrop((file) => void read(file))}
          error={
            isSpreadsheet
              ? buildings.spreadsheet
              : tooLarge
                ? imports.tooLarge
                : tried && csv.trim() === ''
                  ? imports.empty
                  : undefined
          }
          onChange={(event) => change(event.currentTarget.value)}
          className="code-field"
        />
        <div className="actions">
          <FileButton accept=".csv,text/csv,text/plain" onChange={(file) => void read(file)}>
            {(props) => <Button {...props}>{imports.chooseFile}</Button>}
          </FileButton>
          <Button loading={run.isPending} onClick={() => send(true)}>
            {imports.check}
          </Button>
          {report?.dryRun && report.errors === 0 ? (
            <Button variant="filled" loading={run.isPending} onClick={() => send(false)}>
              {imports.import({ count: report.created + report.updated })}
            </Button>
          ) : null}
        </div>
        {run.error ? <ErrorPanel error={run.error} quota="buildings" /> : null}
      </div>
      {report ? <Report key={`${report.dryRun}${report.errors}`} report={report} /> : null}
      {done ? (
        <p>
          <Link to="/qr-studio">{buildings.printStickers}</Link>
        </p>
      ) : null}
      <LeaveGuard isDirty={() => csv.trim() !== '' && !done} />
    </Screen>
  )
}
